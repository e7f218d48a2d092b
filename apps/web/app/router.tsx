import { createBrowserRouter, Navigate } from 'react-router';
import { accountScreens, ownScreens } from '#web/features/account/screens.tsx';
import { calculationsPart, calculationsSection } from '#web/features/calculations/screens.ts';
import { clientFormPages, clientFormScreens, clientFormsSection } from '#web/features/client-forms/screens.tsx';
import { clientScreens } from '#web/features/clients/screens.ts';
import { fieldScreens } from '#web/features/fields/screens.ts';
import { formScreens } from '#web/features/forms/screens.tsx';
import { jobScreens, platformJobScreens } from '#web/features/jobs/screens.tsx';
import { notificationsSection } from '#web/features/notifications/screens.ts';
import { organizationAccountScreens } from '#web/features/organization-account/screens.tsx';
import { organizationScreens } from '#web/features/organizations/screens.tsx';
import { permissionGroupScreens } from '#web/features/permission-groups/screens.ts';
import { rulesPart, rulesSection } from '#web/features/rules/screens.ts';
import { sequenceScreens } from '#web/features/sequences/screens.ts';
import { templateAction } from '#web/features/templates/screens.ts';
import { userScreens } from '#web/features/users/screens.ts';
import { exportAction, importTool } from '#web/features/xlsforms/screens.ts';
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

/** What other features give to the pages of forms. */
const formContributions = {
  sections: [calculationsSection, rulesSection],
  parts: [rulesPart, calculationsPart],
  actions: [exportAction, templateAction],
  tools: [importTool],
};

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
                  ...formScreens({
                    ...formContributions,
                    sections: [...formContributions.sections, notificationsSection],
                  }),
                  ...sequenceScreens,
                  ...userScreens,
                  ...permissionGroupScreens,
                  ...jobScreens,
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
                  ...platformJobScreens,
                  { Component: Templates, children: [...fieldScreens, ...formScreens(formContributions)] },
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
