import { describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call } = server;
const password = 'seven geese over the barn';
const password_hash = await passwordHash(password);

/** Somebody with an account elsewhere, invited by another organization under a name that is not theirs. */
const invited = async () => {
  const person = await server.newUser(await server.newOrganization(), {
    password_hash,
    first_name: 'Wilhelmina',
    last_name: 'Realname',
  });
  const organization = await server.newOrganization();
  const { owner: as } = organization;
  const group = await call(permissionGroupRoutes.create, {
    as,
    body: { name: 'Everybody', privileges: { clients: ['read'] } },
  });
  const body = {
    first_name: 'Mina',
    last_name: 'Guess',
    email: person.email,
    permission_group_ids: [group.id],
  };
  const created = await call(userRoutes.create, { as, body });
  const client = await call(clientRoutes.create, {
    as,
    body: { first_name: 'Ana', last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' },
  });
  return { person, organization, as, group, created, client };
};

describe('before an invitation is accepted nobody is told', () => {
  test('the names of an account that the address has already', async () => {
    const { person, as, group, created, client } = await invited();
    expect(created).toMatchObject({ first_name: 'Mina', last_name: 'Guess', name: 'Mina Guess', time_zone: null });
    const permission = {
      permissionable_type: 'User' as const,
      permissionable_id: person.id,
      privileges: ['read' as const],
    };
    const params = { record_type: 'clients', record_id: client.id } as const;
    const shown = [
      created,
      await call(userRoutes.page, { as, params: { page: 1 } }),
      await call(permissionGroupRoutes.show, { as, params: { id: group.id } }),
      await call(recordRoutes.setRecordPermissions, { as, params, body: { record_permissions: [permission] } }),
    ];
    // They can see nothing yet, so that they are not among those who can.
    const { data } = await call(recordRoutes.access, { as, params, query: {} });
    expect(data.map(({ user }) => user.id)).toEqual([as.id]);
    for (const one of shown) {
      expect(JSON.stringify(one)).toContain('Mina Guess');
      expect(JSON.stringify(one)).not.toMatch(/Wilhelmina|Realname/);
    }
  });

  test('by a search, by the order of a list, or by an id', async () => {
    const { person, as, group, created } = await invited();
    const others = ['Lena Hill', 'Nils Tarn', 'Vera Yew'].map((name) => name.split(' '));
    for (const [first_name, last_name] of others as [string, string][])
      await server.newUser(as.organization, { first_name, last_name });
    const found = async (query: string) =>
      (await call(userRoutes.page, { as, params: { page: 1 }, query: { query } })).data.map(({ id }) => id);
    for (const query of ['Wil', 'helmina', 'realname', 'mina realname']) expect(await found(query)).toEqual([]);
    for (const query of ['mina', 'guess', 'GUESS min', person.email]) expect(await found(query)).toEqual([person.id]);
    for (const field of ['first_name', 'last_name'] as const) {
      const sort = [{ field, order: 'asc' as const }];
      const { data } = await call(userRoutes.list, { as, query: { sort: JSON.stringify(sort) } });
      const names = data.map((one) => one[field]?.toLowerCase() ?? '');
      expect(names, 'in the order of the names that are shown').toEqual(names.toSorted());
    }
    await server.query(
      `insert into membership_permission_groups (organization_id, membership_id, permission_group_id)
       select organization_id, id, $2 from memberships where organization_id = $1 and id not in ($3, $4)`,
      [as.organization.id, group.id, created.id, as.id],
    );
    const { users } = await call(permissionGroupRoutes.show, { as, params: { id: group.id } });
    expect(users.map(({ name }) => name)).toEqual(['Lena Hill', 'Mina Guess', 'Nils Tarn', 'Vera Yew']);
    const unknown = { first_name: 'No', last_name: 'Body', email: `nobody-${Date.now()}@example.org` };
    const fresh = await call(userRoutes.create, { as, body: unknown });
    for (const key of ['time_zone', 'last_accessed_at', 'archived_at', 'invitation', 'lock_version'] as const)
      expect(fresh[key], key).toEqual(created[key]);
    expect(Math.abs(Math.log2(fresh.id) - Math.log2(created.id)), 'ids of the same size').toBeLessThan(14);
  });

  test('when the invitation names nobody: then they go by their address, and are not renamed for others', async () => {
    const { person, as } = await invited();
    await server.query('update invitations set first_name = null, last_name = null where membership_id = $1', [
      person.id,
    ]);
    const params = { id: person.id };
    const shown = await call(userRoutes.show, { as, params });
    expect(shown).toMatchObject({ first_name: null, last_name: null, name: person.email, time_zone: null });
    const renamed = await call(userRoutes.update, { as, params, body: { first_name: 'Mina' } });
    expect(renamed).toMatchObject({ first_name: 'Mina', last_name: null, name: 'Mina' });
  });

  test('and a name that is mended, or an invitation sent again, tells no more', async () => {
    const { person, as } = await invited();
    const sent = { as, params: { id: person.id } };
    const renamed = await call(userRoutes.update, { ...sent, body: { last_name: 'Better' } });
    expect(renamed.name).toBe('Mina Better');
    expect((await call(userRoutes.resendInvitation, sent)).name).toBe('Mina Better');
    const [known] = await server.query('select first_name, last_name from users where id = $1', [person.id]);
    expect(known).toEqual({ first_name: 'Wilhelmina', last_name: 'Realname' });
  });
});

test('once it is accepted the person is known by their own name', async () => {
  const { person, as } = await invited();
  const invite_id = /\/invitations\/([\w-]+)/.exec((await server.mailTo(person.email)).text)?.[1] as string;
  await call(accountRoutes.acceptAsExisting, { body: { invite_id, email: person.email, password } });
  const shown = await call(userRoutes.show, { as, params: { id: person.id } });
  expect(shown).toMatchObject({ name: 'Wilhelmina Realname', invitation: 'Accepted' });
  await call(userRoutes.resendInvitation, { as, params: { id: person.id } });
  const again = await call(userRoutes.page, { as, params: { page: 1 }, query: { query: 'realname' } });
  expect(again.data, 'sent once more').toMatchObject([{ name: 'Wilhelmina Realname', invitation: 'Accepted' }]);
});
