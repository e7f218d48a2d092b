import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { accountScreens, ownScreens } from '#web/features/account/screens.tsx';
import { clientFormPages, clientFormScreens, clientFormsSection } from '#web/features/client-forms/screens.tsx';
import { clientScreens } from '#web/features/clients/screens.ts';
import { fieldScreens } from '#web/features/fields/screens.ts';
import { formScreens } from '#web/features/forms/screens.tsx';
import { organizationAccountScreens } from '#web/features/organization-account/screens.tsx';
import { organizationScreens } from '#web/features/organizations/screens.tsx';
import { permissionGroupScreens } from '#web/features/permission-groups/screens.ts';
import { sequenceScreens } from '#web/features/sequences/screens.ts';
import { userScreens } from '#web/features/users/screens.ts';
import { ActingGuard } from './acting-guard.tsx';
import { AdminShell } from './admin-shell.tsx';
import { FirstScreen } from './first-screen.tsx';
import { KnownAddress } from './known-address.tsx';
import { NotFound } from './not-found.tsx';
import { OrganizationShell } from './organization-shell.tsx';
import { Root } from './root.tsx';
import { ScreenFailed } from './screen-failed.tsx';
import { SignOut } from './sign-out.tsx';
import { SignedIn } from './signed-in.tsx';
import { StopActing } from './stop-acting.tsx';
import { Templates } from './templates.tsx';

/** What other features show of one form. */
const formSections: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./form-notifications.tsx')).FormNotifications }),
  },
];

/** Every address of the application. Screens are collected from the features; each is loaded when it is opened. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: ScreenFailed,
    HydrateFallback: () => null,
    children: [
      { Component: KnownAddress, children: accountScreens },
      { path: 'logout', Component: SignOut },
      { path: 'organization/impersonation/destroy', Component: StopActing },
      {
        Component: ActingGuard,
        children: [
          {
            Component: SignedIn,
            children: [
              { index: true, Component: FirstScreen },
              ...ownScreens,
              {
                path: 'organization',
                Component: OrganizationShell,
                children: [
                  { index: true, element: <Navigate to="/organization/dashboard" replace /> },
                  { path: 'dashboard', Component: FirstScreen },
                  ...clientFormScreens,
                  ...clientScreens([clientFormsSection], clientFormPages),
                  ...fieldScreens,
                  ...formScreens(formSections),
                  ...sequenceScreens,
                  ...userScreens,
                  ...permissionGroupScreens,
                  { path: 'noaccess', lazy: async () => ({ Component: (await import('./no-access.tsx')).NoAccess }) },
                  {
                    path: 'permissiondenied',
                    lazy: async () => ({ Component: (await import('./permission-denied.tsx')).PermissionDenied }),
                  },
                  { path: '*', Component: NotFound },
                ],
              },
              { path: 'myorg', Component: OrganizationShell, children: organizationAccountScreens },
              {
                path: 'admin',
                Component: AdminShell,
                children: [
                  ...organizationScreens,
                  { Component: Templates, children: [...fieldScreens, ...formScreens([])] },
                ],
              },
              { path: '*', Component: NotFound },
            ],
          },
        ],
      },
    ],
  },
]);
