import { errorIn } from '#forms/error-cell.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { Keyring } from '#server/kit/keyring.ts';
import type { Counts, TableRow } from '#server/schema/json-columns.ts';

export type Effect = Exclude<keyof Counts, 'failed'>;

/** What is wrong with a row: in which column, by its name, or in none of them. */
export type RowError = { column: string; message: string };

/** A row that was checked: what is wrong with it, or what becomes of it and what is to be written. */
export type CheckedRow<W> = { row: TableRow; errors: RowError[] } | { row: TableRow; effect: Effect; write?: W };

/** A record that a row changes, and what of it: as it is, and as it would be. */
export type Difference = { item_id: number; values: { field: string; now: string | null; planned: string | null }[] };

/** Who imports, in which transaction. */
export type ImportContext = { tx: Tx; caller: Member; keys: Keyring };

/**
 * What an import does with the rows of its file, some hundred at a time and in their order; made anew for each reading of
 * the file. What is to be written was checked in the same transaction.
 */
export type Importer<W = unknown> = {
  /** @param locks whether what is to be changed is held, because it is about to be written */
  check(context: ImportContext, rows: TableRow[], locks: boolean): Promise<CheckedRow<W>[]>;
  write(context: ImportContext, writes: W[]): Promise<void>;
  /** What a write changes of a record that is there; null where it makes or deletes one. */
  difference?(write: W): Difference | null;
  /** What follows once all is written. */
  finish?(context: ImportContext): Promise<void>;
};

/** The column of a place, as errors name it. */
export const columnAt = (header: readonly string[], place: number | null): string =>
  place === null ? '' : (header[place] ?? '');

/** What is wrong with a cell: the error of a formula that it shows, else what is said of it. */
export const cellError = (
  { header, cells }: { header: readonly string[]; cells: readonly string[] },
  place: number | null,
  message: string,
): RowError => ({
  column: columnAt(header, place),
  message: (place === null ? null : errorIn(cells[place] ?? '')) ?? message,
});

/** Finds a row with more or fewer cells than there are columns. Blank cells behind the last column don't count. */
export const raggedness = ({ cells }: TableRow, header: readonly string[]): RowError[] => {
  const isWhole = cells.length >= header.length && cells.slice(header.length).every((cell) => cell.trim() === '');
  return isWhole
    ? []
    : [{ column: '', message: `This row has ${cells.length} cells, but the first row has ${header.length}` }];
};

/** The id that a cell holds, also where a spreadsheet shows it with decimals; null where it is blank, NaN where it is none. */
export const idIn = (cell: string | undefined): number | null => {
  const text = (cell ?? '').trim();
  if (text === '') return null;
  return /^[1-9]\d{0,14}(\.0+)?$/.test(text) ? Number(text) : Number.NaN;
};

/** Says of an id that stood in an earlier row already. */
export const twice = (seen: Map<number, number>, id: number, { row }: TableRow): string | null => {
  const before = seen.get(id);
  if (before !== undefined) return `This ID is already in row ${before}`;
  seen.set(id, row);
  return null;
};
