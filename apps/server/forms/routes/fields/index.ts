import { sql } from 'kysely';
import type { z } from 'zod';
import { fieldRoutes, fields } from '#contract/resources/fields.ts';
import { checkField, type FieldDraft } from '#forms/definition/field.ts';
import { fieldTypes } from '#forms/field-types/index.ts';
import { holds, meetsAny } from '#server/access/demands.ts';
import { usableFields, visibleFields, visibleForms } from '#server/access/scopes.ts';
import { fieldOf } from '#server/forms/definitions.ts';
import { refuseTooLarge, sizeOfField } from '#server/forms/entries.ts';
import { checkedField, columnsOf } from '#server/forms/fields.ts';
import { reachByFields, refuseFieldOfShared } from '#server/forms/sharing.ts';
import { templateCopies } from '#server/forms/template-copies.ts';
import { nameOfCopy } from '#server/kit/copy-name.ts';
import { clone, crud, findFor, named, type ResourceInput, type Serving } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import {
  always,
  among,
  conditionOn,
  findRow,
  insertRow,
  ofOrganization,
  pageRows,
  type Row,
} from '#server/kit/rows.ts';
import { oneOf, undoBy } from '#server/kit/undo.ts';
import { assignSlotsOf, freeSlots, impactOf, keepUsedOptions, refuseRemoval, refuseUsed, reportsWith } from './use.ts';

type Field = Row<'fields'>;
type FieldServing = Serving<typeof fields, 'fields'>;

/** The draft that a stored field and what was sent make together. */
const draftOf = (before: Field | undefined, sent: ResourceInput<typeof fields>): FieldDraft => {
  if (!before) return sent as FieldDraft;
  const { id: _, ...kept } = fieldOf(before);
  const typeChanges = sent.field_type !== undefined && sent.field_type !== kept.field_type;
  return { ...kept, ...(typeChanges ? { data_type: null, internal_option: null } : {}), ...sent } as FieldDraft;
};

const write: FieldServing['write'] = async (sent, context, before) => {
  const field = await checkedField(context, draftOf(before, sent), before?.metadata);
  if (!before) return { columns: columnsOf(field) };
  await refuseFieldOfShared(context, before.id);
  await refuseUsed(context, before, field);
  const columns = columnsOf({ ...field, field_options: await keepUsedOptions(context, before, field) });
  const size = (...parts: string[]) => parts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const now = size(columns.metadata, columns.field_options);
  const isLarger = now > size(JSON.stringify(before.metadata), JSON.stringify(before.field_options));
  if (isLarger) await refuseTooLarge(context, before, now);
  const after = async () => {
    if (field.field_type !== before.field_type) await assignSlotsOf(before, context);
    await reachByFields(context, [before.id]);
  };
  return { columns, after };
};

const serializeListed = async (rows: Field[], { tx, caller }: MemberContext) => {
  const uses = await ofOrganization(tx, 'form_fields', caller)
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'form_fields.organization_id')
        .onRef('forms.id', '=', 'form_fields.form_id'),
    )
    .select(['form_fields.field_id', 'forms.id', 'forms.name', 'forms.active'])
    .where('form_fields.field_id', '=', among(rows.map(({ id }) => id)))
    .where(visibleForms(caller, 'read'))
    .orderBy('forms.sort_name')
    .execute();
  const byField = Map.groupBy(uses, ({ field_id }) => field_id);
  return rows.map((row) => ({ ...row, ...fieldOf(row), forms: byField.get(row.id) ?? [], reports: [], clones: [] }));
};

