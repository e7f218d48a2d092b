import { descriptions, type TableDescription } from '#db/tables.ts';
import type { DB } from './schema.ts';

type ByTable = { [T in keyof DB]: TableDescription<keyof DB[T] & string> };

/**
 * What `db/tables.ts` says of every table. A table of the database that it doesn't describe, or a description of a column
 * that the table doesn't have, doesn't compile.
 */
export const tableDescriptions = descriptions satisfies ByTable;

export type RollbackRule = Exclude<NonNullable<TableDescription['rollback']>, 'apart'>;

/** The tables whose records are erased one by one, with what belongs to them. */
export type ErasableTable = keyof NonNullable<TableDescription['references']>;

/** What the descriptions say under one property, by table and in their order. Tables without it are left out. */
export const byTable = <P extends keyof TableDescription>(
  property: P,
): Readonly<Record<string, NonNullable<TableDescription[P]>>> =>
  Object.fromEntries(
    Object.entries<TableDescription>(tableDescriptions).flatMap(([table, { [property]: said }]) =>
      said === undefined ? [] : [[table, said as NonNullable<TableDescription[P]>]],
    ),
  );
