import type { z } from 'zod';
import type { calculationChange } from '#contract/resources/calculations.ts';
import { type CheckedCalculation, checkCalculation } from '#forms/calculations/check-calculation.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, refuse } from '#server/kit/problem.ts';
import { among, insertRow, ofOrganization, type Row, removeRow, updateRow } from '#server/kit/rows.ts';
import type { FormDefinition } from './definitions.ts';

type Change = z.output<typeof calculationChange>;

/** A form takes so many calculations. */
export const maxCalculations = 100;

/** A checked calculation as its row holds it. */
export const columnsOf = ({ variables, formatter, ...calculation }: CheckedCalculation) => ({
  ...calculation,
  variables: JSON.stringify(variables),
  formatter: JSON.stringify(formatter),
});

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
export const changesResults = (before: Row<'calculations'>, after: Row<'calculations'>): boolean =>
  decisive.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));

/**
 * Saves what was changed of the calculations of a form, whose fields are saved already: added, changed and removed in
 * one. Throws what is wrong with any of them, and conflict for one that somebody else has changed since.
 * @returns the ids of those that were added, by the numbers that the request gave them
 */
export const saveCalculations = async (
  context: MemberContext,
  form: Pick<FormDefinition, 'id' | 'form_fields' | 'calculations'>,
  changes: readonly Change[],
): Promise<ReadonlyMap<number, number>> => {
  const { tx, caller, startJob } = context;
  const stored = new Map(form.calculations.map((one) => [one.id, one]));
  const removed = changes.filter(({ id, removed }) => removed && stored.has(id));
  const drafts = changes.flatMap((change, index) => (change.removed ? [] : [{ ...change, index }]));
  const on = { fields: form.form_fields, calculations: [] };
  // Each counts with the others as they will be, wherever they stand in the request.
  const next = new Map<number, Calculation>(stored);
  for (const { id } of removed) next.delete(id);
  for (const { id, index: _, lock_version: __, removed: ___, ...draft } of drafts) {
    const position = draft.position ?? stored.get(id)?.position ?? next.size;
    next.set(id, { id, ...checkCalculation(draft, on).calculation, position });
  }
  if (next.size > maxCalculations) throw invalid('base', `A form takes at most ${maxCalculations} calculations`);
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
  let isChanged = added.size > 0 || removed.length > 0;
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
    isChanged = changesResults(row, await updateRow(tx, 'calculations', { row, lock_version, columns })) || isChanged;
  }
  if (isChanged) await startJob('recalculate', { form_id: form.id });
  return added;
};
