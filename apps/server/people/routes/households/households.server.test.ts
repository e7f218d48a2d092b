// Longer than most: all that a household promises, over one small set of makers.
import { beforeEach, describe, expect, test } from 'vitest';
import { archivedClientRoutes } from '#contract/resources/archived-clients.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { householdMemberRoutes } from '#contract/resources/households.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { startServer } from '#tests/server/harness.ts';
import { daysAgo, householdMakers } from '#tests/server/household-makers.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let made: ReturnType<typeof householdMakers>;
let ana: number;
let marcos: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  made = householdMakers(server, organization);
  ana = await made.person('Ana');
  marcos = await made.person('Marcos', { gender: 'male' });
});

/** As if a membership had been written some days ago. */
const age = (id: number, days: number) =>
  query(`update household_members set created_at = now() - make_interval(days => $2), started_on = $3 where id = $1`, [
    id,
    days,
    daysAgo(days),
  ]);

describe('a new member', () => {
  test.each([
    [{}, ['type']],
    [{ type: 'friend' }, ['type']],
    [{ type: 'client' }, ['existing_client_id']],
    [{ type: 'client', existing_client_id: null, relationship: 'son' }, ['existing_client_id']],
    [{ type: 'client', existing_client_id: 999_999_999, relationship: 'son' }, ['existing_client_id']],
    [{ type: 'client', existing_client_id: 1.5 }, ['existing_client_id']],
    [{ type: 'client', existing_client_id: 1, name: 'Ana' }, ['name']],
    [{ type: 'non_client' }, ['dob', 'gender', 'name', 'relationship']],
    [
      { type: 'non_client', name: ' ', dob: '1899-12-31', gender: 'x', relationship: 'niece' },
      ['dob', 'gender', 'name', 'relationship'],
    ],
    [{ type: 'non_client', name: 'Teresa', dob: '2999-01-01', gender: 'female', relationship: 'mother' }, ['dob']],
    [
      { type: 'non_client', name: 'T'.repeat(201), dob: '1957-06-02', gender: 'female', relationship: 'mother' },
      ['name'],
    ],
    [
      {
        type: 'non_client',
        name: 'Teresa',
        dob: '1957-06-02',
        gender: 'female',
        relationship: 'mother',
        started_on: '2999-01-01',
      },
      ['started_on'],
    ],
    [{ type: 'client', existing_client_id: 1, relation: 'son' }, ['relation']],
  ])('is refused as %j', async (body, paths) => {
    const reply = await made.create(ana, body);
    expect([reply.status, Object.keys(reply.errors).toSorted()]).toEqual([422, paths]);
    expect(await made.household(ana)).toBeNull();
  });

  test('is refused when it is the person themselves, or in the household already', async () => {
    const self = await made.create(ana, { type: 'client', existing_client_id: ana, relationship: 'sister' });
    expect(self.errors).toEqual({ existing_client_id: ['A person can’t be their own family member'] });
    await made.add(ana, marcos, 'son');
    const again = await made.create(ana, { type: 'client', existing_client_id: marcos, relationship: 'son' });
    expect(again.errors).toEqual({ existing_client_id: ['Already a member of this household'] });
    const back = await made.create(marcos, { type: 'client', existing_client_id: ana, relationship: 'mother' });
    expect(back.status).toBe(422);
  });

  test('makes the household, whose head is the first, and is on both pages', async () => {
    expect(await made.household(ana)).toBeNull();
    const member = await made.add(ana, marcos, 'son');
    expect(member).toMatchObject({
      type: 'client',
      client_id: marcos,
      existing_client_id: marcos,
      name: 'Marcos Rivera',
      dob: '1985-03-14',
      gender: 'male',
      relationship: 'son',
      status: 'active',
      ended_on: null,
      lock_version: 1,
    });
    const household = await made.household(ana);
    expect(household).toMatchObject({ household_title: 'Rivera household', unseen: 0, members: [member] });
    expect(household?.household_id).toBe(household?.id);
    expect(household?.head_id).toBe(household?.member_id);
    const his = await made.household(marcos);
    expect(his).toMatchObject({ id: household?.id, head_id: household?.head_id, member_id: member.id });
    expect(await made.page(marcos)).toEqual({ Ana: 'mother, active' });
    expect(
      await call(householdMemberRoutes.show, { as: organization.owner, params: { client_id: ana, id: member.id } }),
    ).toEqual(member);
  });

  test('may be a contact, whom every page of the household shows; without a relationship a person is unknown', async () => {
    const contact = await made.contact(ana, 'mother');
    expect(contact).toMatchObject({ type: 'non_client', client_id: null, name: 'Teresa Soto', status: 'active' });
    await made.create(ana, { type: 'client', existing_client_id: marcos, name: null });
    expect(await made.page(ana)).toEqual({ Teresa: 'mother, active', Marcos: 'unknown, active' });
  });

  test('added from the page of another member is what was said there', async () => {
    await made.add(ana, marcos, 'son');
    const javier = await made.person('Javier', { gender: 'male' });
    await made.add(marcos, javier, 'stepfather');
    expect(await made.page(marcos)).toEqual({ Ana: 'mother, active', Javier: 'stepfather, active' });
    expect(await made.page(javier)).toEqual({ Ana: 'other_female, active', Marcos: 'stepson, active' });
    const { members } = (await made.household(ana)) ?? { members: [] };
    await made.change(ana, members[1]?.id as number, { relationship: 'husband' });
    expect(await made.page(javier)).toEqual({ Ana: 'wife, active', Marcos: 'stepson, active' });
  });

  test('who is in another household leaves it, when that was said', async () => {
    const [javier, renata] = [await made.person('Javier', { gender: 'male' }), await made.person('Renata')];
    await made.add(javier, renata, 'daughter');
    await made.contact(javier, 'mother');
    const refused = await made.create(ana, { type: 'client', existing_client_id: javier, relationship: 'brother' });
    expect(refused.errors.existing_client_id?.[0]).toMatch(/^Javier Rivera is in another household/);
    await made.add(ana, javier, 'brother', { move: true });
    expect(await made.page(javier)).toEqual({ Ana: 'sister, active' });
    // She is the head now, and what everybody is to her is what her page said.
    const left = await made.household(renata);
    expect(left?.head_id).toBe(left?.member_id);
    expect(await made.page(renata)).toEqual({ Javier: 'father, former', Teresa: 'grandmother, active' });
  });
});

