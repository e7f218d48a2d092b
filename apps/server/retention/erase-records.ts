import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';
import { type ForeignKey, foreignKeys } from '../kit/foreign-keys.ts';
import { among } from '../kit/rows.ts';
import { type ErasableTable, tableDescriptions } from '../kit/tables.ts';
import { ownership } from './ownership.ts';

/** Where rows are erased: in one organization, by the role that history belongs to. */
export type EraseContext = { tx: Tx; organization_id: number };

/** Deletes what history holds of items for good: their versions, and the rows as they were when somebody deleted them. */
export const eraseHistory = async (
  { tx, organization_id }: EraseContext,
  { item_type, table, ids }: { item_type: string; table: string; ids: number[] },
): Promise<void> => {
  const versions = await tx
    .deleteFrom('versions')
    .where('organization_id', '=', organization_id)
    .where('item_type', '=', item_type)
    .where('item_id', '=', among(ids))
    .returning('transaction_id')
    .execute();
  const transactions = [...new Set(versions.map(({ transaction_id }) => transaction_id))];
  await tx
    .deleteFrom('removed_rows')
    .where('organization_id', '=', organization_id)
    .where('transaction_id', '=', among(transactions))
    .where('removed_from', '=', table)
    .where('removed_id', '=', among(ids))
    .execute();
};

/** Deletes what this transaction itself has left of what it deleted, so that nothing can bring it back. */
export const eraseTraces = async ({ tx, organization_id }: EraseContext): Promise<void> => {
  const { rows } = await sql<{ id: string | null }>`
    select nullif(current_setting('app.transaction_id', true), '') as id`.execute(tx);
  if (!rows[0]?.id) return;
  await tx
    .deleteFrom('removed_rows')
    .where('organization_id', '=', organization_id)
    .where('transaction_id', '=', Number(rows[0].id))
    .execute();
};

/** Those of the database, which stay as they are while the server runs. */
let known: ForeignKey[] | undefined;

/** How history and grants call the records of a table. */
const typeOf = (table: ErasableTable) => tableDescriptions[table].rollback.item;

/** Any table that belongs to organizations: Kysely can't follow a name that is a value. */
type StandIn = 'notes';

/** The columns that name its type beside the id of a record; null where the id is of one type alone. */
const typeColumnOf = (table: string, column: string): string | null => {
  if (column !== 'record_id') return null;
  return table === 'record_permissions' ? 'entity' : 'record_type';
};

/** The columns, by their tables, whose rows go with the records of a table. Throws where nobody has said what goes. */
export const ownedColumns = (table: ErasableTable, keys: readonly ForeignKey[]): Map<string, string[]> => {
  const declared = ownership[table];
  for (const key of keys) {
    const name = `${key.table}.${key.column}`;
    if (key.parent === table && !key.cascades && !(name in declared))
      throw new Error(`Say in db/tables.ts what becomes of ${name} when ${table} are erased`);
  }
  const columns = Object.keys(declared)
    .filter((name) => declared[name] === 'erased')
    .map((name) => name.split('.') as [string, string]);
  return new Map(
    [...Map.groupBy(columns, ([owned]) => owned)].map(([owned, all]) => [owned, all.map(([, one]) => one)]),
  );
};

/** Deletes what belongs to records, of which some may be gone already. */
export const eraseOwned = async (
  { tx, organization_id }: EraseContext,
  table: ErasableTable,
  ids: readonly number[],
): Promise<void> => {
  known ??= await foreignKeys(tx);
  for (const [owned, columns] of ownedColumns(table, known)) {
    const conditions = columns.map((column) => {
      const type = typeColumnOf(owned, column);
      const named = sql`${sql.ref(column)} = ${among(ids)}`;
      return type ? sql`(${sql.ref(type)} = ${typeOf(table)} and ${named})` : named;
    });
    await tx
      .deleteFrom(owned as StandIn)
      .where('organization_id', '=', organization_id)
      .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
      .execute();
  }
};

/**
 * Deletes records for good: what belongs to them by foreign keys and by what `ownership` declares, their rows and their
 * history. Their rows must be locked. Throws what the database refuses, such as a record that is still needed.
 */
export const eraseRecords = async (erasing: EraseContext, table: ErasableTable, ids: number[]): Promise<void> => {
  const { tx, organization_id } = erasing;
  await eraseOwned(erasing, table, ids);
  await tx
    .deleteFrom(table as StandIn)
    .where('organization_id', '=', organization_id)
    .where('id', '=', among(ids))
    .execute();
  await eraseHistory(erasing, { item_type: typeOf(table), table, ids });
};
