import { sql } from 'kysely';
import type { ResultType } from '#reports/columns.ts';
import { crossTable, type PercentOf } from '#reports/views.ts';
import { type Cell, type CompiledReport, cellOf, isGroup, isTimed, named, personOf } from './cells.ts';
import { isUnfolded } from './each-option.ts';
import { keptOutName } from './few-people.ts';
import { isKeptOut, lackingFor, regrouped } from './figures.ts';
import { groupOrder, optionOrder } from './group-order.ts';
import { as, ref, type Sql } from './relation.ts';
import { sortedBy } from './sorted.ts';
import {
  groupsOfLevels,
  leftOutOf,
  levelName,
  resultFrom,
  resultFromGroups,
  resultOfNothing,
  rowsRead,
} from './statements.ts';

/** What a cross table is made of, by the keys of a report's columns: what its rows and columns go by, and its figures. */
export type CrossTableKeys = { rows: string; columns: string; figures: readonly string[]; percentOf: PercentOf | null };

/** A report as a cross table. */
export type CrossedReport = {
  report: CompiledReport;
  row: Cell;
  column: Cell;
  figures: readonly Cell[];
  percentOf: PercentOf | null;
};

export const crossed = (
  report: CompiledReport,
  { rows, columns, figures, percentOf }: CrossTableKeys,
): CrossedReport => ({
  report,
  row: cellOf(report, rows),
  column: cellOf(report, columns),
  figures: figures.map((key) => cellOf(report, key)),
  percentOf,
});

/** Which rows of a cross table's statement are of what; `nothing` is what stands where no rows of the report meet. */
export const levels = { cell: 0, row: 1, column: 2, all: 3, nothing: 4 } as const;
export type Level = keyof typeof levels;

export const keptName = (index: number) => `kept${index}`;

/** The figures that can't be computed for these groups alone, each with the group it needs. */
const lackingBy = ({ report, figures }: CrossedReport, groups: readonly Cell[]): Map<Cell, Cell> => {
  const places = new Set(groups.map(({ at }) => at));
  return new Map(
    figures.flatMap((cell) => {
      const group = lackingFor(report, cell, places);
      return group ? [[cell, group] as const] : [];
    }),
  );
};

/** The figures that a cross table can't show, each with the group that it would need. */
export const lackingIn = (crossed: CrossedReport): ReadonlyMap<Cell, Cell> =>
  lackingBy(crossed, [crossed.row, crossed.column]);

/** The report by some of its groups; in no order, since a cross table has its own. */
const byGroups = ({ report, figures }: CrossedReport, groups: readonly Cell[]): CompiledReport => {
  const some = regrouped(report, { groups: new Set(groups.map(({ at }) => at)), figures });
  return { ...some, plan: { ...some.plan, order: [] } };
};

const hidesFew = ({ report }: CrossedReport): boolean => personOf(report) !== null;

/** Whether each level is computed from rows: counts are hidden, or a row is in several lines and counts once in their total. */
const readsRows = (crossed: CrossedReport): boolean =>
  hidesFew(crossed) || isUnfolded(crossed.row) || isUnfolded(crossed.column);

const keyOf = (groups: readonly Cell[], name: string): Sql =>
  sql`jsonb_build_array(${sql.join(groups.map(({ at }) => ref(`${name}.${named.value(at)}`)))})`;

/** For each figure, whether any of what it was made of is kept back. */
const isKept = (made: (index: number) => Sql, { figures }: CrossedReport): Sql[] =>
  figures.map((_, index) => as(sql`coalesce(${made(index)}, false)`, keptName(index)));

/** Whether any row of a table, or of a group of it, keeps a figure back. */
const anyKept = (index: number): Sql => sql`bool_or(${ref(keptName(index))})`;

const keptIn = (crossed: CrossedReport): Sql[] =>
  isKept((index) => isKeptOut(crossed.report, crossed.figures[index] as Cell), crossed);

/** Whether the report has more groups than the two of the table. */
const isSplitFurther = ({ report, row, column }: CrossedReport): boolean =>
  report.cells.some((cell) => isGroup(cell) && cell.at !== row.at && cell.at !== column.at);

