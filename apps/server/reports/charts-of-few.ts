import { sql } from 'kysely';
import type { Row } from './ask.ts';
import { type CompiledReport, isGroup, named, personOf } from './cells.ts';
import { type ChartedReport, restOf } from './charts.ts';
import { isKeptOut } from './figures.ts';
import { as, ref, type Sql } from './relation.ts';
import { wholeResult } from './statements.ts';

const tellingName = (index: number) => `telling${index}`;

/**
 * Finds the entries that would reveal a small number: the table keeps back one of the groups that the entry adds up, and
 * the entry less the others would give it away. Null when the chart adds up no groups, neither by having fewer of them
 * nor, if `isRecomputed`, in "Other".
 */
export const tellingOfFew = (
  whole: CompiledReport,
  { report, axes, ys, isAdded }: ChartedReport,
  isRecomputed: boolean,
): Sql | null => {
  const hasFewer = report.cells.filter(isGroup).length < whole.cells.filter(isGroup).length;
  if (isAdded || !personOf(whole) || !(hasFewer || isRecomputed)) return null;
  const keys = axes.map(({ at }) => ref(named.value(at)));
  const telling = ys.map((cell, index) => as(sql`bool_or(${isKeptOut(whole, cell)})`, tellingName(index)));
  return sql`select ${sql.join([...keys, ...telling])} from (${wholeResult(whole)}) result group by ${sql.join(keys)}`;
};

/** Reads what tellingOfFew() found: whether a figure of an entry reveals a small number. "Other" does if any entry does. */
export const readTellingOfFew = ({ axes }: ChartedReport, found: readonly Row[]) => {
  const keyOf = (row: Row) => JSON.stringify(axes.map(({ at }) => row[named.value(at)] ?? null));
  const byKey = new Map(found.map((row) => [keyOf(row), row]));
  const isTelling = (row: Row | undefined, index: number) => row?.[tellingName(index)] === true;
  return (entry: Row, index: number): boolean =>
    axes.some((_, axis) => restOf(entry, axis) > 0)
      ? found.some((row) => isTelling(row, index))
      : isTelling(byKey.get(keyOf(entry)), index);
};