/** With the reports that use it and the organizations that got a copy, which lists leave out. */
const serialize = async (rows: Field[], context: MemberContext) => {
  const [shown, reports] = await Promise.all([serializeListed(rows, context), reportsWith(context, rows)]);
  return Promise.all(
    shown.map(async (one) => ({
      ...one,
      reports: reports.get(one.id) ?? [],
      clones: await templateCopies(context, 'fields', one.id),
    })),
  );
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

/** What a search and a type leave of the fields. */
const sought = ({ query, filters }: z.output<typeof fields.query>) => [
  named(query),
  filters?.field_type === undefined ? always : conditionOn('fields')('field_type', '=', filters.field_type),
];

const serving: FieldServing = {
  table: 'fields',
  scope: visibleFields,
  filter: sought,
  order,
  check: (sent, _, before) => {
    const draft = draftOf(before, sent);
    return draft.field_type ? checkField(draft).issues : [];
  },
  write,
  serialize,
  serializeListed,
  removing: async (field, context) => {
    await refuseRemoval(field, context);
    await freeSlots(field, context);
  },
};

/** A list that is asked for whole may hold so much, in bytes of settings and options. */
const largestList = 16 * 1024 * 1024;

/** Refuses to list fields at once that are too large together: pages hold a hundred at most. */
const refuseTooMuch = async ({ tx, caller }: MemberContext, query: z.output<typeof fields.query>) => {
  const { size } = await ofOrganization(tx, 'fields', caller)
    .select(sql<number>`coalesce(sum(${sizeOfField}), 0)::float8`.as('size'))
    .where(visibleFields(caller, 'read'))
    .where((eb) => eb.and(sought(query)))
    .executeTakeFirstOrThrow();
  if (size > largestList)
    throw invalid('base', 'These fields are too large for one list. Request them a page at a time, at /page/1.');
};

const crudHandlers = crud(fields, serving);

const ofRecords = ['internal_form_id', 'internal_field_id'] as const;

/** Takes a change of a field back. */
export const undoField = undoBy({
  changes: fields.changes,
  restores: oneOf('name', 'description', 'field_type', 'data_type', 'metadata', 'field_options', ...ofRecords),
  bodyOf: async ({ internal_form_id, internal_field_id, ...was }, id, { tx, caller }) => {
    const row = await findRow(tx, 'fields', { organization_id: caller.organization.id, id });
    const form = internal_form_id === undefined ? row.internal_form_id : internal_form_id;
    const field = internal_field_id === undefined ? row.internal_field_id : internal_field_id;
    const internal_option = form === null ? null : { internal_form_id: form, internal_field_id: field };
    // A change of its type would set these anew, unless they are named.
    return { data_type: row.data_type, ...was, internal_option };
  },
  handle: crudHandlers.update.handle,
});

/** The questions that an organization's forms are made of. */
export const fieldsFeature = implement(
  fieldRoutes,
  {
    ...crudHandlers,
    list: async (input, context) => {
      await refuseTooMuch(context, input.query);
      return crudHandlers.list(input, context);
    },
    ...clone(serving, async (row, { tx }) => {
      const { id: _, created_at, updated_at, lock_version, sort_name, organization_id, ...field } = row;
      return insertRow(tx, 'fields', {
        ...field,
        organization_id,
        metadata: JSON.stringify(field.metadata),
        field_options: JSON.stringify(field.field_options),
        name: await nameOfCopy(tx, 'fields', row.name),
      });
    }),
    uses: async ({ params }, context) => impactOf(context, await findFor(serving, params.id, context)),
    usable: async ({ params, query }, { tx, caller }) => {
      const mayUse = holds(caller, { entity: 'fields', action: 'use' });
      if (!mayUse && !(await meetsAny(tx, caller, { entity: 'fields', action: 'read', on: 'any' })))
        throw new Problem('forbidden');
      const { rows, metadata } = await pageRows(
        tx,
        {
          table: 'fields',
          organization_id: caller.organization.id,
          conditions: [usableFields(caller), ...sought(query)],
          order: order.by,
          usual: order.usual,
        },
        { sort: query.sort, page: params.page, page_size: query.page_size },
      );
      return { data: rows.map(fieldOf), metadata };
    },
    fieldTypes: types,
    organizationFieldTypes: types,
  },
  {
    fields_on_forms: ['base', 'This field is on a form. Remove it there first.'],
    records_are_picked: ['base', 'Fields pick records of this form. Change those fields first.'],
  },
);
