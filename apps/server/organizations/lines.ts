import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { fetchedAhead } from '#server/kit/cursor.ts';
import { once, type Tx } from '#server/kit/db.ts';
import type { TableSums } from './manifest.ts';

/** Writing rows as lines: what was written is noted by the table. */
export type LinesContext = {
  tx: Tx;
  tables: TableSums;
  /** Told how many rows were written. */
  wrote: (rows: number) => void;
};

/** Asks statements that few ask again. */
export const queryRows =
  (tx: Tx) =>
  async <R>(statement: RawBuilder<unknown>): Promise<R[]> =>
    (await sql<R>`${sql.raw(once)}${statement}`.execute(tx)).rows;

/** The rows of a statement, each as its `line`, counted and summed on the way. */
export async function* lines(
  { tx, tables, wrote }: LinesContext,
  name: string,
  statement: RawBuilder<unknown>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const some of fetchedAhead<{ line: string }>(queryRows(tx), statement)) {
    if (some.length === 0) continue;
    const piece = Buffer.from(some.map(({ line }) => `${line}\n`).join(''));
    hash.update(piece);
    rows += some.length;
    wrote(some.length);
    yield piece;
  }
  tables[name] = { rows, sha256: hash.digest('hex') };
}
