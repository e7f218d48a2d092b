import { IconBuildingCommunity } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { Navigate } from 'react-router';
import { NothingOpen } from '#web/screens/master-detail.tsx';

/** The screens of the platform team. */
export const organizationScreens: RouteObject[] = [
  { index: true, element: <Navigate to="/admin/organizations" replace /> },
  {
    path: 'organizations',
    lazy: async () => ({ Component: (await import('./organization-list.tsx')).OrganizationList }),
    children: [
      { index: true, element: <NothingOpen icon={IconBuildingCommunity} one="organization" /> },
      { path: 'new', lazy: async () => ({ Component: (await import('./organization-form.tsx')).NewOrganization }) },
      {
        path: ':id',
        lazy: async () => ({ Component: (await import('./organization-detail.tsx')).OrganizationDetail }),
      },
      {
        path: ':id/edit',
        lazy: async () => ({ Component: (await import('./organization-form.tsx')).EditOrganization }),
      },
    ],
  },
];
