import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';

/** A column that is stored, not worked out by the database. */
export type StoredColumn = { name: string; isArray: boolean };

/** The stored columns of tables, in the order in which the database has them. */
export const storedColumns = async (tx: Tx, tables: readonly string[]): Promise<Map<string, StoredColumn[]>> => {
  const { rows } = await sql<{ table: string; name: string; is_array: boolean }>`
    select relname::text as table, attname::text as name, typcategory = 'A' as is_array
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and relname = any(${tables}::text[]) and not relispartition
     order by relname, attnum`.execute(tx);
  return new Map(
    tables.map((table) => [
      table,
      rows.filter((row) => row.table === table).map(({ name, is_array }) => ({ name, isArray: is_array })),
    ]),
  );
};

/** The newest migration that the database has. */
export const newestMigration = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select name from public.schema_migrations order by name collate "C" desc limit 1`.execute(tx);
  return rows[0]?.name ?? '';
};
