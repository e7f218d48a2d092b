// Over 300 lines: each way in which a place ends is held to the same rules, with what takes it back.
import { beforeEach, describe, expect, test } from 'vitest';
import { archivedClientRoutes } from '#contract/resources/archived-clients.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { rollBack } from '#server/history/roll-back.ts';
import { restorePeople } from '#server/imports/undo-people.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { erasePeople } from '#server/retention/erase-people.ts';
import { sampled } from '#tests/sample.ts';
import { startServer } from '#tests/server/harness.ts';
import { daysAgo, householdMakers } from '#tests/server/household-makers.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { settleAllHouseholds } from '../jobs/settle-households.ts';
import { reopenPlacesOf } from './places.ts';

const server = await startServer();
const { call, send, query, services } = server;
const platform = await server.newSuperuser();

let organization: TestOrganization;
let as: TestUser;
let homes: ReturnType<typeof householdMakers>;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  homes = householdMakers(server, organization);
});

type Place = { id: number; household_id: number; client_id: number | null; is_head: boolean; ended_on: string | null };

const places = () =>
  query<Place>(
    `select id, household_id, client_id, name, relationship, is_head, ended_on, ended_by from household_members
      where organization_id = $1 order by id`,
    [organization.id],
  );
const houses = () =>
  query<{ id: number; open: boolean }>(
    'select id, closed_at is null as open from households where organization_id = $1 order by id',
    [organization.id],
  );
const state = async () => ({
  places: await places(),
  houses: await houses(),
  said: await query(
    'select member_id, of_member_id, relationship from household_relationships where organization_id = $1 order by 1, 2',
    [organization.id],
  ),
});

/** What holds of every household at any time. */
const expectSettled = async () => {
  const rows = await places();
  const people = await query<{ id: number; last_name: string; archived: boolean }>(
    'select id, last_name, archived_at is not null as archived from clients where organization_id = $1',
    [organization.id],
  );
  const personOf = ({ client_id }: Place) => people.find(({ id }) => id === client_id);
  const current = rows.filter(({ ended_on }) => ended_on === null);
  expect(current.filter((row) => personOf(row)?.archived)).toEqual([]);
  for (const { id, open } of await houses()) {
    const here = current.filter(({ household_id }) => household_id === id);
    const served = here.filter(({ client_id }) => client_id !== null);
    expect({ id, open }).toEqual({ id, open: served.length > 0 });
    if (!open) {
      expect(here).toEqual([]);
      continue;
    }
    const heads = rows.filter(({ household_id, is_head }) => household_id === id && is_head);
    expect(heads).toMatchObject([{ ended_on: null, client_id: expect.anything() }]);
    const title = `${personOf(heads[0] as Place)?.last_name} household`;
    for (const { client_id } of served)
      expect(await homes.household(client_id as number)).toMatchObject({
        household_title: title,
        head_id: heads[0]?.id,
      });
  }
};

const headOf = async (client_id: number) => {
  const rows = await places();
  const own = rows.find((row) => row.client_id === client_id && row.ended_on === null);
  return rows.find(({ household_id, is_head }) => household_id === own?.household_id && is_head)?.client_id;
};

const adult = (first_name: string) =>
  homes.person(first_name, { last_name: first_name, dob: '1985-03-14', gender: 'female' });
const child = (first_name: string) =>
  homes.person(first_name, { last_name: first_name, dob: daysAgo(3000), gender: 'female' });

const newestTransaction = async () => {
  const [row] = await query<{ id: string }>(
    'select max(transaction_id) as id from versions where organization_id = $1',
    [organization.id],
  );
  return Number(row?.id);
};
const inOrganization = <T>(work: (context: MemberContext) => Promise<T>) =>
  services.database.inOrganization(
    { organization_id: organization.id, user_id: platform.id, inBulk: true },
    async (tx) => {
      const caller = await memberNow(tx, await organizationWith(tx, organization.id), platform.id);
      return work({ tx, caller, keys: services.keys } as MemberContext);
    },
  );
const rollNewestBack = async () => {
  const id = await newestTransaction();
  return inOrganization((context) => rollBack(context, id));
};

const archive = (id: number) => call(clientRoutes.remove, { as, params: { id } });
const restore = (id: number) => call(archivedClientRoutes.remove, { as: platform, params: { id } });
const merge = async (master_client_id: number, client_id: number) => {
  const body = { master_client_id, client_ids: [client_id], is_duplicate: true };
  expect(await send(mergeClientRoutes.create, { as, body })).toMatchObject({ status: 202 });
  await server.drainJobs();
};
const undoMerge = async (client_id: number) => {
  const { data } = await call(mergeRoutes.list, { as, params: { client_id } });
  await call(mergeRoutes.undo, { as, params: { client_id, id: data[0]?.id as number } });
};
const placeOf = async (client_id: number) => (await homes.household(client_id))?.member_id as number;

