import { sql } from 'kysely';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { sequences } from '#contract/resources/sequences.ts';
import { addDays } from '#forms/calendar.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { refuse } from '#server/kit/problem.ts';
import { insertRow, type NewRow } from '#server/kit/rows.ts';
import { checkedNotification } from '#server/notifications/routes/notifications/check.ts';
import { checked } from './checked.ts';
import { momentAt, timeZone } from './clock.ts';
import type { FormKey } from './forms/all-forms.ts';
import { whenAnswer } from './forms/rules.ts';
import { insertRows } from './insert.ts';
import type { LoadedForm } from './load-forms.ts';
import type { LoadContext } from './loading.ts';
import { emailOf, staff } from './staff.ts';

const intakeDay: FormKey[] = ['housingIntake', 'releaseOfInformation', 'benefitsCheck'];

/** Where strangers may ask for help: around the clock, and, with a start still to come, on weekday mornings. */
const published = [
  { access_key: 'demo-9kQ2vT7mXf4LbR8w', time_start: '06:00 AM', time_end: '10:00 PM' },
  { access_key: 'demo-b7RmE4sKx2VgU6oA', time_start: '09:00 AM', time_end: '12:00 PM', dow: [1, 2, 3, 4, 5] },
  { access_key: 'demo-Zt5pWc1nJd8QyH3k', published_at: null },
];

/** What stands at the top of each person. */
const atAGlance: [FormKey, string][] = [
  ['housingIntake', 'last_night'],
  ['housingIntake', 'monthly_income'],
  ['safetyPlan', 'safe_to_call'],
  ['benefitsCheck', 'received'],
  ['releaseOfInformation', 'expires_on'],
  ['schoolEnrollment', 'school'],
];

/**
 * What forms have besides what they ask: the order of an intake day, answers at the top of each person, an email that
 * waits to be switched on, and links for strangers.
 */
export const loadFormExtras = async (
  { tx, organization_id, now, as }: LoadContext,
  loaded: Record<FormKey, LoadedForm>,
): Promise<void> => {
  as('curtis');
  const created_at = momentAt(addDays(todayIn(timeZone, now), -420), 640);
  const stamps = { organization_id, created_at, updated_at: created_at };
  const { name, forms } = checked(sequences.create, {
    name: 'Intake day',
    forms: intakeDay.map((key) => ({ id: loaded[key].id })),
  });
  const [sequence_id] = await insertRows(tx, 'sequences', [{ name, ...stamps }]);
  await insertRows(
    tx,
    'sequence_forms',
    forms.map(({ id: form_id }, position) => ({
      organization_id,
      sequence_id: sequence_id!,
      form_id,
      position,
      created_at,
    })),
  );
  for (const setting of published)
    await insertRow(tx, 'publish_settings', {
      form_id: loaded.housingIntake.id,
      published_at: created_at,
      ...setting,
      ...stamps,
    });
  await insertRows(
    tx,
    'client_dashboard_fields',
    atAGlance.map(([form, entry], position) => ({
      form_field_id: loaded[form].entry_ids[entry]!,
      position,
      lock_version: 1,
      ...stamps,
    })),
  );
  const { id, field_ids } = loaded.housingIntake;
  const form = (await formDefinitions(tx, organization_id, [id])).get(id) as FormDefinition;
  const notification = checked(notificationRoutes.create.body, {
    name: 'client_form_created',
    active: false,
    subject_template: 'Nowhere to sleep tonight: person {{client_id}}',
    body_template:
      'A **{{form_name}}** was recorded on {{completed_at}} with the highest urgency.\n\nWho it is and what they need: {{record_url}}',
    conditions: JSON.stringify(whenAnswer(field_ids.urgency!, 'EQ', 5)),
    recipients: [{ email: emailOf(staff.curtis), delivery_types: ['email'] }],
  });
  const { columns, issues } = checkedNotification({ ...form, answersAllowed: false, groups: [] }, notification);
  refuse(issues);
  await insertRow(tx, 'notification_definitions', {
    organization_id,
    form_id: id,
    ...columns,
    author_id: sql<number>`current_setting('app.user_id')::bigint`,
    created_at,
    updated_at: created_at,
  } as NewRow<'notification_definitions'>);
};
