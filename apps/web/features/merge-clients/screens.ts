import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** The screens of possible duplicates, beside the list of people. */
export const duplicatePages: RouteObject[] = [
  {
    path: 'duplicates',
    Component: screen('possible duplicates', async () => (await import('./open-pairs.tsx')).OpenPairs),
  },
];

/** The merge of a person with others takes the whole page. */
export const mergeScreens: RouteObject[] = [
  {
    path: 'clients/:id/merge',
    Component: screen('merge', async () => (await import('./merge-screen.tsx')).MergeScreen),
  },
];
