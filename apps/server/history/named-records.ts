import { sql } from 'kysely';
import { isGrantable, type RecordType, recordTypes } from '#contract/record-types.ts';
import { historyItem, recordTables } from '#server/access/record-types.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { Item } from './names.ts';
import type { RestoredRow } from './restored.ts';
import type { RolledTable } from './tables.ts';
import type { RemovedRow, Where } from './transaction.ts';

const types = Object.keys(recordTypes) as RecordType[];

/** The types that a row may mean by the one that it names: grants name the entity of their record. */
const typesNamed = ({ on }: RolledTable, values: Record<string, unknown>): RecordType[] => {
  const named = on && values[on.type];
  if (!named) return [];
  return on.type === 'entity'
    ? types.filter((type) => isGrantable(type) && recordTypes[type].entity === named)
    : types.filter((type) => type === named);
};

/** Returns what comes back and names a record by type and id that is gone, and does not come back with it. */
export const withoutNamedRecords = async (
  { tx, organization }: Where,
  restored: readonly RestoredRow[],
  removed: readonly RemovedRow[],
): Promise<{ item: Item; parent: Item }[]> => {
  const there = new Set(removed.map(({ table, id }) => `${table.table} ${id}`));
  const naming = restored.flatMap(({ table, item, values }) => {
    const named = typesNamed(table, values);
    return named.length > 0 ? [{ item, types: named, id: Number(values[table.on?.id ?? '']) }] : [];
  });
  for (const type of new Set(naming.flatMap((one) => one.types))) {
    const { table } = recordTables[type];
    const ids = naming.filter((one) => one.types.includes(type)).map(({ id }) => id);
    const rows = await ofOrganization(tx, table as 'forms', { organization })
      .select('id')
      .where('id', '=', among(ids))
      .execute();
    for (const { id } of rows) there.add(`${table} ${id}`);
  }
  return naming
    .filter((one) => !one.types.some((type) => there.has(`${recordTables[type].table} ${one.id}`)))
    .map((one) => ({
      item: one.item,
      parent: { item_type: historyItem(one.types[0] as RecordType), item_id: one.id },
    }));
};

/** Returns the grants that would come back, though the same person or group has been given access to that record again. */
export const givenAgain = async ({ tx, organization }: Where, removed: readonly RemovedRow[]): Promise<Item[]> => {
  const grants = removed.filter(({ table }) => table.table === 'record_permissions').map(({ row }) => row);
  if (grants.length === 0) return [];
  const rows = await ofOrganization(tx, 'record_permissions', { organization })
    .select(['entity', 'record_id', 'principal'])
    .where(
      sql<boolean>`(entity, record_id, principal) in (
        select entity, record_id, principal
          from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb)
            as again (entity text, record_id bigint, principal bigint))`,
    )
    .execute();
  const placeName = ({ entity, record_id, principal }: Record<string, unknown>) =>
    `${entity} ${record_id} ${principal}`;
  const taken = new Set(rows.map(placeName));
  return grants
    .filter((row) => taken.has(placeName(row)))
    .map(({ id }) => ({ item_type: 'record_permissions', item_id: Number(id) }));
};
