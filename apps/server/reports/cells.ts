import { sql } from 'kysely';
import type { ResultType } from '#reports/columns.ts';
import type { EarlierPeriod } from '#reports/comparisons.ts';
import type { Plan, PlanColumn } from '#reports/plan/plan.ts';
import type { ViewerCalendar } from './context.ts';
import { type Apart, between, orOther } from './others.ts';
import { inPeriod, periodSource } from './period-sql.ts';
import type { Relation, Sql, SqlColumn } from './relation.ts';

/** A column of a result: what is planned, and how it is read. */
export type Cell = {
  one: PlanColumn;
  column: SqlColumn;
  at: number;
  /** Of a group of which not all values are shown by themselves: which are. */
  apart?: Apart;
};

/** The groups of the column at a place that are shown without rows, too: a statement that gives each as `value`. */
export type Fill = { at: number; each: Sql };

/**
 * A report as statements are made of it. `isTimed`: whether every row tells when each of its values was recorded; `below`:
 * of how many people counts are kept out.
 */
export type CompiledReport = {
  plan: Plan;
  relation: Relation;
  cells: Cell[];
  viewing: ViewerCalendar;
  below: number | null;
  isTimed?: boolean;
  fills?: readonly Fill[];
  /** What the report computes of each row, as its conditions compare it, by the keys of the columns. */
  computed: ReadonlyMap<string, ComputedColumn>;
};

/** A computed column, and what is joined to read it. */
export type ComputedColumn = SqlColumn & { joins: readonly string[] };

/** What a cell is called in statements: its value, what is shown, what is ordered by, what a function left out. */
export const named = {
  value: (at: number) => `c${at}`,
  shown: (at: number) => `c${at}_shown`,
  sorted: (at: number) => `c${at}_sorted`,
  leftOut: (at: number) => `c${at}_left_out`,
  counts: (at: number) => `c${at}_counts`,
  people: (at: number) => `c${at}_people`,
  given: (at: number) => `c${at}_given`,
  keptOut: (at: number) => `c${at}_kept_out`,
  options: (at: number) => `c${at}_options`,
  turn: (at: number) => `c${at}_turn`,
  isFirst: (at: number) => `c${at}_is_first`,
  recorded: (at: number, index: number) => `c${at}_at${index}`,
  tie: (index: number) => `t${index}`,
  isIn: (period: ReadPeriod) => `in_${period ?? 'own'}`,
  peopleIn: (period: ReadPeriod) => `people_${period ?? 'own'}`,
};

export const isOperation = ({ one }: Cell): boolean => one.formula !== null;
export const isGroup = ({ one }: Pick<Cell, 'one'>): boolean => one.formula === null && one.agg === null;
export const isRestricted = ({ one }: Cell) => one.column?.restricted === true;

/** What a cell holds before a function of groups. */
export const resultBefore = ({ one }: Cell): ResultType =>
  one.component ? 'text' : one.agg ? (one.column?.result ?? one.result) : one.result;

const isJoined = (cell: Cell) => resultBefore(cell) === 'choices' && !isRestricted(cell);

const ungrouped = (cell: Cell, { zone }: ViewerCalendar): Sql => {
  const { one, column } = cell;
  if (one.period && !isRestricted(cell)) return inPeriod(one.period, periodSource(one, column.plain, zone), zone);
  return isJoined(cell) ? sql`array_to_string(${column.plain}, ${between})` : column.plain;
};

/** What rows give of a cell before a function of groups: choices are one text. */
export const emittedType = (cell: Cell): ResultType =>
  isJoined(cell) || isRestricted(cell) ? 'text' : resultBefore(cell);

/** The value of a cell as rows give it before a function of groups; one that isn't shown by itself is that of all others. */
export const emitted = (cell: Cell, viewing: ViewerCalendar): Sql =>
  orOther(ungrouped(cell, viewing), emittedType(cell), cell.apart);

/** A period whose rows a report reads: its own, which is null, and those that its figures are compared with. */
export type ReadPeriod = EarlierPeriod | null;

/** Whether a function gives the value of one row by when it was recorded, and what is shown of it. */
export const isTimed = ({ one }: Cell): boolean => one.agg === 'first' || one.agg === 'last';

/** The person behind a row of a report that hides counts of few people; null where it hides none, or rows are of nobody. */
export const personOf = ({ below, relation }: CompiledReport): Sql | null =>
  below === null ? null : (relation.person ?? relation.keys.client_id ?? relation.keys.household_id ?? null);

/** The cell of a column by its key. Throws when there is none. */
export const cellOf = ({ cells }: CompiledReport, key: string): Cell => {
  const found = cells.find(({ one }) => one.key === key);
  if (!found) throw new Error(`The report has no column ${key}`);
  return found;
};
