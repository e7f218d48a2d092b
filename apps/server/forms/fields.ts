import { checkField, type FieldDraft } from '#forms/definition/field.ts';
import { idsIn, inMetadata, renumberedBy } from '#forms/definition/references.ts';
import type { Field, InternalOption } from '#forms/field-types/field-type.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { insertRow, ofOrganization, type Row } from '#server/kit/rows.ts';
import type { FieldMetadata } from '#server/schema/json-columns.ts';
import { prePopulateIssues } from './pre-populate.ts';

/** The records that a ref-picker offers are those of an internal form, named by one of its fields. */
const checkInternalOption = async ({ tx, caller }: MemberContext, option: InternalOption | null): Promise<void> => {
  if (!option) return;
  const label = option.internal_field_id ?? null;
  const form = await ofOrganization(tx, 'forms', caller)
    .leftJoin('form_fields', (join) =>
      join
        .onRef('form_fields.organization_id', '=', 'forms.organization_id')
        .onRef('form_fields.form_id', '=', 'forms.id')
        .on('form_fields.field_id', '=', label ?? 0),
    )
    .select(['forms.form_type', 'form_fields.field_id'])
    .where('forms.id', '=', option.internal_form_id)
    .executeTakeFirst();
  const isOn = label === null || form?.field_id === label;
  refuse([
    ...(form?.form_type === 'internal'
      ? []
      : [{ path: 'internal_option.internal_form_id', message: 'Choose an internal form of this organization' }]),
    ...(isOn ? [] : [{ path: 'internal_option.internal_field_id', message: 'Choose a field of that form' }]),
  ]);
};

/** Where a field takes earlier answers from, when it says more than whether. */
const sourceOf = ({ pre_populate }: FieldMetadata) => (typeof pre_populate === 'object' ? pre_populate : null);

/**
 * The field that a draft describes. Throws everything that is wrong with it.
 * @param before the settings of the stored field that it changes
 */
export const checkedField = async (
  context: MemberContext,
  draft: FieldDraft,
  before: FieldMetadata = {},
): Promise<Field> => {
  const { field, issues } = checkField(draft);
  refuse(issues);
  const source = sourceOf(field.metadata);
  const path = 'metadata.pre_populate';
  refuse(await prePopulateIssues(context, source ? [{ path, source, before: sourceOf(before) }] : []));
  await checkInternalOption(context, field.internal_option);
  return field;
};

/** A field as its row holds it. */
export const columnsOf = ({ internal_option, ...field }: Field) => ({
  ...field,
  metadata: JSON.stringify(field.metadata),
  field_options: JSON.stringify(field.field_options),
  internal_form_id: internal_option?.internal_form_id ?? null,
  internal_field_id: internal_option?.internal_field_id ?? null,
});

/** Adds a field whose draft is checked here. */
export const createField = async (context: MemberContext, draft: FieldDraft) =>
  insertRow(context.tx, 'fields', {
    organization_id: context.caller.organization.id,
    ...columnsOf(await checkedField(context, draft)),
  });

/**
 * Has the settings of fields refer to other fields by the IDs that these got.
 * @param fields the fields as they are now, by the IDs that their drafts had
 * @returns the new IDs by those
 */
export const saveNumbers = async (
  { tx }: Pick<MemberContext, 'tx'>,
  fields: ReadonlyMap<number, Pick<Row<'fields'>, 'id' | 'metadata'>>,
): Promise<ReadonlyMap<number, number>> => {
  const numbers = new Map([...fields].map(([draft_id, { id }]) => [draft_id, id]));
  const renumber = renumberedBy({ field: numbers });
  for (const { id, metadata } of fields.values()) {
    const isOther = [...idsIn(inMetadata, metadata, 'field')].some((named) => (numbers.get(named) ?? named) !== named);
    if (!isOther) continue;
    const renumbered = JSON.stringify(inMetadata(metadata, renumber));
    await tx.updateTable('fields').set({ metadata: renumbered }).where('id', '=', id).execute();
  }
  return numbers;
};
