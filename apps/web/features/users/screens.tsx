import { IconUserCog } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { NothingOpen } from '#web/screens/master-detail.tsx';

/** The members of the organization. */
export const userScreens: RouteObject[] = [
  {
    path: 'users',
    lazy: async () => ({ Component: (await import('./user-list.tsx')).UserList }),
    children: [
      { index: true, element: <NothingOpen icon={IconUserCog} one="user" /> },
      { path: 'new', lazy: async () => ({ Component: (await import('./user-form.tsx')).NewUser }) },
      { path: ':id', lazy: async () => ({ Component: (await import('./user-detail.tsx')).UserDetail }) },
      { path: ':id/edit', lazy: async () => ({ Component: (await import('./user-form.tsx')).EditUser }) },
    ],
  },
];
