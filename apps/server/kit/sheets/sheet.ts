/** What a column of a sheet holds: dates as YYYY-MM-DD, times as HH:mm, timestamps as ISO 8601 in UTC, or without Z where the column's label names their zone. */
export type CellKind = 'text' | 'number' | 'date' | 'time' | 'timestamp';
export type Cell = string | number | null | undefined;
/** The cells of a row, in the order of its columns. */
export type SheetRow = readonly Cell[];

/** How a workbook shows the numbers of a column: a format as spreadsheets write it, of the number so many times. */
export type NumberStyle = { code: string; times: number };

/** A table on its way to a file: some hundred rows at a time, each made when it is its turn, so that few are in memory. */
export type Sheet = {
  /** What a workbook calls it. */
  name: string;
  columns: readonly { label: string; kind: CellKind; style?: NumberStyle | undefined }[];
  rows: AsyncIterable<Iterable<SheetRow>>;
};

/** A sheet whose rows are all there. */
export const smallSheet = (
  name: string,
  { columns, rows }: { columns: Sheet['columns']; rows: readonly SheetRow[] },
): Sheet => ({
  name,
  columns,
  rows: (async function* () {
    yield rows;
  })(),
});

/** A sheet has more rows than it may. */
export class TooManyRows extends Error {}

/** A sheet that throws TooManyRows once more than `most` rows were read. */
export const atMost = (most: number, sheet: Sheet): Sheet => ({
  ...sheet,
  rows: (async function* () {
    let count = 0;
    for await (const some of sheet.rows) {
      const rows = [...some];
      count += rows.length;
      if (count > most) throw new TooManyRows();
      yield rows;
    }
  })(),
});
