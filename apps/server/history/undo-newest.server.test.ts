import { beforeEach, describe, expect, test } from 'vitest';
import { householdRoutes } from '#contract/resources/households.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let made: ReturnType<typeof householdMakers>;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  made = householdMakers(server, organization);
});

/** The rows of tables of the organization, but for what counts changes. */
const state = (...tables: string[]) =>
  Promise.all(
    tables.map((table) =>
      query(
        `select to_jsonb(t) - '{updated_at,lock_version}'::text[] as row from ${table} t where organization_id = $1 order by id`,
        [organization.id],
      ),
    ),
  );
const family = () => state('households', 'household_members', 'household_relationships');

describe('the owner undoes the newest change of a note', () => {
  let params: { notable_type: 'clients'; notable_id: number; id: number };
  beforeEach(async () => {
    const client_id = await made.person('Ana');
    const { id } = await call(noteRoutes.create, {
      as: owner,
      params: { notable_type: 'clients', notable_id: client_id },
      body: { body: 'First' },
    });
    params = { notable_type: 'clients', notable_id: client_id, id };
  });
  const change = (body: string, as = owner) => call(noteRoutes.update, { as, params, body: { body } });
  const undo = (version_id: number | null, as: Caller = owner, of: object = params) =>
    send(noteRoutes.undo, { as, params: of as typeof params, body: { version_id } });

  test('which is a change of its own, and is undone in turn', async () => {
    const author = await server.newUser(organization, { privileges: { clients: ['read'], notes: ['write'] } });
    await change('Second', author);
    const { undoable_version_id } = await call(noteRoutes.show, { as: owner, params });
    const { status, body } = await undo(undoable_version_id);
    expect([status, body]).toMatchObject([200, { body: 'First', user_id: owner.id, lock_version: 3 }]);
    expect(body.undoable_version_id).toBeGreaterThan(undoable_version_id as number);
    expect((await undo(body.undoable_version_id)).body.body).toBe('Second');
  });

  test('but not that it was written', async () => {
    expect((await call(noteRoutes.show, { as: owner, params })).undoable_version_id).toBeNull();
    const [created] = await query<{ id: string }>(
      `select id from versions where item_type = 'notes' and item_id = $1`,
      [params.id],
    );
    expect(await undo(Number(created?.id))).toMatchObject({
      status: 422,
      errors: { version_id: ['Choose a change of this record'] },
    });
  });

  test('nobody else does: not a colleague who may change it, nor one who reads, nor a neighbour', async () => {
    const { undoable_version_id: version } = await change('Second');
    const writer = await server.newUser(organization, {
      role: 'orgadmin',
      privileges: { clients: ['write'], notes: ['write'] },
    });
    const reader = await server.newUser(organization, { privileges: { clients: ['read'], notes: ['read'] } });
    const strange = await server.newUser(organization, { privileges: { notes: ['write'] } });
    expect((await call(noteRoutes.show, { as: writer, params })).undoable_version_id).toBeNull();
    expect((await undo(version, writer)).status).toBe(403);
    expect((await undo(version, reader)).status).toBe(403);
    expect((await undo(version, strange)).status, 'who does not see the person').toBe(404);
    expect((await undo(version, (await server.newOrganization()).owner)).status).toBe(404);
    expect((await call(noteRoutes.show, { as: owner, params })).body).toBe('Second');
  });

  test('not over a change that came meanwhile, and of two clicks one', async () => {
    const { undoable_version_id: version } = await change('Second');
    const { undoable_version_id: newest } = await change('Third');
    expect(await undo(version)).toMatchObject({
      status: 409,
      errors: { base: [expect.stringMatching(/was changed afterwards\.$/)] },
    });
    const statuses = (await Promise.all([undo(newest), undo(newest), undo(newest)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect((await call(noteRoutes.show, { as: owner, params })).body).toBe('Second');
  });

  test('not by a version of another note, or of another organization', async () => {
    const { id } = await call(noteRoutes.create, {
      as: owner,
      params: { notable_type: 'clients', notable_id: params.notable_id },
      body: { body: 'Other' },
    });
    const { undoable_version_id: version } = await change('Second');
    expect((await undo(version, owner, { ...params, id })).status).toBe(422);
    expect((await undo(null)).status).toBe(422);
    expect((await call(noteRoutes.show, { as: owner, params })).body).toBe('Second');
  });
});

describe('the owner undoes the newest change of a household', () => {
  let ana: number;
  let ben: number;
  beforeEach(async () => {
    [ana, ben] = [await made.person('Ana'), await made.person('Ben', { gender: 'male' })];
    await made.add(ana, ben, 'husband');
  });
  const undo = (version_id: number | null | undefined, as: Caller = owner, client_id = ana) =>
    send(householdRoutes.undo, { as, params: { client_id }, body: { version_id } });
  const newest = async (client_id = ana) => (await made.household(client_id))?.undoable_version_id;
  const memberOf = async (name: string) =>
    (await made.household(ana))?.members.find((one) => one.name.startsWith(name))?.id as number;

  test('whatever it was: its title, its head, a member’s relationship, who came and who left', async () => {
    const contact = await made.contact(ana, 'mother');
    const cleo = await made.person('Cleo');
    const changes = {
      title: () => made.setHousehold(ana, { title: 'The Riveras' }),
      head: async () => made.setHousehold(ana, { head_id: await memberOf('Ben') }),
      relationship: () => made.change(ana, contact.id, { relationship: 'grandmother', name: 'Teresa Lopez' }),
      came: () => made.add(ana, cleo, 'daughter'),
      left: async () =>
        made.change(ana, await memberOf('Ben'), { ended_on: (await made.household(ana))?.members[0]?.started_on }),
      deleted: async () => made.remove(ana, await memberOf('Ben')),
    };
    for (const [what, change] of Object.entries(changes)) {
      const before = await family();
      await change();
      expect(await family(), what).not.toEqual(before);
      const { status, errors } = await undo(await newest());
      expect({ status, errors }, what).toMatchObject({ status: 200 });
      expect(await family(), what).toEqual(before);
    }
  });

  test('back to none, where it was made by that', async () => {
    expect(await undo(await newest())).toMatchObject({ status: 200, body: null });
    expect(await made.household(ana)).toBeNull();
    expect(await family()).toEqual([[], [], []]);
    expect((await undo(1)).status).toBe(404);
  });

  test('not where another household changed with it', async () => {
    const cleo = await made.person('Cleo');
    await made.add(cleo, await made.person('Dora'), 'sister');
    await made.add(ana, cleo, 'daughter', { move: true });
    const before = await family();
    expect(await undo(await newest())).toMatchObject({
      status: 409,
      errors: { base: ['This was changed together with other records. The platform team can roll back all changes.'] },
    });
    expect(await family()).toEqual(before);
  });

  test('not where somebody who left is in another household by now', async () => {
    await made.change(ana, await memberOf('Ben'), {
      ended_on: (await made.household(ana))?.members[0]?.started_on,
    });
    const version = await newest();
    await made.add(await made.person('Dora'), ben, 'brother');
    const before = await family();
    const { status, errors } = await undo(version);
    expect([status, Object.keys(errors)]).toEqual([409, ['base']]);
    expect(await family()).toEqual(before);
  });

  test('nobody else does: not a colleague who may change it, nor one who reads, nor a neighbour', async () => {
    await made.setHousehold(ana, { title: 'The Riveras' });
    const version = await newest();
    const writer = await server.newUser(organization, { role: 'orgadmin', privileges: { clients: ['write'] } });
    const reader = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect((await made.household(ana, writer))?.undoable_version_id).toBeNull();
    expect((await undo(version, writer)).status).toBe(403);
    expect((await undo(version, reader)).status).toBe(403);
    expect((await undo(version, await server.newUser(organization, {}))).status, 'who does not see her').toBe(404);
    expect((await undo(version, (await server.newOrganization()).owner)).status).toBe(404);
    expect((await made.household(ana))?.household_title).toBe('The Riveras');
  });

  test('not over a change that came meanwhile, and of two clicks one', async () => {
    await made.setHousehold(ana, { title: 'One' });
    const version = await newest();
    await made.setHousehold(ana, { title: 'Two' });
    expect(await undo(version)).toMatchObject({
      status: 409,
      errors: { base: [expect.stringMatching(/was changed afterwards\.$/)] },
    });
    const last = await newest();
    const statuses = (await Promise.all([undo(last), undo(last), undo(last)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect((await made.household(ana))?.household_title).toBe('One');
  });
});
