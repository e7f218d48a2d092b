import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let client_id: number;
let response: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Counselling', { Note: {} });
  client_id = await make.person();
  response = (await make.record(form, { Note: 'SECRET' }, { client_id })).id;
});

type Body = Parameters<typeof send>[1]['body'];
const params = () => ({ record_type: 'forms' as const, record_id: form.id });
const put = (as: TestUser, body: Body) => send(recordRoutes.setRecordPermissions, { as, params: params(), body });
const get = (as = owner) => call(recordRoutes.recordPermissions, { as, params: params() });
const user = (person: TestUser, ...privileges: string[]) => ({
  permissionable_type: 'User',
  permissionable_id: person.id,
  privileges,
});
const list = (...record_permissions: object[]) => ({ record_permissions });
const reads = async (as: TestUser) =>
  (await send(clientFormRoutes.show, { as, params: { client_id, id: response } })).status;
const flag = async () => (await get()).restricted;
const granted = async () =>
  (await get()).data.map(({ permissionable_id, privileges }) => [permissionable_id, privileges]);

/** Who manages permissions, may do everything with forms, and reads all answers that are open to them. */
const manager = () => server.newUser(organization, { privileges: allPrivileges });

describe('a restricted form is not opened', () => {
  test('by who manages permissions, to themselves, to others or to all', async () => {
    const [counsellor, colleague] = [await manager(), await manager()];
    await put(owner, list(user(counsellor, 'read')));
    expect([await reads(counsellor), await reads(colleague)]).toEqual([200, 404]);
    for (const body of [
      list(user(counsellor, 'read'), user(colleague, 'read')),
      list(user(colleague, 'read')),
      list(),
      { ...list(), restricted: false },
      { ...list(user(counsellor, 'read')), restricted: false },
    ])
      expect((await put(colleague, body)).status, JSON.stringify(body)).toBe(403);
    // A grant to read it is not one to open it to others.
    expect((await put(counsellor, list(user(counsellor, 'read'), user(colleague, 'read')))).status).toBe(403);
    expect(await granted()).toEqual([[counsellor.id, ['read']]]);
    expect([await flag(), await reads(colleague)]).toEqual([true, 404]);
  });

  test('by saving it, copying it, or giving a group its permissions on earlier records', async () => {
    const [counsellor, designer] = [await manager(), await manager()];
    await server.query(
      `update permission_groups set record_permission_assignments = '{"forms": ["read", "write"]}' where id = $1`,
      [designer.group_id],
    );
    await put(owner, list(user(counsellor, 'read')));
    await call(formRoutes.update, { as: designer, params: { id: form.id }, body: { description: 'x' } });
    expect(await granted()).toEqual([[counsellor.id, ['read']]]);
    await call(permissionGroupRoutes.applyExtended, { as: owner, params: { id: designer.group_id as number } });
    await server.drainJobs();
    expect(await granted()).toEqual([[counsellor.id, ['read']]]);
    const withData = { params: { id: form.id }, body: { include_data: true } };
    // Whoever cannot read the answers copies the form without them.
    expect((await send(formRoutes.clone, { as: designer, ...withData })).status).toBe(403);
    expect((await send(formRoutes.clone, { as: designer, ...withData, body: {} })).status).toBe(201);
    const { id } = (await send(formRoutes.clone, { as: counsellor, ...withData })).body;
    await expect
      .poll(async () => {
        await server.drainJobs();
        return server.query('select id from responses where form_id = $1 and organization_id = $2', [
          id,
          organization.id,
        ]);
      })
      .toHaveLength(1);
    const all = await call(clientFormRoutes.list, { as: designer, params: { client_id } });
    expect(JSON.stringify(all)).not.toContain('SECRET');
    expect((await call(clientFormRoutes.list, { as: counsellor, params: { client_id } })).data).toHaveLength(2);
  });

  test('by who loses write with the last who has it, not even the owner, unless the flag goes too', async () => {
    const counsellor = await manager();
    await put(owner, list(user(counsellor, 'write')));
    const refusal = {
      status: 422,
      errors: { record_permissions: ['At least one person must keep write access'] },
    };
    expect(await put(owner, list(user(counsellor, 'read')))).toMatchObject(refusal);
    expect(await put(counsellor, list())).toMatchObject(refusal);
    expect(await put(counsellor, { ...list(), restricted: true })).toMatchObject({
      status: 422,
      errors: { restricted: ['Add the people or groups who can open the answers first'] },
    });
    expect(await put(owner, list())).toMatchObject({ status: 200, body: { data: [], restricted: false } });
  });

  test('by what has no answers: other records, and forms of Resources', async () => {
    const resource = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const on = (record_type: 'forms' | 'clients', record_id: number) =>
      send(recordRoutes.setRecordPermissions, {
        as: owner,
        params: { record_type, record_id },
        body: { ...list(user(owner, 'read')), restricted: true },
      });
    for (const reply of [await on('clients', client_id), await on('forms', resource.id)])
      expect(reply).toMatchObject({ status: 422, errors: { restricted: [expect.any(String)] } });
  });
});

