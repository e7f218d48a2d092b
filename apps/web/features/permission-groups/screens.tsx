import { IconShieldLock } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { NothingOpen } from '#web/screens/master-detail.tsx';

export const permissionGroupScreens: RouteObject[] = [
  {
    path: 'permissions',
    lazy: async () => ({ Component: (await import('./group-list.tsx')).GroupList }),
    children: [
      { index: true, element: <NothingOpen icon={IconShieldLock} one="permission group" /> },
      { path: 'new', lazy: async () => ({ Component: (await import('./group-form.tsx')).NewGroup }) },
      { path: ':id', lazy: async () => ({ Component: (await import('./group-detail.tsx')).GroupDetail }) },
      { path: ':id/edit', lazy: async () => ({ Component: (await import('./group-form.tsx')).EditGroup }) },
    ],
  },
];
