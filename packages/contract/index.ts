import type { RouteSpec, Routes } from './kit/route.ts';
import { accountRoutes } from './resources/account.ts';
import { addressRoutes } from './resources/addresses.ts';
import { affiliationRoutes } from './resources/affiliations.ts';
import { apiCredentialRoutes } from './resources/api-credentials.ts';
import { archivedClientRoutes } from './resources/archived-clients.ts';
import { calculationRoutes } from './resources/calculations.ts';
import { categoryRoutes } from './resources/categories.ts';
import { clientDashboardRoutes } from './resources/client-dashboard.ts';
import { clientFormRoutes } from './resources/client-forms.ts';
import { clientPairRoutes } from './resources/client-pairs.ts';
import { clientRoutes } from './resources/clients.ts';
import { consentRoutes } from './resources/consents.ts';
import { dashboardWidgetRoutes } from './resources/dashboard-widgets.ts';
import { dataGroupRoutes } from './resources/data-groups.ts';
import { dataImportRoutes } from './resources/data-imports.ts';
import { draftRoutes } from './resources/drafts.ts';
import { fieldRoutes } from './resources/fields.ts';
import { formTranslationRoutes } from './resources/form-translations.ts';
import { formRoutes } from './resources/forms.ts';
import { householdMemberRoutes, householdRoutes } from './resources/households.ts';
import { impersonationRoutes } from './resources/impersonations.ts';
import { importRoutes } from './resources/imports.ts';
import { internalFormRoutes } from './resources/internal-forms.ts';
import { jobRoutes } from './resources/jobs.ts';
import { keptFiguresRoutes } from './resources/kept-figures.ts';
import { erasureRoutes, organizationExportRoutes, organizationRestoreRoutes } from './resources/life-cycles.ts';
import { lookupRoutes } from './resources/lookups.ts';
import { maintenanceRoutes } from './resources/maintenance.ts';
import { mergeClientRoutes } from './resources/merge-clients.ts';
import { mergeRoutes } from './resources/merges.ts';
import { myWorkRoutes } from './resources/my-work.ts';
import { noteRoutes } from './resources/notes.ts';
import { noticeRoutes } from './resources/notices.ts';
import { notificationRoutes } from './resources/notifications.ts';
import { organizationAccountRoutes } from './resources/organization-account.ts';
import { organizationRoutes } from './resources/organizations.ts';
import { permissionGroupRoutes } from './resources/permission-groups.ts';
import { pinnedMessageRoutes } from './resources/pinned-messages.ts';
import { platformUserRoutes } from './resources/platform-users.ts';
import { pricingTierRoutes } from './resources/pricing-tiers.ts';
import { publicInstanceRoutes } from './resources/public-form-instances.ts';
import { publicFormRoutes } from './resources/public-forms.ts';
import { recordFileRoutes } from './resources/record-files.ts';
import { recordRoutes } from './resources/records.ts';
import { redcapDictionaryRoutes } from './resources/redcap-dictionaries.ts';
import { referralSystemRoutes } from './resources/referral-system.ts';
import { reportDefinitionRoutes } from './resources/report-definitions.ts';
import { reportResultRoutes } from './resources/report-results.ts';
import { reportViewRoutes } from './resources/report-views.ts';
import { responseDownloadRoutes } from './resources/response-downloads.ts';
import { retentionRoutes } from './resources/retention.ts';
import { sequenceRoutes } from './resources/sequences.ts';
import { templateUpdateRoutes } from './resources/template-updates.ts';
import { templateRoutes } from './resources/templates.ts';
import { timelineRoutes } from './resources/timeline.ts';
import { userRoutes } from './resources/users.ts';
import { versionRoutes } from './resources/versions.ts';
import { webhookRoutes } from './resources/webhooks.ts';
import { xlsformRoutes } from './resources/xlsforms.ts';

/** Every route of the API, by feature. The server, the web client and the OpenAPI document are read from it. */
export const contract = {
  account: accountRoutes,
  organizations: organizationRoutes,
  organization_exports: organizationExportRoutes,
  organization_restores: organizationRestoreRoutes,
  erasure_certificates: erasureRoutes,
  pricing_tiers: pricingTierRoutes,
  platform_users: platformUserRoutes,
  maintenance: maintenanceRoutes,
  archived_clients: archivedClientRoutes,
  versions: versionRoutes,
  organization_account: organizationAccountRoutes,
  addresses: addressRoutes,
  affiliations: affiliationRoutes,
  retention: retentionRoutes,
  api_credentials: apiCredentialRoutes,
  webhooks: webhookRoutes,
  impersonations: impersonationRoutes,
  users: userRoutes,
  permission_groups: permissionGroupRoutes,
  pinned_messages: pinnedMessageRoutes,
  merges: mergeRoutes,
  notes: noteRoutes,
  consents: consentRoutes,
  data_groups: dataGroupRoutes,
  case_worthy: referralSystemRoutes,
  categories: categoryRoutes,
  timeline: timelineRoutes,
  households: householdRoutes,
  household_members: householdMemberRoutes,
  clients: clientRoutes,
  client_pairs: clientPairRoutes,
  merge_clients: mergeClientRoutes,
  fields: fieldRoutes,
  forms: formRoutes,
  form_translations: formTranslationRoutes,
  client_forms: clientFormRoutes,
  client_dashboard: clientDashboardRoutes,
  dashboard_widgets: dashboardWidgetRoutes,
  my_work: myWorkRoutes,
  calculations: calculationRoutes,
  sequences: sequenceRoutes,
  report_definitions: reportDefinitionRoutes,
  report_views: reportViewRoutes,
  report_results: reportResultRoutes,
  kept_figures: keptFiguresRoutes,
  response_downloads: responseDownloadRoutes,
  notifications: notificationRoutes,
  imports: importRoutes,
  data_imports: dataImportRoutes,
  notices: noticeRoutes,
  internal_forms: internalFormRoutes,
  public_forms: publicFormRoutes,
  public_form_instances: publicInstanceRoutes,
  lookups: lookupRoutes,
  redcap_dictionaries: redcapDictionaryRoutes,
  xlsforms: xlsformRoutes,
  templates: templateRoutes,
  templateUpdates: templateUpdateRoutes,
  records: recordRoutes,
  record_files: recordFileRoutes,
  jobs: jobRoutes,
  drafts: draftRoutes,
} satisfies Record<string, Routes>;

/** The routes as one list, each with the name of its operation. */
export const operations = (): { name: string; route: RouteSpec }[] =>
  Object.entries(contract).flatMap(([feature, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as RouteSpec })),
  );
