import { stringify } from 'csv-stringify/sync';
import { type Cell, type CellKind, inPieces, type Sheet } from './sheet.ts';

/** What a spreadsheet would take for a formula is text. */
const harmless = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);

const written = (cell: Cell | undefined, kind: CellKind | undefined): string => {
  if (cell === null || cell === undefined) return '';
  return kind === 'text' ? harmless(String(cell)) : String(cell);
};

const lines = (rows: string[][]) => Buffer.from(stringify(rows, { record_delimiter: 'windows' }));

/** A sheet as CSV by RFC 4180, with a byte order mark by which spreadsheets know that it is UTF-8. */
export async function* csv({ columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\ufeff');
  yield lines([columns.map(({ label }) => harmless(label))]);
  for await (const some of inPieces(rows))
    if (some.length) yield lines(some.map((row) => columns.map(({ kind }, place) => written(row[place], kind))));
}
