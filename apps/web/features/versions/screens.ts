import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** The history of all organizations. */
export const versionScreens: RouteObject[] = [
  {
    path: 'versions',
    Component: screen('version history', async () => (await import('./versions.tsx')).Versions),
    children: [
      { index: true, Component: screen('version history', async () => (await import('./nothing-yet.tsx')).NothingYet) },
      { path: 'results', Component: screen('versions', async () => (await import('./results.tsx')).Results) },
      {
        path: 'rollback/success',
        Component: screen('the rollback', async () => (await import('./rolled-back.tsx')).RolledBack),
      },
      { path: ':id', Component: screen('the transaction', async () => (await import('./review.tsx')).Review) },
    ],
  },
];
