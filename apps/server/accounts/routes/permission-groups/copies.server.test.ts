import { describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { problems } from '#contract/problems.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };
const person = (first_name: string) =>
  ({ first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' }) as const;
const newGroup = (as: TestUser, body: object) =>
  call(permissionGroupRoutes.create, { as, body: body as { name: string } });
const grantsOf = (group_id: number) =>
  server.query<{ entity: string; record_id: number; actions: string[] }>(
    'select entity, record_id::int, actions from record_permissions where permission_group_id = $1 order by record_id',
    [group_id],
  );

describe('a permission group is not deleted', () => {
  const remove = (as: TestUser, id: number) => send(permissionGroupRoutes.remove, { as, params: { id } });
  const refusal = (message: string) => ({ status: 422, errors: { base: [message] } });

  test('while it is the last one of a member, even oneself', async () => {
    const organization = await server.newOrganization();
    const as = await server.newUser(organization, { privileges: { permission_groups: ['remove'], clients: ['read'] } });
    const members = refusal('This permission group has members. Move them to another group first.');
    for (const who of [as, organization.owner]) expect(await remove(who, as.group_id as number)).toMatchObject(members);
    expect((await send(clientRoutes.list, { as })).status).toBe(200);
  });

  test('while API credentials work through it', async () => {
    const { owner, id: organization_id } = await server.newOrganization();
    await server.query('update organizations set api_access_enabled = true where id = $1', [organization_id]);
    const { id } = await newGroup(owner, { name: 'Programs' });
    const key = await call(apiCredentialRoutes.create, { as: owner, body: { name: 'Key', permission_group_id: id } });
    expect(await remove(owner, id)).toMatchObject(
      refusal('API credentials use this permission group. Delete them first.'),
    );
    await call(apiCredentialRoutes.remove, { as: owner, params: { id: key.id } });
    expect((await remove(owner, id)).status).toBe(204);
  });

  test('while it is the only one that a form was given to: its answers would be open to everybody', async () => {
    const { owner } = await server.newOrganization();
    const field = await call(fieldRoutes.create, {
      as: owner,
      body: { name: 'Question', field_type: 'freeform-short' },
    });
    const form = await call(formRoutes.create, {
      as: owner,
      body: { name: 'Testimony', form_fields: [{ field_id: field.id }] },
    });
    const [one, two] = [await newGroup(owner, { name: 'Lawyers' }), await newGroup(owner, { name: 'Advocates' })];
    const give = (...ids: number[]) =>
      call(recordRoutes.setRecordPermissions, {
        as: owner,
        params: { record_type: 'forms', record_id: form.id },
        body: {
          record_permissions: ids.map((permissionable_id) => ({
            permissionable_type: 'PermissionGroup' as const,
            permissionable_id,
            privileges: ['read' as const],
          })),
        },
      });
    await give(one.id);
    expect(await remove(owner, one.id)).toMatchObject(
      refusal('Only this group has access to answers to Testimony. Share the form with someone else first.'),
    );
    await give(one.id, two.id);
    expect((await remove(owner, one.id)).status).toBe(204);
    expect((await remove(owner, two.id)).status).toBe(422);
  });
});

describe('PE-43 a copy of a permission group', () => {
  const clone = (as: TestUser, id: number, body: object = {}) =>
    send(permissionGroupRoutes.clone, { as, params: { id }, body });

  test('is refused to who may not write every group, or may not see this one', async () => {
    const organization = await server.newOrganization();
    const { id } = await newGroup(organization.owner, { name: 'Night shift' });
    const [reader, granted] = [
      await server.newUser(organization, { privileges: { permission_groups: ['read', 'remove'] } }),
      await server.newUser(organization, { grants: [{ entity: 'permission_groups', id, actions: ['write'] }] }),
    ];
    for (const as of [reader, granted]) expect(await clone(as, id)).toMatchObject(forbidden);
    const stranger = (await server.newOrganization()).owner;
    expect((await clone(stranger, id)).status).toBe(404);
    const wrong = await clone(organization.owner, id, { include_data: 'yes', name: 'Mine' });
    expect([wrong.status, Object.keys(wrong.errors).sort()]).toEqual([422, ['include_data', 'name']]);
  });

  test('with its members is refused to who may not change each of them', async () => {
    const organization = await server.newOrganization();
    const [one, two] = [await server.newUser(organization), await server.newUser(organization)];
    const id = one.group_id as number;
    await server.query(
      'insert into membership_permission_groups (organization_id, membership_id, permission_group_id) values ($1, $2, $3)',
      [organization.id, two.id, id],
    );
    const may = { permission_groups: ['write'] } satisfies EntityPrivileges;
    const lacking = [
      await server.newUser(organization, { privileges: may }),
      await server.newUser(organization, { privileges: { ...may, users: ['read', 'remove'] } }),
      await server.newUser(organization, {
        privileges: may,
        grants: [{ entity: 'users', id: one.id, actions: ['write'] }],
      }),
    ];
    for (const as of lacking) {
      expect(await clone(as, id, { include_data: true })).toMatchObject(forbidden);
      expect((await clone(as, id)).status, 'without them').toBe(201);
    }
    const manager = await server.newUser(organization, { privileges: { ...may, users: ['write'] } });
    const { body } = await clone(manager, id, { include_data: true });
    expect(body.users.map((user) => user.id).sort()).toEqual([one.id, two.id].sort());
  });

  test('with its members leaves out the owner, who needs none, and who is archived', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const [member, archived] = [
      await server.newUser(organization, { privileges: { clients: ['read'] } }),
      await server.newUser(organization),
    ];
    const id = member.group_id as number;
    await server.query(
      `insert into membership_permission_groups (organization_id, membership_id, permission_group_id)
       values ($1, $2, $4), ($1, $3, $4)`,
      [organization.id, owner.id, archived.id, id],
    );
    await server.query('update memberships set archived_at = now() where id = $1', [archived.id]);
    const { body: copy } = await clone(owner, id, { include_data: true });
    expect(copy).toMatchObject({ user_count: 1, users: [{ id: member.id }] });
    const shown = await call(userRoutes.show, { as: owner, params: { id: member.id } });
    expect(shown.permission_group_ids).toEqual([id, copy.id]);
    expect(
      (await call(userRoutes.show, { as: owner, params: { id: archived.id } })).permission_group_ids,
    ).not.toContain(copy.id);
    const history = await call(recordRoutes.versions, {
      as: owner,
      params: { record_type: 'users', record_id: member.id },
      query: { history: 'true' },
    });
    expect(history.history[0]?.change).toHaveProperty([`permission_group_id.${copy.id}`]);
  });

  test('has the privileges but neither members nor data, and a name of its own', async () => {
    const { owner, ...organization } = await server.newOrganization();
    const member = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const id = member.group_id as number;
    await call(permissionGroupRoutes.update, {
      as: owner,
      params: { id },
      body: { name: 'Night shift', default: true, record_permission_assignments: { clients: ['write'] } },
    });
    await call(pinnedMessageRoutes.create, {
      as: owner,
      params: { permission_group_id: id },
      body: { subject: 'Snow', body: 'Late' },
    });
    const locations = [{ name: 'Office', address: '1 Main Street', location: null }];
    await call(permissionGroupRoutes.setLocations, { as: owner, params: { id }, body: { locations } });
    const { status, body: copy } = await clone(owner, id);
    expect(status).toBe(201);
    expect(copy).toMatchObject({
      name: 'Night shift (copy)',
      default: false,
      privileges: { clients: ['read'] },
      record_permission_assignments: { clients: ['write'] },
      user_count: 0,
      users: [],
    });
    expect((await clone(owner, id)).body.name).toBe('Night shift (copy 2)');
    expect((await clone(owner, id)).body.name).toBe('Night shift (copy 3)');
    const messages = await call(pinnedMessageRoutes.list, { as: owner, params: { permission_group_id: copy.id } });
    expect(messages.data).toEqual([]);
    const places = await call(permissionGroupRoutes.locations, { as: owner, params: { id: copy.id } });
    expect(places.data).toEqual([]);
    const long = await newGroup(owner, { name: 'ä'.repeat(255) });
    expect((await clone(owner, long.id)).body.name).toBe(`${'ä'.repeat(240)} (copy)`);
  });

  test('with its data has the grants, messages and places too, as rows of its own', async () => {
    const { owner, ...organization } = await server.newOrganization();
    const { id: client_id } = await call(clientRoutes.create, { as: owner, body: person('Ana') });
    const member = await server.newUser(organization, {
      grants: [{ entity: 'clients', id: client_id, actions: ['read', 'write'], through_group: true }],
    });
    const id = member.group_id as number;
    const pinned = { subject: 'Snow', body: 'Late', expired_at: '2031-01-02T03:15:00.000Z' };
    const params = { permission_group_id: id };
    const message = await call(pinnedMessageRoutes.create, { as: owner, params, body: pinned });
    const places = [
      { name: 'Shelter', address: '1 Elm Street', location: [51.5, -0.25] as [number, number] },
      { name: 'Office', address: '2 Oak Street', location: null },
    ];
    await call(permissionGroupRoutes.setLocations, { as: owner, params: { id }, body: { locations: places } });
    const { body: copy } = await clone(owner, id, { include_data: true });
    expect(await grantsOf(copy.id)).toEqual([{ entity: 'clients', record_id: client_id, actions: ['read', 'write'] }]);
    const copied = await call(pinnedMessageRoutes.list, { as: owner, params: { permission_group_id: copy.id } });
    expect(copied.data).toMatchObject([{ ...pinned, permission_group: { id: copy.id } }]);
    expect(copied.data[0]?.id).not.toBe(message.id);
    const { data } = await call(permissionGroupRoutes.locations, { as: owner, params: { id: copy.id } });
    expect(data.map(({ id: _, ...place }) => place)).toEqual(places);
    await call(permissionGroupRoutes.setLocations, { as: owner, params: { id: copy.id }, body: { locations: [] } });
    expect((await call(permissionGroupRoutes.locations, { as: owner, params: { id } })).data).toHaveLength(2);
  });
});

describe('the places of a permission group', () => {
  const set = (as: TestUser, id: number, locations: unknown) =>
    send(permissionGroupRoutes.setLocations, { as, params: { id }, body: { locations } });
  const place = { name: 'Shelter', address: '1 Elm Street', location: [51.5, -0.25] };

  test('are refused to who may not change the group, and not there for who may not see it', async () => {
    const organization = await server.newOrganization();
    const { id } = await newGroup(organization.owner, { name: 'Night shift' });
    const [reader, nobody] = [
      await server.newUser(organization, { privileges: { permission_groups: ['read'] } }),
      await server.newUser(organization),
    ];
    expect(await set(reader, id, [place])).toMatchObject(forbidden);
    expect((await set(nobody, id, [place])).status).toBe(404);
    expect((await send(permissionGroupRoutes.locations, { as: nobody, params: { id } })).status).toBe(404);
    expect((await call(permissionGroupRoutes.locations, { as: reader, params: { id } })).data).toEqual([]);
  });

  test('are refused with mistakes, each at its path', async () => {
    const { owner } = await server.newOrganization();
    const { id } = await newGroup(owner, { name: 'Night shift' });
    const { status, errors } = await set(owner, id, [
      place,
      { ...place, name: ' ', location: [90.1, -180.1] },
      { name: 'x', address: 'x'.repeat(501) },
      { ...place, location: [1], id: 4 },
    ]);
    expect(status).toBe(422);
    expect(Object.keys(errors).sort()).toEqual([
      'locations.1.location.0',
      'locations.1.location.1',
      'locations.1.name',
      'locations.2.address',
      'locations.2.location',
      'locations.3.id',
      'locations.3.location',
    ]);
    expect((await set(owner, id, Array(201).fill(place))).status).toBe(422);
    expect((await call(permissionGroupRoutes.locations, { as: owner, params: { id } })).data).toEqual([]);
  });

  test('are replaced as a whole, keep their order, and give no access', async () => {
    const organization = await server.newOrganization();
    const member = await server.newUser(organization);
    const id = member.group_id as number;
    const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
    const three = ['Zoo', 'Alley', 'Mill'].map((name) => ({ ...place, name }));
    expect(names((await set(organization.owner, id, three)).body)).toEqual(['Zoo', 'Alley', 'Mill']);
    expect(names((await set(organization.owner, id, three.slice(1))).body)).toEqual(['Alley', 'Mill']);
    expect((await send(permissionGroupRoutes.locations, { as: member, params: { id } })).status).toBe(404);
  });
});
