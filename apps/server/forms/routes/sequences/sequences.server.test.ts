import { describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { sequenceRoutes, sequences } from '#contract/resources/sequences.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, query, send } = server;

const newForm = async (
  { id }: TestOrganization,
  name = 'Intake',
  { active = true, form_type = 'client' }: { active?: boolean; form_type?: string } = {},
): Promise<number> => {
  const [form] = await query<{ id: string }>(
    'insert into forms (organization_id, name, active, form_type) values ($1, $2, $3, $4) returning id',
    [id, name, active, form_type],
  );
  return Number(form?.id);
};

const entries = (...ids: number[]) => ids.map((id) => ({ id }));

describeResource(server, sequences, sequenceRoutes, {
  names: 'name',
  valid: async (organization, name) => ({ name, forms: entries(await newForm(organization)) }),
  change: { name: 'Intake day' },
  wrong: {
    body: { name: '', forms: [{ id: 0, position: -1 }] },
    paths: ['name', 'forms.0.id', 'forms.0.position'],
  },
});

describe('a sequence', () => {
  const created = (as: TestUser, forms: unknown[]) =>
    send(sequenceRoutes.create, { as, body: { name: 'Intake day', forms } });

  test('refuses no forms, a form twice, and what is no active client form of the organization', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const form = await newForm(organization);
    const none = { forms: ['Please add at least one form to this sequence.'] };
    expect(await created(owner, [])).toMatchObject({ status: 422, errors: none });
    expect((await send(sequenceRoutes.create, { as: owner, body: { name: 'Intake day' } })).errors).toEqual(none);
    expect((await created(owner, entries(form, form))).errors).toEqual({
      forms: ['A form can be in a sequence only once'],
    });
    const others = [
      await newForm(organization, 'Closed', { active: false }),
      await newForm(organization, 'Beds', { form_type: 'internal' }),
      await newForm(await server.newOrganization(), 'Elsewhere'),
      999_999_999,
    ];
    for (const other of others)
      expect(await created(owner, entries(form, other))).toMatchObject({
        status: 422,
        errors: { 'forms.1.id': ['Choose an active client form'] },
      });
  });

  test('tells what is wrong with its name and with its forms in one answer', async () => {
    const organization = await server.newOrganization();
    const as = organization.owner;
    const form = await newForm(organization);
    const closed = await newForm(organization, 'Closed', { active: false });
    const both = { name: ['Enter name'], 'forms.1.id': ['Choose an active client form'] };
    const body = { name: '', forms: entries(form, closed) };
    expect(await send(sequenceRoutes.create, { as, body })).toMatchObject({ status: 422, errors: both });
    const { id } = await call(sequenceRoutes.create, { as, body: { name: 'Intake day', forms: entries(form) } });
    expect(await send(sequenceRoutes.update, { as, params: { id }, body })).toMatchObject({
      status: 422,
      errors: both,
    });
  });

  test('takes no form that its writer can neither see nor use; one that was in it may stay', async () => {
    const organization = await server.newOrganization();
    const [mine, other] = [await newForm(organization), await newForm(organization)];
    const { id } = await call(sequenceRoutes.create, {
      as: organization.owner,
      body: { name: 'Intake day', forms: entries(other) },
    });
    const as = await server.newUser(organization, {
      grants: [
        { entity: 'forms', id, actions: ['write'] },
        { entity: 'forms', id: mine, actions: ['read'] },
      ],
    });
    const hidden = await newForm(organization);
    const put = (forms: object[]) => send(sequenceRoutes.update, { as, params: { id }, body: { forms } });
    expect((await put(entries(other, hidden))).errors).toEqual({ 'forms.1.id': ['Choose an active client form'] });
    expect((await put(entries(mine, other))).status).toBe(200);
    await query('update forms set active = false where organization_id = $1 and id = $2', [organization.id, other]);
    const kept = await put(entries(other, mine));
    expect(kept.body.forms).toMatchObject([
      { id: other, active: false, position: 0 },
      { id: mine, active: true, position: 1 },
    ]);
    await put(entries(mine));
    expect((await put(entries(mine, other))).errors, 'it is in it no longer').toEqual({
      'forms.1.id': ['Choose an active client form'],
    });
  });

  test('keeps its forms in order, numbered anew, and tells of them in its history', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const ids = [await newForm(organization, 'One'), await newForm(organization, 'Two'), await newForm(organization)];
    const [one, two, three] = ids as [number, number, number];
    const { id, forms } = await call(sequenceRoutes.create, {
      as,
      body: {
        name: 'Intake day',
        forms: [
          { id: one, position: 7 },
          { id: two, position: 2 },
        ],
      },
    });
    expect(forms).toEqual([
      { id: two, name: 'Two', active: true, position: 0 },
      { id: one, name: 'One', active: true, position: 1 },
    ]);
    const changed = await call(sequenceRoutes.update, { as, params: { id }, body: { forms: entries(three, one) } });
    expect(changed.forms.map((form) => [form.id, form.position])).toEqual([
      [three, 0],
      [one, 1],
    ]);
    expect(changed.lock_version).toBe(2);
    const params = { record_type: 'sequences' as const, record_id: id };
    const { history } = await call(recordRoutes.versions, { as, params, query: { history: 'true' } });
    const last = history.filter(({ transaction_id }) => transaction_id === history[0]?.transaction_id);
    const told = last.flatMap(({ change }) => Object.keys(change));
    for (const form of [two, three]) expect(told.some((key) => key.includes(String(form)))).toBe(true);
  });

  test('holds its forms: none of them is deleted before it has left', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const [one, two] = [await newForm(organization), await newForm(organization)];
    const { id } = await call(sequenceRoutes.create, { as, body: { name: 'Intake day', forms: entries(one, two) } });
    expect(await send(formRoutes.remove, { as, params: { id: one } })).toMatchObject({
      status: 422,
      errors: { base: ['This form is used by the sequence “Intake day”. Remove it there first.'] },
    });
    await call(sequenceRoutes.update, { as, params: { id }, body: { forms: entries(two) } });
    expect((await send(formRoutes.remove, { as, params: { id: one } })).status).toBe(204);
    expect((await send(sequenceRoutes.remove, { as, params: { id } })).status).toBe(204);
    expect((await send(formRoutes.remove, { as, params: { id: two } })).status).toBe(204);
  });
});

