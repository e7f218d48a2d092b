import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordAction } from '#contract/kit/privileges.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { householdMemberRoutes, householdRoutes } from '#contract/resources/households.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { startServer } from '#tests/server/harness.ts';
import { daysAgo, householdMakers } from '#tests/server/household-makers.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let made: ReturnType<typeof householdMakers>;
let ana: number;
let marcos: number;
let member: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  made = householdMakers(server, organization);
  ana = await made.person('Ana', { last_name: 'Secreto', dob: '1971-07-07' });
  marcos = await made.person('Marcos', { gender: 'male' });
  member = (await made.add(ana, marcos, 'son')).id;
});

/** Somebody who may do this with these people, and nothing else. */
const colleague = (people: Record<number, RecordAction[]>) =>
  server.newUser(organization, {
    grants: Object.entries(people).map(([id, actions]) => ({ entity: 'clients' as const, id: Number(id), actions })),
  });

/** Each call about a household, and the status that it answers. */
const statuses = async (as: TestUser, client_id = ana, id = member) => {
  const params = { client_id, id };
  const all = [
    await send(householdRoutes.show, { as, params }),
    await send(householdMemberRoutes.list, { as, params }),
    await send(householdMemberRoutes.show, { as, params }),
    await made.create(
      client_id,
      { type: 'non_client', name: 'T S', dob: '1957-06-02', gender: 'female', relationship: 'aunt' },
      as,
    ),
    await made.create(client_id, { type: 'non_client' }, as),
    await made.change(client_id, id, { relationship: 'stepson' }, as),
    await made.setHousehold(client_id, { title: 'Home' }, as),
    await made.remove(client_id, id, undefined, as),
  ];
  return all.map(({ status }) => status);
};

describe('a household is for who may do so with the person', () => {
  test('and is not there for an outsider, a neighbor, and who may read somebody else', async () => {
    const neighbor = (await server.newOrganization()).owner;
    expect(await statuses({ ...neighbor, organization: organization } as TestUser)).toEqual(Array(8).fill(404));
    expect(await statuses(neighbor)).toEqual(Array(8).fill(404));
    expect(await statuses(await server.newUser(organization))).toEqual(Array(8).fill(404));
    expect(await statuses(await colleague({ [marcos]: ['write'] }))).toEqual(Array(8).fill(404));
  });

  test('who may only read changes nothing', async () => {
    const as = await colleague({ [ana]: ['read'], [marcos]: ['write'] });
    expect(await statuses(as)).toEqual([200, 200, 200, ...Array(5).fill(403)]);
  });

  test('who may write the person changes it, and adds whom they may write', async () => {
    const as = await colleague({ [ana]: ['write'], [marcos]: ['read'] });
    expect(await statuses(as)).toEqual([200, 200, 200, 201, 422, 200, 200, 204]);
    const [readable, unreadable] = [await made.person('Rosa'), await made.person('Olga')];
    await query(
      `insert into record_permissions (organization_id, entity, record_id, user_id, actions) values ($1, 'clients', $2, $3, '{read}')`,
      [organization.id, readable, as.id],
    );
    const neighbors = householdMakers(server, await server.newOrganization());
    const refused = { existing_client_id: ['Select a person you can change'] };
    for (const existing_client_id of [readable, unreadable, 999_999_999, await neighbors.person('Nora')])
      expect((await made.create(ana, { type: 'client', existing_client_id, move: true }, as)).errors).toEqual(refused);
  });
});

describe('of a member whom the caller may not see', () => {
  test('nothing is told but that there is one: not in lists, titles, history or refusals', async () => {
    const as = await colleague({ [marcos]: ['write'] });
    const household = await made.household(marcos, as);
    expect(household).toMatchObject({ household_title: 'Rivera household', head_id: null, members: [], unseen: 1 });
    const { member_id: own } = (await made.household(ana)) ?? {};
    const params = { record_type: 'clients' as const, record_id: marcos };
    const told = [
      household,
      await call(householdMemberRoutes.list, { as, params: { client_id: marcos } }),
      await call(recordRoutes.versions, { as, params }),
      (await made.change(marcos, own as number, { relationship: 'mother' }, as)).body,
      (await made.remove(marcos, own as number, undefined, as)).body,
      (await made.setHousehold(marcos, { head_id: own }, as)).errors,
      (await made.create(marcos, { type: 'client', existing_client_id: ana }, as)).errors,
    ];
    const text = JSON.stringify(told);
    expect(text).not.toMatch(/Secreto|Ana|1971-07-07|female|mother|"son"/);
    expect(text).not.toContain(`:${ana},`);
    expect(text).not.toContain(`:${own},`);
    expect(text).toContain('A household');
    expect((await made.household(ana))?.members).toHaveLength(1);
  });

  test('nobody learns that they are the head by choosing them', async () => {
    const olga = await made.person('Olga');
    await made.add(ana, olga, 'sister');
    const as = await colleague({ [marcos]: ['write'] });
    const rows = await query<{ id: number; is_head: boolean }>(
      'select id, is_head from household_members where client_id = any($1) order by is_head',
      [[ana, olga]],
    );
    expect(rows.map(({ is_head }) => is_head)).toEqual([false, true]);
    for (const { id } of rows)
      expect(await made.setHousehold(marcos, { title: 'The blue house', head_id: id }, as)).toMatchObject({
        status: 422,
        errors: { head_id: ['Choose the head from the people of this household'] },
      });
    expect((await made.setHousehold(marcos, { title: 'The blue house' }, as)).status).toBe(200);
  });

  test('nobody learns who is in the household that somebody leaves', async () => {
    const rosa = await made.person('Rosa');
    const as = await colleague({ [rosa]: ['write'], [marcos]: ['write'] });
    const refused = await made.create(rosa, { type: 'client', existing_client_id: marcos }, as);
    expect(JSON.stringify(refused.errors)).not.toMatch(/Secreto|Ana/);
  });

  test('those who left are not counted either', async () => {
    const as = await colleague({ [ana]: ['read'] });
    expect(await made.household(ana, as)).toMatchObject({ members: [], unseen: 1 });
    await made.change(ana, member, { ended_on: daysAgo(0) });
    expect(await made.household(ana, as)).toMatchObject({ members: [], unseen: 0 });
  });
});

