import { sql } from 'kysely';
import type { Tx } from './db.ts';

type NamedTable = 'fields' | 'forms' | 'permission_groups' | 'report_definitions' | 'sequences';

/** "Intake (copy)", or with a number when there is one already: a name of at most 255 characters. */
export const nameOfCopy = async (tx: Tx, table: NamedTable, name: string): Promise<string> => {
  const base = name.slice(0, 240);
  const taken = await tx
    .selectFrom(table)
    .select('name')
    .where(sql<boolean>`starts_with(name, ${`${base} (copy`})`)
    .execute();
  const names = new Set(taken.map((one) => one.name));
  let copy = `${base} (copy)`;
  for (let number = 2; names.has(copy); number++) copy = `${base} (copy ${number})`;
  return copy;
};
