import { sql } from 'kysely';
import { ageing } from '#forms/calculations/run.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { type Catalogue, type Column, type ReportType, responseColumns, type SourceForm } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { formsNamed } from '#reports/plan/plan-report.ts';
import { fillable, openForms, visibleInternalForms } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { always, among, conditionOn, ofOrganization, type Where } from '#server/kit/rows.ts';
import { resultOfCalculation, resultOfField } from './answers-sql.ts';
import type { ReportContext } from './context.ts';

/** The types of report whose columns are of forms. */
const ofForms: readonly ReportType[] = ['client_forms', 'public_forms', 'internal_forms'];

const isInternal = (report_type: ReportType) => report_type === 'internal_forms';

/** A field as a column of a form, or of no form in particular. */
export const fieldColumn = (form: number | null, field_id: number, field: Field): Column => {
  const { name: label, field_options, internal_option } = field;
  return {
    form,
    field: String(field_id),
    type: 'field',
    label,
    result: resultOfField(field),
    ...(fieldType(field.field_type).hasOptions && {
      options: field_options.map(({ label, value }) => ({ label, value })),
    }),
    ...(internal_option && { internal_form_id: internal_option.internal_form_id }),
  };
};

/** The columns of a form: what is known of its responses, its fields but those of presentation, and its calculations. */
const columnsOf = ({ id: form, form_fields, calculations }: FormDefinition, restricted: boolean): Column[] => {
  const changing = ageing(calculations);
  return [
    ...responseColumns(form),
    ...form_fields
      .filter(({ field_type }) => fieldType(field_type).isAnswerable)
      .map(({ field_id, field }) => fieldColumn(form, field_id, field)),
    ...calculations.map(
      (one): Column => ({
        form,
        field: String(one.id),
        type: 'calculation',
        label: one.name,
        result: resultOfCalculation(one),
        ...(changing.has(one.id) && { changing: true }),
      }),
    ),
  ].map((one) => (restricted ? { ...one, restricted } : one));
};

/** The forms of whose answers reports of a type are made. */
const ofType = (report_type: ReportType): Where<'forms'> =>
  conditionOn('forms')('form_type', '=', isInternal(report_type) ? 'internal' : 'client');

/** The forms that the caller may build a report of a type from. */
const offered = ({ caller }: ReportContext, report_type: ReportType): Where<'forms'> =>
  isInternal(report_type) ? visibleInternalForms(caller, 'read') : fillable(caller);

type Wanted = { report_type: ReportType; where: Where<'forms'>; ids?: readonly number[] };

const formsOf = async ({ tx, caller }: ReportContext, { report_type, where, ids }: Wanted) => {
  const isOpen = isInternal(report_type) ? always : openForms(caller, 'read');
  return ofOrganization(tx, 'forms', caller)
    .select(['forms.id', 'forms.name', sql<boolean>`${isOpen}`.as('is_open')])
    .where(ofType(report_type))
    .where(where)
    .where(ids ? conditionOn('forms')('forms.id', '=', among(ids)) : always)
    .orderBy('forms.sort_name')
    .orderBy('forms.id')
    .execute();
};

/**
 * Forms with their columns, as reports of a type know them; without ids all that the caller may build one from, each
 * without columns.
 */
export const sourceForms = async (
  context: ReportContext,
  { report_type, ids, isKept = false }: { report_type: ReportType; ids?: readonly number[]; isKept?: boolean },
): Promise<SourceForm[]> => {
  const where = isKept ? always : offered(context, report_type);
  const forms = await formsOf(context, { report_type, where, ...(ids && { ids }) });
  const definitions = ids
    ? await formDefinitions(
        context.tx,
        context.caller.organization.id,
        forms.map(({ id }) => id),
      )
    : new Map<number, FormDefinition>();
  return forms.map(({ id, name, is_open }) => {
    const restricted = !is_open;
    const definition = definitions.get(id);
    return {
      id,
      name,
      form_type: isInternal(report_type) ? 'internal' : 'client',
      restricted,
      columns: definition ? columnsOf(definition, restricted) : [],
    };
  });
};

/**
 * What a definition is read against. Of a report that was kept, its forms are those that it names, whether or not the
 * caller could have chosen them: their answers are open to the caller or not for themselves.
 * @param columns those above forms
 */
export const catalogueFor = async (
  context: ReportContext,
  definition: ReportDefinition,
  { columns, isKept }: { columns: readonly Column[]; isKept: boolean },
): Promise<Catalogue> => {
  const { report_type } = definition;
  const ids = ofForms.includes(report_type) ? formsNamed(definition) : [];
  return { columns, forms: ids.length > 0 ? await sourceForms(context, { report_type, ids, isKept }) : [] };
};
