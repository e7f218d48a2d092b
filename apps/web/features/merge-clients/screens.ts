import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** The merge of a person with others takes the whole page. */
export const mergeScreens: RouteObject[] = [
  {
    path: 'clients/:id/merge',
    Component: screen('merge', async () => (await import('./merge-screen.tsx')).MergeScreen),
  },
];
