import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** A foreign key within organizations: rows of `table` name by `column` the id of a row of `parent`. */
export type ForeignKey = {
  table: string;
  column: string;
  parent: string;
  cascades: boolean;
};

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
