import type { RouteSpec, Routes } from './kit/route.ts';
import { accountRoutes } from './resources/account.ts';
import { apiCredentialRoutes } from './resources/api-credentials.ts';
import { calculationRoutes } from './resources/calculations.ts';
import { categoryRoutes } from './resources/categories.ts';
import { clientDashboardRoutes } from './resources/client-dashboard.ts';
import { clientFormRoutes } from './resources/client-forms.ts';
import { clientPairRoutes } from './resources/client-pairs.ts';
import { clientRoutes } from './resources/clients.ts';
import { dataGroupRoutes } from './resources/data-groups.ts';
import { draftRoutes } from './resources/drafts.ts';
import { fieldRoutes } from './resources/fields.ts';
import { formTranslationRoutes } from './resources/form-translations.ts';
import { formRoutes } from './resources/forms.ts';
import { householdMemberRoutes, householdRoutes } from './resources/households.ts';
import { impersonationRoutes } from './resources/impersonations.ts';
import { internalFormRoutes } from './resources/internal-forms.ts';
import { jobRoutes } from './resources/jobs.ts';
import { lookupRoutes } from './resources/lookups.ts';
import { mergeClientRoutes } from './resources/merge-clients.ts';
import { mergeRoutes } from './resources/merges.ts';
import { noteRoutes } from './resources/notes.ts';
import { notificationRoutes } from './resources/notifications.ts';
import { organizationAccountRoutes } from './resources/organization-account.ts';
import { organizationRoutes } from './resources/organizations.ts';
import { permissionGroupRoutes } from './resources/permission-groups.ts';
import { pinnedMessageRoutes } from './resources/pinned-messages.ts';
import { publicInstanceRoutes } from './resources/public-form-instances.ts';
import { publicFormRoutes } from './resources/public-forms.ts';
import { recordRoutes } from './resources/records.ts';
import { reportDefinitionRoutes } from './resources/report-definitions.ts';
import { reportResultRoutes } from './resources/report-results.ts';
import { reportViewRoutes } from './resources/report-views.ts';
import { sequenceRoutes } from './resources/sequences.ts';
import { templateRoutes } from './resources/templates.ts';
import { timelineRoutes } from './resources/timeline.ts';
import { userRoutes } from './resources/users.ts';
import { xlsformRoutes } from './resources/xlsforms.ts';

/** Every route of the API, by feature. The server, the web client and the OpenAPI document are read from it. */
export const contract = {
  account: accountRoutes,
  organizations: organizationRoutes,
  organization_account: organizationAccountRoutes,
  api_credentials: apiCredentialRoutes,
  impersonations: impersonationRoutes,
  users: userRoutes,
  permission_groups: permissionGroupRoutes,
  pinned_messages: pinnedMessageRoutes,
  merges: mergeRoutes,
  notes: noteRoutes,
  data_groups: dataGroupRoutes,
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
  calculations: calculationRoutes,
  sequences: sequenceRoutes,
  report_definitions: reportDefinitionRoutes,
  report_views: reportViewRoutes,
  report_results: reportResultRoutes,
  notifications: notificationRoutes,
  internal_forms: internalFormRoutes,
  public_forms: publicFormRoutes,
  public_form_instances: publicInstanceRoutes,
  lookups: lookupRoutes,
  xlsforms: xlsformRoutes,
  templates: templateRoutes,
  records: recordRoutes,
  jobs: jobRoutes,
  drafts: draftRoutes,
} satisfies Record<string, Routes>;

/** The routes as one list, each with the name of its operation. */
export const operations = (): { name: string; route: RouteSpec }[] =>
  Object.entries(contract).flatMap(([feature, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as RouteSpec })),
  );