/** The result of a report by these groups, from what the statement has read. */
const resultBy = (crossed: CrossedReport, groups: readonly Cell[]): Sql => {
  const report = byGroups(crossed, groups);
  if (readsRows(crossed)) return resultFrom(report, sql`select * from base`);
  const both = byGroups(crossed, [crossed.row, crossed.column]).cells.filter(isGroup);
  const level = both.reduce((bits, { at }) => 2 * bits + (groups.some((one) => one.at === at) ? 0 : 1), 0);
  return resultFromGroups(report, sql`select * from base where ${ref(levelName)} = ${level}`);
};

/** What all levels are computed from: the rows of the report or, where it can be, the groups of all levels. */
const baseOf = (crossed: CrossedReport, groups: readonly Cell[]): Sql => {
  if (readsRows(crossed)) return rowsRead(byGroups(crossed, groups));
  const { row, column } = crossed;
  return groupsOfLevels(byGroups(crossed, [row, column]), [[row, column], [row], [column], []]);
};

/**
 * What each group of a table comes to, with whether it keeps figures back: those of few people, and those that would
 * reveal a figure which the table `within` keeps back of a part of the group.
 */
const leveled = (crossed: CrossedReport, groups: readonly Cell[], within: Sql | null): Sql => {
  const result = sql`(${resultBy(crossed, groups)}) result`;
  if (!hidesFew(crossed)) return sql`select result.* from ${result}`;
  const own = sql`select result.*, ${sql.join(keptIn(crossed))} from ${result}`;
  if (!within) return own;
  const kept = crossed.figures.map((_, index) => as(anyKept(index), keptName(index)));
  const either = isKept((index) => sql`own.${ref(keptName(index))} or parts.${ref(keptName(index))}`, crossed);
  const by = groups.map(({ at }) => ref(named.value(at)));
  const others = sql`select ${sql.join([...by, ...kept])} from (${within}) within
    ${groups.length > 0 ? sql`group by ${sql.join(by)}` : sql``}`;
  const same = groups.length > 0 ? sql`${keyOf(groups, 'own')} = ${keyOf(groups, 'parts')}` : sql`true`;
  const report = byGroups(crossed, groups);
  const names = [
    ...report.cells.flatMap((cell) => [named.value(cell.at), ...(hasShown(cell) ? [named.shown(cell.at)] : [])]),
    ...leftOutOf(report).map(({ at }) => named.leftOut(at)),
    'row_count',
  ];
  return sql`select ${sql.join([...names.map((name) => ref(`own.${name}`)), ...either])}
    from (${own}) own left join (${others}) parts on ${same}`;
};

/** Whether what is shown of a cell stands beside its value. */
const hasShown = (cell: Cell): boolean => cell.column.shown !== undefined && (isGroup(cell) || isTimed(cell));

/** What a level tells, in the columns that all of them have. */
const told = (crossed: CrossedReport, level: Level, groups: readonly Cell[]): Sql => {
  const { row, column, figures } = crossed;
  const lacking = level === 'nothing' ? lackingIn(crossed) : lackingBy(crossed, groups);
  const isLine = level === 'row' || level === 'column';
  const hasKept = hidesFew(crossed) && level !== 'nothing';
  const ofAll = (name: string) => as(level === 'all' ? ref(name) : sql`null::bigint`, name);
  return sql.join([
    as(sql`${sql.raw(String(levels[level]))}`, 'level'),
    as(isLine ? ref('many') : sql`null::bigint`, 'many'),
    as(level === 'cell' ? ref('row_place') : isLine ? ref('place') : sql`null::bigint`, 'place'),
    as(level === 'cell' ? ref('column_place') : sql`null::bigint`, 'column_place'),
    as(level === 'all' ? ref(hidesFew(crossed) ? 'records' : 'row_count') : sql`null::bigint`, 'records'),
    ...leftOutOf(byGroups(crossed, [])).map(({ at }) => ofAll(named.leftOut(at))),
    ...[row, column].flatMap((cell) => {
      const own = (name: string) => as(groups.includes(cell) ? ref(name) : sql`null`, name);
      return [own(named.value(cell.at)), ...(hasShown(cell) ? [own(named.shown(cell.at))] : [])];
    }),
    ...figures.flatMap((cell, index) => {
      const isThere = !lacking.has(cell);
      return [
        as(isThere ? ref(named.value(cell.at)) : sql`null`, named.value(cell.at)),
        ...(hasShown(cell)
          ? [as(isThere && level !== 'nothing' ? ref(named.shown(cell.at)) : sql`null`, named.shown(cell.at))]
          : []),
        as(hasKept ? ref(keptName(index)) : sql`false`, keptName(index)),
      ];
    }),
  ]);
};

