import { type Insertable, sql } from 'kysely';
import type { DB, Tx } from '#server/kit/db.ts';

const batch = 500;

/** Batches keep a single parameter at a size that the database likes. */
const inBatches = async <T, R>(rows: T[], write: (some: T[]) => Promise<R[]>): Promise<R[]> => {
  const written: R[] = [];
  for (let start = 0; start < rows.length; start += batch)
    written.push(...(await write(rows.slice(start, start + batch))));
  return written;
};

/** Rows as jsonb_populate_recordset takes them, in which bytes are hexadecimal. */
const asJson = (rows: object[]): string =>
  JSON.stringify(rows, (_, value) =>
    value?.type === 'Buffer' ? `\\x${Buffer.from(value.data).toString('hex')}` : value,
  );

/** Adds rows, and answers with their ids in the same order. A column that only some of the rows have is null in others. */
export const insertRows = <T extends keyof DB & string>(
  tx: Tx,
  table: T,
  rows: Insertable<DB[T]>[],
): Promise<number[]> => {
  const columns = sql.join([...new Set(rows.flatMap(Object.keys))].map((column) => sql.ref(column)));
  return inBatches(rows, async (some) => {
    const inserted = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${asJson(some)}::jsonb)
      returning id`.execute(tx);
    return inserted.rows.map(({ id }) => id);
  });
};

type Change = { id: number; updated_at: string };

/** Changes rows of an organization, all in the same columns, as somebody would who saved each of them. */
export const updateRows = async <C extends Change>(
  tx: Tx,
  { table, organization_id }: { table: 'clients' | 'responses'; organization_id: number },
  changes: C[],
): Promise<void> => {
  const columns = Object.keys(changes[0] ?? {}).filter((column) => column !== 'id');
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`));
  await inBatches(changes, async (some) => {
    await sql`
      update ${sql.table(table)} as stored set ${set}, lock_version = stored.lock_version + 1
        from jsonb_populate_recordset(null::${sql.table(table)}, ${asJson(some)}::jsonb) changed
       where stored.organization_id = ${organization_id} and stored.id = changed.id`.execute(tx);
    return [];
  });
};
