import { addDays } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { DemoClient } from './clients.ts';
import { timeZone } from './clock.ts';
import { type Family, families } from './families.ts';
import { insertRows } from './insert.ts';
import type { LoadContext } from './loading.ts';

type Content = { clients: DemoClient[]; client_ids: Map<DemoClient, number> };

/** The households of people made up by hand, entered when the last of each was. */
export const loadHouseholds = async (loading: LoadContext, { clients, client_ids }: Content): Promise<void> => {
  const { tx, organization_id, now, as } = loading;
  const today = todayIn(timeZone, now);
  // Those made up by hand come first: a drawn person may be called the same.
  const named = (name: string) => {
    const found = clients.find(({ first_name, last_name }) => `${first_name} ${last_name}` === name);
    if (!found) throw new Error(`Nobody is called ${name}`);
    return found;
  };
  const load = async ({ head, title, people, contacts = [] }: Family) => {
    const members = [head, ...Object.keys(people)].map(named);
    const last = members.reduce((one, other) => (other.created_at > one.created_at ? other : one));
    const times = { created_at: last.created_at, updated_at: last.created_at };
    as(named(head).created_by);
    const [household_id] = await insertRows(tx, 'households', [{ organization_id, title: title ?? null, ...times }]);
    const shared = { organization_id, household_id: household_id as number, started_on: last.first_day, ...times };
    await insertRows(tx, 'household_members', [
      ...members.map((client) => {
        const relationship = people[`${client.first_name} ${client.last_name}`] ?? null;
        return { ...shared, lock_version: 1, client_id: client_ids.get(client)!, relationship, is_head: !relationship };
      }),
      ...contacts.map(({ left, ...contact }) => ({
        ...shared,
        lock_version: 1,
        ...contact,
        is_head: false,
        ended_on: left ? addDays(today, -left) : null,
      })),
    ]);
  };
  for (const family of families) await load(family);
};
