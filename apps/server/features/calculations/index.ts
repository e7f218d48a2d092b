import { calculationRoutes } from '#contract/resources/calculations.ts';
import { checkCalculation } from '#forms/calculations/check-calculation.ts';
import type { CalculationDraft } from '#forms/definition/calculation.ts';
import { rulesAboutCalculation } from '#forms/logic/check.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem, refuse } from '#server/kit/problem.ts';
import { findRow, insertRow, type Row, removeRow, updateRow } from '#server/kit/rows.ts';

type Place = { form_id: number; id: number };

/** The form of the address, when the caller may do with it what the route asks for. */
const formOf = async (context: MemberContext, form_id: number): Promise<FormDefinition> => {
  const row = await findFor({ table: 'forms', scope: visibleForms }, form_id, context);
  return (await formDefinitions(context.tx, row.organization_id, [row.id])).get(row.id) as FormDefinition;
};

const calculationOf = async (context: MemberContext, { form_id, id }: Place) => {
  const form = await formOf(context, form_id);
  const row = await findRow(context.tx, 'calculations', context.caller.organization.id, id);
  if (row.form_id !== form.id) throw new Problem('not_found');
  return { form, row };
};

const columnsOf = (draft: CalculationDraft, form: FormDefinition, id?: number) => {
  const { calculation, issues } = checkCalculation(draft, {
    fields: form.form_fields,
    calculations: form.calculations,
    ...(id === undefined ? {} : { id }),
  });
  refuse(issues);
  return {
    ...calculation,
    variables: JSON.stringify(calculation.variables),
    formatter: JSON.stringify(calculation.formatter),
  };
};

/** What the results follow from: a change of anything else leaves them as they are. */
const decisive = [
  'equation',
  'calculation_type',
  'calculation_subtype',
  'display_unit',
  'variables',
  'formatter',
] as const;
const changesResults = (before: Row<'calculations'>, after: Row<'calculations'>) =>
  decisive.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));

const listed = async (context: MemberContext, form_id: number) => {
  const definitions = await formDefinitions(context.tx, context.caller.organization.id, [form_id]);
  return { data: (definitions.get(form_id)?.calculations ?? []) as never };
};

/** The values that forms work out from their answers. */
export const calculationsFeature = implement(calculationRoutes, {
  list: async ({ params }, context) => listed(context, (await formOf(context, params.form_id)).id),
  show: async ({ params }, context) => (await calculationOf(context, params)).row as never,
  create: async ({ params, body }, context) => {
    const form = await formOf(context, params.form_id);
    if (form.calculations.length >= 100) throw invalid('base', 'A form takes at most 100 calculations');
    const position = body.position ?? form.calculations.length;
    const columns = { ...columnsOf(body, form), form_id: form.id, position };
    const row = await insertRow(context.tx, 'calculations', context.caller.organization.id, columns);
    await context.startJob('recalculate', { form_id: form.id });
    return row as never;
  },
  update: async ({ params, body: { lock_version, ...sent } }, context) => {
    const { form, row } = await calculationOf(context, params);
    const { name, equation, calculation_type, calculation_subtype, display_unit, position, variables, formatter } = row;
    const before = {
      name,
      equation,
      calculation_type,
      calculation_subtype,
      display_unit,
      position,
      variables,
      formatter,
    };
    const draft = { ...before, ...sent } as CalculationDraft;
    const changed = await updateRow(context.tx, 'calculations', row, lock_version, {
      ...columnsOf(draft, form, row.id),
      position: draft.position ?? position,
    });
    if (changesResults(row, changed)) await context.startJob('recalculate', { form_id: form.id });
    return changed as never;
  },
  remove: async ({ params, body }, context) => {
    const { form, row } = await calculationOf(context, params);
    const users = form.calculations.filter(({ variables }) =>
      variables.some(({ record_type, record_id }) => record_type === 'Calculation' && record_id === row.id),
    );
    refuse([
      ...users.map(({ name }) => ({
        path: 'base',
        message: `The calculation “${name}” uses it. Change that one first`,
      })),
      ...rulesAboutCalculation(form.logic, row.id).map((name) => ({
        path: 'base',
        message: `The rule “${name}” uses it. Change that one first`,
      })),
    ]);
    await removeRow(context.tx, 'calculations', row, body?.lock_version);
  },
  order: async ({ params, body }, context) => {
    const form = await formOf(context, params.form_id);
    const known = new Set(form.calculations.map(({ id }) => id));
    refuse(
      body.calculations.flatMap(({ id }, index) =>
        known.has(id) ? [] : [{ path: `calculations.${index}.id`, message: 'Choose a calculation of this form' }],
      ),
    );
    for (const { id, position } of body.calculations)
      await context.tx
        .updateTable('calculations')
        .set({ position })
        .where('organization_id', '=', context.caller.organization.id)
        .where('id', '=', id)
        .execute();
    return listed(context, form.id);
  },
});
