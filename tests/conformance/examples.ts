import { accountsExamples } from '#server/accounts/examples.ts';
import { addressesExamples } from '#server/addresses/examples.ts';
import { affiliationsExamples } from '#server/affiliations/examples.ts';
import { dashboardsExamples } from '#server/dashboards/examples.ts';
import { draftsExamples } from '#server/drafts/examples.ts';
import { formsExamples } from '#server/forms/examples.ts';
import { historyExamples } from '#server/history/examples.ts';
import { importsExamples } from '#server/imports/examples.ts';
import { jobsExamples } from '#server/jobs/examples.ts';
import { maintenanceExamples } from '#server/maintenance/examples.ts';
import { notificationsExamples } from '#server/notifications/examples.ts';
import { organizationsExamples } from '#server/organizations/examples.ts';
import { peopleExamples } from '#server/people/examples.ts';
import { publicFormsExamples } from '#server/public-forms/examples.ts';
import { recordsExamples } from '#server/records/examples.ts';
import { referralsExamples } from '#server/referrals/examples.ts';
import { reportsExamples } from '#server/reports/examples.ts';
import { responsesExamples } from '#server/responses/examples.ts';
import { retentionExamples } from '#server/retention/examples.ts';
import { treesExamples } from '#server/trees/examples.ts';
import { webhooksExamples } from '#server/webhooks/examples.ts';
import type { BuildExample, Examples, Feature } from './example.ts';

/** By feature and route. A feature that no domain gives examples for doesn't compile. */
const byFeature: Examples<Feature> = {
  ...accountsExamples,
  ...addressesExamples,
  ...affiliationsExamples,
  ...dashboardsExamples,
  ...draftsExamples,
  ...formsExamples,
  ...historyExamples,
  ...importsExamples,
  ...jobsExamples,
  ...maintenanceExamples,
  ...notificationsExamples,
  ...organizationsExamples,
  ...peopleExamples,
  ...publicFormsExamples,
  ...recordsExamples,
  ...referralsExamples,
  ...reportsExamples,
  ...responsesExamples,
  ...retentionExamples,
  ...treesExamples,
  ...webhooksExamples,
};

/** By the name of the operation, such as `clients.create`. */
export const examples: Record<string, BuildExample> = Object.fromEntries(
  Object.entries(byFeature).flatMap(([feature, routes]) =>
    Object.entries(routes).map(([route, build]) => [`${feature}.${route}`, build]),
  ),
);
