import { beforeEach, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let record_id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  const body = {
    first_name: 'Ana',
    last_name: 'Ruiz',
    dob: '1990-01-02',
    gender: 'female',
    // No id begins with 0, so these digits are found nowhere else.
    ssn_suffix: '0123',
  } as const;
  record_id = (await call(clientRoutes.create, { as: organization.owner, body })).id;
});

type Entry = { permissionable_type: 'User' | 'PermissionGroup'; permissionable_id: number; privileges: string[] };
const user = (person: TestUser, ...privileges: string[]): Entry => ({
  permissionable_type: 'User',
  permissionable_id: person.id,
  privileges,
});
const path = () => ({ record_type: 'clients', record_id }) as const;
const put = (as: TestUser, ...record_permissions: object[]) =>
  send(recordRoutes.setRecordPermissions, { as, params: path(), body: { record_permissions } });
const granted = async () =>
  (await call(recordRoutes.recordPermissions, { as: organization.owner, params: path() })).data.map(
    ({ permissionable_id, privileges }) => [permissionable_id, privileges],
  );
const manager = (...clients: ('read' | 'write' | 'remove')[]) =>
  server.newUser(organization, { privileges: { permission_groups: ['write'], clients } });

describe('record permissions are refused', () => {
  test('to who may not manage groups, and on a record that they may not see', async () => {
    const nobody = await server.newUser(organization, { privileges: { clients: ['read', 'write', 'remove'] } });
    expect(await put(nobody, user(nobody, 'read'))).toMatchObject({
      status: 403,
      errors: { base: [problems.forbidden.message] },
    });
    const blind = await manager();
    expect((await put(blind, user(blind, 'read'))).status).toBe(404);
    expect((await send(recordRoutes.recordPermissions, { as: blind, params: path() })).status).toBe(404);
    expect(await granted()).toEqual([]);
  });

  test('when they give what the giver does not hold, to another or to themselves', async () => {
    const [reader, friend] = [await manager('read'), await server.newUser(organization)];
    for (const given of [user(friend, 'write'), user(reader, 'remove'), user(friend, 'read', 'remove')])
      expect((await put(reader, given)).status).toBe(403);
    expect((await put(reader, user(friend, 'read'))).status).toBe(200);
    expect(await granted()).toEqual([[friend.id, ['read']]]);
  });

  test('when they take away what the taker does not hold', async () => {
    const [reader, one, other] = [await manager('read'), await manager(), await manager()];
    const whole = [user(one, 'read', 'remove'), user(other, 'read', 'write')];
    expect((await put(organization.owner, ...whole)).status).toBe(200);
    for (const list of [[user(other, 'read', 'write')], [user(one, 'read'), user(other, 'read', 'write')]])
      expect(await put(reader, ...list)).toMatchObject({ status: 403, errors: { base: [problems.forbidden.message] } });
    expect(await granted()).toEqual([
      [one.id, ['read', 'remove']],
      [other.id, ['read', 'write']],
    ]);
    expect((await put(reader, user(one, 'remove'), user(other, 'read', 'write'))).status, 'read is theirs').toBe(200);
  });

  test('when they take away the last who may write', async () => {
    const friend = await server.newUser(organization);
    await put(organization.owner, user(friend, 'write'));
    const reply = await put(await manager('write'), user(friend, 'read'));
    expect(reply).toMatchObject({
      status: 422,
      errors: { record_permissions: ['At least one person must keep write access'] },
    });
  });

  test('with mistakes, each at its path', async () => {
    const friend = await server.newUser(organization);
    const errors = async (...entries: object[]) => Object.keys((await put(organization.owner, ...entries)).errors);
    expect(
      await errors(user(friend), user(friend, 'use'), { ...user(friend, 'read'), permissionable_type: 'Org' }),
    ).toEqual([
      'record_permissions.0.privileges',
      'record_permissions.1.privileges.0',
      'record_permissions.2.permissionable_type',
    ]);
    const stranger = await server.newUser(await server.newOrganization());
    expect(await errors(user(friend, 'read'), user(stranger, 'read'))).toEqual([
      'record_permissions.1.permissionable_id',
    ]);
    expect((await errors(user(friend, 'read'), user(friend, 'write')))[0]).toMatch(/^record_permissions\.1/);
  });
});

