import { formerResults } from '#forms/calculations/kept.ts';
import { ageing, runCalculations } from '#forms/calculations/run.ts';
import { displayCalculation } from '#forms/calculations/show.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { type FormDefinition, type FormFieldRow, fieldOf, formDefinitions } from '#server/forms/definitions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { evaluationContext } from './context.ts';
import { keeping } from './kept-results.ts';

type Response = Row<'responses'>;
type Field = FormFieldRow['field'];
type AnswerEntry = { field_id: number; id: number | null; is_quick_view: boolean; field: Field };

const textOf = (value: unknown, field: Field): string =>
  value === null ? '' : fieldType(field.field_type).text(value, field);

/** Answers in the order of the form, then those of fields that have left it. Blank ones are shown as blank. */
const answersOf = (
  row: Response,
  { entries, former }: { entries: AnswerEntry[]; former: AnswerEntry[] },
  slug: string,
) => {
  const stored = row.answers;
  const answerable = entries.filter(({ field }) => fieldType(field.field_type).isAnswerable);
  return [...answerable, ...former.filter(({ field_id }) => field_id in stored)].map(
    ({ field_id, id, is_quick_view, field }) => {
      const value = stored[field_id] ?? null;
      return {
        field_id,
        id,
        name: field.name,
        value:
          field.field_type === 'attachment' || field.field_type === 'signature' ? located(value, row, slug) : value,
        display_value: textOf(value, field),
        field_type: field.field_type,
        metadata: field.metadata,
        is_quick_view,
      };
    },
  );
};

/** Below what a response stands. */
const addressOf = ({ client_id, public_form_id, form_id }: Response): string => {
  if (client_id !== null) return `clients/${client_id}/client_forms`;
  return public_form_id === null
    ? `internal_forms/${form_id}/records`
    : `public_forms/${public_form_id}/public_form_instances`;
};

/** The files of an answer with their addresses, one as it is and several in a list. */
const located = (value: unknown, row: Response, slug: string) => {
  const response = addressOf(row);
  const files = filesOf(value).map((file) => ({
    ...file,
    url: `/api/organization/${slug}/${response}/${row.id}/files/${file.file_id}`,
  }));
  return files.length > 1 ? files : (files[0] ?? null);
};

/** The results of a form's calculations; those that change with the day are worked out now. */
const resultsOf = (row: Response, form: FormDefinition | undefined, clock: EvaluationContext) => {
  if (!form || form.calculations.length === 0) return [];
  const { answers, calculation_results: stored } = row;
  const changing = ageing(form.calculations);
  const former = formerResults(form, row);
  const now =
    changing.size > 0
      ? runCalculations(form.calculations, (id) => answers[id] ?? null, keeping(clock, form, row))
      : null;
  return form.calculations.map((calculation) => {
    const { id, name, calculation_type, display_unit } = calculation;
    const value = (changing.has(id) ? now?.get(id) : stored[id]) ?? null;
    const display_value = displayCalculation(calculation, value);
    return {
      id,
      name,
      value,
      display_value,
      calculation_type,
      display_unit,
      is_former: value !== null && former.has(id),
    };
  });
};

/** The names of people; the caller's own needs no query. */
const peopleOf = async ({ tx, caller }: MemberContext, ids: (number | null)[]) => {
  const { id, first_name, last_name } = caller.person;
  const others = [...new Set(ids)].filter((one) => one !== null && one !== id);
  const rows =
    others.length === 0
      ? []
      : await tx
          .selectFrom('users')
          .select(['id', 'first_name', 'last_name'])
          .where('id', '=', among(others))
          .execute();
  return new Map([{ id, first_name, last_name }, ...rows].map((person) => [person.id, person]));
};

/** Fields that no form of these responses asks any more, but which some of them still answer. */
const formerFieldsOf = async ({ tx, caller }: MemberContext, rows: Response[], forms: Map<number, FormDefinition>) => {
  const fieldIds = new Set(
    [...forms.values()].flatMap(({ form_fields }) => form_fields.map(({ field_id }) => String(field_id))),
  );
  const ids = [...new Set(rows.flatMap(({ answers }) => Object.keys(answers)))].filter((id) => !fieldIds.has(id));
  if (ids.length === 0) return [];
  const fields = await ofOrganization(tx, 'fields', caller).selectAll().where('id', '=', among(ids)).execute();
  return fields.map((row) => ({ field_id: row.id, id: null, is_quick_view: false, field: fieldOf(row) }));
};

/**
 * Responses as the caller sees them: with the words of their fields, and who recorded and last changed them.
 * @param known definitions that were read in this request already
 */
export const serialize = async (rows: Response[], context: MemberContext, known?: FormDefinition) => {
  const { tx, caller } = context;
  const { id: organization_id, slug } = caller.organization;
  const form_ids = [...new Set(rows.map(({ form_id }) => form_id))];
  const [forms, people] = await Promise.all([
    known ? new Map([[known.id, known]]) : formDefinitions(tx, organization_id, form_ids),
    peopleOf(
      context,
      rows.flatMap(({ administrator_id, updated_by_id }) => [administrator_id, updated_by_id]),
    ),
  ]);
  const former = await formerFieldsOf(context, rows, forms);
  const clock = evaluationContext(context, null, null);
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return rows.map((row) => {
    const form = forms.get(row.form_id);
    return {
      ...row,
      form_name: form?.name ?? '',
      created_by: person(row.administrator_id),
      updated_by: person(row.updated_by_id),
      answers: answersOf(row, { entries: form?.form_fields ?? [], former }, slug),
      calculation_results: resultsOf(row, form, clock),
    };
  });
};
