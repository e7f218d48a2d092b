import { addDays } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { momentAt, timeZone } from './clock.ts';
import type { FormKey } from './forms/all-forms.ts';
import { whenAnswer } from './forms/rules.ts';
import { insertRows } from './insert.ts';
import type { Loading } from './load.ts';
import type { LoadedForm } from './load-forms.ts';
import { emailOf, staff } from './staff.ts';

const intakeDay: FormKey[] = ['housingIntake', 'releaseOfInformation', 'benefitsCheck'];

/** What forms have besides what they ask: the order of an intake day, and an e-mail that waits to be switched on. */
export const loadFormExtras = async (
  { tx, organization_id, now, as }: Loading,
  loaded: Record<FormKey, LoadedForm>,
): Promise<void> => {
  as('curtis');
  const created_at = momentAt(addDays(todayIn(timeZone, now), -420), 640);
  const stamps = { organization_id, created_at, updated_at: created_at };
  const [sequence_id] = await insertRows(tx, 'sequences', [{ name: 'Intake day', ...stamps }]);
  await insertRows(
    tx,
    'sequence_forms',
    intakeDay.map((key, position) => ({
      organization_id,
      sequence_id: sequence_id!,
      form_id: loaded[key].id,
      position,
      created_at,
    })),
  );
  const { id, field_ids } = loaded.housingIntake;
  await insertRows(tx, 'notification_definitions', [
    {
      form_id: id,
      name: 'client_form_created',
      active: false,
      subject_template: 'Nowhere to sleep tonight: person {{client_id}}',
      body_template:
        'A **{{form_name}}** was recorded on {{completed_at}} with the highest urgency.\n\nWho it is and what they need: {{record_url}}',
      conditions: whenAnswer(field_ids.urgency!, 'EQ', 5),
      recipients: [{ email: emailOf(staff.curtis) }],
      recipient_field_ids: [],
      scoped_fields: [],
      ...stamps,
    },
  ]);
};
