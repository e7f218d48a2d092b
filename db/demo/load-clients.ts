import type { DemoClient } from './clients.ts';
import { insertRows, updateRows } from './insert.ts';
import type { Loading } from './load.ts';
import { staffKeys } from './staff.ts';

/** The people served: each entered by one of the staff, some changed by another. */
export const loadClients = async (
  { tx, organization_id, as }: Loading,
  clients: DemoClient[],
): Promise<Map<DemoClient, number>> => {
  const ids = new Map<DemoClient, number>();
  for (const key of staffKeys) {
    const entered = clients.filter(({ created_by }) => created_by === key);
    as(key);
    const inserted = await insertRows(
      tx,
      'clients',
      entered.map(({ first_name, middle_name, last_name, dob, gender, ssn_suffix, created_at }) => ({
        organization_id,
        first_name,
        middle_name,
        last_name,
        dob,
        gender,
        ssn_suffix,
        created_at,
        updated_at: created_at,
      })),
    );
    for (const [index, client] of entered.entries()) ids.set(client, inserted[index]!);
  }
  for (const key of staffKeys) {
    const changes = clients.flatMap((client) => {
      if (client.change?.by !== key) return [];
      const { middle_name, ssn_suffix, change } = client;
      const { columns, at } = change;
      const before = { middle_name, ssn_suffix, active: true, dod: null };
      return [{ id: ids.get(client)!, ...before, ...columns, updated_at: at }];
    });
    as(key);
    await updateRows(tx, { table: 'clients', organization_id }, changes);
  }
  return ids;
};
