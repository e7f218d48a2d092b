import { sql } from 'kysely';
import type { SummaryFunction } from '#reports/columns.ts';
import { leavesOut } from '#reports/plan/plan-function.ts';
import { aggregateSql } from './aggregates.ts';
import type { Row } from './ask.ts';
import { type Cell, type CompiledReport, cellOf, emittedType, isGroup, named, personOf } from './cells.ts';
import { countPeople, ofOneRow, peopleName } from './few-people.ts';
import { canBeAdded, isKeptOut, lackingFor, regrouped } from './figures.ts';
import { withoutOther } from './others.ts';
import { cellReader, recordKeys } from './read.ts';
import { ref, type Sql } from './relation.ts';
import { shownAs, tenDecimals } from './show.ts';
import { wholeResult } from './statements.ts';

/** Functions of one column, by its key. */
export type Stat = { key: string; functions: readonly SummaryFunction[] };
export type Stats = {
  key: string;
  function: SummaryFunction;
  value: number | string | null;
  display: string;
  isKeptOut: boolean;
}[];

const aggregates = {
  count: 'count',
  distinct: 'count_distinct',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
} as const;

/**
 * Whether a function is computed again from all rows: the sum of figures that can't be added up is the figure of all
 * rows, and so is the average of averages.
 */
const isWholeFigure = (report: CompiledReport, cell: Cell, name: SummaryFunction): boolean =>
  !isGroup(cell) && ((name === 'sum' && !canBeAdded(report, cell)) || (name === 'avg' && cell.one.agg === 'avg'));

/** A figure of all rows; null when it needs a group, or would reveal what a group keeps back. */
const figureOfAll = (report: CompiledReport, cell: Cell): Sql => {
  if (lackingFor(report, cell, new Set())) return sql`null::float8`;
  const value = sql.ref(named.value(cell.at));
  const all = sql`(select ${value}::float8 from (${wholeResult(regrouped(report, { groups: new Set(), figures: [cell] }))}) figures)`;
  return personOf(report) ? sql`case when bool_or(${isKeptOut(report, cell)}) then null else ${all} end` : all;
};

/** The least or most of all rows, and how many people have it. */
const endName = (at: number, name: SummaryFunction) => `${name}${at}_of_all`;
const sharingName = (at: number, name: SummaryFunction) => `${name}${at}_people`;
const statName = (at: number, name: SummaryFunction) => `${name}${at}`;
const isClosed = ({ one }: Cell) => one.column?.restricted === true;

/** Each function of each column over all rows of a result. */
export const statsOf = (report: CompiledReport, wanted: readonly Stat[]): Sql => {
  const values = wanted.flatMap(({ key, functions }) => {
    const cell = cellOf(report, key);
    const value = withoutOther(ref(named.value(cell.at)), emittedType(cell), cell.apart);
    return functions.map((name) => {
      const agg = aggregates[name];
      const nothing = isClosed(cell) || leavesOut(agg, cell.one.result);
      const told = nothing
        ? sql`null`
        : isWholeFigure(report, cell, name)
          ? figureOfAll(report, cell)
          : aggregateSql(agg, { value, filter: null, recorded: [] });
      return sql`${told} as ${sql.ref(statName(cell.at, name))}`;
    });
  });
  if (!areCounted(report)) return sql`select ${sql.join(values)} from (${wholeResult(report)}) result`;
  const cells = wanted.map(({ key }) => cellOf(report, key));
  const people = cells.map(({ at }) => {
    const given = sql`${sql.ref(named.value(at))} is not null`;
    return sql`${countPeople(given)} as ${sql.ref(named.people(at))}`;
  });
  const ends = wanted.flatMap(({ key, functions }) => {
    const cell = cellOf(report, key);
    const { at } = cell;
    return functions.flatMap((name) =>
      ofOneRow.includes(name) && !isClosed(cell) && !leavesOut(aggregates[name], cell.one.result) ? [{ at, name }] : [],
    );
  });
  const beside = ends.map(
    ({ at, name }) => sql`, ${sql.raw(name)}(${sql.ref(named.value(at))}) over () as ${sql.ref(endName(at, name))}`,
  );
  const sharing = ends.map(({ at, name }) => {
    const same = sql`${sql.ref(named.value(at))} = ${sql.ref(endName(at, name))}`;
    return sql`${countPeople(same)} as ${sql.ref(sharingName(at, name))}`;
  });
  const all = [...values, sql`${countPeople()} as ${sql.ref(peopleName)}`, ...people, ...sharing];
  return sql`select ${sql.join(all)} from (select result.*${sql.join(beside, sql``)} from (${wholeResult(report)}) result) result`;
};