type Way = {
  end: (id: number, other: number) => Promise<unknown>;
  undo?: (id: number, other: number) => Promise<unknown>;
};
/** Each way in which a place ends, and what takes it back. `other` heads a household of their own. */
const ways: Record<string, Way> = {
  leaving: {
    end: async (id) => {
      await query(`update household_members set created_at = now() - interval '3 days' where client_id = $1`, [id]);
      return homes.remove(id, await placeOf(id));
    },
    undo: rollNewestBack,
  },
  'taking a mistake out': { end: async (id) => homes.remove(id, await placeOf(id)), undo: rollNewestBack },
  moving: { end: (id, other) => homes.add(other, id, 'cousin', { move: true }), undo: rollNewestBack },
  merging: { end: (id, other) => merge(other, id), undo: (_, other) => undoMerge(other) },
  'merging, rolled back': { end: (id, other) => merge(other, id), undo: rollNewestBack },
  'merging the other way': { end: (id, other) => merge(id, other), undo: (id) => undoMerge(id) },
  archiving: { end: (id) => archive(id), undo: (id) => restore(id) },
  'archiving, rolled back': { end: (id) => archive(id), undo: rollNewestBack },
  'rolling a restore back': {
    end: async (id) => {
      await archive(id);
      await restore(id);
      await rollNewestBack();
    },
    undo: rollNewestBack,
  },
  'rolling a restore back, and restoring': {
    end: async (id) => {
      await archive(id);
      await restore(id);
      await rollNewestBack();
    },
    undo: (id) => restore(id),
  },
  'undoing an import': {
    end: (item_id) =>
      inOrganization((context) => restorePeople(context, [{ item_id, event: 'create', old_values: null }])),
    undo: async () => {},
  },
  erasing: {
    end: async (id) => {
      await archive(id);
      await services.owner.transaction(({ tx }) => erasePeople({ tx, organization_id: organization.id }, [id]));
    },
  },
  'erasing somebody who was archived before archiving ended places': {
    end: (id) => services.owner.transaction(({ tx }) => erasePeople({ tx, organization_id: organization.id }, [id])),
  },
};

type Case = { make: () => Promise<{ id: number; next: (() => Promise<number>) | null; others: number[] }> };
/** Whose place ends, and who is left. */
const cases: Record<string, Case> = {
  'the head, before a child and an adult': {
    make: async () => {
      const [head, kid, grown] = [await adult('Ana'), await child('Kim'), await adult('Ben')];
      await homes.add(head, kid, 'daughter');
      await homes.add(head, grown, 'sister');
      await homes.contact(head, 'mother');
      return { id: head, next: async () => grown, others: [kid, grown] };
    },
  },
  'the head, before children alone': {
    make: async () => {
      const [head, kid, younger] = [await adult('Ana'), await child('Kim'), await child('Lou')];
      await homes.add(head, kid, 'daughter');
      await homes.add(head, younger, 'daughter');
      return { id: head, next: async () => kid, others: [kid, younger] };
    },
  },
  'the head, before an adult who died and a child': {
    make: async () => {
      const [head, kid] = [await adult('Ana'), await child('Kim')];
      const late = await homes.person('Eve', { last_name: 'Eve', dod: daysAgo(10) });
      await homes.add(head, late, 'sister');
      await homes.add(head, kid, 'daughter');
      return { id: head, next: async () => kid, others: [late, kid] };
    },
  },
  'a member': {
    make: async () => {
      const [head, kid] = [await adult('Ana'), await child('Kim')];
      await homes.add(head, kid, 'daughter');
      return { id: kid, next: async () => head, others: [head] };
    },
  },
  'the last member': {
    make: async () => {
      const head = await adult('Ana');
      await homes.contact(head, 'mother');
      return { id: head, next: null, others: [] };
    },
  },
};

const all = Object.entries(ways).flatMap(([way, how]) =>
  Object.entries(cases).map(([who, { make }]) => ({ name: `${way}: ${who}`, way, ...how, make })),
);

describe('a place ends and is there again', () => {
  test.each(sampled('places', 4, all))('$name', async ({ way, end, undo, make }) => {
    const { id, next, others } = await make();
    const other = await adult('Ola');
    await homes.contact(other, 'mother');
    const before = await state();
    const pages = await Promise.all(others.map((one) => homes.page(one)));
    await expectSettled();

    await end(id, other);
    await expectSettled();
    const stays = way === 'merging the other way' || way === 'undoing an import';
    for (const one of others)
      expect(await headOf(one)).toBe(stays ? before.places.find((row) => row.is_head)?.client_id : await next?.());

    if (!undo) return;
    await undo(id, other);
    await expectSettled();
    expect(await state()).toEqual(before);
    expect(await Promise.all(others.map((one) => homes.page(one)))).toEqual(pages);
  });
});

