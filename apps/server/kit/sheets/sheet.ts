/** What a column of a sheet holds: dates as YYYY-MM-DD, times as HH:mm, timestamps as ISO 8601 in UTC. */
export type CellKind = 'text' | 'number' | 'date' | 'time' | 'timestamp';
export type Cell = string | number | null;

/** A table on its way to a file: a row at a time, so that no more than a few are in memory. */
export type Sheet = {
  columns: readonly { label: string; kind: CellKind }[];
  rows: AsyncIterable<readonly Cell[]>;
};

/** So many rows are written in one piece. */
const piece = 500;

/** The rows of a sheet, some hundred at a time. */
export async function* inPieces(rows: Sheet['rows']): AsyncGenerator<(readonly Cell[])[]> {
  let gathered: (readonly Cell[])[] = [];
  for await (const row of rows) {
    gathered.push(row);
    if (gathered.length < piece) continue;
    yield gathered;
    gathered = [];
  }
  yield gathered;
}
