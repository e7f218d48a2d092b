import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** The people whom organizations have archived. */
export const archivedClientScreens: RouteObject[] = [
  {
    path: 'archived-clients',
    Component: screen('archived people', async () => (await import('./archived-clients.tsx')).ArchivedClients),
  },
];
