import { randomUUID } from 'node:crypto';
import { clients as clientRecord } from '#contract/resources/clients.ts';
import { sealedSsn } from '#server/access/ssn.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { comparePeople, matchColumns } from '#server/people/pairs.ts';
import { checked } from './checked.ts';
import type { DemoClient } from './clients.ts';
import { insertRows, updateRows } from './insert.ts';
import type { LoadContext } from './loading.ts';
import { staffKeys } from './staff.ts';

/** The people served: each entered by one of the staff, some changed by another. */
export const loadClients = async (
  { tx, organization_id, keys, as }: LoadContext,
  clients: DemoClient[],
): Promise<Map<DemoClient, number>> => {
  const ids = new Map<DemoClient, number>();
  const places = new Map(clients.map((client) => [client, { organization_id, sealed_as: randomUUID() }]));
  const ssn = (client: DemoClient, digits: string) => sealedSsn(keys.newest(), places.get(client)!, digits);
  for (const key of staffKeys) {
    const entered = clients.filter(({ created_by }) => created_by === key);
    as(key);
    const inserted = await insertRows(
      tx,
      'clients',
      entered.map((client) => {
        const { first_name, middle_name, last_name, dob, gender, created_at } = client;
        const sent = { first_name, middle_name, last_name, dob, gender, ssn_suffix: client.ssn_suffix };
        const { ssn_suffix, ...columns } = checked(clientRecord.create, sent);
        return {
          ...places.get(client)!,
          ...ssn(client, ssn_suffix),
          ...columns,
          created_at,
          updated_at: created_at,
        };
      }),
    );
    for (const [index, client] of entered.entries()) ids.set(client, inserted[index]!);
  }
  for (const key of staffKeys) {
    const changes = clients.flatMap((client) => {
      if (client.change?.by !== key) return [];
      const { middle_name, change } = client;
      const { ssn_suffix, ...columns } = checked(clientRecord.changes, change.columns);
      const before = { middle_name, active: true, dod: null };
      const digits = ssn(client, ssn_suffix ?? client.ssn_suffix);
      return [
        {
          id: ids.get(client)!,
          ...before,
          ...columns,
          ...digits,
          ssn_suffix: ssn_suffix ? 2 : 1,
          updated_at: change.at,
        },
      ];
    });
    as(key);
    await updateRows(tx, { table: 'clients', organization_id }, changes);
  }
  const people = ofOrganization(tx, 'clients', { organization: { id: organization_id } });
  await comparePeople({ tx, keys, organization_id }, await people.select(matchColumns).execute());
  return ids;
};
