import { sql } from 'kysely';
import { ask } from './ask.ts';
import { type Cell, type CompiledReport, cellOf, isGroup, named, personOf } from './cells.ts';
import type { ReportContext } from './context.ts';
import { isKeptOut, regrouped } from './figures.ts';
import { groupOrder, optionOrder } from './group-order.ts';
import { as, ref, type Sql } from './relation.ts';
import { wholeResult } from './statements.ts';

type Rank = { value: unknown; isKnown: boolean; many: number };

/**
 * Where counts of few people are hidden: for each value of a column, whether groups by all columns hide anything of a
 * figure, from which it would follow what the value comes to. Null where nothing is hidden, or there are no more groups.
 */
const hiddenBy = (report: CompiledReport, cell: Cell, figure: Cell): Sql | null => {
  if (!personOf(report) || report.cells.filter(isGroup).length < 2) return null;
  return sql`select ${ref(named.value(cell.at))} as value, bool_or(${isKeptOut(report, figure)}) as "isHidden"
    from (${wholeResult(report)}) result group by ${ref(named.value(cell.at))}`;
};

/**
 * The values of a column whose figures are the highest, of groups by that column alone: what other columns the report
 * has doesn't tell. A figure that is hidden, since it tells of few people, comes after all others.
 */
const ranking = (report: CompiledReport, cell: Cell, { count, by }: { count: number; by: string }): Sql => {
  const figure = cellOf(report, by);
  const alone = regrouped(report, { groups: new Set([cell.at]), figures: [figure] });
  const [value, own] = [cell, figure].map(({ at }) => ref(`result.${named.value(at)}`)) as [Sql, Sql];
  const hidden = hiddenBy(report, cell, figure);
  const size = hidden ? sql`case when not hidden."isHidden" then ${own} end` : own;
  const order = [sql`${size} desc nulls last`, ...optionOrder(cell, 'result'), ...groupOrder(cell, 'result')];
  return sql`select ${as(value, 'value')}, ${size} is not null as "isKnown", count(*) over () as many
    from (${wholeResult(alone)}) result ${hidden ? sql`left join (${hidden}) hidden on hidden.value = ${value}` : sql``}
    where ${value} is not null order by ${sql.join(order)} limit ${count}`;
};

/** A column with what its top is; with a note where that can't be told. */
const cellWithTop = async (context: ReportContext, report: CompiledReport, cell: Cell) => {
  const { top, label } = cell.one;
  if (!top) return { cell };
  const found = await ask<Rank>(context, ranking(report, cell, top));
  const others = Number(found[0]?.many ?? 0) - found.length;
  if (others > 0 && !found.some(({ isKnown }) => isKnown)) {
    const by = cellOf(report, top.by).one.label;
    const note = `All groups of ${label} are shown: ${by} is blank or hidden in each, so it can’t tell which come first.`;
    return { cell: { ...cell, one: { ...cell.one, top: null } }, note };
  }
  return { cell: { ...cell, apart: { values: found.map(({ value }) => value), others, isBlankApart: true } } };
};

/**
 * The report with what the top of its columns is, for this caller. Where none of the figures that would tell is known,
 * all groups of the column stay, and a note says so.
 */
export const withTop = async (
  context: ReportContext,
  report: CompiledReport,
): Promise<{ report: CompiledReport; notes: string[] }> => {
  const found = await Promise.all(report.cells.map((cell) => cellWithTop(context, report, cell)));
  const cells = found.map(({ cell }) => cell);
  return {
    report: { ...report, cells, plan: { ...report.plan, columns: cells.map(({ one }) => one) } },
    notes: found.flatMap(({ note }) => note ?? []),
  };
};