describe('a copy of a sequence', () => {
  test('is made by who may write forms alone', async () => {
    const organization = await server.newOrganization();
    const { id } = await call(sequenceRoutes.create, {
      as: organization.owner,
      body: { name: 'Intake day', forms: entries(await newForm(organization)) },
    });
    const reader = await server.newUser(organization, { privileges: { forms: ['read', 'use'] } });
    const granted = await server.newUser(organization, { grants: [{ entity: 'forms', id, actions: ['write'] }] });
    for (const as of [reader, granted])
      expect((await send(sequenceRoutes.clone, { as, params: { id } })).status).toBe(403);
    const elsewhere = await server.newOrganization();
    expect((await send(sequenceRoutes.clone, { as: elsewhere.owner, params: { id } })).status).toBe(404);
  });

  test('has a name of its own, and the same forms in the same order', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const forms = entries(await newForm(organization, 'Two'), await newForm(organization, 'One'));
    const { id } = await call(sequenceRoutes.create, { as, body: { name: 'Intake day', forms } });
    await query('update forms set active = false where organization_id = $1', [organization.id]);
    const first = await send(sequenceRoutes.clone, { as, params: { id } });
    expect(first).toMatchObject({ status: 201, body: { name: 'Intake day (copy)', lock_version: 1 } });
    expect(first.body.forms.map((form) => [form.name, form.position, form.active])).toEqual([
      ['Two', 0, false],
      ['One', 1, false],
    ]);
    expect((await send(sequenceRoutes.clone, { as, params: { id } })).body.name).toBe('Intake day (copy 2)');
  });
});

