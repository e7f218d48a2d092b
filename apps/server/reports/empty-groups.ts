import { sql } from 'kysely';
import { countPeriods, isInLine, maxPeriods, type Period, periodNames } from '#reports/periods.ts';
import { ask } from './ask.ts';
import type { ReportContext } from './context.ts';
import { regrouped } from './figures.ts';
import { cellReader } from './read.ts';
import { type Cell, type CompiledReport, type Fill, isGroup, named, wholeResult } from './statements.ts';

/** So many rows at most are shown of periods beside other groups. */
const maxGroups = 10_000;

type Line = { cell: Cell; period: Period };

/** The first column of a report that is grouped by a period and whose periods without rows are to be shown. */
const lineOf = ({ plan, cells }: CompiledReport): Line | null => {
  if (plan.mode !== 'agg' || !plan.settings.empty_groups) return null;
  const cell = cells.find(
    (one) => isGroup(one) && one.one.period && isInLine(one.one.period) && !one.one.column?.restricted,
  );
  return cell?.one.period ? { cell, period: cell.one.period } : null;
};

/**
 * From which period to which one a report shows each, also those that no row falls into; null where it does not. Of more
 * than 1,000 periods, or 10,000 rows of them beside other groups, none is added, and `warning` says so.
 */
export const filled = async (
  context: ReportContext,
  report: CompiledReport,
): Promise<{ fill: Fill | null; warning: string | null }> => {
  const line = lineOf(report);
  if (!line) return { fill: null, warning: null };
  const { cell, period } = line;
  const value = sql.ref(named.value(cell.at));
  const by = (groups: readonly number[]) => wholeResult(regrouped(report, { groups: new Set(groups), figures: [] }));
  const others = report.cells.filter((one) => isGroup(one) && one.at !== cell.at).map(({ at }) => at);
  const beside = others.length > 0 ? sql`(select count(*) from (${by(others)}) others)` : sql`1`;
  const [ends] = await ask<{ first: string | number | null; last: string | number | null; beside: number }>(
    context,
    sql`select min(${value}) as first, max(${value}) as last, ${beside} as beside from (${by([cell.at])}) periods`,
  );
  if (!ends || ends.first === null || ends.last === null) return { fill: null, warning: null };
  const { first, last } = ends;
  const count = countPeriods(period, first, last);
  if (count <= maxPeriods && count * Number(ends.beside) <= maxGroups)
    return { fill: { at: cell.at, period, first, last }, warning: null };
  const shown = (one: string | number) => cellReader(cell, report.viewing)({ [named.value(cell.at)]: one }).display;
  const [many, what] =
    count > maxPeriods
      ? [maxPeriods, periodNames[period]]
      : [maxGroups, `rows of ${periodNames[period]} by other columns`];
  return {
    fill: null,
    warning: `From ${shown(first)} to ${shown(last)} there are more than ${many.toLocaleString('en-US')} ${what}, so those without records are left out. Show fewer or longer periods.`,
  };
};
