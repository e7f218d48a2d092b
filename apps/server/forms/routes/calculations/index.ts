import type { HandlerResult } from '#contract/kit/route.ts';
import { calculationRoutes, calculations, type ResultsChoice } from '#contract/resources/calculations.ts';
import { checkCalculation } from '#forms/calculations/check-calculation.ts';
import type { CalculationDraft } from '#forms/definition/calculation.ts';
import { visibleForms } from '#server/access/scopes.ts';
import {
  asCalculation,
  changedCalculations,
  changesResults,
  columnsOf,
  maxCalculations,
} from '#server/forms/calculations.ts';
import { type CalculationRow, type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import {
  calculationsWithKept,
  countKept,
  countReplaced,
  decideOnResults,
  newestRecalculation,
  previewResults,
  startRecalculation,
  undoRecalculation,
} from '#server/forms/recalculations.ts';
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
  return definitionOf(context, row.id);
};

const definitionOf = async ({ tx, caller }: MemberContext, id: number): Promise<FormDefinition> =>
  (await formDefinitions(tx, caller.organization.id, [id])).get(id) as FormDefinition;

type Recalculation = NonNullable<HandlerResult<typeof calculationRoutes.results>['latest']>;

const serializeRecalculation = async (
  context: MemberContext,
  form: FormDefinition,
  { id, name, state, created_at }: Row<'recalculations'>,
): Promise<Recalculation> => ({
  id,
  name,
  state: state as Recalculation['state'],
  ...(await countReplaced(context, form, id)),
  created_at,
});

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
  write: (
    { results, ...sent }: { results?: ResultsChoice | undefined } & Record<string, unknown>,
    context,
    { above: form, before },
  ) => {
    if (!before && form.calculations.length >= maxCalculations)
      throw invalid('base', `A form can have at most ${maxCalculations} calculations.`);
    const draft = before ? draftOf(before, sent) : (sent as CalculationDraft);
    const position = draft.position ?? before?.position ?? form.calculations.length;
    return {
      columns: { ...checkedColumns(draft, form, before?.id), position },
      after: async (row) => {
        const isChanged = before && changesResults(asCalculation(before), asCalculation(row));
        await decideOnResults(context, await definitionOf(context, form.id), {
          changed: new Set(isChanged ? [row.id] : []),
          added: before ? [] : [row.id],
          results,
        });
        await reachShared(context, form.id);
      },
    };
  },
  serialize: (rows) => rows as (Row<'calculations'> & CalculationRow)[],
  removing: async (row, context, form) => {
    await refuseInUse(context, 'This calculation', { thing: 'calculation', id: row.id });
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
  preview: async ({ params, body }, context) => {
    const form = await formOf(params.form_id, context);
    const next = changedCalculations(form, body.calculations);
    const changed = form.calculations.filter(({ id, ...one }) => {
      const after = next.get(id);
      return after && changesResults(one, after);
    });
    return previewResults(context, form, {
      next: [...next.values()],
      changed: new Set(changed.map(({ id }) => id)),
    });
  },
  results: async ({ params }, context) => {
    const form = await formOf(params.form_id, context);
    const latest = await newestRecalculation(context.tx, form.id);
    return {
      kept: await countKept(context, form),
      latest: latest ? await serializeRecalculation(context, form, latest) : null,
    };
  },
  recalculate: async ({ params }, context) => {
    const form = await formOf(params.form_id, context);
    const ids = await calculationsWithKept(context, form);
    if (ids.size === 0) throw invalid('base', 'All results are already up to date.');
    return startRecalculation(context, form, ids);
  },
  undoRecalculation: async ({ params }, context) => {
    const form = await formOf(params.form_id, context);
    return undoRecalculation(context, form.id);
  },
});
