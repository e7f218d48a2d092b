import { createBrowserRouter, type RouteObject } from 'react-router';
import { accountScreens, choosingScreens, ownScreens } from '#web/features/account/screens.tsx';
import { affiliationScreens } from '#web/features/affiliations/screens.ts';
import { archivedClientScreens } from '#web/features/archived-clients/screens.ts';
import { calculationsPart, calculationsSection } from '#web/features/calculations/screens.ts';
import { categoryScreens } from '#web/features/categories/screens.ts';
import { clientFormPages, clientFormScreens } from '#web/features/client-forms/screens.tsx';
import { clientScreens } from '#web/features/clients/screens.ts';
import { dashboardScreens } from '#web/features/dashboard/screens.tsx';
import { dataGroupScreens } from '#web/features/data-groups/screens.ts';
import { dataImportScreens } from '#web/features/data-imports/screens.tsx';
import { erasureScreens } from '#web/features/erasures/screens.ts';
import { fieldScreens } from '#web/features/fields/screens.ts';
import { translationPages, translationsSection } from '#web/features/form-translations/screens.ts';
import { formScreens } from '#web/features/forms/screens.tsx';
import { importAction, importLogAction } from '#web/features/imports/screens.ts';
import { internalFormScreens } from '#web/features/internal-forms/screens.ts';
import { jobScreens, platformJobScreens } from '#web/features/jobs/screens.tsx';
import { maintenanceScreens } from '#web/features/maintenance/screens.ts';
import { duplicatePages, mergeScreens } from '#web/features/merge-clients/screens.ts';
import { newestNotices, noticeScreens } from '#web/features/notices/screens.tsx';
import { notificationsSection } from '#web/features/notifications/screens.ts';
import { organizationAccountScreens } from '#web/features/organization-account/screens.tsx';
import { organizationScreens } from '#web/features/organizations/screens.tsx';
import { permissionGroupScreens } from '#web/features/permission-groups/screens.ts';
import { platformUserScreens } from '#web/features/platform-users/screens.ts';
import { pricingTierScreens } from '#web/features/pricing-tiers/screens.ts';
import { publishSection } from '#web/features/public-forms/screens.ts';
import { publicInstancePages, publicInstanceScreens } from '#web/features/public-instances/screens.tsx';
import { redcapTool } from '#web/features/redcap-dictionaries/screens.ts';
import { referralScreens } from '#web/features/referrals/screens.ts';
import { reportDetail, reportViewPages, reportViewScreens } from '#web/features/report-views/screens.tsx';
import { qualityAction, reportScreens } from '#web/features/reports/screens.ts';
import { downloadAction, exportScreens } from '#web/features/response-downloads/screens.ts';
import { retentionScreens } from '#web/features/retention/screens.ts';
import { rulesPart, rulesSection } from '#web/features/rules/screens.ts';
import { sequenceScreens } from '#web/features/sequences/screens.ts';
import { templateAction, templateNotice } from '#web/features/templates/screens.ts';
import { userScreens } from '#web/features/users/screens.ts';
import { versionScreens } from '#web/features/versions/screens.ts';
import { exportAction, importTool } from '#web/features/xlsforms/screens.ts';
import { screen } from '#web/parts/lazy.tsx';
import { ActingGuard } from './acting-guard.tsx';
import { AnyShell, SignedInOrNot } from './any-shell.tsx';
import { FirstEntry, FirstScreen } from './first-screen.tsx';
import { KnownAddress } from './known-address.tsx';
import { NotFound } from './not-found.tsx';
import { OrganizationShell } from './organization-shell.tsx';
import { overlayParts } from './overlays.tsx';
import { PlatformShell } from './platform-shell.tsx';
import { preloadAhead } from './preload.ts';
import { personSections } from './record-contributions.tsx';
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
  notices: [templateNotice],
  actions: [downloadAction, importAction, importLogAction, exportAction, templateAction, qualityAction],
  tools: [importTool, redcapTool],
};

/** Every address of the application. Screens are collected from the features; each is a part of its own. */
const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ScreenFailed,
    children: [
      { Component: KnownAddress, children: accountScreens },
      { path: 'logout', Component: SignOut },
      { path: 'organization/impersonation/destroy', Component: StopActing },
      {
        Component: ActingGuard,
        children: [
          { Component: SignedInOrNot, children: [{ Component: AnyShell, children: choosingScreens }] },
          {
            Component: SignedIn,
            children: [
              { index: true, Component: FirstScreen },
              {
                path: 'organization',
                Component: OrganizationShell,
                children: [
                  { index: true, Component: FirstEntry },
                  ...dashboardScreens([newestNotices]),
                  ...clientFormScreens,
                  ...publicInstancePages,
                  ...publicInstanceScreens,
                  ...mergeScreens,
                  ...clientScreens(personSections, [...clientFormPages, ...duplicatePages]),
                  ...internalFormScreens,
                  ...reportViewScreens,
                  ...reportScreens({ detail: reportDetail, pages: reportViewPages }),
                  ...dataGroupScreens,
                  ...categoryScreens,
                  ...fieldScreens,
                  ...translationPages,
                  ...formScreens({
                    ...formContributions,
                    sections: [
                      ...formContributions.sections,
                      notificationsSection,
                      publishSection,
                      translationsSection,
                    ],
                  }),
                  ...sequenceScreens,
                  ...affiliationScreens,
                  ...referralScreens,
                  ...userScreens,
                  ...permissionGroupScreens,
                  ...jobScreens,
                  ...exportScreens,
                  ...retentionScreens,
                  {
                    path: 'noaccess',
                    Component: screen('page', async () => (await import('./no-access.tsx')).NoAccess),
                  },
                  {
                    path: 'permissiondenied',
                    Component: screen('page', async () => (await import('./no-access.tsx')).PermissionDenied),
                  },
                  { path: '*', Component: NotFound },
                ],
              },
              { path: 'myorg', Component: OrganizationShell, children: organizationAccountScreens },
              {
                path: 'admin',
                Component: PlatformShell,
                children: [
                  ...organizationScreens,
                  ...maintenanceScreens,
                  ...platformUserScreens,
                  ...pricingTierScreens,
                  ...archivedClientScreens,
                  ...erasureScreens,
                  ...dataImportScreens,
                  ...versionScreens,
                  ...platformJobScreens,
                  { Component: Templates, children: [...fieldScreens, ...formScreens(formContributions)] },
                ],
              },
              { Component: AnyShell, children: [...ownScreens, ...noticeScreens, { path: '*', Component: NotFound }] },
            ],
          },
        ],
      },
    ],
  },
];

export const router = createBrowserRouter(routes);

const goneTo = preloadAhead(routes, overlayParts);
goneTo(location.pathname);
router.subscribe(({ location: { pathname } }) => goneTo(pathname));