describe('the sequences to fill in', () => {
  const listed = async (as: TestUser) => (await call(sequenceRoutes.fillable, { as })).data;

  test('are not told to who records no responses, and none to who may neither read nor use them', async () => {
    const organization = await server.newOrganization();
    const form = await newForm(organization);
    await call(sequenceRoutes.create, { as: organization.owner, body: { name: 'Intake day', forms: entries(form) } });
    const user = await server.newUser(organization, { privileges: { forms: ['use'], client_forms: ['read'] } });
    expect((await send(sequenceRoutes.fillable, { as: user })).status).toBe(403);
    const nobody = await server.newUser(organization, {
      privileges: { client_forms: ['write'] },
      grants: [{ entity: 'forms', id: form, actions: ['read'] }],
    });
    expect(await listed(nobody)).toEqual([]);
  });

  test('come by name, each with its forms in order and whether the caller may fill them in', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const [open, closed] = [await newForm(organization, 'Open'), await newForm(organization, 'Closed')];
    const sequence = (name: string, ...ids: number[]) =>
      call(sequenceRoutes.create, { as: owner, body: { name, forms: entries(...ids) } });
    const second = await sequence('Second', closed, open);
    const first = await sequence('First', open);
    const form = (id: number, name: string, fillable: boolean) => ({ id, name, active: true, fillable });
    const user = await server.newUser(organization, {
      privileges: { client_forms: ['write'], clients: ['read'], forms: ['use'] },
    });
    expect(await listed(user)).toEqual([
      { id: first.id, name: 'First', forms: [form(open, 'Open', true)] },
      { id: second.id, name: 'Second', forms: [form(closed, 'Closed', true), form(open, 'Open', true)] },
    ]);
    const granted = await server.newUser(organization, {
      privileges: { client_forms: ['write'], clients: ['read'] },
      grants: [
        { entity: 'forms', id: second.id, actions: ['read'] },
        { entity: 'forms', id: open, actions: ['read'] },
      ],
    });
    expect(await listed(granted)).toEqual([
      { id: second.id, name: 'Second', forms: [form(closed, 'Closed', false), form(open, 'Open', true)] },
    ]);
  });
});

describe('the forms of a sequence that somebody lacks', () => {
  test('are told to who may write permission groups and read the sequence', async () => {
    const organization = await server.newOrganization();
    const { id } = await call(sequenceRoutes.create, {
      as: organization.owner,
      body: { name: 'Intake day', forms: entries(await newForm(organization)) },
    });
    const asked = { permissionable_type: 'User' as const, permissionable_id: String(organization.owner.id) };
    const ask = async (privileges: EntityPrivileges, who: object = {}) => {
      const as = await server.newUser(organization, { privileges });
      return (await send(sequenceRoutes.lackingForms, { as, params: { id }, query: { ...asked, ...who } })).status;
    };
    expect(await ask({ forms: ['write'], permission_groups: ['read'] })).toBe(403);
    expect(await ask({ permission_groups: ['write'] })).toBe(404);
    const both: EntityPrivileges = { forms: ['read'], permission_groups: ['write'] };
    expect(await ask(both)).toBe(200);
    const stranger = await server.newUser(await server.newOrganization());
    expect(await ask(both, { permissionable_id: stranger.id })).toBe(404);
    expect(await ask(both, { permissionable_type: 'PermissionGroup', permissionable_id: stranger.group_id })).toBe(404);
    expect(await ask(both, { permissionable_type: 'Client' })).toBe(422);
  });

  test('are those that neither a privilege nor a grant opens for them, in their order', async () => {
    const organization = await server.newOrganization();
    const [one, two] = [await newForm(organization, 'One'), await newForm(organization, 'Two')];
    const { id } = await call(sequenceRoutes.create, {
      as: organization.owner,
      body: { name: 'Intake day', forms: entries(two, one) },
    });
    const lacking = async (permissionable_type: 'User' | 'PermissionGroup', who: number | null) => {
      const query = { permissionable_type, permissionable_id: String(who) };
      const { data } = await call(sequenceRoutes.lackingForms, { as: organization.owner, params: { id }, query });
      return data.map(({ name }) => name);
    };
    const nobody = await server.newUser(organization);
    const user = await server.newUser(organization, { privileges: { forms: ['use'] } });
    const granted = await server.newUser(organization, {
      grants: [{ entity: 'forms', id: one, actions: ['read'], through_group: true }],
    });
    expect(await lacking('User', nobody.id)).toEqual(['Two', 'One']);
    expect(await lacking('PermissionGroup', nobody.group_id)).toEqual(['Two', 'One']);
    expect(await lacking('User', user.id)).toEqual([]);
    expect(await lacking('PermissionGroup', user.group_id)).toEqual([]);
    expect(await lacking('User', granted.id)).toEqual(['Two']);
    expect(await lacking('PermissionGroup', granted.group_id)).toEqual(['Two']);
    expect(await lacking('User', organization.owner.id)).toEqual([]);
  });
});
