import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { calculationChange, ResultsChoice } from '#contract/resources/calculations.ts';
import { type CheckedCalculation, checkCalculation } from '#forms/calculations/check-calculation.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, refuse } from '#server/kit/problem.ts';
import { among, insertRow, ofOrganization, type Row, removeRow, updateRow } from '#server/kit/rows.ts';
import { type FormDefinition, formDefinitions } from './definitions.ts';
import { decideOnResults } from './recalculations.ts';

type Change = z.output<typeof calculationChange>;

/** What is sent of the calculations of a form, and what is to become of the results that responses have. */
export type SentCalculations = { changes: readonly Change[]; results?: ResultsChoice | undefined };

/** A form takes so many calculations. */
export const maxCalculations = 100;

/** A checked calculation as its row holds it. */
export const columnsOf = ({ variables, formatter, ...calculation }: CheckedCalculation) => ({
  ...calculation,
  variables: JSON.stringify(variables),
  formatter: JSON.stringify(formatter),
});

/** A row as the calculation that it holds. */
export const asCalculation = (row: Row<'calculations'>) => row as unknown as Calculation;

/** What the results follow from: a change of anything else leaves them as they are. */
const decisive = [
  'equation',
  'calculation_type',
  'calculation_subtype',
  'display_unit',
  'variables',
  'formatter',
] as const;

/** Whether the results of a calculation follow from other things than before. */
export const changesResults = (
  before: Pick<Calculation, (typeof decisive)[number]>,
  after: Pick<Calculation, (typeof decisive)[number]>,
): boolean => decisive.some((key) => !isDeepStrictEqual(before[key], after[key]));

/**
 * The calculations of a form as they will be once changes are saved, the new ones under the numbers of the request. Each
 * counts with the others as they will be, wherever they stand in the request.
 */
export const changedCalculations = (
  form: Pick<FormDefinition, 'form_fields' | 'calculations'>,
  changes: readonly Change[],
): ReadonlyMap<number, Calculation> => {
  const stored = new Map(form.calculations.map((one) => [one.id, one]));
  const on = { fields: form.form_fields, calculations: [] };
  const next = new Map<number, Calculation>(stored);
  for (const change of changes) if (change.removed) next.delete(change.id);
  for (const change of changes) {
    if (change.removed) continue;
    const { id, lock_version: _, removed: __, ...draft } = change;
    const position = draft.position ?? stored.get(id)?.position ?? next.size;
    next.set(id, { id, ...checkCalculation(draft, on).calculation, position });
  }
  return next;
};

/**
 * Saves what was changed of the calculations of a form, whose fields are saved already: added, changed and removed in
 * one. Throws what is wrong with any of them, and conflict for one that somebody else has changed since.
 * @returns the ids of those that were added, by the numbers that the request gave them
 */
export const saveCalculations = async (
  context: MemberContext,
  form: Pick<FormDefinition, 'id' | 'form_fields' | 'calculations'>,
  { changes, results }: SentCalculations,
): Promise<ReadonlyMap<number, number>> => {
  const { tx, caller } = context;
  const stored = new Map(form.calculations.map((one) => [one.id, one]));
  const removed = changes.filter(({ id, removed }) => removed && stored.has(id));
  const drafts = changes.flatMap((change, index) => (change.removed ? [] : [{ ...change, index }]));
  const next = changedCalculations(form, changes);
  if (next.size > maxCalculations) throw invalid('base', `A form can have at most ${maxCalculations} calculations.`);
  refuse(
    drafts.flatMap(({ id, index, lock_version: _, removed: __, ...draft }) =>
      checkCalculation(draft, { fields: form.form_fields, calculations: [...next.values()], id }).issues.map(
        ({ path, message }) => ({ path: `calculations.${index}.${path}`, message }),
      ),
    ),
  );

  const rows = new Map(
    (
      await ofOrganization(tx, 'calculations', caller)
        .selectAll()
        .where('form_id', '=', form.id)
        .where('id', '=', among([...stored.keys()]))
        .execute()
    ).map((row) => [row.id, row as Row<'calculations'>]),
  );
  for (const { id, lock_version } of removed)
    await removeRow(tx, 'calculations', { row: rows.get(id) as Row<'calculations'>, lock_version });
  const added = new Map<number, number>();
  // All of them get their ids first: a calculation may count with one that comes after it.
  for (const { id } of drafts.filter((one) => !rows.has(one.id))) {
    const { id: _, ...calculation } = next.get(id) as Calculation;
    const organization_id = caller.organization.id;
    const columns = { organization_id, form_id: form.id, ...columnsOf({ ...calculation, variables: [] }) };
    added.set(id, (await insertRow(tx, 'calculations', columns)).id);
  }
  const changed = new Set<number>();
  const operandOf = (variable: Calculation['variables'][number]) =>
    variable.record_type === 'Calculation' && variable.record_id !== null
      ? { ...variable, record_id: added.get(variable.record_id) ?? variable.record_id }
      : variable;
  for (const { id, lock_version } of drafts) {
    const { id: _, ...calculation } = next.get(id) as Calculation;
    const columns = columnsOf({ ...calculation, variables: calculation.variables.map(operandOf) });
    const row = rows.get(id);
    if (!row) {
      await tx
        .updateTable('calculations')
        .set({ variables: columns.variables })
        .where('id', '=', added.get(id) as number)
        .execute();
      continue;
    }
    const saved = await updateRow(tx, 'calculations', { row, lock_version, columns });
    if (changesResults(asCalculation(row), asCalculation(saved))) changed.add(id);
  }
  const saved = (await formDefinitions(tx, caller.organization.id, [form.id])).get(form.id) as FormDefinition;
  await decideOnResults(context, saved, { changed, added: added.values(), results });
  return added;
};
