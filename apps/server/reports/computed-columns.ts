import { sql } from 'kysely';
import { placesIn } from '#reports/formula.ts';
import { columnsOf, isOfEnds, plainColumn } from '#reports/plan/plan.ts';
import type { Cell, CompiledReport, ComputedColumn } from './cells.ts';
import type { ViewerCalendar } from './context.ts';
import { derivedColumn } from './derived-columns.ts';
import { formulaSql, ofTarget } from './formula-sql.ts';
import type { Relation, Sql, SqlColumn } from './relation.ts';

/** What stands in a row: no function counts it once, and no band takes its place. */
const ofRow = (relation: Relation, { one, at }: Cell, viewing: ViewerCalendar): SqlColumn => {
  const { rowFormula } = one;
  const columns = rowFormula?.columns.map((operand) => ({ ...operand, agg: null }));
  const formula = rowFormula && columns ? { ...rowFormula, columns } : null;
  return derivedColumn(relation, { one: { ...one, agg: null, bands: null, rowFormula: formula }, at }, viewing);
};

/** A number of a formula as results show it, which is how people compare it. */
const asShown = (plain: Sql, { one }: Cell): Sql => {
  const result = one.rowFormula ? one.column?.result : one.result;
  return result === 'number' ? sql`round((${plain})::numeric, 10)::float8` : plain;
};

/** The columns that a report computes of each row, by their keys, as its conditions compare them. */
export const computedIn = (
  relation: Relation,
  cells: readonly Cell[],
  viewing: ViewerCalendar,
): CompiledReport['computed'] => {
  const joinsOf = ({ one, at }: Cell): string[] => {
    // What windows say of other rows is there without more.
    if (one.over) return [];
    return columnsOf(one).flatMap((column) => relation.column({ ...one, ...plainColumn, column }, at).late ?? []);
  };
  const computed = (cell: Cell): ComputedColumn | null => {
    const { elapsed, rowFormula, formula } = cell.one;
    const own = elapsed || rowFormula || isOfEnds(cell.one) ? ofRow(relation, cell, viewing) : null;
    if (own) return { ...own, plain: rowFormula ? asShown(own.plain, cell) : own.plain, joins: joinsOf(cell) };
    if (!formula) return null;
    const operandAt = (place: number) => {
      const { one, column } = cells[place] as Cell;
      return { value: one.column?.restricted ? null : column.plain, result: one.result };
    };
    const joins = placesIn(formula).flatMap((place) => joinsOf(cells[place] as Cell));
    return {
      ...cell.column,
      plain: asShown(ofTarget(cell.one, formulaSql(formula, operandAt, viewing.zone)), cell),
      joins,
    };
  };
  return new Map(
    cells.flatMap((cell): [string, ComputedColumn][] => {
      // Of a change, conditions speak of what it compares.
      const of = cell.one.compare && cells.find(({ one }) => one.behind === cell.one.key);
      const found = computed(of || cell);
      return found ? [[cell.one.key, found]] : [];
    }),
  );
};