/**
 * By what rows and columns are ordered: a top in its turn, options as on their form, yes before no, words by small
 * letters, others by value.
 */
const lineOrder = (cell: Cell): Sql[] => {
  const { one, column, at } = cell;
  const value = ref(`level.${named.value(at)}`);
  const [options, order] = [optionOrder(cell, 'level'), groupOrder(cell, 'level')];
  if (one.column?.restricted || cell.apart || options.length > 0) return [...options, ...order];
  if (one.result === 'boolean') return [sql`${value} desc nulls last`];
  if (!worded.includes(one.result)) return order;
  const { sorted: _, ...ofGroup } = column;
  return [sortedBy({ ...ofGroup, plain: value }, one.result), ...order];
};
const worded: readonly ResultType[] = ['text', 'address', 'file', 'choice'];

/**
 * One statement with everything that a cross table shows, at most `limit` of its rows, and one column more than it may
 * have. The rows of the report are read once. Each total is computed from them, never from the figures of cells.
 */
export const crossTableOf = (crossed: CrossedReport, limit: number): Sql => {
  const { report, row, column, figures } = crossed;
  const isSplit = isSplitFurther(crossed) && hidesFew(crossed);
  const groups = isSplit ? report.cells.filter(isGroup) : [row, column];
  // Where a row meets no column, no group has to be shown that has no rows.
  const both = { ...crossed, report: { ...report, fills: [] } };
  const whole = isSplit ? leveled(both, groups, null) : null;
  const finest = ref(isSplit ? 'parts' : 'cells');
  const place = (cell: Cell) => sql`(order by ${sql.join(lineOrder(cell))})`;
  const cells = sql`select level.*, dense_rank() over ${place(row)} as row_place,
    dense_rank() over ${place(column)} as column_place from (${leveled(both, [row, column], whole && sql`select * from parts`)}) level`;
  const lines = (cell: Cell) => sql`select level.*, row_number() over ${place(cell)} as place, count(*) over () as many
    from (${leveled(crossed, [cell], sql`select * from cells`)}) level`;
  const marks = [row, column].map(
    (cell) =>
      sql`select ${sql.join(figures.map((_, index) => ref(keptName(index))))} from ${ref(lineName(crossed, cell))}`,
  );
  // Where all groups are hidden, the number of records would tell how many people they are of.
  const withoutRowsOfFew = sql`select of_all.*, case when (select bool_and(${ref(keptOutName)}) from ${finest}) then 0 else row_count end as records from of_all`;
  const nothing = resultOfNothing(regrouped(report, { groups: new Set(), figures }));
  const most = crossTable.maxColumns + 1;
  return sql`with base as materialized (${baseOf(crossed, groups)}),
    ${whole ? sql`parts as materialized (${whole}),` : sql``}
    cells as materialized (${cells}),
    of_rows as materialized (${lines(row)}),
    of_columns as materialized (${lines(column)}),
    of_all as (${leveled(crossed, [], sql.join(marks, sql` union all `))})
    select ${told(crossed, 'cell', [row, column])} from cells where row_place <= ${limit} and column_place <= ${most}
    union all select ${told(crossed, 'row', [row])} from of_rows where place <= ${limit}
    union all select ${told(crossed, 'column', [column])} from of_columns where place <= ${most}
    union all select ${told(crossed, 'all', [])} from (${hidesFew(crossed) ? withoutRowsOfFew : sql`select * from of_all`}) of_all
    union all select ${told(crossed, 'nothing', [])} from (${nothing}) nothing`;
};

const lineName = ({ row }: CrossedReport, cell: Cell) => (cell === row ? 'of_rows' : 'of_columns');
