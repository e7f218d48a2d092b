import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { isFormula } from '#forms/transfer/cell.ts';
import { discard, type SpooledFile } from '#server/kit/files/spool.ts';
import type { FileStorage } from '#server/kit/files/storage.ts';
import type { Counts, Findings, TableRow } from '#server/schema/json-columns.ts';
import { gathering } from './findings.ts';
import type { CheckedRow, ImportContext, Importer } from './importing.ts';

/** So many rows are checked, and written, at once. */
const batch = 200;

/** Beyond this, in bytes, errors are counted and not told any more. */
const maxTold = 64 * 1024 * 1024;

/** The rows of a file below its first one, some hundred at a time. */
async function* inBatches(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow[]> {
  let gathered: TableRow[] = [];
  let isFirst = true;
  for await (const row of rows) {
    if (!isFirst) gathered.push(row);
    isFirst = false;
    if (gathered.length < batch) continue;
    yield gathered;
    gathered = [];
  }
  if (gathered.length > 0) yield gathered;
}

/** What an import reads and does, as often as it is asked. */
export type Run<W> = {
  header: readonly string[];
  rows: () => AsyncIterable<TableRow>;
  importing: () => Importer<W>;
  /** Says how many rows were looked at. */
  progress: (done: number) => void;
};

export const none = (): Counts => ({ created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 });

const count = <W>(counts: Counts, checked: CheckedRow<W>[]): void => {
  for (const one of checked) counts['errors' in one ? 'failed' : one.effect] += 1;
};

/** A cell of somebody's file, as a spreadsheet may open it again. */
const guarded = (cell: string) => (isFormula(cell) && Number.isNaN(Number(cell)) ? `'${cell}` : cell);

const line = (cells: readonly (string | number)[]): Buffer =>
  Buffer.from(
    stringify([cells.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell))], {
      record_delimiter: 'windows',
      // Without it, a cell of several lines breaks the row.
      quote_record_delimiter: true,
    }),
  );

/** The lines of a row with errors: the row as it came, then where and what is wrong; a line for each error. */
const linesOf = <W>(checked: CheckedRow<W>, header: readonly string[]): Buffer[] =>
  'errors' in checked
    ? checked.errors.map(({ column, message }) => {
        const cells = header.map((_, place) => checked.row.cells[place] ?? '');
        return line([...cells, checked.row.row, column, message]);
      })
    : [];

/**
 * Checks a whole file without writing anything, each batch in a transaction of its own.
 * @returns the counts, what is to be shown, and the file of errors when there are any, which the caller stores or discards
 */
export const checkAll = async <W>(
  { header, rows, importing, progress }: Run<W>,
  {
    storage,
    within,
  }: { storage: FileStorage; within: <T>(work: (context: ImportContext) => Promise<T>) => Promise<T> },
): Promise<{ counts: Counts; errors: SpooledFile | null; findings: Findings }> => {
  const counts = none();
  const { note, found } = gathering(header);
  const { check } = importing();
  async function* lines() {
    let [bytes, done] = [0, 0];
    yield Buffer.from('\ufeff');
    yield line([...header, 'row', 'column', 'error']);
    for await (const some of inBatches(rows())) {
      const checked = await within((context) => check(context, some, false));
      count(counts, checked);
      note(checked);
      done += some.length;
      progress(done);
      for (const told of checked.flatMap((one) => linesOf(one, header))) {
        bytes += told.length;
        if (bytes <= maxTold) yield told;
      }
    }
  }
  const errors = await storage.spool(Readable.from(lines()));
  if (counts.failed > 0) return { counts, errors, findings: found() };
  await discard(errors.path);
  return { counts, errors: null, findings: found() };
};

/** What was right when the file was checked is not any more. */
export class ChangedMeanwhile extends Error {}

/** The rows of a file behind those that are written, some hundred at a time, and how many are once these are too. */
export async function* batchesAfter(rows: AsyncIterable<TableRow>, written: number) {
  let reached = 0;
  for await (const some of inBatches(rows)) {
    const left = some.slice(Math.max(0, written - reached));
    reached += some.length;
    if (left.length > 0) yield { rows: left, reached };
  }
}

/**
 * Writes rows of a file that was checked, in this transaction. Throws ChangedMeanwhile.
 * @returns the counts with theirs
 */
export const writeBatch = async <W>(
  context: ImportContext,
  { check, write }: Importer<W>,
  { rows, counts: before }: { rows: TableRow[]; counts: Counts },
): Promise<Counts> => {
  const counts = { ...before };
  const checked = await check(context, rows, true);
  count(counts, checked);
  if (counts.failed > 0) throw new ChangedMeanwhile();
  const writes = checked.flatMap((one) => ('write' in one && one.write !== undefined ? [one.write] : []));
  if (writes.length > 0) await write(context, writes);
  return counts;
};
