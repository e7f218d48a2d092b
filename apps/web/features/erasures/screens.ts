import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** What proves that organizations were erased. */
export const erasureScreens: RouteObject[] = [
  {
    path: 'erasure-certificates',
    Component: screen('certificates of erasure', async () => (await import('./list.tsx')).List),
  },
  {
    path: 'erasure-certificates/:id',
    Component: screen('certificate of erasure', async () => (await import('./detail.tsx')).Detail),
  },
];
