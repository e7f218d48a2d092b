import { errorIn } from '../error-cell.ts';
import { languageKey } from './language-key.ts';

/** A cell as it is written to a workbook; what is read are the texts that cells show. */
export type Cell = string | number | boolean | null;

/** The rows of each sheet of a workbook, by the sheet's name. */
export type Sheets = Record<string, Cell[][]>;

/** Something in an XLSForm that has no counterpart here; `row` is as the spreadsheet numbers it, null for the sheet. */
export type Remark = { sheet: string; row: number | null; message: string };

/** A column: what its header means, the language it is written in ('' for none), and the header itself. */
export type Column = { name: string; language: string; header: string; index: number };

export type Row = { row: number; cells: readonly Cell[] };

/** A sheet whose first row names its columns. Blank rows are left out. */
export type Table = { columns: Column[]; rows: Row[] };

/** Other names that the standard has had for its columns. */
const aliases: Record<string, string> = {
  command: 'type',
  tag: 'name',
  value: 'name',
  caption: 'label',
  relevance: 'relevant',
  readonly: 'read_only',
  calculate: 'calculation',
};

/** What stands in a cell, as text. */
export const textOf = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '';
  return String(cell).replaceAll('\u00a0', ' ').trim();
};

/** The sheets that make up a form. */
const formSheets = ['survey', 'choices', 'settings'];
const isNamed = (sheet: string, name: string) => sheet.trim().toLowerCase() === name;

/** Whether a sheet of this name belongs to a form; others are notes of whoever wrote it. */
export const isFormSheet = (sheet: string): boolean => formSheets.some((name) => isNamed(sheet, name));

/** The sheet of that name, whichever case it is written in; null when there is none. */
export const readTable = (sheets: Sheets, name: string): Table | null => {
  const found = Object.keys(sheets).find((one) => isNamed(one, name));
  const [header, ...rest] = (found && sheets[found]) || [];
  if (!header) return found === undefined ? null : { columns: [], rows: [] };
  return {
    columns: header.flatMap((cell, index) => (textOf(cell) ? [columnOf(textOf(cell), index)] : [])),
    rows: rest
      .map((cells, index) => ({ row: index + 2, cells }))
      .filter(({ cells }) => cells.some((cell) => textOf(cell) !== '')),
  };
};

/** The cells that show an error of a formula instead of what was meant. */
export const errorCells = (sheet: string, { columns, rows }: Table): Remark[] =>
  rows.flatMap(({ row, cells }) =>
    columns.flatMap(({ header, index }) => {
      const error = errorIn(textOf(cells[index]));
      return error === null ? [] : [{ sheet, row, message: `${header}: ${error}` }];
    }),
  );

const columnOf = (header: string, index: number): Column => {
  const [first = '', ...others] = header.split(/::?/).map((part) => part.trim());
  const isBind = first.toLowerCase() === 'bind' && others.length === 1;
  const [base = '', language = ''] = isBind ? others : [first, others.join('::')];
  const name = base.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return { name: aliases[name] ?? name, language, header, index };
};

/**
 * The columns of that name, the preferred one first: that of the language, the one of none, the others.
 * @param language as languageKey has it
 */
export const columnsOf = (table: Table, name: string, language: string): Column[] => {
  const rank = (column: Column) => (languageKey(column.language) === language ? 0 : column.language === '' ? 1 : 2);
  return table.columns.filter((column) => column.name === name).toSorted((a, b) => rank(a) - rank(b));
};

/** The first of the columns that says something in a row. */
export const read = ({ cells }: Row, columns: readonly Column[]): string => {
  const column = columns.find(({ index }) => textOf(cells[index]) !== '');
  return column ? textOf(cells[column.index]) : '';
};

/** An apostrophe keeps a spreadsheet from taking these texts for formulas; it is no part of the text. */
const formulaStart = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** Text that people typed, as a cell that no spreadsheet takes for a formula. */
export const guarded = (text: string): string =>
  formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;

/** The text that was guarded. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