describe('a member is changed', () => {
  test('over the version that was seen', async () => {
    const { id } = await made.contact(ana, 'mother');
    const change = (lock_version: number) => made.change(ana, id, { name: 'Teresa Soto Vega', lock_version });
    expect((await change(1)).body).toMatchObject({ name: 'Teresa Soto Vega', lock_version: 2, relationship: 'mother' });
    expect((await change(1)).status).toBe(409);
    expect((await made.remove(ana, id, { lock_version: 1 })).status).toBe(409);
  });

  test.each([
    [{ name: null }, ['name']],
    [{ gender: null, relationship: null }, ['gender', 'relationship']],
    [{ dob: '2999-01-01' }, ['dob']],
    [{ ended_on: '2999-01-01' }, ['ended_on']],
    [{ ended_on: '2001-01-01' }, ['ended_on']],
    [{ type: 'client' }, ['existing_client_id']],
    [{ existing_client_id: 1 }, ['existing_client_id']],
    [{ dod: '2020-01-01' }, ['dod']],
  ])('a contact not as %j', async (body, paths) => {
    const { id } = await made.contact(ana, 'mother');
    const reply = await made.change(ana, id, body);
    expect([reply.status, Object.keys(reply.errors).toSorted()]).toEqual([422, paths]);
  });

  test('somebody who is served not in what stands on their own page', async () => {
    const { id } = await made.add(ana, marcos, 'son');
    const reply = await made.change(ana, id, { type: 'non_client', name: 'Mark', existing_client_id: ana });
    expect(Object.keys(reply.errors).toSorted()).toEqual(['existing_client_id', 'name', 'type']);
    const kept = await made.change(ana, id, { type: 'client', existing_client_id: marcos, relationship: 'stepson' });
    expect([kept.status, await made.page(marcos)]).toEqual([200, { Ana: 'stepmother, active' }]);
  });

  test('a contact becomes somebody who is served, and stays what they were', async () => {
    const { id } = await made.contact(ana, 'mother');
    const teresa = await made.person('Teresa');
    const reply = await made.change(ana, id, { type: 'client', existing_client_id: teresa });
    expect(reply.body).toMatchObject({ id, client_id: teresa, relationship: 'mother', status: 'active' });
    expect(await made.page(teresa)).toEqual({ Ana: 'daughter, active' });
    const other = await made.contact(ana, 'aunt');
    const twice = await made.change(ana, other.id, { type: 'client', existing_client_id: teresa });
    expect(twice.errors).toEqual({ existing_client_id: ['Already a member of this household'] });
  });
});

