import { sql } from 'kysely';
import type { Column } from '#reports/columns.ts';
import { countPeriods, isInLine, maxPeriods, type Period, periodNames } from '#reports/periods.ts';
import { optionsOfGroup } from '#reports/plan/plan-group.ts';
import { ask } from './ask.ts';
import { type Cell, type CompiledReport, type Fill, isGroup, named } from './cells.ts';
import type { ReportContext } from './context.ts';
import { regrouped } from './figures.ts';
import { periodsBetween } from './period-sql.ts';
import { cellReader } from './read.ts';
import { databaseTypes, type Sql } from './relation.ts';
import { wholeResult } from './statements.ts';

/** So many rows at most are shown of groups that may be empty, beside other groups. */
const maxGroups = 10_000;
const maxOptions = 1_000;

/**
 * The groups whose values are known without rows: bands, options, and the first that has periods. Periods of two columns
 * may be of the same date: a month is not in every quarter.
 */
const fillable = ({ plan, cells }: CompiledReport): Cell[] => {
  if (plan.mode !== 'agg' || !plan.settings.empty_groups) return [];
  const groups = cells.filter((cell) => isGroup(cell) && !cell.one.column?.restricted);
  const first = groups.find(({ one }) => one.period && isInLine(one.period));
  return groups.filter((cell) => cell.one.bands !== null || cell === first || optionsOfGroup(cell.one));
};

/** The groups of a column and how many rows they can be; or why there are none. */
type FillResult = { cell: Cell; each: Sql; count: number } | { warning: string } | null;

/** Every band but the one below all that were asked for. */
const ofBands = (cell: Cell): FillResult => {
  const starts = cell.one.bands?.slice(1).map(({ value }) => value) ?? [];
  // Beside these, there may be what is below and what is unknown.
  return { cell, each: sql`select unnest(${starts}::float8[]) as value`, count: starts.length + 2 };
};

/** Every option; of more than 1,000 none. */
const ofOptions = (cell: Cell, options: NonNullable<Column['options']>): FillResult => {
  const { label, result } = cell.one;
  if (options.length > maxOptions)
    return {
      warning: `${label} has ${options.length.toLocaleString('en-US')} options, more than ${maxOptions.toLocaleString('en-US')}, so those without records are left out.`,
    };
  const values = options.map(({ value }) => String(value));
  const type = sql.raw(databaseTypes[result]);
  return { cell, each: sql`select distinct unnest(${values}::text[])::${type} as value`, count: options.length + 1 };
};

/** Whether the same periods come again and again, so that all of them are known without rows. */
const comesAgain = (period: Period): boolean => period === 'weekday' || period === 'hour';

type Ends = { first: string | number | null; last: string | number | null };

/** Every period between the first and the last that rows fall into; of more than 1,000 none. */
const ofPeriods = (cell: Cell, { first, last }: Ends, { viewing }: CompiledReport): FillResult => {
  const period = cell.one.period as Period;
  if (first === null || last === null) return null;
  const count = countPeriods(period, first, last);
  if (count <= maxPeriods) return { cell, each: periodsBetween(period, sql`${first}`, sql`${last}`), count: count + 1 };
  const shown = (one: string | number) => cellReader(cell, viewing)({ [named.value(cell.at)]: one }).display;
  return {
    warning: `From ${shown(first)} to ${shown(last)} there are more than ${maxPeriods.toLocaleString('en-US')} ${periodNames[period]}, so those without records are left out. Show fewer or longer periods.`,
  };
};

/**
 * The groups that a report shows whether or not rows fall into them. Of more than 1,000 periods none is added, and where
 * all groups beside each other could be more than 10,000 rows, none at all; `warning` says so.
 */
export const filled = async (
  context: ReportContext,
  report: CompiledReport,
): Promise<{ fills: Fill[]; warning: string | null }> => {
  const cells = fillable(report);
  const by = (groups: readonly Cell[]): Sql =>
    wholeResult(regrouped(report, { groups: new Set(groups.map(({ at }) => at)), figures: [] }));
  const ofCell = async (cell: Cell): Promise<FillResult> => {
    if (cell.one.bands) return ofBands(cell);
    const options = optionsOfGroup(cell.one);
    if (options) return ofOptions(cell, options);
    if (comesAgain(cell.one.period as Period)) return ofPeriods(cell, { first: 0, last: 0 }, report);
    const value = sql.ref(named.value(cell.at));
    const [ends] = await ask<Ends>(
      context,
      sql`select min(${value}) as first, max(${value}) as last from (${by([cell])}) periods`,
    );
    return ofPeriods(cell, ends ?? { first: null, last: null }, report);
  };
  const found = await Promise.all(cells.map(ofCell));
  const warning = found.flatMap((one) => (one && 'warning' in one ? one.warning : []))[0] ?? null;
  const known = found.flatMap((one) => (one && 'each' in one ? one : []));
  const fills = known.map(({ cell, each }) => ({ at: cell.at, each }));
  const others = report.cells.filter((cell) => isGroup(cell) && known.every((one) => one.cell !== cell));
  if (fills.length === 0) return { fills, warning };
  const [beside] =
    others.length > 0 ? await ask<{ count: number }>(context, sql`select count(*) from (${by(others)}) others`) : [];
  const count = known.reduce((product, one) => product * one.count, Number(beside?.count ?? 1));
  if (count <= maxGroups) return { fills, warning };
  return {
    fills: [],
    warning: `${cells.map(({ one }) => one.label).join(' by ')} could be more than ${maxGroups.toLocaleString('en-US')} rows, so groups without records are left out. ${cells.some(({ one }) => one.period) ? 'Show fewer or longer periods, or group' : 'Group'} by fewer columns.`,
  };
};
