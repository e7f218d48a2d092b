import { sql } from 'kysely';
import { joined } from '#forms/transfer/cell.ts';
import type { ResultType } from '#reports/columns.ts';
import { numberFormatOf, spreadsheetCode } from '#reports/number-formats.ts';
import type { PlanColumn } from '#reports/plan/plan.ts';
import type { ColumnDescription } from '#server/kit/sheets/described.ts';
import type { CellKind, NumberStyle, Cell as SheetCell, SheetRow } from '#server/kit/sheets/sheet.ts';
import { type Cell, type CompiledReport, isGroup, named } from './cells.ts';
import { describeColumn, describeIdColumn } from './describe-column.ts';
import { cellReader, showOf, unknownOf, valueReader } from './read.ts';
import type { Sql } from './relation.ts';
import { orderedRows } from './statements.ts';

type Row = Record<string, unknown>;

const kinds: Partial<Record<ResultType, CellKind>> = {
  number: 'number',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
};

/** Whether a column is written as the value that it is. A period is written as people read it: a month is no day. */
export const isWrittenPlain = ({ result, period, column, agg }: PlanColumn): boolean =>
  result in kinds &&
  (period === null || period === 'day' || period === 'minute') &&
  !(column?.worded && (agg === null || ['first', 'last', 'min', 'max'].includes(agg)));

/** How workbooks show a number; percentages are fractions there. */
export const styleOf = (one: PlanColumn): NumberStyle | undefined => {
  const format = one.result === 'number' ? numberFormatOf(one.formatter, one.isPercent) : null;
  return format ? { code: spreadsheetCode(format), times: one.isPercent ? 0.01 : 1 } : undefined;
};

/** What the ids before the columns are called: `response_12` is that of a response, of several forms with its name. */
const idsOf = ({ plan, relation }: CompiledReport) => {
  const keys = plan.mode === 'agg' ? [] : Object.keys(relation.keys);
  const responses = keys.filter((key) => /^response_\d+$/.test(key));
  const nameOf = (key: string) => {
    if (!responses.includes(key)) return key;
    const form = plan.forms.find(({ id }) => key === `response_${id}`);
    return responses.length > 1 && form ? `response_id ${form.name}` : 'response_id';
  };
  const order = (key: string) => (key === 'client_id' ? 0 : key === 'household_id' ? 2 : 1);
  return keys.toSorted((one, other) => order(one) - order(other)).map((key) => ({ key, label: nameOf(key) }));
};

/** How a column is written: numbers, dates and times as they are, choices with bars between them, else as people read it. */
const writerOf = (cell: Cell, viewing: CompiledReport['viewing']): ((row: Row) => SheetCell) => {
  const { one, column } = cell;
  if (one.column?.restricted) return () => column.show(null);
  if (cell.apart || unknownOf(cell) !== null) {
    const read = cellReader(cell, viewing);
    return (row) => read(row).display || null;
  }
  const read = valueReader(cell);
  const show = showOf(cell, viewing);
  if (isWrittenPlain(one)) return (row) => read(row) as SheetCell;
  const isChoices = one.result === 'choices';
  return (row) => {
    const value = read(row);
    if (value === null) return null;
    return isChoices && Array.isArray(value) ? joined(value.map((choice) => show([choice]))) : show(value);
  };
};

/** The rows in order, without what they are ordered by: what is read for nothing is half of what an export costs. */
const neededOf = (report: CompiledReport): Sql => {
  const rows = orderedRows(report, null);
  if (report.plan.mode === 'agg') return rows;
  const names = [
    ...Object.keys(report.relation.keys),
    ...report.cells.flatMap(({ one, column, at }) => {
      if (one.hidden) return [];
      return column.shown && one.formula === null ? [named.value(at), named.shown(at)] : [named.value(at)];
    }),
  ];
  return sql`select ${sql.join(names.map((name) => sql.ref(name)))} from (${rows}) result`;
};

/** Names of columns, those of one name told apart by their forms, and what is still alike by numbers. */
export const distinctNames = (columns: readonly { label: string; form: string | null }[]): string[] => {
  const isAlone = (label: string) => columns.filter((one) => one.label === label).length === 1;
  const withForms = columns.map(({ label, form }) => (isAlone(label) || !form ? label : `${label} (${form})`));
  const taken = new Set<string>();
  return withForms.map((label) => {
    let name = label;
    for (let count = 2; taken.has(name); count += 1) name = `${label} (${count})`;
    taken.add(name);
    return name;
  });
};

/** What an export of a report reads, its columns, and how its rows are written. */
export const exportOf = (
  report: CompiledReport,
): {
  columns: ColumnDescription[];
  statement: Sql;
  write: (row: Row) => SheetRow;
  /** The line of all rows, called so in its first group; null where no group is shown, as nothing would tell it apart. */
  writeTotal: ((line: Row) => SheetRow) | null;
} => {
  const ids = idsOf(report);
  const shown = report.cells.filter(({ one }) => !one.hidden);
  const writers = [
    ...ids.map(
      ({ key }) =>
        (row: Row) =>
          row[key] as SheetCell,
    ),
    ...shown.map((cell) => writerOf(cell, report.viewing)),
  ];
  const first = ids.length + shown.findIndex(isGroup);
  const formOf = (form: number | null | undefined) => report.plan.forms.find(({ id }) => id === form)?.name ?? null;
  const names = distinctNames([
    ...ids.map(({ label }) => ({ label, form: null })),
    ...shown.map(({ one }) => ({ label: one.label, form: formOf(one.column?.form) })),
  ]);
  return {
    statement: neededOf(report),
    columns: [
      ...ids.map(({ key }, at) => ({
        label: names[at] as string,
        kind: 'number' as const,
        meaning: describeIdColumn(key),
      })),
      ...shown.map(({ one }, at) => ({
        label: names[ids.length + at] as string,
        kind: (isWrittenPlain(one) && kinds[one.result]) || ('text' as const),
        style: isWrittenPlain(one) ? styleOf(one) : undefined,
        meaning: describeColumn(one, report.plan),
      })),
    ],
    write: (row) => writers.map((writer) => writer(row)),
    writeTotal: shown.some(isGroup)
      ? (line) => writers.map((writer, at) => (at === first ? 'Total' : writer(line)))
      : null,
  };
};