describe('who leaves', () => {
  test('stays among the former members with both days, and may come back', async () => {
    const { id } = await made.add(ana, marcos, 'son', { started_on: daysAgo(900) });
    await made.change(ana, id, { ended_on: daysAgo(30) });
    const { members } = (await made.household(ana)) ?? {};
    expect(members).toMatchObject([{ status: 'former', started_on: daysAgo(900), ended_on: daysAgo(30) }]);
    expect(await made.household(marcos)).toBeNull();
    expect((await made.change(ana, id, { ended_on: daysAgo(20) })).body).toMatchObject({ ended_on: daysAgo(20) });
    expect((await made.change(ana, id, { started_on: daysAgo(10) })).errors).toHaveProperty('started_on');
    expect((await made.change(ana, id, { ended_on: null })).body).toMatchObject({ status: 'active', ended_on: null });
    expect(await made.page(marcos)).toEqual({ Ana: 'mother, active' });
  });

  test('does not come back from another household', async () => {
    const { id } = await made.add(ana, marcos, 'son');
    await made.change(ana, id, { ended_on: daysAgo(0) });
    await made.add(await made.person('Rosa'), marcos, 'son');
    const reply = await made.change(ana, id, { ended_on: null });
    expect(reply).toMatchObject({ status: 422, errors: { existing_client_id: [expect.any(String)] } });
  });

  test('is deleted within 24 hours, and leaves after that', async () => {
    const mistake = await made.add(ana, marcos, 'son');
    expect((await made.remove(ana, mistake.id)).status).toBe(204);
    expect(await made.page(ana)).toEqual({});
    const { id } = await made.add(ana, marcos, 'son');
    await age(id, 2);
    expect((await made.remove(ana, id)).status).toBe(204);
    expect(await made.page(ana)).toEqual({ Marcos: 'son, former' });
    expect((await made.remove(ana, id)).status, 'and nothing more of a former one').toBe(204);
    expect(await made.page(ana)).toEqual({ Marcos: 'son, former' });
  });

  test('as the last one closes the household, and its contacts leave too', async () => {
    await made.contact(ana, 'mother');
    const home = await made.household(ana);
    const own = home?.member_id as number;
    await age(own, 3);
    expect((await made.remove(ana, own)).status).toBe(204);
    expect(await made.household(ana)).toBeNull();
    const rows = await query<{ ended: boolean; closed: boolean }>(
      `select ended_on is not null ended, closed_at is not null closed
         from household_members m join households h on h.id = m.household_id where h.id = $1`,
      [home?.id],
    );
    expect(rows).toEqual(Array(2).fill({ ended: true, closed: true }));
    await made.add(ana, marcos, 'son');
    expect((await made.household(ana))?.id).not.toBe(home?.id);
  });

  test('as one who died is shown so', async () => {
    const elena = await made.person('Elena', { dod: '2020-01-01' });
    await made.add(ana, elena, 'sister');
    expect(await made.page(ana)).toEqual({ Elena: 'sister, deceased' });
    expect(await made.household(ana)).toMatchObject({ members: [{ dod: '2020-01-01' }], head_died_on: null });
    expect((await made.household(elena))?.members).toMatchObject([{ dod: null }]);
  });

  test('as the head who died stays the head until another one is chosen, who is alive', async () => {
    const elena = await made.person('Elena');
    await made.add(ana, elena, 'sister');
    await made.add(ana, marcos, 'son');
    await query(`update clients set dod = '2020-01-01' where id = any($1)`, [[ana, marcos]]);
    const own = await made.household(elena);
    expect(own).toMatchObject({ head_died_on: '2020-01-01', household_title: 'Rivera household' });
    // Somebody who may not see them is told nothing of who died.
    const few = await server.newUser(organization, { grants: [{ entity: 'clients', id: elena, actions: ['read'] }] });
    expect(await made.household(elena, few)).toMatchObject({ members: [], unseen: 0, head_died_on: null });
    const dead = own?.members.find(({ client_id }) => client_id === marcos)?.id;
    expect(await made.setHousehold(elena, { head_id: dead })).toMatchObject({
      status: 422,
      errors: { head_id: ['Choose the head from the people of this household'] },
    });
    // Nobody has to choose to change the title.
    expect((await made.setHousehold(elena, { head_id: own?.head_id, title: 'The blue house' })).status).toBe(200);
    expect((await made.setHousehold(elena, { head_id: own?.member_id })).status).toBe(200);
    expect(await made.household(elena)).toMatchObject({ head_id: own?.member_id, head_died_on: null });
  });

  test('by being deleted as a person is gone until they are brought back', async () => {
    await made.add(ana, marcos, 'son');
    await call(clientRoutes.remove, { as: organization.owner, params: { id: marcos } });
    expect(await made.household(ana)).toMatchObject({ members: [], unseen: 0 });
    await call(archivedClientRoutes.remove, { as: await server.newSuperuser(), params: { id: marcos } });
    expect(await made.page(ana)).toEqual({ Marcos: 'son, active' });
  });
});

