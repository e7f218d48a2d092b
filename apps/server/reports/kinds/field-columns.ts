import { sql } from 'kysely';
import { idsIn } from '#forms/definition/references.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { type Column, formerLabel } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { inReport } from '#reports/references.ts';
import { fillable, openForms } from '#server/access/scopes.ts';
import { fieldColumns, fieldOf } from '#server/forms/definitions.ts';
import { always, among, conditionOn, ofOrganization } from '#server/kit/rows.ts';
import { fieldColumn, type TakenFrom } from '../catalogue.ts';
import type { ReportContext } from '../context.ts';
import type { KeptState } from './kind.ts';

/** The ids of the fields that a definition names. */
const fieldsNamed = (definition: ReportDefinition): number[] =>
  [...idsIn(inReport, definition, 'field')].filter(Number.isSafeInteger);

/**
 * Fields of client forms as columns of no form in particular: those that a definition names, or all when it names no
 * column at all. Of a new report they are, or were, on a form that the caller may use. A field that only restricted forms ask, on
 * which the caller has no grant, is restricted.
 */
export const fieldColumnsFor = async (
  { tx, caller }: ReportContext,
  definition: ReportDefinition,
  { isKept }: KeptState,
): Promise<Column[]> => {
  const wanted = definition.fields.length > 0 ? fieldsNamed(definition) : null;
  const own = caller.organization.id;
  const rows = await ofOrganization(tx, 'fields', caller)
    .innerJoin('field_slots', (join) =>
      join.on('field_slots.organization_id', '=', own).onRef('field_slots.field_id', '=', 'fields.id'),
    )
    .innerJoin('forms', (join) =>
      join.on('forms.organization_id', '=', own).onRef('forms.id', '=', 'field_slots.form_id'),
    )
    .leftJoin('form_fields', (join) =>
      join
        .on('form_fields.organization_id', '=', own)
        .onRef('form_fields.form_id', '=', 'forms.id')
        .onRef('form_fields.field_id', '=', 'fields.id'),
    )
    .select(['fields.id', ...fieldColumns])
    .select(sql<boolean>`bool_or(form_fields.id is not null)`.as('is_asked'))
    .select(sql<TakenFrom>`min(form_fields.settings ->> 'client_field')`.as('client_field'))
    .select(sql<boolean>`bool_or(${openForms(caller, 'read')})`.as('is_open'))
    .where('forms.form_type', '=', 'client')
    .where(isKept ? always : fillable(caller))
    .where(wanted ? conditionOn('fields')('fields.id', '=', among(wanted)) : always)
    .groupBy(['fields.organization_id', 'fields.id'])
    .orderBy('fields.sort_name')
    .orderBy('fields.id')
    .execute();
  return rows
    .map((row) => ({ ...row, field: fieldOf(row) }))
    .filter(({ field }) => fieldType(field.field_type).isAnswerable)
    .map(({ field, is_asked, is_open, client_field }) => {
      const name = is_asked ? field.name : formerLabel(field.name, 'any');
      const column = fieldColumn(null, { field_id: field.id, field: { ...field, name }, client_field });
      return is_open ? column : { ...column, restricted: true };
    });
};
