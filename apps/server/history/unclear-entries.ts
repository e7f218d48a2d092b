import { sql } from 'kysely';
import { ofOrganization } from '#server/kit/rows.ts';
import type { Item } from './names.ts';
import { itemIn } from './restored.ts';
import { isAmong } from './rows.ts';
import type { RolledTable } from './tables.ts';
import type { RowChange, Where } from './transaction.ts';

type Unclear = { item: Item; kind: string; isRenamed: boolean };

/**
 * Returns the entries that history tells by a name and that can't be told apart: one that was renamed since, and two
 * notifications of a form for one event, where it wasn't kept which of them was written.
 */
export const unclearEntries = async (
  { tx, organization }: Where,
  changes: readonly RowChange[],
): Promise<Unclear[]> => {
  const found: Unclear[] = [];
  const named = changes.filter(({ table, net }) => table.entry?.key === 'name' && net !== 'removed');
  for (const [table, own] of Map.groupBy(named, (one) => one.table)) {
    const { record, key, kind } = table.entry as NonNullable<RolledTable['entry']>;
    const rows = await ofOrganization(tx, table.table as 'responses', { organization })
      .select(['id', sql.ref<number>(record).as('item_id'), sql.ref<string>(key).as('key')])
      .where(isAmong(table, own))
      .execute();
    const withName = Map.groupBy(rows, ({ item_id, key }) => `${item_id} ${key}`);
    for (const change of own) {
      const { ids } = change;
      if (ids) {
        const isRenamed = !ids.every((id) => rows.some((row) => row.id === id && row.key === change.key));
        if (isRenamed || (change.net === 'updated' && ids.length > 1))
          found.push({ item: itemIn(change), kind, isRenamed });
        continue;
      }
      const count = withName.get(`${change.item_id} ${change.key}`)?.length ?? 0;
      if (count !== 1) found.push({ item: itemIn(change), kind, isRenamed: count === 0 });
    }
  }
  return found;
};
