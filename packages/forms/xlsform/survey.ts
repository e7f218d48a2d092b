import { translatedCells, translatingColumns } from './languages.ts';
import { type RowType, readType } from './question-types.ts';
import { type Column, columnsOf, type Remark, type Row, read, type Table, unguarded } from './sheets.ts';

/** A row of the survey sheet. */
export type SurveyRow = {
  row: number;
  /** Its type as it is written, and what that means. */
  written: string;
  type: RowType;
  name: string;
  /** What stands for it in expressions: its name, or its path where another row has that name first. */
  key: string;
  label: string;
  hint: string;
  /** The same in other languages, by their codes. */
  labels: ReadonlyMap<string, string>;
  hints: ReadonlyMap<string, string>;
  /** What stands in another column of the row; an expression names questions by their keys alone. */
  get: (column: string) => string;
  /** What people know a column by, and what they wrote in it, where that is not what `get` says. */
  called: (column: string) => string;
  cited: (column: string) => string;
  /** The row that begins the group or the repeat around it. */
  group: SurveyRow | null;
};

/** Columns whose every cell is looked at; what is not taken of them is left row by row. */
const readColumns = new Set([
  'type',
  'name',
  'label',
  'hint',
  'required',
  'relevant',
  'constraint',
  'read_only',
  'calculation',
  'appearance',
  'parameters',
  'disabled',
]);

/** The rows of the survey sheet in their order, without those that end groups, and what is left of them. */
export const readSurvey = (table: Table, language: string) => {
  const remarks: Remark[] = [];
  const rows: SurveyRow[] = [];
  const open: SurveyRow[] = [];
  const remark = (row: number, message: string) => remarks.push({ sheet: 'survey', row, message });
  const columns = new Map(
    [...new Set(table.columns.map(({ name }) => name))].map((name) => [name, columnsOf(table, name, language)]),
  );
  const [inLabels, inHints] = ['label', 'hint'].map((name) => translatingColumns(table, name, language)) as [
    Map<string, Column>,
    Map<string, Column>,
  ];
  const cell = (row: Row, column: string) => read(row, columns.get(column) ?? []);

  for (const row of table.rows) {
    const written = cell(row, 'type');
    const name = cell(row, 'name');
    if (!written) remark(row.row, `${name || 'This row'} is left out: it has no type`);
    if (!written) continue;
    if (/^(yes|true(\(\))?)$/i.test(cell(row, 'disabled'))) {
      remark(row.row, `${name || written} is left out: it is disabled`);
      continue;
    }
    const type = readType(written);
    if (type.kind === 'end') {
      if (!open.pop()) remark(row.row, `${written} has no matching begin`);
      continue;
    }
    const [label, hint] = [cell(row, 'label'), cell(row, 'hint')].map(unguarded) as [string, string];
    const get = (column: string) => cell(row, column);
    const [labels, hints] = [translatedCells(row, inLabels), translatedCells(row, inHints)];
    const texts = { written, name, key: name, label, hint, labels, hints };
    const group = open.at(-1) ?? null;
    const one: SurveyRow = { row: row.row, type, ...texts, get, called: (column) => column, cited: get, group };
    rows.push(one);
    if (type.kind === 'begin') open.push(one);
  }
  for (const { row, written, name } of open) remark(row, `${name || written} has no end`);

  const taken = new Set([...inLabels.values(), ...inHints.values()]);
  return { rows, remarks: [...remarks, ...leftColumns(table, columns, { sheet: 'survey', readColumns, taken })] };
};

/** A remark for each column whose cells are not taken over. @param taken columns that translate others */
export const leftColumns = (
  table: Table,
  columns: ReadonlyMap<string, Column[]>,
  { sheet, readColumns, taken }: { sheet: string; readColumns: ReadonlySet<string>; taken: ReadonlySet<Column> },
): Remark[] => {
  const known = new Map(
    [...readColumns].map((name) => [name, table.rows.map((row) => read(row, columns.get(name) ?? []))]),
  );
  return table.columns.flatMap((column) => {
    if (taken.has(column)) return [];
    const ofName = known.get(column.name);
    const left = table.rows.filter((row, index) => {
      const text = read(row, [column]);
      return text !== '' && ofName?.[index] !== text;
    });
    return left.length > 0 ? [leftColumn(sheet, column.header, left)] : [];
  });
};

const maxRows = 8;

const leftColumn = (sheet: string, header: string, rows: readonly { row: number }[]): Remark => ({
  sheet,
  row: null,
  message: leftRows(header, rows),
});

/** Says that a column is not taken over, naming the first rows in which it says something. */
export const leftRows = (header: string, rows: readonly { row: number }[]): string => {
  const first = rows.slice(0, maxRows).map(({ row }) => row);
  const more = rows.length > maxRows ? ` and ${rows.length - maxRows} more` : '';
  const where = rows.length === 1 ? `row ${first[0]}` : `rows ${first.join(', ')}${more}`;
  return `The column ${header} isn’t imported (${where})`;
};
