import { addDays } from '#forms/calendar.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { titleOf } from '#server/responses/values.ts';
import { calendar, momentAt, timeZone } from './clock.ts';
import type { InternalForm } from './forms/form.ts';
import { insertRows } from './insert.ts';
import type { LoadedForm } from './load-forms.ts';
import type { LoadContext } from './loading.ts';
import { slotValues, stored } from './stored.ts';

/** What stands on an internal form: the ids of its records, by their titles. */
export const loadRecords = async (
  { tx, organization_id, staff_ids, now, as }: LoadContext,
  { records }: InternalForm,
  loaded: LoadedForm,
): Promise<Map<string, number>> => {
  const definition = (await formDefinitions(tx, organization_id, [loaded.id])).get(loaded.id) as FormDefinition;
  const form = { ...definition, ...loaded };
  const today = addDays(todayIn(timeZone, now), -890);
  const rows = records.map((record, index) => {
    const completed_at = momentAt(today, 600 + index * 7);
    const kept = stored(form, record, { today, ...calendar, now: completed_at, timeZone });
    return { ...kept, completed_at, title: titleOf(form, kept.answers)! };
  });
  as('curtis');
  const place = { organization_id, form_id: form.id };
  const ids = await insertRows(
    tx,
    'responses',
    rows.map((row) => ({
      ...place,
      ...row,
      administrator_id: staff_ids.curtis,
      updated_by_id: staff_ids.curtis,
      created_at: row.completed_at,
      updated_at: row.completed_at,
    })) as Parameters<typeof insertRows<'responses'>>[2],
  );
  await insertRows(
    tx,
    'response_slots',
    rows.map(({ completed_at, answers }, index) => ({
      ...place,
      id: ids[index]!,
      completed_at,
      ...slotValues(form, answers),
    })),
  );
  return new Map(rows.map(({ title }, index) => [title, ids[index]!]));
};
