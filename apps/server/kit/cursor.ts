import { type RawBuilder, sql } from 'kysely';

/** So many rows are fetched in one go: few enough to be done with before what they took is cleared away. */
const fetched = 250;

type Ask<R> = (statement: RawBuilder<unknown>) => Promise<R[]>;

/**
 * The rows of a statement, some at a time. Two fetches are on their way while rows are worked with, so that the database
 * never waits for them to be read. There is one cursor a transaction, which must last as long as they are read.
 * @param ask sends one statement in the transaction
 */
export async function* fetchedAhead<R>(ask: Ask<R>, statement: RawBuilder<unknown>): AsyncGenerator<R[]> {
  await ask(sql`set local cursor_tuple_fraction = 1`);
  await ask(sql`declare rows_to_write no scroll cursor for ${statement}`);
  const fetch = () => {
    const rows = ask(sql`fetch ${sql.raw(String(fetched))} from rows_to_write`);
    // Told when it is waited for.
    rows.catch(() => {});
    return rows;
  };
  let [coming, after] = [fetch(), fetch()];
  for (;;) {
    const rows = await coming;
    yield rows;
    if (rows.length < fetched) break;
    [coming, after] = [after, fetch()];
  }
  await after;
  await ask(sql`close rows_to_write`);
}
