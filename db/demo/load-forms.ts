import { addDays } from '#forms/calendar.ts';
import { checkField, type FieldDraft } from '#forms/field.ts';
import { columnsOf } from '#server/forms/fields.ts';
import { assignSlots } from '#server/forms/slots.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { momentAt, timeZone } from './clock.ts';
import { forms as byKey, type FormKey } from './forms/all-forms.ts';
import type { DemoForm } from './forms/form.ts';
import { insertRows } from './insert.ts';
import type { Loading } from './load.ts';

/** The ids of a form and of its fields, by the names of its entries. */
export type LoadedForm = { id: number; field_ids: Record<string, number> };

const keys = Object.keys(byKey) as FormKey[];
const forms: DemoForm[] = keys.map((key) => byKey[key]);

/** The fields, the forms that ask them, and the typed columns for their answers. */
export const loadForms = async (loading: Loading): Promise<Record<FormKey, LoadedForm>> => {
  const { tx, organization_id, now, as } = loading;
  as('curtis');
  const created_at = momentAt(addDays(todayIn(timeZone, now), -900), 620);
  const stamps = { organization_id, created_at, updated_at: created_at };
  const field_ids = await loadFields(loading, stamps);
  const ids = await insertRows(
    tx,
    'forms',
    forms.map(({ name, description, active = true }) => ({
      name,
      description,
      active,
      form_type: 'client',
      ...stamps,
    })),
  );
  await insertRows(
    tx,
    'form_fields',
    forms.flatMap(({ entries }, index) =>
      Object.values(entries).map(({ field, required = false, quick = false, settings = {} }, position) => ({
        organization_id,
        form_id: ids[index]!,
        field_id: field_ids.get(field)!,
        position,
        is_required: required,
        is_quick_view: quick,
        settings,
        created_at,
      })),
    ),
  );
  for (const id of ids) await assignSlots(assigning(loading), id);
  return Object.fromEntries(
    keys.map((key, index) => [
      key,
      {
        id: ids[index]!,
        field_ids: Object.fromEntries(
          Object.entries(forms[index]!.entries).map(([name, { field }]) => [name, field_ids.get(field)!]),
        ),
      },
    ]),
  ) as Record<FormKey, LoadedForm>;
};

/** As much of a request as giving out typed columns needs: before the first answer there is nothing to fill. */
const assigning = ({ tx, organization_id }: Loading) =>
  ({ tx, caller: { organization: { id: organization_id } } }) as MemberContext;

const loadFields = async ({ tx }: Loading, stamps: object): Promise<Map<FieldDraft, number>> => {
  const drafts = [...new Set(forms.flatMap(({ entries }) => Object.values(entries).map(({ field }) => field)))];
  const fields = drafts.map((draft) => {
    const { field, issues } = checkField(draft);
    if (issues.length) throw new Error(`${draft.name}: ${issues.map(({ path, message }) => `${path} ${message}`)}`);
    return field;
  });
  const ids = await insertRows(
    tx,
    'fields',
    fields.map((field) => ({
      ...columnsOf(field),
      metadata: field.metadata,
      field_options: field.field_options,
      ...stamps,
    })) as Parameters<typeof insertRows<'fields'>>[2],
  );
  return new Map(drafts.map((draft, index) => [draft, ids[index]!]));
};