describe('a household', () => {
  test('is called after its head until it has a title, and again without one', async () => {
    const soto = await made.person('Javier', { last_name: 'Soto' });
    const { id } = await made.add(ana, soto, 'husband');
    const titled = async (body: object) => (await made.setHousehold(ana, body)).body.household_title;
    expect(await titled({ title: 'Rivera-Soto household' })).toBe('Rivera-Soto household');
    expect(await titled({ head_id: id })).toBe('Rivera-Soto household');
    expect(await titled({ title: ' ' })).toBe('Soto household');
    expect((await made.household(soto))?.household_title).toBe('Soto household');
  });

  test('has another head without a change on any page', async () => {
    const { id } = await made.add(ana, marcos, 'son');
    await made.add(ana, await made.person('Lucía'), 'daughter');
    await made.contact(ana, 'mother');
    const before = [await made.page(ana), await made.page(marcos)];
    expect((await made.setHousehold(ana, { head_id: id })).body.head_id).toBe(id);
    expect([await made.page(ana), await made.page(marcos)]).toEqual(before);
    expect(before[1]).toEqual({ Ana: 'mother, active', Lucía: 'sister, active', Teresa: 'grandmother, active' });
  });

  test('is changed over the version that was seen, and only as the household that it is', async () => {
    const { id: contact } = await made.contact(ana, 'mother');
    const { id } = (await made.household(ana)) ?? {};
    expect((await made.setHousehold(ana, { title: 'Home', lock_version: 1, household_id: id })).status).toBe(200);
    expect((await made.setHousehold(ana, { title: 'House', lock_version: 1 })).status).toBe(409);
    expect((await made.setHousehold(ana, { title: 'House', household_id: 1 })).errors).toHaveProperty('household_id');
    expect((await made.setHousehold(ana, { head_id: contact })).errors).toHaveProperty('head_id');
    expect((await made.setHousehold(ana, { title: 'x'.repeat(201) })).errors).toHaveProperty('title');
    expect((await made.setHousehold(marcos, { title: 'House' })).status, 'of somebody who lives alone').toBe(404);
  });

  test('stands in the history of its people: when they came, headed it and left', async () => {
    const { id } = await made.add(ana, marcos, 'son', { started_on: daysAgo(9) });
    await made.change(ana, id, { ended_on: daysAgo(1) });
    const historyOf = async (record_id: number) => {
      const params = { record_type: 'clients' as const, record_id };
      const { history } = await call(recordRoutes.versions, { as: organization.owner, params });
      return history.slice(0, -1).flatMap(({ shown }) => shown.map(({ label, is }) => [label, is]));
    };
    const shown = (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
    expect(await historyOf(marcos)).toEqual([
      ['Rivera household', `Until ${shown(daysAgo(1))}`],
      ['Rivera household', `Since ${shown(daysAgo(9))}`],
    ]);
    expect(await historyOf(ana)).toEqual([['Rivera household', `Since ${shown(daysAgo(9))}, Head of the household`]]);
  });

  test('holds so many and no more', async () => {
    const { id } = await made.contact(ana, 'mother');
    await query(
      `insert into household_members (organization_id, household_id, name, dob, gender, relationship, started_on)
       select organization_id, household_id, name, dob, gender, relationship, started_on
         from household_members, generate_series(1, 198) where id = $1`,
      [id],
    );
    const reply = await made.create(ana, { type: 'client', existing_client_id: marcos });
    expect(reply.errors.base?.[0]).toMatch(/at most 200 members/);
    const own = (await made.household(ana))?.member_id as number;
    expect((await made.remove(ana, own)).status, 'and all of them leave at once').toBe(204);
  });
});

test('a megabyte is refused, as anywhere', async () => {
  const reply = await send(householdMemberRoutes.create, {
    as: organization.owner,
    params: { client_id: ana },
    body: {
      type: 'non_client',
      name: 'x'.repeat(1_000_000),
      dob: '1957-06-02',
      gender: 'female',
      relationship: 'aunt',
    },
  });
  expect([413, 422]).toContain(reply.status);
});
