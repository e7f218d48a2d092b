import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';

/** A foreign key within organizations: rows of `table` name by `column` the id of a row of `parent`. */
export type ForeignKey = { table: string; column: string; parent: string; cascades: boolean };

/** The keys by which rows of an organization refer to each other, as the database has them. */
export const foreignKeys = async (tx: Tx): Promise<ForeignKey[]> => {
  const { rows } = await sql<ForeignKey>`
    select child.relname as "table", attname as "column", parent.relname as parent, confdeltype = 'c' as cascades
      from pg_constraint k
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[2]
     where contype = 'f' and cardinality(conkey) = 2 and conparentid = 0
       and child.relnamespace = 'public'::regnamespace`.execute(tx);
  return rows;
};

/** The columns of tables that can be written, with which of them is the number of a change. */
export const columnsOf = async (tx: Tx): Promise<Map<string, Set<string>>> => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text) as columns from pg_attribute a join pg_class c on c.oid = attrelid
     where c.relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
       and attgenerated = '' group by 1`.execute(tx);
  return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]));
};
