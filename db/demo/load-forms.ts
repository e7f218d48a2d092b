import type { z } from 'zod';
import { fields as fieldRecord } from '#contract/resources/fields.ts';
import { forms as formRecord } from '#contract/resources/forms.ts';
import { checkCalculation } from '#forms/calculations/check-calculation.ts';
import { addDays } from '#forms/calendar.ts';
import { checkField, type FieldDraft } from '#forms/definition/field.ts';
import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { Issue } from '#forms/issue.ts';
import { checkRules } from '#forms/logic/check.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { columnsOf } from '#server/forms/fields.ts';
import { inRuleOrder } from '#server/forms/rules.ts';
import { assignSlots } from '#server/forms/slots.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { checked } from './checked.ts';
import { calendar, momentAt, timeZone } from './clock.ts';
import type { Questions } from './forms/form.ts';
import { insertRows } from './insert.ts';
import type { LoadContext } from './loading.ts';

/** The ids of a form, and of its fields and of their places on it by the names of its entries. */
export type LoadedForm = { id: number; field_ids: Record<string, number>; entry_ids: Record<string, number> };

type Kind = {
  form_type: 'client' | 'internal';
  /** The internal form whose records the fields pick. */
  picked_from?: number;
};

/** The fields, the forms that ask them with their rules and calculations, and the typed columns for their answers. */
export const loadForms = async <K extends string>(
  loading: LoadContext,
  forms: Record<K, Questions>,
  { form_type, picked_from }: Kind,
): Promise<Record<K, LoadedForm>> => {
  const { tx, organization_id, now, as } = loading;
  as('curtis');
  const created_at = momentAt(addDays(todayIn(timeZone, now), -900), 620);
  const stamps = { organization_id, created_at, updated_at: created_at };
  const asked = Object.entries<Questions>(forms);
  const drafts = new Set(asked.flatMap(([, { entries }]) => Object.values(entries).map(({ field }) => field)));
  const ids = await loadFields(loading, { drafts: [...drafts], picked_from, stamps });
  const withIds = asked.map(([key, form]) => ({
    ...form,
    key,
    field_ids: Object.fromEntries(Object.entries(form.entries).map(([name, { field }]) => [name, ids.get(field)!])),
  }));
  const form_ids = await insertRows(
    tx,
    'forms',
    withIds.map(({ name, description, active = true, rules, field_ids }) => {
      const logic = inRuleOrder(rules?.(field_ids) ?? []);
      return { ...checked(form, { name, description, active, form_type, logic }), ...stamps };
    }),
  );
  const loaded: Record<string, LoadedForm> = {};
  for (const [index, { key, entries, field_ids }] of withIds.entries()) {
    const id = form_ids[index]!;
    const names = Object.keys(entries);
    const entry_ids = await insertRows(
      tx,
      'form_fields',
      Object.entries(entries).map(([name, { required = false, quick = false, settings = {}, from }], position) => {
        const asked = {
          field_id: field_ids[name]!,
          position,
          is_required: required,
          is_quick_view: quick,
          settings: { ...settings, ...(from && filledFrom(loaded[from.form]!, from.entry)) },
        };
        checked(entry, asked);
        return { organization_id, form_id: id, ...asked, created_at, required_since: created_at };
      }),
    );
    loaded[key] = { id, field_ids, entry_ids: Object.fromEntries(names.map((name, at) => [name, entry_ids[at]!])) };
  }
  await loadCalculations(loading, { forms: withIds, form_ids, stamps });
  await checkLogic(loading, form_ids);
  for (const id of form_ids) await assignSlots(assigning(loading), id);
  return loaded as Record<K, LoadedForm>;
};

const form = formRecord.create.omit({ form_fields: true });
const entry = formRecord.create.shape.form_fields.element;

/** Refuses rules that speak of what is not on their form. */
const checkLogic = async ({ tx, organization_id, now }: LoadContext, form_ids: number[]): Promise<void> => {
  const clock = { today: todayIn(timeZone, now), ...calendar, now: now.toISOString(), timeZone };
  for (const one of (await formDefinitions(tx, organization_id, form_ids)).values())
    refuse(one.name, checkRules(one.logic, one, clock));
};

const filledFrom = ({ id, field_ids, entry_ids }: LoadedForm, entry: string): FieldSettings => ({
  pre_populate: { form_id: id, form_field_id: entry_ids[entry]!, field_id: field_ids[entry]! },
});

/** As much of a request as giving out typed columns needs: before the first answer there is nothing to fill. */
const assigning = ({ tx, organization_id }: LoadContext) =>
  ({ tx, caller: { organization: { id: organization_id } } }) as MemberContext;

const refuse = (name: string, issues: Issue[]) => {
  if (issues.length) throw new Error(`${name}: ${issues.map(({ path, message }) => `${path} ${message}`).join(', ')}`);
};

type Fields = { drafts: FieldDraft[]; picked_from: number | undefined; stamps: object };

const loadFields = async (
  { tx }: LoadContext,
  { drafts, picked_from, stamps }: Fields,
): Promise<Map<FieldDraft, number>> => {
  const fields = drafts.map((draft) => {
    const picks = draft.field_type === 'ref-picker' && picked_from !== undefined;
    const internal_option = picks ? { internal_form_id: picked_from, internal_field_id: null } : null;
    const sent = { ...draft, internal_option } as z.input<typeof fieldRecord.create>;
    const { field, issues } = checkField(checked(fieldRecord.create, sent) as FieldDraft);
    refuse(draft.name, issues);
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

type CalculationContext = {
  forms: (Questions & { field_ids: Record<string, number> })[];
  form_ids: number[];
  stamps: { organization_id: number; created_at: string; updated_at: string };
};

const loadCalculations = async (
  { tx }: LoadContext,
  { forms, form_ids, stamps }: CalculationContext,
): Promise<void> => {
  const definitions = await formDefinitions(tx, stamps.organization_id, form_ids);
  const rows = forms.flatMap(({ calculations, field_ids }, index) => {
    const form_id = form_ids[index]!;
    const fields = definitions.get(form_id)!.form_fields;
    return (calculations?.(field_ids) ?? []).map((draft, position) => {
      const { calculation, issues } = checkCalculation(draft, { fields, calculations: [] });
      refuse(draft.name, issues);
      return { ...calculation, form_id, position, ...stamps };
    });
  });
  await insertRows(tx, 'calculations', rows as Parameters<typeof insertRows<'calculations'>>[2]);
};
