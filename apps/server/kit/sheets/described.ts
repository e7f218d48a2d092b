import { type Cell, type CellKind, type NumberStyle, type Sheet, smallSheet } from './sheet.ts';

/** A column, and what it means to who reads the file years later. */
export type ColumnDescription = { label: string; kind: CellKind; meaning: string; style?: NumberStyle | undefined };

const kinds: Record<CellKind, readonly [type: string, written: string]> = {
  text: ['Text', 'Text'],
  number: ['Number', 'A number with a decimal point'],
  date: ['Date', 'YYYY-MM-DD'],
  time: ['Time', 'HH:mm, from 00:00 to 23:59'],
  timestamp: ['Time stamp', 'In UTC: YYYY-MM-DDTHH:mm:ss.sssZ'],
};
const labels = ['Column', 'Type', 'How it is written', 'Description'];

/** What the columns of a file mean. */
export const describedColumns = (columns: readonly ColumnDescription[]): Sheet =>
  smallSheet('Dictionary', {
    columns: labels.map((label) => ({ label, kind: 'text' })),
    rows: columns.map(({ label, kind, meaning }) => [label, ...kinds[kind], meaning]),
  });

/** A dictionary with one more line, which speaks of the whole file. */
export const withLine = (dictionary: Sheet, line: string | null | undefined): Sheet =>
  line
    ? {
        ...dictionary,
        rows: (async function* () {
          yield* dictionary.rows;
          yield [dictionary.columns.map((_, at) => (at === 0 ? line : null))];
        })(),
      }
    : dictionary;

/** A column with what it holds of a row. */
export type ColumnOf<R> = ColumnDescription & { of: (row: R) => Cell };

/** Rows as a table of described columns. */
export const describedSheet = <R>(
  name: string,
  columns: readonly ColumnOf<R>[],
  rows: AsyncIterable<readonly R[]>,
): Sheet => ({
  name,
  columns,
  rows: (async function* () {
    for await (const some of rows) yield some.map((row) => columns.map(({ of }) => of(row)));
  })(),
});
