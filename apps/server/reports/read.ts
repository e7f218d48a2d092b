import type { z } from 'zod';
import type { resultRecord } from '#contract/resources/report-results.ts';
import { unknownBand } from '#reports/bands.ts';
import { numberFormatOf, showNumber } from '#reports/number-formats.ts';
import { leavesOut } from '#reports/plan/plan-function.ts';
import { type Cell, type CompiledReport, emittedType, named, resultBefore } from './cells.ts';
import { between, isOther, otherWords } from './others.ts';
import type { Keys } from './relation.ts';
import { formattedBy, shownAs, shownPeriod, tenDecimals } from './show.ts';

export type ReportRecord = z.output<typeof resultRecord>;
type Row = Record<string, unknown>;

/** Functions that give values of their column, shown as it shows them. */
const ofColumn: readonly (string | null)[] = [null, 'first', 'last', 'min', 'max'];
const showsAmounts: readonly (string | null)[] = [...ofColumn, 'sum', 'avg', 'median'];
const counted: readonly (string | null)[] = ['row_number'];

const rounded = (value: unknown) => (typeof value === 'number' ? tenDecimals(value) : value);

/** Whether a cell holds a value of its column, and not what was worked out of several. */
export const holdsOwn = ({ one: { column, agg, component, period, bands, target, result } }: Cell): boolean =>
  column !== null &&
  !period &&
  !bands &&
  !target?.isPercent &&
  ofColumn.includes(agg) &&
  result === (component ? 'text' : column.result);

/** How people read the values of a cell. */
export const showOf = ({ one, column }: Cell, { zone }: { zone: string }): ((value: unknown) => string) => {
  if (one.bands) return column.show;
  const format = one.result === 'number' && !one.period ? numberFormatOf(one.formatter, one.isPercent) : null;
  if (format) return (value) => showNumber(value as number, format);
  if (one.period) return shownPeriod(one.period, one.formatter?.output ?? one.column?.format ?? null, zone);
  // A sum or an average of choices is a plain number, not a choice.
  const showing = one.column?.worded || one.column?.result === 'scale' ? ofColumn : showsAmounts;
  const asColumn = one.column !== null && showing.includes(one.agg) && !counted.includes(one.over);
  return formattedBy(one.formatter, one.result, zone) ?? (asColumn ? column.show : shownAs(one.result, zone));
};

/** What a cell holds in a row, null where that is nothing or is not for the caller. */
export const valueReader = (cell: Cell): ((row: Row) => unknown) => {
  const { one, column, at } = cell;
  if (one.column?.restricted) return () => null;
  const isOwn = holdsOwn(cell);
  const isChoices = isOwn && one.result === 'choices';
  const read = isOwn && column.read ? column.read : rounded;
  const [shown, plain] = [isOwn ? named.shown(at) : null, named.value(at)];
  return (row) => {
    const raw = (shown === null ? undefined : row[shown]) ?? row[plain] ?? null;
    return raw === null ? null : (read(isChoices ? (raw as string).split(between) : raw) ?? null);
  };
};

/** What stands in place of a value that isn't known; null where nothing does. */
export const unknownOf = (cell: Cell): string | null => {
  if (cell.one.bands) return unknownBand;
  const isKnown = holdsOwn(cell) && !leavesOut(cell.one.agg, resultBefore(cell));
  return isKnown ? (cell.one.column?.unknown ?? null) : null;
};

/** How the value of a cell is read from a row: what it is, and what people see. Of all others together there is no value. */
export const cellReader = (cell: Cell, viewing: { zone: string }) => {
  const show = showOf(cell, viewing);
  const read = valueReader(cell);
  if (cell.one.column?.restricted) return () => ({ value: null, display: cell.column.show(null) });
  const unknown = unknownOf(cell);
  const type = emittedType(cell);
  return (row: Row): { value: unknown; display: string } => {
    if (cell.apart && isOther(row[named.value(cell.at)], type))
      return { value: null, display: otherWords(cell.apart.others) };
    const value = read(row);
    // Of a line that stands for all groups, nothing is read.
    const isRead = row[named.value(cell.at)] !== undefined;
    return { value, display: value !== null ? show(value) : isRead ? (unknown ?? '') : '' };
  };
};

/** The ids of what a row is of; none of one that stands for several. */
export const recordKeys = ({ plan, relation }: CompiledReport, row: Row): Keys =>
  plan.mode === 'agg'
    ? {}
    : Object.fromEntries(Object.keys(relation.keys).map((name) => [name, row[name] as number | null]));

/** How rows are read as records. @param closed the people whose pages can't be opened, because they were archived */
export const recordReader = (report: CompiledReport, closed: ReadonlySet<number>) => {
  const { plan, relation, cells, viewing } = report;
  const readers = cells
    .filter(({ one }) => !one.hidden)
    .map((cell) => ({
      column: plan.mode === 'agg' ? null : cell.one.column,
      read: cellReader(cell, viewing),
    }));
  return (row: Row): ReportRecord => {
    const keys = recordKeys(report, row);
    const isClosed = keys.client_id != null && closed.has(keys.client_id);
    const read = readers.map((one) => one.read(row));
    return {
      values: read.map(({ value }) => value),
      display_values: read.map(({ display }) => display),
      links: readers.map(({ column }) =>
        column && !column.restricted && !isClosed ? relation.link(column, keys) : null,
      ),
    };
  };
};