const areCounted = (report: CompiledReport) => report.plan.mode !== 'agg' && personOf(report) !== null;

/**
 * Whether a column tells of few people: of those who have a value, of those who have the least or the most, or, where
 * values are counted, of those who have none.
 */
const tellsOfFew = (
  report: CompiledReport,
  { at }: Cell,
  { name, row }: { name: SummaryFunction; row: Row },
): boolean => {
  if (!areCounted(report)) return false;
  const [all, given] = [Number(row[peopleName] ?? 0), Number(row[named.people(at)] ?? 0)];
  const isFew = (people: number) => people >= 1 && people < (report.below as number);
  if (ofOneRow.includes(name) && isFew(Number(row[sharingName(at, name)] ?? 0))) return true;
  return isFew(given) || (isCount(name) && isFew(all - given));
};

const isCount = (name: SummaryFunction) => name === 'count' || name === 'distinct';

export const readStats = (report: CompiledReport, wanted: readonly Stat[], row: Row): Stats =>
  wanted.flatMap(({ key, functions }) => {
    const cell = cellOf(report, key);
    // A sum of days of the week is no day of the week.
    const { result, period, bands, column } = cell.one;
    const isWorded = bands !== null || column?.worded || (result === 'number' && period !== null);
    const own = isClosed(cell) ? null : cellReader(cell, report.viewing);
    return functions.map((name) => {
      const isKeptOut = tellsOfFew(report, cell, { name, row });
      const raw = (isKeptOut ? null : (row[statName(cell.at, name)] ?? null)) as number | string | null;
      const value = typeof raw === 'number' ? tenDecimals(raw) : raw;
      const show = isWorded && (name === 'sum' || name === 'avg') ? null : own;
      const counted = isCount(name) || (isWorded && !show) ? shownAs('number', report.viewing.zone)(value) : undefined;
      const display = value === null ? '' : (counted ?? show?.({ [named.value(cell.at)]: raw }).display ?? '');
      return { key, function: name, value, display, isKeptOut };
    });
  });

export type Point = { location: [latitude: number, longitude: number]; label: string; link: string | null };

/** The rows whose address has a place, and how many of all have one. */
export const pointsOf = (report: CompiledReport, key: string, limit: number): { rows: Sql; totals: Sql } => {
  const { at } = cellOf(report, key);
  const place = sql`(${sql.ref(named.shown(at))} -> 'location')`;
  const has = sql`jsonb_typeof(${place}) = 'array'`;
  const result = sql`(${wholeResult(report)}) result`;
  return {
    rows: sql`select result.*, ${place} as location from ${result} where ${has} limit ${limit}`,
    totals: sql`select count(*) filter (where ${has}) as displayed, count(*) as total from ${result}`,
  };
};

/** @param closed the people whose pages can't be opened, because they were archived */
export const readPoints = (
  report: CompiledReport,
  { key, closed }: { key: string; closed: ReadonlySet<number> },
  rows: readonly Row[],
): Point[] => {
  const cell = cellOf(report, key);
  const { column } = cell.one;
  const read = cellReader(cell, report.viewing);
  return rows.map((row) => {
    const keys = recordKeys(report, row);
    const isClosed = keys.client_id != null && closed.has(keys.client_id);
    return {
      location: row.location as Point['location'],
      label: read(row).display,
      link: column && !isClosed ? report.relation.link(column, keys) : null,
    };
  });
};
