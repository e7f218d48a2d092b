import { sql } from 'kysely';
import type { FieldDraft } from '#forms/definition/field.ts';
import type { FieldOption } from '#forms/field-types/field-type.ts';
import { type CopiedForm, type CopyNumbers, inIdsOf, isSame, withIds } from '#forms/updates/copied-form.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import type { StoredNumbers } from '#server/schema/json-columns.ts';
import { type SentCalculations, saveCalculations } from './calculations.ts';
import { createForm } from './create-form.ts';
import { type FormDefinition, fieldOf, formDefinitions } from './definitions.ts';
import { saveEntries } from './entries.ts';
import { checkedField, columnsOf, createField, saveNumbers } from './fields.ts';
import { checkReferences, inRuleOrder } from './rules.ts';
import { assignSlots } from './slots.ts';
import { copiedElsewhere, numbersByPlace, type Whole, wholeOf } from './whole-form.ts';

export const byId = (numbers: Record<string, number>): Map<number, number> =>
  new Map(Object.entries(numbers).map(([id, copy]) => [Number(id), copy]));

const definitionOf = async ({ tx, caller }: MemberContext, id: number): Promise<FormDefinition> =>
  (await formDefinitions(tx, caller.organization.id, [id])).get(id) as FormDefinition;

/**
 * Makes a form of another organization here, and says what is called how.
 * @param known fields that are here already, and are asked again
 */
export const copyForm = async (
  context: MemberContext,
  { form, original, known = new Map() }: { form: Row<'forms'>; original: Whole; known?: ReadonlyMap<number, number> },
): Promise<{ form_id: number; numbers: StoredNumbers }> => {
  const { id } = await createForm(context, wholeOf(form, original, known));
  const { field, calculation } = numbersByPlace(original, await definitionOf(context, id));
  return { form_id: id, numbers: { fields: Object.fromEntries(field), calculations: Object.fromEntries(calculation) } };
};

/** Options that the original has no more stay, hidden: answers here may hold them. */
const withFormer = (options: FieldOption[], before: FieldOption[]): FieldOption[] => {
  const former = before.filter(({ value }) => !options.some((option) => option.value === value));
  return [...options, ...former.map((option) => ({ ...option, hidden: true }))].map((option, position) => ({
    ...option,
    position,
  }));
};

