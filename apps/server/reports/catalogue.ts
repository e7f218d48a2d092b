import { sql } from 'kysely';
import { ageing } from '#forms/calculations/run.ts';
import { dateFormats } from '#forms/calendar.ts';
import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { type Catalogue, type Column, formerLabel, responseColumns, type SourceForm } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { type FormsRead, reportKinds } from '#reports/kinds.ts';
import { formsNamed } from '#reports/plan/plan-report.ts';
import { questionColumns } from '#reports/questions.ts';
import { fillable, openForms, visibleInternalForms } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import type { Member } from '#server/kit/handlers.ts';
import { always, among, conditionOn, ofOrganization, type Where } from '#server/kit/rows.ts';
import { resultOfCalculation, resultOfField } from './answers-sql.ts';
import { questionsOf } from './asked-questions.ts';
import type { ReportContext } from './context.ts';

/** What of a person a form takes from the answers to a field; null for nothing. */
export type TakenFrom = FieldSettings['client_field'];

const identifies = (client_field: TakenFrom, { field_type }: Field): Column['identifies'] => {
  if (client_field === 'dob') return 'birthday';
  return field_type === 'email' || (client_field && client_field !== 'gender') ? 'who' : undefined;
};

/** A field as a column of a form, or of no form in particular. */
export const fieldColumn = (
  form: number | null,
  { field_id, field, client_field }: { field_id: number; field: Field; client_field?: TakenFrom },
): Column => {
  const identified = identifies(client_field, field);
  const { name: label, field_options, internal_option } = field;
  const format = field.field_type === 'date' && dateFormats.find((one) => one === field.metadata.format);
  return {
    form,
    field: String(field_id),
    type: 'field',
    label,
    result: resultOfField(field),
    ...(fieldType(field.field_type).hasOptions && {
      options: field_options.map(({ label, value }) => ({ label, value })),
    }),
    ...(format && { format }),
    ...(field.field_type === 'number' && field.metadata.format === 'integer' && { whole: true }),
    ...(identified && { identifies: identified }),
    ...(internal_option && { internal_form_id: internal_option.internal_form_id }),
  };
};

const isAnswered = ({ field }: { field: Field }) => fieldType(field.field_type).isAnswerable;

/**
 * The columns of a form: what is known of its responses, its fields but those of presentation, its calculations, and the
 * questions that it no longer asks.
 */
export const columnsOf = (
  definition: FormDefinition,
  { restricted, asksQuestions }: { restricted: boolean; asksQuestions: boolean },
): Column[] => {
  const { id: form, form_fields, calculations, former_fields } = definition;
  const changing = ageing(calculations);
  return [
    ...(asksQuestions ? questionColumns(form, questionsOf(definition)) : []),
    ...responseColumns(form),
    ...form_fields
      .filter(isAnswered)
      .map(({ field_id, field, settings: { client_field } }) => fieldColumn(form, { field_id, field, client_field })),
    ...calculations.map(
      (one): Column => ({
        form,
        field: String(one.id),
        type: 'calculation',
        label: one.name,
        result: resultOfCalculation(one),
        ...(one.formatter.output && { format: one.formatter.output }),
        ...(changing.has(one.id) && { changing: true }),
      }),
    ),
    ...former_fields
      .filter(isAnswered)
      .map(({ field_id, field }) =>
        fieldColumn(form, { field_id, field: { ...field, name: formerLabel(field.name, 'this') } }),
      ),
  ].map((one) => (restricted ? { ...one, restricted } : one));
};

type FormType = SourceForm['form_type'];

/** The forms that the caller can build a report from, and those whose answers are open to the caller. */
const formScopes: Record<FormType, (caller: Member) => { offered: Where<'forms'>; open: Where<'forms'> }> = {
  client: (caller) => ({ offered: fillable(caller), open: openForms(caller, 'read') }),
  internal: (caller) => ({ offered: visibleInternalForms(caller, 'read'), open: always }),
};

type FormsQuery = { of: FormsRead; ids?: readonly number[]; isKept?: boolean };

const formsOf = async ({ tx, caller }: ReportContext, { of: { form_type }, ids, isKept = false }: FormsQuery) => {
  const { offered, open } = formScopes[form_type](caller);
  return ofOrganization(tx, 'forms', caller)
    .select(['forms.id', 'forms.name', sql<boolean>`${open}`.as('is_open')])
    .where('form_type', '=', form_type)
    .where(isKept ? always : offered)
    .where(ids ? conditionOn('forms')('forms.id', '=', among(ids)) : always)
    .orderBy('forms.sort_name')
    .orderBy('forms.id')
    .execute();
};

/**
 * Forms with their columns, as reports know them; without ids all that the caller can build a report from, each without
 * columns.
 */
export const sourceForms = async (context: ReportContext, query: FormsQuery): Promise<SourceForm[]> => {
  const { of, ids } = query;
  const { form_type, asksQuestions = false } = of;
  const forms = await formsOf(context, query);
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
      form_type,
      restricted,
      columns: definition ? columnsOf(definition, { restricted, asksQuestions }) : [],
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
  const of = reportKinds[definition.report_type].forms;
  const ids = formsNamed(definition);
  return { columns, forms: of && ids.length > 0 ? await sourceForms(context, { of, ids, isKept }) : [] };
};
