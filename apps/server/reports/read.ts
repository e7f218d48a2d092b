import type { z } from 'zod';
import type { resultRecord } from '#contract/resources/report-results.ts';
import type { Keys } from './relation.ts';
import { formattedBy, shownAs, tenDecimals } from './show.ts';
import { between, type Cell, type Compiled, named } from './statements.ts';

export type ReportRecord = z.output<typeof resultRecord>;
type Row = Record<string, unknown>;

/** Functions that give values of their column, shown as it shows them. */
const ofColumn: readonly (string | null)[] = [null, 'first', 'last', 'min', 'max'];
const showsAmounts: readonly (string | null)[] = [...ofColumn, 'sum', 'avg', 'median'];
const counted: readonly (string | null)[] = ['row_number'];

const rounded = (value: unknown) => (typeof value === 'number' ? tenDecimals(value) : value);

/** Whether a cell holds a value of its column, and not what was worked out of several. */
export const holdsOwn = ({ one: { column, agg, component, result } }: Cell): boolean =>
  column !== null && ofColumn.includes(agg) && result === (component ? 'text' : column.result);

/** How people read the values of a cell. */
export const showOf = ({ one, column }: Cell, { zone }: { zone: string }): ((value: unknown) => string) => {
  const asColumn = one.column !== null && showsAmounts.includes(one.agg) && !counted.includes(one.over);
  return formattedBy(one.formatter, one.result) ?? (asColumn ? column.show : shownAs(one.result, zone));
};

/** How the value of a cell is read from a row: what it is, and what people see. */
export const cellReader = (cell: Cell, viewing: { zone: string }) => {
  const { one, column, at } = cell;
  const isChoices = one.column?.result === 'choices' && ofColumn.includes(one.agg);
  const isOwn = holdsOwn(cell);
  const show = showOf(cell, viewing);
  const read = isOwn && column.read ? column.read : rounded;
  if (one.column?.restricted) return () => ({ value: null, display: column.show(null) });
  return (row: Row): { value: unknown; display: string } => {
    const raw = (isOwn ? row[named.shown(at)] : undefined) ?? row[named.value(at)] ?? null;
    if (raw === null) return { value: null, display: '' };
    const value = read(isChoices ? (raw as string).split(between) : raw);
    return { value, display: value === null ? '' : show(value) };
  };
};

/** The ids of what a row is of; none of one that stands for several. */
export const recordKeys = ({ plan, relation }: Compiled, row: Row): Keys =>
  plan.mode === 'agg'
    ? {}
    : Object.fromEntries(Object.keys(relation.keys).map((name) => [name, row[name] as number | null]));

/** Of a cell with several choices each by itself, as people read it. */
export type Parts = (readonly string[] | null)[];

/** How rows are read as records, with the ids of what they are of. */
export const recordReader = (report: Compiled) => {
  const { plan, relation, cells, viewing } = report;
  const readers = cells
    .filter(({ one }) => !one.hidden)
    .map((cell) => ({
      column: plan.mode === 'agg' ? null : cell.one.column,
      read: cellReader(cell, viewing),
      show: cell.one.result === 'choices' ? showOf(cell, viewing) : null,
    }));
  return (row: Row): { record: ReportRecord; keys: Keys; parts: Parts } => {
    const keys = recordKeys(report, row);
    const read = readers.map((one) => one.read(row));
    return {
      keys,
      parts: readers.map(({ show }, index) => {
        const value = read[index]?.value;
        return show && Array.isArray(value) ? value.map((one) => show([one])) : null;
      }),
      record: {
        values: read.map(({ value }) => value),
        display_values: read.map(({ display }) => display),
        links: readers.map(({ column }) => (column && !column.restricted ? relation.link(column, keys) : null)),
      },
    };
  };
};