describe('the list of a form', () => {
  test('restricts it with the first grant, and no more once it is empty', async () => {
    const [counsellor, colleague] = [await manager(), await manager()];
    expect(await get()).toEqual({
      data: [],
      restricted: false,
      response_count: 1,
      client_count: 1,
      reader_count: expect.any(Number),
      answer_reader_count: expect.any(Number),
    });
    expect((await put(owner, list(user(counsellor, 'read')))).body).toMatchObject({ restricted: true });
    expect(await reads(colleague)).toBe(404);
    expect((await get(colleague)).response_count).toBe(0);
    await put(owner, list());
    expect([await flag(), await reads(colleague)]).toEqual([false, 200]);
  });

  test('does not restrict it when the same Save says so, and can be given the flag later', async () => {
    const [counsellor, colleague] = [await manager(), await manager()];
    await put(owner, { ...list(user(counsellor, 'write')), restricted: false });
    expect([await flag(), await reads(colleague)]).toEqual([false, 200]);
    await put(owner, list(user(counsellor, 'write'), user(colleague, 'read')));
    expect(await flag()).toBe(false);
    await put(owner, { ...list(user(counsellor, 'write')), restricted: true });
    expect([await flag(), await reads(colleague)]).toEqual([true, 404]);
    // Who holds it with write lets others in, and gives no more than they hold.
    expect((await put(counsellor, list(user(counsellor, 'write'), user(colleague, 'read')))).status).toBe(200);
    expect(await reads(colleague)).toBe(200);
    expect((await put(counsellor, list(user(counsellor, 'write'), user(colleague, 'remove')))).status).toBe(403);
    expect((await put(counsellor, { ...list(user(counsellor, 'write')), restricted: false })).status).toBe(200);
    expect(await flag()).toBe(false);
  });

  test('that was lifted stands in the audit log and in history', async () => {
    const counsellor = await manager();
    await put(owner, list(user(counsellor, 'read')));
    await put(owner, { ...list(user(counsellor, 'read')), restricted: false });
    const events = await server.query(
      `select user_id::float8, record_id::int from audit_events
        where organization_id = $1 and operation = 'form restriction lifted'`,
      [organization.id],
    );
    expect(events).toEqual([{ user_id: owner.id, record_id: form.id }]);
    const { history } = await call(recordRoutes.versions, { as: owner, params: params(), query: { history: 'true' } });
    expect(history.map(({ change }) => change.restricted).filter(Boolean)).toEqual([
      [true, false],
      [false, true],
      [null, false],
    ]);
  });

  test('is nobody’s to see who may not manage permissions', async () => {
    const { permission_groups: _, ...rest } = allPrivileges;
    const reader = await server.newUser(organization, { privileges: rest });
    expect((await send(recordRoutes.recordPermissions, { as: reader, params: params() })).status).toBe(403);
  });
});

describe('saving an open form', () => {
  test('closes it for nobody, though the group of who saves it is given the form', async () => {
    const [designer, colleague] = [await manager(), await manager()];
    await server.query(
      `update permission_groups set record_permission_assignments = '{"forms": ["read"]}' where id = $1`,
      [designer.group_id],
    );
    await call(formRoutes.update, { as: designer, params: { id: form.id }, body: { description: 'y' } });
    expect((await get()).data).toHaveLength(1);
    expect([await flag(), await reads(colleague)]).toEqual([false, 200]);
  });
});

describe('copies of all responses', () => {
  test('are given to nobody but those who were given the originals', async () => {
    const volunteer = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const helper = await server.newUser(organization, {
      privileges: { clients: ['read'] },
      grants: [{ entity: 'client_forms', id: response, actions: ['read'] }],
    });
    await server.query(
      `update permission_groups set record_permission_assignments = '{"client_forms": ["read", "write", "remove"]}' where id = $1`,
      [volunteer.group_id],
    );
    const copier = await manager();
    await server.query(
      `insert into membership_permission_groups (organization_id, membership_id, permission_group_id) values ($1, $2, $3)`,
      [organization.id, copier.id, volunteer.group_id],
    );
    await call(formRoutes.clone, { as: copier, params: { id: form.id }, body: { include_data: true } } as never).catch(
      () => {},
    );
    const copies = () =>
      server.query<{ id: string }>('select id from responses where organization_id = $1 and copied_from_id = $2', [
        organization.id,
        response,
      ]);
    await expect
      .poll(async () => {
        await server.drainJobs();
        return copies();
      })
      .toHaveLength(1);
    const id = Number((await copies())[0]?.id);
    const show = async (as: TestUser) => (await send(clientFormRoutes.show, { as, params: { client_id, id } })).status;
    expect([await show(volunteer), await show(helper)]).toEqual([404, 200]);
  });

  test('are not made for who may not copy them any more', async () => {
    const copier = await manager();
    const reply = await send(formRoutes.clone, { as: copier, params: { id: form.id }, body: { include_data: true } });
    await server.query(`update permission_groups set privileges = '{}' where id = $1`, [copier.group_id]);
    const subjects = async () => (await server.mailTo(copier.email)).subject;
    expect(reply.status).toBe(202);
    expect(await subjects()).toMatch(/has no responses$/);
    expect(
      await server.query('select id from responses where organization_id = $1 and form_id = $2', [
        organization.id,
        reply.body.id,
      ]),
    ).toEqual([]);
  });
});