describe('record permissions', () => {
  test('replace the list, and count at once', async () => {
    const [one, two] = [await server.newUser(organization), await server.newUser(organization)];
    const sees = async (as: TestUser) => (await send(clientRoutes.show, { as, params: { id: record_id } })).status;
    expect(await sees(one)).toBe(404);
    await put(organization.owner, user(one, 'read', 'read'));
    expect([await sees(one), await sees(two)]).toEqual([200, 404]);
    const group = { permissionable_type: 'PermissionGroup', permissionable_id: two.group_id, privileges: ['write'] };
    await put(organization.owner, group);
    expect([await sees(one), await sees(two)]).toEqual([404, 200]);
    expect(await granted()).toEqual([[two.group_id, ['write']]]);
    await put(organization.owner);
    expect([await sees(one), await sees(two)]).toEqual([404, 404]);
  });

  test('tell how many can see the record, through groups too, and not by their list alone', async () => {
    const count = async () =>
      (await call(recordRoutes.recordPermissions, { as: organization.owner, params: path() })).reader_count;
    expect(await count()).toBe(1);
    const friend = await server.newUser(organization);
    await server.newUser(organization, { privileges: { clients: ['write'] } });
    await server.newUser(organization, { privileges: { fields: ['read'] } });
    expect(await count()).toBe(2);
    await put(organization.owner, user(friend, 'read'));
    expect(await count()).toBe(3);
  });

  test('leave a version of each grant that was given or taken, with the person', async () => {
    const friend = await server.newUser(organization);
    for (const privileges of [['read'], ['read'], ['write']])
      await put(organization.owner, user(friend, ...privileges));
    await put(organization.owner);
    const versions = await server.query<{ event: string; user_id: number }>(
      `select event, user_id from versions where organization_id = $1 and item_type = 'record_permissions' order by id`,
      [organization.id],
    );
    expect(versions.map(({ event }) => event)).toEqual(['create', 'update', 'destroy']);
    expect(new Set(versions.map(({ user_id }) => user_id))).toEqual(new Set([organization.owner.id]));
  });
});

describe('histories', () => {
  test('name everybody who changed a record, newest first, and hide the last 4 of SSN', async () => {
    const writer = await server.newUser(organization, { privileges: { clients: ['write'] }, first_name: 'Wanda' });
    const update = (as: TestUser, body: object) => send(clientRoutes.update, { as, params: { id: record_id }, body });
    await update(writer, { ssn_suffix: '0876', middle_name: 'Eva' });
    await update(organization.owner, { middle_name: null });
    const versions = await call(recordRoutes.versions, {
      as: writer,
      params: path(),
      query: { history: 'true' },
    });
    expect(versions.history.map(({ event, admin_name, change }) => [event, admin_name, change])).toEqual([
      ['update', 'Org-Olivia Org-Owner', { middle_name: ['Eva', null] }],
      ['update', 'Wanda Marsh', { middle_name: [null, 'Eva'], ssn_suffix: ['(changed)', '(changed)'] }],
      ['create', 'Org-Olivia Org-Owner', expect.objectContaining({ ssn_suffix: [null, '(changed)'] })],
    ]);
    expect(JSON.stringify(versions)).not.toMatch(/\b(0123|0876)\b/);
    const stored = await server.query<{ text: string }>(
      `select versions::text as text from versions where organization_id = $1 and item_type = 'clients'`,
      [organization.id],
    );
    expect(JSON.stringify(stored)).not.toMatch(/\b0876\b/);
  });

  test('of an internal form are those of the form, with its fields by name', async () => {
    const make = formMakers(server, organization);
    const form = await make.form('Beds', { Room: { field_type: 'freeform-short' } }, { form_type: 'internal' });
    const history = await call(recordRoutes.versions, {
      as: organization.owner,
      params: { record_type: 'internal_forms', record_id: form.id },
      query: { history: 'true' },
    });
    expect(history).toMatchObject({ record_type: 'internal_forms', created_by: { id: organization.owner.id } });
    expect(history.history.flatMap(({ change }) => Object.keys(change))).toContain(`field_id.${form.ids.Room}`);
    expect(history.history.flatMap(({ shown }) => shown.map(({ label }) => label))).toContain('Room');
  });
});

describe('extended permissions', () => {
  test('give the writer’s groups their actions on what is created or changed, and nothing to others', async () => {
    const worker = await server.newUser(organization, { privileges: { clients: ['read', 'write'] } });
    const colleague = await server.newUser(organization);
    await server.query(
      `update permission_groups set record_permission_assignments = '{"clients": ["read", "write"]}' where id = $1`,
      [worker.group_id],
    );
    expect(await granted()).toEqual([]);
    await call(clientRoutes.update, { as: worker, params: { id: record_id }, body: { middle_name: 'Maria' } });
    expect(await granted()).toEqual([[worker.group_id, ['read', 'write']]]);
    expect((await send(clientRoutes.show, { as: colleague, params: { id: record_id } })).status).toBe(404);
    await server.query(`update membership_permission_groups set permission_group_id = $1 where membership_id = $2`, [
      worker.group_id,
      colleague.id,
    ]);
    await server.query(`update permission_groups set privileges = '{}' where id = $1`, [worker.group_id]);
    expect((await send(clientRoutes.show, { as: colleague, params: { id: record_id } })).status).toBe(200);
  });
});
