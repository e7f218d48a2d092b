import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';

/** The columns of tables that can be written, with which of them is the number of a change. */
export const columnsOf = async (tx: Tx): Promise<Map<string, Set<string>>> => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text) as columns from pg_attribute a join pg_class c on c.oid = attrelid
     where c.relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
       and attgenerated = '' group by 1`.execute(tx);
  return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]));
};
