import type { z } from 'zod';
import type { crossTableData } from '#contract/resources/report-results.ts';
import { sharable } from '#reports/shares.ts';
import { crossTable, type PercentOf } from '#reports/views.ts';
import type { Row } from './ask.ts';
import { type Cell, type CompiledReport, named } from './cells.ts';
import { type CrossedReport, keptName, type Level, lackingIn, levels } from './cross-tables.ts';
import { cellReader } from './read.ts';
import { tenDecimals } from './show.ts';
import { leftOutOf } from './statements.ts';
import { lackingWarning, type Warning } from './warnings.ts';

export type CrossTable = z.output<typeof crossTableData>;
type CrossCell = CrossTable['total'];

/** Whether a figure adds up parts, so that one is a percentage of another. */
export const hasParts = ({ one }: Pick<Cell, 'one'>): boolean =>
  one.agg !== null && sharable.includes(one.agg) && one.share === null;

/** Reads the figures of a level's row; one that is kept back is blank. */
const figuresReader = ({ report, figures }: CrossedReport) => {
  const readers = figures.map((cell) => cellReader(cell, report.viewing));
  return (row: Row): Omit<CrossCell, 'percents'> => {
    const read = readers.map((each, index) =>
      row[keptName(index)] === true ? { value: null, display: '' } : each(row),
    );
    return {
      values: read.map(({ value }) => value as number | null),
      display_values: read.map(({ display }) => display),
    };
  };
};

/** How many columns or rows there are, among them those that weren't asked for. */
const manyOf = (rows: readonly Row[]): number => Number(rows[0]?.many ?? 0);

/** Rows or columns with their words, as the statement orders them. */
const headsOf = (cell: Cell, rows: readonly Row[], { viewing }: CompiledReport) => {
  const read = cellReader(cell, viewing);
  return rows
    .toSorted((one, other) => Number(one.place) - Number(other.place))
    .map((row) => {
      const { value, display } = read(row);
      return { row, value, label: display };
    });
};

const keyOf = ({ at }: Cell, row: Row): string => JSON.stringify(row[named.value(at)] ?? null);

/** Finds the cell where a row meets a column. Cells go by places among those rows and columns that have any. */
const cellsBetween = ({ row, column }: CrossedReport, found: readonly Row[]) => {
  const placesOf = (cell: Cell, name: 'place' | 'column_place') => {
    const byPlace = new Map(found.map((one) => [Number(one[name]), one]));
    return new Map([...byPlace].map(([place, one]) => [keyOf(cell, one), place]));
  };
  const [rows, columns] = [placesOf(row, 'place'), placesOf(column, 'column_place')];
  const id = (place: number, across: number) => place * (crossTable.maxColumns + 2) + across;
  const cells = new Map(found.map((one) => [id(Number(one.place), Number(one.column_place)), one]));
  return (line: Row, over: Row): Row | undefined => {
    const [place, across] = [rows.get(keyOf(row, line)), columns.get(keyOf(column, over))];
    return place === undefined || across === undefined ? undefined : cells.get(id(place, across));
  };
};

/** What to say in place of a cross table with too many columns. */
const tooManyColumns = ({ column }: CrossedReport, count: number) => ({
  key: column.one.key,
  count,
  message: `A cross table has at most ${crossTable.maxColumns} columns, and ${column.one.label} has ${count.toLocaleString('en-US')} values. Swap rows and columns, choose another column, or add a condition.`,
});

/** What the rows of crossTableOf() say. `totals` tells of all rows of the report, as those of a page do. */
export const readCrossTable = (
  crossed: CrossedReport,
  rows: readonly Row[],
): { keptBack: number; table: CrossTable | null; warnings: Warning[]; totals: Row } => {
  const { report, row, column, percentOf } = crossed;
  const of = Object.groupBy(rows, (one) => Number(one.level));
  const at = (level: Level): Row[] => of[levels[level]] ?? [];
  const columnCount = manyOf(at('column'));
  const whole = at('all')[0] ?? {};
  const leftOut = leftOutOf(report).map(({ at }) => [`${named.leftOut(at)}_total`, whole[named.leftOut(at)]] as const);
  const totals = { rows: whole.records, ...Object.fromEntries(leftOut) };
  if (columnCount > crossTable.maxColumns)
    return { keptBack: 0, table: null, warnings: [tooManyColumns(crossed, columnCount)], totals };
  const figures = figuresReader(crossed);
  const [all, nothing] = [figures(whole), figures(at('nothing')[0] ?? {})];
  const cellAt = cellsBetween(crossed, at('cell'));
  const across = headsOf(column, at('column'), report);
  const below = across.map((head) => figures(head.row));
  const parts = crossed.figures.map(hasParts);
  const withPercents = (own: Omit<CrossCell, 'percents'>, wholes: Record<PercentOf, Omit<CrossCell, 'percents'>>) => ({
    ...own,
    percents: own.values.map((value, index) => {
      const whole = percentOf && parts[index] ? wholes[percentOf].values[index] : null;
      return value === null || !whole ? null : tenDecimals((100 * value) / whole);
    }),
  });
  const lines = headsOf(row, at('row'), report).map(({ row: line, ...head }) => {
    const total = figures(line);
    return {
      ...head,
      cells: across.map((over, index) => {
        const cell = cellAt(line, over.row);
        return withPercents(cell ? figures(cell) : nothing, {
          row: total,
          column: below[index] ?? nothing,
          total: all,
        });
      }),
      total: withPercents(total, { row: total, column: all, total: all }),
    };
  });
  const table = {
    columns: across.map(({ value, label }) => ({ value, label })),
    rows: lines,
    totals: below.map((total) => withPercents(total, { row: all, column: total, total: all })),
    total: withPercents(all, { row: all, column: all, total: all }),
    row_count: manyOf(at('row')),
  };
  const isKeptBack = (one: Row) => crossed.figures.some((_, index) => one[keptName(index)] === true);
  const lacking = [...lackingIn(crossed)].map(([cell, group]) => lackingWarning(cell.one, group.one, 'cross table'));
  return { keptBack: rows.filter(isKeptBack).length, table, warnings: lacking, totals };
};
