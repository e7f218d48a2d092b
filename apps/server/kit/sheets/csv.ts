import { harmless } from '#forms/transfer/cell.ts';
import type { Cell, CellKind, Sheet, SheetRow } from './sheet.ts';

/** What cannot stand between commas as it is. */
const special = /[",\r\n]/;

const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell as it stands in a line. */
const written = (cell: Cell, kind: CellKind | undefined): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return plainNumber(cell);
  return quoted(kind === 'text' ? harmless(cell) : cell);
};

const manyDecimals = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });

/** A number without an exponent. */
const plainNumber = (number: number) => {
  const text = String(number);
  return text.includes('e') ? manyDecimals.format(number) : text;
};

/** A row as it stands in the file. */
const lineOf = (row: SheetRow, kinds: readonly CellKind[]): string => {
  let line = '';
  for (let place = 0; place < kinds.length; place++)
    line += `${place === 0 ? '' : ','}${written(row[place], kinds[place])}`;
  return `${line}\r\n`;
};

/** A sheet as CSV by RFC 4180, with a byte order mark by which spreadsheets know that it is UTF-8. */
export async function* csv({ columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const kinds = columns.map(({ kind }) => kind);
  yield Buffer.from(`\ufeff${columns.map(({ label }) => quoted(harmless(label))).join(',')}\r\n`);
  for await (const some of rows) {
    let lines = '';
    for (const row of some) lines += lineOf(row, kinds);
    if (lines !== '') yield Buffer.from(lines);
  }
}
