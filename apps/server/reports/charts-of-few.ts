import { sql } from 'kysely';
import type { Row } from './ask.ts';
import { type ChartedReport, restOf } from './charts.ts';
import { figuresIn } from './figures.ts';
import type { Sql } from './relation.ts';
import { type CompiledReport, isGroup, named, personOf, wholeResult } from './statements.ts';

const ref = (name: string): Sql => sql`${sql.ref(name)}`;
const as = (value: Sql, name: string): Sql => sql`${value} as ${sql.ref(name)}`;

const tellingName = (index: number) => `telling${index}`;

/**
 * Which entries would tell of few people: those whose figures the report keeps out for one of the groups that the chart
 * puts together, so that the others taken from the entry would give them away. Null where nothing is put together: by
 * fewer groups, or, `isAnew`, in the others of many.
 */
export const tellingOfFew = (
  whole: CompiledReport,
  { report, axes, ys, isAdded }: ChartedReport,
  isAnew: boolean,
): Sql | null => {
  const hasFewer = report.cells.filter(isGroup).length < whole.cells.filter(isGroup).length;
  if (isAdded || !personOf(whole) || !(hasFewer || isAnew)) return null;
  const keys = axes.map(({ at }) => ref(named.value(at)));
  const isOut = (places: readonly number[]) =>
    places.length > 0
      ? sql.join(
          places.map((at) => ref(named.keptOut(at))),
          sql` or `,
        )
      : sql`false`;
  const telling = ys.map((cell, index) => as(sql`bool_or(${isOut(figuresIn(whole, cell))})`, tellingName(index)));
  return sql`select ${sql.join([...keys, ...telling])} from (${wholeResult(whole)}) result group by ${sql.join(keys)}`;
};

/** Reads what tellingOfFew() gave: whether a figure of an entry tells of few. The others together tell what one of them tells. */
export const readTellingOfFew = ({ axes }: ChartedReport, found: readonly Row[]) => {
  const keyOf = (row: Row) => JSON.stringify(axes.map(({ at }) => row[named.value(at)] ?? null));
  const byKey = new Map(found.map((row) => [keyOf(row), row]));
  const isTelling = (row: Row | undefined, index: number) => row?.[tellingName(index)] === true;
  return (entry: Row, index: number): boolean =>
    axes.some((_, axis) => restOf(entry, axis) > 0)
      ? found.some((row) => isTelling(row, index))
      : isTelling(byKey.get(keyOf(entry)), index);
};