describe('a former head who is back', () => {
  test('stays a member where somebody chose another head since', async () => {
    const [ana, ben, cleo] = [await adult('Ana'), await adult('Ben'), await adult('Cleo')];
    await homes.add(ana, ben, 'sister');
    await homes.add(ana, cleo, 'sister');
    await archive(ana);
    expect(await headOf(ben)).toBe(ben);
    await homes.setHousehold(ben, { head_id: await placeOf(cleo) });
    await homes.setHousehold(ben, { head_id: await placeOf(ben) });
    await restore(ana);
    expect(await headOf(ana)).toBe(ben);
    await expectSettled();
  });

  describe('by hand', () => {
    const leaveAndBeBack = async (id: number, other: number) => {
      const place = await placeOf(id);
      await query(`update household_members set started_on = $2 where id = $1`, [place, daysAgo(30)]);
      expect((await homes.change(other, place, { ended_on: daysAgo(3) })).status).toBe(200);
      expect(await headOf(other)).toBe(other);
      expect((await homes.change(other, place, { ended_on: null })).status).toBe(200);
    };

    test('stays an ordinary member, also when they are archived and restored later', async () => {
      const [ana, ben] = [await adult('Ana'), await adult('Ben')];
      await homes.add(ana, ben, 'sister');
      await leaveAndBeBack(ana, ben);
      await archive(ana);
      await restore(ana);
      expect(await headOf(ana)).toBe(ben);
      await expectSettled();
    });

    test('does not keep who was the head before them from being it again', async () => {
      const [ana, ben, cleo] = [await adult('Ana'), await adult('Ben'), await adult('Cleo')];
      await homes.add(ana, ben, 'sister');
      await homes.add(ana, cleo, 'sister');
      await archive(ana);
      await leaveAndBeBack(ben, cleo);
      await restore(ana);
      expect(await headOf(cleo)).toBe(ana);
      await archive(ben);
      await restore(ben);
      expect(await headOf(cleo)).toBe(ana);
      await expectSettled();
    });
  });

  test('is the head in whichever order those come back who left one after the other', async () => {
    const [ana, ben, cleo] = [await adult('Ana'), await adult('Ben'), await adult('Cleo')];
    await homes.add(ana, ben, 'sister');
    await homes.add(ana, cleo, 'sister');
    for (const order of [
      [ana, ben],
      [ben, ana],
    ]) {
      await archive(ana);
      await archive(ben);
      expect(await headOf(cleo)).toBe(cleo);
      for (const id of order) await restore(id);
      expect(await headOf(cleo)).toBe(ana);
      await expectSettled();
    }
    await archive(ana);
    await archive(ben);
    await services.owner.transaction(({ tx }) => erasePeople({ tx, organization_id: organization.id }, [ben]));
    await restore(ana);
    expect(await headOf(cleo)).toBe(ana);
  });

  test('is back in their last household alone, and stays in the one where they are by now', async () => {
    const [ana, ben] = [await adult('Ana'), await adult('Ben')];
    await homes.add(ana, ben, 'sister');
    await archive(ana);
    await query('update clients set archived_at = null where id = $1', [ana]);
    await homes.contact(ana, 'mother');
    const last = await placeOf(ana);
    await archive(ana);
    await restore(ana);
    expect(await placeOf(ana)).toBe(last);
    await inOrganization((context) => reopenPlacesOf(context, [ana]));
    expect(await placeOf(ana)).toBe(last);
    await expectSettled();
  });
});

test('a merge within a household leaves its one head, and undoing it the former one', async () => {
  const [ana, ann, kid] = [await adult('Ana'), await adult('Ann'), await child('Kim')];
  await homes.add(ana, kid, 'daughter');
  await homes.add(ana, ann, 'sister');
  for (const [master, other] of [
    [ann, ana],
    [ana, ann],
  ] as const) {
    const before = await state();
    await merge(master, other);
    await expectSettled();
    expect(await headOf(kid)).toBe(master);
    expect((await homes.page(master)).Kim).toBe('daughter, active');
    await undoMerge(master);
    await expectSettled();
    expect(await state()).toEqual(before);
  }
});

test('two who archive the head and the next one at once leave the third as the head', async () => {
  const [ana, ben, kid] = [await adult('Ana'), await adult('Ben'), await child('Kim')];
  await homes.add(ana, ben, 'sister');
  await homes.add(ana, kid, 'daughter');
  const replies = await Promise.all([ana, ben].map((id) => send(clientRoutes.remove, { as, params: { id } })));
  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  expect(await headOf(kid)).toBe(kid);
  await expectSettled();
});

test('households that archived people headed before are settled, on the day of the archiving', async () => {
  const [ana, kid, alone] = [await adult('Ana'), await child('Kim'), await adult('Ola')];
  await homes.add(ana, kid, 'daughter');
  await homes.contact(alone, 'mother');
  await query(`update household_members set started_on = '2020-01-01' where organization_id = $1`, [organization.id]);
  await query(`update clients set archived_at = '2026-01-15 12:00Z' where id = any($1)`, [[ana, alone]]);
  await settleAllHouseholds(services as never, { organization_id: organization.id } as never);
  await expectSettled();
  expect(await headOf(kid)).toBe(kid);
  expect((await places()).find(({ client_id }) => client_id === ana)?.ended_on).toBe('2026-01-15');
  const settled = await state();
  await settleAllHouseholds(services as never, { organization_id: organization.id } as never);
  expect(await state()).toEqual(settled);
  await restore(ana);
  expect(await headOf(kid)).toBe(ana);
});