describe('two at once', () => {
  const current = (client_id: number) =>
    query(`select id from household_members where client_id = $1 and ended_on is null`, [client_id]);
  const both = async <T>(one: () => Promise<T>, other: () => Promise<T>) => Promise.all([one(), other()]);

  test.each([1, 2, 3])('add the same person to two households: one gets them (%i)', async () => {
    const [rosa, olga, javier] = [await made.person('Rosa'), await made.person('Olga'), await made.person('Javier')];
    const add = (on: number) => () => made.create(on, { type: 'client', existing_client_id: javier });
    const replies = await both(add(rosa), add(olga));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(await current(javier)).toHaveLength(1);
  });

  test.each([1, 2, 3])('add the first member to one person, and each other: one household (%i)', async () => {
    const [rosa, olga, javier] = [await made.person('Rosa'), await made.person('Olga'), await made.person('Javier')];
    const add = (on: number, existing_client_id: number) => () =>
      made.create(on, { type: 'client', existing_client_id, relationship: 'sister' });
    const first = await both(add(rosa, olga), add(rosa, javier));
    expect(first.map(({ status }) => status)).toEqual([201, 201]);
    expect(Object.keys(await made.page(rosa)).toSorted()).toEqual(['Javier', 'Olga']);
    const [nora, vera] = [await made.person('Nora'), await made.person('Vera')];
    const crossed = await both(add(nora, vera), add(vera, nora));
    expect(crossed.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect([await current(nora), await current(vera)].map((rows) => rows.length)).toEqual([1, 1]);
  });

  test.each([1, 2, 3])('move two people between two households: neither waits for ever (%i)', async () => {
    const [rosa, olga] = [await made.person('Rosa'), await made.person('Olga')];
    const [a, b] = [await made.person('Alma'), await made.person('Berta')];
    await made.add(rosa, a, 'daughter');
    await made.add(olga, b, 'daughter');
    const move = (on: number, existing_client_id: number) => () =>
      made.create(on, { type: 'client', existing_client_id, relationship: 'sister', move: true });
    const replies = await both(move(rosa, b), move(olga, a));
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await made.page(rosa)).toMatchObject({ Berta: 'sister, active', Alma: 'daughter, former' });
  });

  test.each([1, 2, 3])('make two others the head: there is one (%i)', async () => {
    const lucia = (await made.add(ana, await made.person('Lucía'), 'daughter')).id;
    const replies = await both(
      () => made.setHousehold(ana, { head_id: member }),
      () => made.setHousehold(marcos, { head_id: lucia }),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const heads = await query(`select id from household_members where is_head and organization_id = $1`, [
      organization.id,
    ]);
    expect(heads).toHaveLength(1);
    expect(await made.page(marcos)).toEqual({ Ana: 'mother, active', Lucía: 'sister, active' });
  });

  test.each([1, 2, 3])(
    'the last one leaves while another is added: the new one is where the person is (%i)',
    async () => {
      await made.remove(ana, member);
      const { member_id: own } = (await made.household(ana)) ?? {};
      const replies = await Promise.all([
        made.remove(ana, own as number),
        made.create(ana, { type: 'client', existing_client_id: marcos, relationship: 'son' }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([204, 201]);
      const open = await query<{ closed_at: string | null }>(
        `select h.closed_at from household_members m join households h on h.id = m.household_id
        where m.organization_id = $1 and m.ended_on is null`,
        [organization.id],
      );
      expect(open.every(({ closed_at }) => closed_at === null)).toBe(true);
      expect(await current(marcos)).toHaveLength(1);
    },
  );
});

test('a request that is sent again adds nobody twice', async () => {
  const rosa = await made.person('Rosa');
  const sent = {
    as: organization.owner,
    params: { client_id: ana },
    body: { type: 'client' as const, existing_client_id: rosa, relationship: 'sister' as const },
    headers: { 'idempotency-key': 'one sister' },
  };
  const first = await call(householdMemberRoutes.create, sent);
  expect(await call(householdMemberRoutes.create, sent)).toEqual(first);
  await call(clientRoutes.remove, { as: organization.owner, params: { id: rosa } });
  expect((await send(householdMemberRoutes.create, sent)).status, 'nor shows who is gone').toBe(404);
});
