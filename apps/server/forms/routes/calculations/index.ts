import { calculationRoutes, calculations } from '#contract/resources/calculations.ts';
import { checkCalculation } from '#forms/calculations/check-calculation.ts';
import type { CalculationDraft } from '#forms/definition/calculation.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { changesResults, columnsOf, maxCalculations } from '#server/forms/calculations.ts';
import { type CalculationRow, type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { reachShared, refuseShared } from '#server/forms/sharing.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid, refuse } from '#server/kit/problem.ts';
import type { Row } from '#server/kit/rows.ts';
import { type ServingBelow, under } from '#server/kit/under.ts';
import { refuseInUse } from '#server/records/uses.ts';

/** The form of the address, when the caller may do with it what the route asks for. */
const formOf = async (form_id: number, context: MemberContext): Promise<FormDefinition> => {
  const row = await findFor({ table: 'forms', scope: visibleForms }, form_id, context);
  if (context.action !== 'read') await refuseShared(context, row.id);
  return (await formDefinitions(context.tx, row.organization_id, [row.id])).get(row.id) as FormDefinition;
};

const checkedColumns = (draft: CalculationDraft, form: FormDefinition, id?: number) => {
  const { calculation, issues } = checkCalculation(draft, {
    fields: form.form_fields,
    calculations: form.calculations,
    ...(id === undefined ? {} : { id }),
  });
  refuse(issues);
  return columnsOf(calculation);
};

/** A change keeps what it does not name. */
const draftOf = (before: Row<'calculations'>, sent: object) => {
  const { name, equation, calculation_type, calculation_subtype, display_unit, position, variables, formatter } =
    before;
  const kept = { name, equation, calculation_type, calculation_subtype, display_unit, position, variables, formatter };
  return { ...kept, ...sent } as CalculationDraft;
};

const serving: ServingBelow<typeof calculations, 'calculations', FormDefinition> = {
  table: 'calculations',
  usual: ['position'],
  write: (sent, context, { above: form, before }) => {
    if (!before && form.calculations.length >= maxCalculations)
      throw invalid('base', `A form takes at most ${maxCalculations} calculations`);
    const draft = before ? draftOf(before, sent) : (sent as CalculationDraft);
    const position = draft.position ?? before?.position ?? form.calculations.length;
    return {
      columns: { ...checkedColumns(draft, form, before?.id), position },
      after: async (row) => {
        if (!before || changesResults(before, row)) await context.startJob('recalculate', { form_id: form.id });
        await reachShared(context, form.id);
      },
    };
  },
  serialize: (rows) => rows as (Row<'calculations'> & CalculationRow)[],
  removing: async (row, context, form) => {
    await refuseInUse(context, 'This calculation', { thing: 'calculation', id: row.id });
    // Responses give up its results.
    await context.startJob('recalculate', { form_id: form.id });
    await reachShared(context, form.id);
  },
};

const below = under(calculations, { key: 'form_id', find: formOf }, serving);

/** The values that forms work out from their answers. */
export const calculationsFeature = implement(calculationRoutes, {
  ...below,
  order: async ({ params, body }, context) => {
    const form = await formOf(params.form_id, context);
    const known = new Set(form.calculations.map(({ id }) => id));
    refuse(
      body.calculations.flatMap(({ id }, index) =>
        known.has(id) ? [] : [{ path: `calculations.${index}.id`, message: 'Choose a calculation of this form' }],
      ),
    );
    for (const { id, position } of body.calculations)
      await context.tx.updateTable('calculations').set({ position }).where('id', '=', id).execute();
    await reachShared(context, form.id);
    return below.list({ params }, context);
  },
});