const isAnswered = async ({ tx, caller }: MemberContext, field_id: number): Promise<boolean> => {
  const found = await ofOrganization(tx, 'responses', caller)
    .select('id')
    .where(sql<boolean>`jsonb_exists(answers, ${String(field_id)})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Whether a field says what its draft says already. */
const isSaid = (row: Row<'fields'>, draft: FieldDraft): boolean => {
  const { id: _, ...said } = fieldOf(row as Parameters<typeof fieldOf>[0]);
  return isSame(said, draft);
};

/** Brings a field to what it is to be; one of another type that has answers here is left, and made anew. */
const followField = async (
  context: MemberContext,
  draft: FieldDraft,
  before: Row<'fields'>,
): Promise<Pick<Row<'fields'>, 'id' | 'metadata'>> => {
  if (isSaid(before, draft)) return before;
  const field = await checkedField(context, draft, before.metadata);
  const isOther = field.field_type !== before.field_type || field.data_type !== before.data_type;
  if (isOther && (await isAnswered(context, before.id))) return createField(context, draft);
  const field_options = withFormer(field.field_options, before.field_options);
  await context.tx
    .updateTable('fields')
    .set({
      ...columnsOf({ ...field, field_options }),
      lock_version: before.lock_version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', before.id)
    .execute();
  return { id: before.id, metadata: field.metadata };
};

/** Brings the fields to what they are to be, and makes those that are not here. @returns those that got another id */
const followFields = async (context: MemberContext, questions: CopiedForm['form_fields']) => {
  const rows = await ofOrganization(context.tx, 'fields', context.caller)
    .selectAll()
    .where('id', '=', among(questions.map(({ field_id }) => field_id)))
    .execute();
  const now = new Map<number, Pick<Row<'fields'>, 'id' | 'metadata'>>();
  for (const { field_id, field } of questions) {
    const before = rows.find(({ id }) => id === field_id);
    now.set(field_id, before ? await followField(context, field, before) : await createField(context, field));
  }
  return saveNumbers(context, now);
};

/**
 * Makes a form say what it is to say: its fields, entries, rules, calculations and translations. Answers stay; what it asks
 * no more is not asked. Fields and calculations whose ids are not known here are made.
 * @param isSent as for `checkReferences`
 * @returns what got which id
 */
export const rewriteForm = async (
  context: MemberContext,
  { form_id, wanted, isSent }: { form_id: number; wanted: CopiedForm; isSent: boolean },
): Promise<CopyNumbers> => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const fields = await followFields(context, wanted.form_fields);
  const asked = withIds(wanted, { fields, calculations: new Map() });
  await saveEntries(context, form_id, asked.form_fields);
  await assignSlots(context, form_id);

  const now = await definitionOf(context, form_id);
  const kept = new Set(asked.calculations.map(({ id }) => id));
  const added = await saveCalculations(context, now, {
    changes: [
      ...now.calculations.filter(({ id }) => !kept.has(id)).map(({ id }) => ({ id, removed: true as const })),
      ...asked.calculations.map((calculation, position) => ({ ...calculation, position })),
    ] as SentCalculations['changes'],
  });
  const { translations, logic, name, description, redirect_url } = withIds(asked, {
    fields: new Map(),
    calculations: added,
  });

  await tx.deleteFrom('form_translations').where('form_id', '=', form_id).execute();
  if (translations.length > 0)
    await tx
      .insertInto('form_translations')
      .values(
        translations.map(({ language, texts }) => ({
          organization_id,
          form_id,
          language,
          texts: JSON.stringify(texts),
        })),
      )
      .execute();
  await tx
    .updateTable('forms')
    .set({
      name,
      description,
      redirect_url,
      logic: JSON.stringify(inRuleOrder(logic)),
      lock_version: sql<number>`lock_version + 1`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', form_id)
    .execute();
  await checkReferences(context, form_id, isSent);
  return { fields, calculations: added };
};

/** What the fields and calculations of an original are called here, after they got these ids. */
export const numbersAfter = (original: CopiedForm, here: CopiedForm, got: CopyNumbers): StoredNumbers => ({
  fields: Object.fromEntries(
    original.form_fields.map(({ field_id }, place) => {
      const id = here.form_fields[place]?.field_id as number;
      return [field_id, got.fields.get(id) ?? id];
    }),
  ),
  calculations: Object.fromEntries(
    original.calculations.map(({ id: original_id }, place) => {
      const id = here.calculations[place]?.id as number;
      return [original_id, got.calculations.get(id) ?? id];
    }),
  ),
});

/** Brings the copy of a form up to its original. @returns what is called how now */
export const followForm = async (
  context: MemberContext,
  { form, original }: { form: Row<'forms'>; original: Whole },
  { form_id, numbers }: { form_id: number; numbers: StoredNumbers },
): Promise<StoredNumbers> => {
  const copy = await ofOrganization(context.tx, 'forms', context.caller)
    .select('redirect_url')
    .where('id', '=', form_id)
    .executeTakeFirstOrThrow();
  // Where people go afterwards is for the participant to say.
  const there = { ...copiedElsewhere(form, original), redirect_url: copy.redirect_url };
  const now = await definitionOf(context, form_id);
  const stored = new Set(now.calculations.map(({ id }) => id));
  const calculations = new Map([...byId(numbers.calculations)].filter(([, id]) => stored.has(id)));
  const wanted = inIdsOf(there, { fields: byId(numbers.fields), calculations });
  const got = await rewriteForm(context, { form_id, wanted, isSent: true });
  await context.tx.updateTable('forms').set({ active: form.active }).where('id', '=', form_id).execute();
  return numbersAfter(there, wanted, got);
};
