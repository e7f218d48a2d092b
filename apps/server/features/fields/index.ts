import { sql } from 'kysely';
import { fieldRoutes, fields } from '#contract/resources/fields.ts';
import { checkField, type FieldDraft } from '#forms/field.ts';
import { fieldTypes } from '#forms/field-types/index.ts';
import { holds, meetsAny } from '#server/access/demands.ts';
import { usableFields, visibleFields, visibleForms } from '#server/access/scopes.ts';
import { crud, named } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { pageRows, type Row } from '#server/kit/rows.ts';
import { keepUsedOptions, refuseUsed } from './use.ts';

type Field = Row<'fields'>;

/** The draft that a stored field and what was sent make together. */
const draftOf = (before: Field | undefined, sent: Record<string, unknown>): FieldDraft => {
  if (!before) return sent as FieldDraft;
  const { name, description, field_type, data_type, metadata, field_options } = before;
  const typeChanges = sent.field_type !== undefined && sent.field_type !== field_type;
  const kept = { name, description, field_type, data_type, metadata, field_options };
  return { ...kept, ...(typeChanges ? { data_type: null } : {}), ...sent } as FieldDraft;
};

const write = async (sent: Record<string, unknown>, context: MemberContext, before?: Field) => {
  const { field, issues } = checkField(draftOf(before, sent));
  refuse(issues);
  if (before) await refuseUsed(context, before, field);
  return {
    ...field,
    metadata: JSON.stringify(field.metadata),
    field_options: JSON.stringify(before ? await keepUsedOptions(context, before, field) : field.field_options),
  };
};

const present = async (rows: Field[], { tx, caller }: MemberContext) => {
  const uses = await tx
    .selectFrom('form_fields')
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'form_fields.organization_id')
        .onRef('forms.id', '=', 'form_fields.form_id'),
    )
    .select(['form_fields.field_id', 'forms.id', 'forms.name', 'forms.active'])
    .where('form_fields.organization_id', '=', caller.organization.id)
    .where('form_fields.field_id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
    .where((eb) => visibleForms(caller, 'read')(eb as never) ?? sql<boolean>`true`)
    .orderBy('forms.sort_name')
    .execute();
  const byField = Map.groupBy(uses, ({ field_id }) => field_id);
  return rows.map((row) => ({ ...row, forms: byField.get(row.id) ?? [] }));
};

const types = async () => ({
  data: Object.values(fieldTypes).map(({ type, title, data_types, metadata, hasOptions }) => ({
    field_type: type,
    title,
    data_types: [...data_types],
    metadata: Object.fromEntries(Object.keys(metadata.shape).map((name) => [name, {}])),
    has_options: hasOptions,
  })),
});

const order = {
  by: { name: 'sort_name', field_type: 'field_type', created_at: 'created_at', updated_at: 'updated_at' },
  usual: ['sort_name'],
};

/** The questions that an organisation's forms are made of. */
export const fieldsFeature = implement(fieldRoutes, {
  ...crud(fields, {
    table: 'fields',
    scope: visibleFields,
    filter: ({ query }) => [named(query)],
    order,
    write,
    present,
  }),
  usable: async ({ params, query }, { tx, caller }) => {
    const mayUse = holds(caller, { entity: 'fields', action: 'use' });
    if (!mayUse && !(await meetsAny(tx, caller, { entity: 'fields', action: 'read', on: 'any' })))
      throw new Problem('forbidden');
    const { rows, metadata } = await pageRows(
      tx,
      {
        table: 'fields',
        organization_id: caller.organization.id,
        conditions: [usableFields(caller), named(query.query)],
        order: order.by,
        usual: order.usual,
      },
      { sort: query.sort, page: params.page, page_size: query.page_size },
    );
    return { data: rows as never, metadata };
  },
  fieldTypes: types,
  organizationFieldTypes: types,
});
