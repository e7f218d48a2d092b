// Longer than most: all that responses promise, over one small set of makers.
import { beforeEach, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let client_id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  client_id = await person('Ana');
});

const person = async (first_name: string) => {
  const body = { first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' } as const;
  return (await call(clientRoutes.create, { as, body })).id;
};
type Draft = { field_type?: string; metadata?: object; field_options?: object[]; entry?: object };
const field = async (name: string, { entry: _, ...draft }: Draft = {}) => {
  const { body } = await send(fieldRoutes.create, { as, body: { name, field_type: 'freeform-short', ...draft } });
  return body.id;
};
/** A form of fields by name, and the ids of its fields. */
const newForm = async (name: string, drafts: Record<string, Draft>) => {
  const ids: Record<string, number> = {};
  for (const [title, draft] of Object.entries(drafts)) ids[title] = await field(title, draft);
  const form_fields = Object.entries(drafts).map(([title, { entry }]) => ({ field_id: ids[title], ...entry }));
  const { body } = await send(formRoutes.create, { as, body: { name, form_fields } });
  const given = (values: Record<string, unknown>) =>
    Object.entries(values).map(([title, value]) => ({ field_id: ids[title] as number, value }));
  return { id: body.id, ids, given };
};
type Form = Awaited<ReturnType<typeof newForm>>;
const intake = () =>
  newForm('Intake', {
    Income: { field_type: 'number', metadata: { min: 0, max: 1000 } },
    Notes: { entry: { is_required: false } },
    Housing: {
      field_type: 'select-one',
      field_options: [
        { label: 'A flat', value: 'flat' },
        { label: 'None', value: 'none' },
      ],
    },
  });
const record = (form: Form, values: Record<string, unknown>, more: { as?: TestUser; client_id?: number } = {}) =>
  call(clientFormRoutes.create, {
    as: more.as ?? as,
    params: { client_id: more.client_id ?? client_id },
    body: { form_id: form.id, answers: form.given(values) },
  });
const full = { Income: 12, Notes: 'quiet', Housing: 'flat' };
const colleague = (privileges: object, grants: NonNullable<Parameters<typeof server.newUser>[1]>['grants'] = []) =>
  server.newUser(organization, { privileges, grants });
const grant = (record_type: 'forms' | 'clients' | 'client_forms', record_id: number, user: TestUser) =>
  call(recordRoutes.setRecordPermissions, {
    as,
    params: { record_type, record_id },
    body: {
      record_permissions: [{ permissionable_type: 'User', permissionable_id: user.id, privileges: ['read'] }],
    },
  });
const lists = async (user: TestUser) => {
  const params = { client_id };
  const list = await send(clientFormRoutes.list, { as: user, params });
  const page = await send(clientFormRoutes.page, { as: user, params: { ...params, page: 1 } });
  const groups = await send(clientFormRoutes.groups, { as: user, params });
  if (list.status !== 200) return [list.status, page.status, groups.status];
  return {
    list: list.body.data.map(({ id }) => id),
    page: [page.body.data.length, page.body.metadata.total_count],
    groups: groups.body.data.map(({ name, count }) => [name, count]),
  };
};

describe('responses are refused', () => {
  test('to who has no privilege on them', async () => {
    const form = await intake();
    const { id } = await record(form, full);
    const nobody = await colleague({ clients: ['write'], forms: ['read'] });
    const params = { client_id, id };
    expect(await lists(nobody)).toEqual([403, 403, 403]);
    const body = { form_id: form.id, answers: form.given(full) };
    expect((await send(clientFormRoutes.create, { as: nobody, params, body })).status).toBe(403);
    expect((await send(clientFormRoutes.validate, { as: nobody, params, body })).status).toBe(403);
    for (const route of [
      clientFormRoutes.show,
      clientFormRoutes.edit,
      clientFormRoutes.update,
      clientFormRoutes.remove,
    ])
      expect((await send(route, { as: nobody, params })).status, route.path).toBe(404);
  });

  test('to who may not see the person: neither lists nor single ones, nor their history', async () => {
    const form = await intake();
    const { id } = await record(form, full);
    const user = await colleague({ client_forms: ['read', 'write', 'remove'], forms: ['read'] });
    const params = { client_id, id };
    expect(await lists(user)).toEqual([404, 404, 404]);
    for (const route of [
      clientFormRoutes.show,
      clientFormRoutes.edit,
      clientFormRoutes.update,
      clientFormRoutes.remove,
    ])
      expect((await send(route, { as: user, params })).status, route.path).toBe(404);
    const body = { form_id: form.id, answers: form.given(full) };
    expect((await send(clientFormRoutes.create, { as: user, params, body })).status).toBe(404);
    const versions = { as: user, params: { record_type: 'client_forms', record_id: id } };
    expect((await send(recordRoutes.versions, versions)).status).toBe(404);
    await grant('clients', client_id, user);
    expect(await lists(user)).toEqual({ list: [id], page: [1, 1], groups: [['Intake', 1]] });
  });

  test('to a reader who writes, and a writer who deletes', async () => {
    const form = await intake();
    const { id } = await record(form, full);
    const params = { client_id, id };
    const sees = { clients: ['read'], forms: ['read'] };
    const asked = async (user: TestUser) => [
      (await send(clientFormRoutes.show, { as: user, params })).status,
      (await send(clientFormRoutes.edit, { as: user, params })).status,
      (await send(clientFormRoutes.update, { as: user, params, body: {} })).status,
      (await send(clientFormRoutes.remove, { as: user, params })).status,
    ];
    expect(await asked(await colleague({ ...sees, client_forms: ['read'] }))).toEqual([200, 403, 403, 403]);
    expect(await asked(await colleague({ ...sees, client_forms: ['write'] }))).toEqual([200, 200, 200, 403]);
    expect(await asked(await colleague({ ...sees, client_forms: ['remove'] }))).toEqual([200, 403, 403, 204]);
  });

  test('to a form that one may not fill in, is inactive, or belongs to no person', async () => {
    const form = await intake();
    const body = { form_id: form.id, answers: form.given(full) };
    const params = { client_id };
    const user = await colleague({ client_forms: ['write'], clients: ['read'] });
    const sent = { as: user, params, body };
    expect(Object.keys((await send(clientFormRoutes.create, sent)).errors)).toEqual(['form_id']);
    const allowed = await colleague({ client_forms: ['write'], clients: ['read'], forms: ['use'] });
    expect((await send(clientFormRoutes.create, { ...sent, as: allowed })).status).toBe(201);

    await call(formRoutes.update, { as, params: { id: form.id }, body: { active: false } });
    expect(Object.keys((await send(clientFormRoutes.create, { as, params, body })).errors)).toEqual(['form_id']);
    expect(await send(clientFormRoutes.validate, { as, params, body })).toMatchObject({
      status: 200,
      body: { valid: true },
    });
    const wrong = { ...body, answers: form.given({ ...full, Income: -1 }) };
    expect((await send(clientFormRoutes.validate, { as, params, body: wrong })).status).toBe(422);
    expect((await call(clientFormRoutes.list, { as, params })).data, 'checking stores nothing').toHaveLength(1);
  });

  test('under another person than their own', async () => {
    const form = await intake();
    const { id } = await record(form, full);
    const params = { client_id: await person('Berta'), id };
    for (const route of [
      clientFormRoutes.show,
      clientFormRoutes.edit,
      clientFormRoutes.update,
      clientFormRoutes.remove,
    ])
      expect((await send(route, { as, params, body: undefined })).status).toBe(404);
  });

  test('with mistakes in the answers, all at once, each under its field', async () => {
    const form = await intake();
    const { Income, Notes, Housing } = form.ids;
    const other = await field('On no form');
    const params = { client_id };
    const answers = [
      { field_id: Income, value: 5000 },
      { field_id: Notes, value: 'x'.repeat(256) },
      { field_id: other, value: 'stray' },
    ];
    for (const route of [clientFormRoutes.create, clientFormRoutes.validate]) {
      const reply = await send(route, { as, params, body: { form_id: form.id, answers } });
      expect(reply.status).toBe(422);
      expect(reply.errors).toEqual({
        [`answers.${Income}`]: ['Enter a number between 0 and 1000'],
        [`answers.${Notes}`]: [expect.stringContaining('255')],
        [`answers.${other}`]: ['This field is not on the form'],
        [`answers.${Housing}`]: [expect.stringMatching(/^Choose /)],
      });
    }
    const twice = [...answers.slice(0, 1), ...answers.slice(0, 1)];
    const repeated = await send(clientFormRoutes.create, { as, params, body: { form_id: form.id, answers: twice } });
    expect(Object.keys(repeated.errors)).toEqual([`answers.${Income}`]);
    const shape = { form_id: 'x', answers: [{ field_id: 0, value: 1, extra: 2 }], misspelt: 1 };
    const wrong = await send(clientFormRoutes.create, { as, params, body: shape });
    expect(Object.keys(wrong.errors).sort()).toEqual(['answers.0.extra', 'answers.0.field_id', 'form_id', 'misspelt']);
  });

  test('each under its field, also where it is the shape of the answer that is wrong', async () => {
    const form = await intake();
    const { Income } = form.ids;
    const params = { client_id };
    const before = await record(form, full);
    const answers = [
      { field_id: form.ids.Notes, value: 'x' },
      { field_id: Income },
      { field_id: form.ids.Housing, value: 'a', extra: 2, settled: 'x' },
      { field_id: 999_999, value: 'a\0' },
      { value: 1 },
    ];
    const expected = {
      [`answers.${Income}`]: ['Enter a value'],
      [`answers.${form.ids.Housing}.extra`]: ['Unknown key. Remove it or correct its spelling.'],
      [`answers.${form.ids.Housing}.settled`]: ['Enter settled as true or false'],
      'answers.999999': ['Remove the NUL character'],
      'answers.4.field_id': ['Choose field'],
    };
    const body = { form_id: form.id, answers };
    for (const route of [clientFormRoutes.create, clientFormRoutes.validate])
      expect((await send(route, { as, params, body })).errors).toEqual(expected);
    const update = { as, params: { client_id, id: before.id }, body: { answers } };
    expect((await send(clientFormRoutes.update, update)).errors).toEqual(expected);
    const again = [...answers.slice(1, 2), ...answers.slice(1, 2)];
    expect((await send(clientFormRoutes.create, { as, params, body: { ...body, answers: again } })).errors).toEqual({
      [`answers.${Income}`]: ['Enter a value'],
    });
  });

  test('with a time recorded in the future, a form that is another, or a version that is not the newest', async () => {
    const [form, other] = [await intake(), await intake()];
    const { id } = await record(form, full);
    const put = (body: object) => send(clientFormRoutes.update, { as, params: { client_id, id }, body });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(Object.keys((await put({ completed_at: tomorrow })).errors)).toEqual(['completed_at']);
    expect(Object.keys((await put({ completed_at: '0000-01-01T00:00:00.000Z' })).errors)).toEqual(['completed_at']);
    expect(Object.keys((await put({ form_id: other.id })).errors)).toEqual(['form_id']);
    expect((await put({ answers: form.given({ Income: 1 }), lock_version: 1 })).status).toBe(200);
    const base = [problems.conflict.message, `Changed by ${as.first_name} ${as.last_name}.`];
    const stale = { status: 409, errors: { base } };
    expect(await put({ answers: form.given({ Income: 2 }), lock_version: 1 })).toMatchObject(stale);
    const headers = { 'if-match': '"1"' };
    expect(await send(clientFormRoutes.remove, { as, params: { client_id, id }, headers })).toMatchObject(stale);
  });
});

describe('a restricted form', () => {
  test('shows its responses to those alone who were granted the form', async () => {
    const [open, secret] = [await intake(), await newForm('Secret', { Reason: {} })];
    const shown = await record(open, full);
    const hidden = await record(secret, { Reason: 'not for everybody' });
    const sees = { client_forms: ['read', 'write', 'remove'], clients: ['read'], forms: ['read'] };
    const [inside, outside] = [await colleague(sees), await colleague(sees)];
    const both = {
      list: [hidden.id, shown.id],
      page: [2, 2],
      groups: [
        ['Intake', 1],
        ['Secret', 1],
      ],
    };
    expect(await lists(outside)).toEqual(both);
    await grant('forms', secret.id, inside);
    const one = { list: [shown.id], page: [1, 1], groups: [['Intake', 1]] };
    expect(await lists(outside)).toEqual(one);
    expect(await lists(inside)).toEqual(both);
    expect(await lists(as), 'the owner sees everything').toEqual(both);
    const params = { client_id, id: hidden.id };
    for (const route of [
      clientFormRoutes.show,
      clientFormRoutes.edit,
      clientFormRoutes.update,
      clientFormRoutes.remove,
    ])
      expect((await send(route, { as: outside, params })).status).toBe(404);
    const versions = { record_type: 'client_forms', record_id: hidden.id };
    expect((await send(recordRoutes.versions, { as: outside, params: versions })).status).toBe(404);
    expect((await send(recordRoutes.versions, { as: inside, params: versions })).status).toBe(200);
    const filtered = { as: outside, params: { client_id }, query: { filters: { form_id: secret.id } } };
    expect((await send(clientFormRoutes.list, filtered)).body.data).toEqual([]);
  });

  test('is not needed where a single response was granted, but its person is', async () => {
    const form = await intake();
    const [mine, other] = [await record(form, full), await record(form, full)];
    const user = await colleague({ clients: ['read'] });
    await grant('client_forms', mine.id, user);
    expect(await lists(user)).toEqual({ list: [mine.id], page: [1, 1], groups: [['Intake', 1]] });
    const show = (id: number) => send(clientFormRoutes.show, { as: user, params: { client_id, id } });
    expect([(await show(mine.id)).status, (await show(other.id)).status]).toEqual([200, 404]);
    const blind = await colleague({}, [{ entity: 'client_forms', id: other.id, actions: ['read'] }]);
    expect(await lists(blind)).toEqual([404, 404, 404]);
  });
});

describe('a response', () => {
  test('shows each answer in the order of the form, as it is stored and as it reads', async () => {
    const form = await intake();
    const response = await record(form, { Income: 12, Housing: 'none' });
    const { id: _, ...rest } = response;
    expect(rest).toMatchObject({
      form_id: form.id,
      form_name: 'Intake',
      client_id,
      administrator_id: as.id,
      lock_version: 1,
      created_by: { id: as.id, first_name: as.first_name },
      updated_by: { id: as.id },
    });
    expect(response.answers.map(({ name, value, display_value }) => [name, value, display_value])).toEqual([
      ['Income', 12, '12'],
      ['Notes', null, ''],
      ['Housing', 'none', 'None'],
    ]);
    const params = { client_id, id: response.id };
    expect(await call(clientFormRoutes.show, { as, params })).toEqual(response);
    const edited = await call(clientFormRoutes.edit, { as, params });
    expect(edited).toMatchObject(response);
    expect(edited.form.form_fields.map(({ field }) => field.name)).toEqual(['Income', 'Notes', 'Housing']);
  });

  test('keeps answers that a PUT does not carry, loses those that it blanks, and says so in its history', async () => {
    const form = await intake();
    const { id } = await record(form, full);
    const { Income, Notes } = form.ids;
    const writer = await colleague({ client_forms: ['write'], clients: ['read'] });
    const put = (values: Record<string, unknown>) =>
      call(clientFormRoutes.update, { as: writer, params: { client_id, id }, body: { answers: form.given(values) } });
    const changed = await put({ Income: 13, Notes: '' });
    expect(changed.answers.map(({ value }) => value)).toEqual([13, null, 'flat']);
    expect(changed).toMatchObject({ administrator_id: as.id, updated_by: { id: writer.id }, lock_version: 2 });
    await put({ Income: 13 });
    const versions = await call(recordRoutes.versions, {
      as,
      params: { record_type: 'client_forms', record_id: id },
      query: { history: 'true' },
    });
    expect(versions.history.map(({ event }) => event)).toEqual(['update', 'create']);
    expect(versions.history[0]).toMatchObject({
      change: { [`answers.${Income}`]: [12, 13], [`answers.${Notes}`]: ['quiet', null] },
      admin_name: `${writer.first_name} ${writer.last_name}`,
      impersonator_name: null,
    });
    expect(Object.keys(versions.history[0]?.change ?? {})).toHaveLength(2);
    expect(versions.history[0]?.shown).toEqual([
      { label: 'Income', was: '12', is: '13' },
      { label: 'Notes', was: 'quiet', is: null },
    ]);
  });

  test('never holds an answer to a hidden field, and keeps those of fields that left the form', async () => {
    const form = await newForm('Visit', { Seen: {}, Hidden: { entry: { settings: { hide: true } } } });
    const response = await record(form, { Seen: 'yes', Hidden: 'smuggled' });
    expect(response.answers.map(({ value }) => value)).toEqual(['yes', null]);
    const [row] = await server.query<{ answers: object }>('select answers from responses where id = $1', [response.id]);
    expect(row?.answers).toEqual({ [form.ids.Seen as number]: 'yes' });

    const field_id = await field('New');
    await call(formRoutes.update, { as, params: { id: form.id }, body: { form_fields: [{ field_id }] } });
    const params = { client_id, id: response.id };
    const body = { answers: [{ field_id, value: 'answered' }] };
    const changed = await call(clientFormRoutes.update, { as, params, body });
    expect(changed.answers.map(({ name, id, value }) => [name, id === null, value])).toEqual([
      ['New', false, 'answered'],
      ['Seen', true, 'yes'],
    ]);
    const left = { answers: [{ field_id: form.ids.Seen, value: 'changed' }] };
    const refused = await send(clientFormRoutes.update, { as, params, body: left });
    expect(Object.keys(refused.errors)).toEqual([`answers.${form.ids.Seen}`]);
  });

  test('is deleted with its columns and its grants, and leaves its history', async () => {
    const form = await intake();
    const { id } = await record(form, full);
    await grant('client_forms', id, await colleague({}));
    const params = { client_id, id };
    expect((await send(clientFormRoutes.remove, { as, params })).status).toBe(204);
    expect((await send(clientFormRoutes.show, { as, params })).status).toBe(404);
    const left = await server.query(
      `select id from response_slots where id = $1 and organization_id = $2
       union all select id from record_permissions where record_id = $1 and entity = 'client_forms' and organization_id = $2`,
      [id, organization.id],
    );
    expect(left).toEqual([]);
    const [last] = await server.query<{ event: string; old_values: { answers: object } }>(
      `select event, old_values from versions where item_type = 'client_forms' and item_id = $1 and organization_id = $2
        order by id desc limit 1`,
      [id, organization.id],
    );
    expect(last).toMatchObject({ event: 'destroy', old_values: { answers: { [form.ids.Income as number]: 12 } } });
  });

  test('stands in typed columns as in its answers, also after a change and for a field added later', async () => {
    const form = await intake();
    const { id } = await record(form, full);
    const slots = async () => {
      const columns = await server.query<{ field_id: number; slot: string; ready: boolean }>(
        'select field_id, slot, ready from field_slots where form_id = $1',
        [form.id],
      );
      const [row] = await server.query<Record<string, unknown>>('select * from response_slots where id = $1', [id]);
      return columns.map(({ field_id, slot, ready }) => [field_id, row?.[slot], ready]).sort();
    };
    const { Income, Notes, Housing } = form.ids;
    const stored = (income: number) => [
      [Income, income, true],
      [Notes, 'quiet', true],
      [Housing, 'flat', true],
    ];
    expect(await slots()).toEqual(stored(12).sort());
    const params = { client_id, id };
    await call(clientFormRoutes.update, { as, params, body: { answers: form.given({ Income: 40 }) } });
    expect(await slots()).toEqual(stored(40).sort());
    const added = await field('Added');
    const form_fields = [...Object.values(form.ids), added].map((field_id) => ({ field_id, is_required: false }));
    await call(formRoutes.update, { as, params: { id: form.id }, body: { form_fields } });
    await server.drainJobs();
    await expect.poll(slots).toEqual([...stored(40), [added, null, true]].sort());
  });
});

test('typed columns keep the exact time of a response whose answers change', async () => {
  const form = await intake();
  const { id } = await record(form, full);
  await server.query(`update responses set completed_at = '2026-01-02 03:04:05.678901+00' where id = $1`, [id]);
  await server.query(`update response_slots set completed_at = '2026-01-02 03:04:05.678901+00' where id = $1`, [id]);
  await call(clientFormRoutes.update, { as, params: { client_id, id }, body: { answers: form.given({ Income: 13 }) } });
  const [same] = await server.query(
    `select r.completed_at = s.completed_at as is_same, s.n01 from responses r
       join response_slots s on s.organization_id = r.organization_id and s.id = r.id where r.id = $1`,
    [id],
  );
  expect(same).toEqual({ is_same: true, n01: 13 });
});

describe('lists of responses', () => {
  test('are grouped by form, with how often, when last and by whom', async () => {
    const [first, second] = [await newForm('Zebra', { A: {} }), await newForm('Ábaco', { A: {} })];
    const writer = await colleague({ client_forms: ['write'], clients: ['read'], forms: ['use'] });
    await record(first, { A: 'one' });
    await record(first, { A: 'two' }, { as: writer });
    await record(second, { A: 'three' });
    const { data } = await call(clientFormRoutes.groups, { as, params: { client_id } });
    expect(data).toMatchObject([
      { id: second.id, name: 'Ábaco', active: true, count: 1, last_administered_by: { id: as.id } },
      { id: first.id, name: 'Zebra', active: true, count: 2, last_administered_by: { id: writer.id } },
    ]);
    expect(data[0]?.last_administered_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const other = await person('Berta');
    expect((await call(clientFormRoutes.groups, { as, params: { client_id: other } })).data).toEqual([]);
  });

  test('come page by page, newest first, filtered by form', async () => {
    const [form, other] = [await newForm('Visit', { A: {} }), await newForm('Other', { A: {} })];
    const made = [];
    for (let n = 0; n < 5; n++) made.push((await record(form, { A: `${n}` })).id);
    await record(other, { A: 'x' });
    // All at the same moment, so that only the ending by id keeps pages apart.
    await server.query('update responses set completed_at = $2 where form_id = $1', [form.id, '2026-01-02T03:04:05Z']);
    const page = (number: number, query: object = {}) =>
      call(clientFormRoutes.page, {
        as,
        params: { client_id, page: number },
        query: { page_size: 2, filters: { form_id: form.id }, ...query } as never,
      });
    const seen: number[] = [];
    for (const number of [1, 2, 3]) {
      const { data, metadata } = await page(number);
      expect(metadata).toEqual({ page: number, page_size: 2, total_count: 5, total_pages: 3 });
      seen.push(...data.map(({ id }) => id));
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(made);
    expect((await page(4)).data).toEqual([]);
    const sort = [{ field: 'created_at', order: 'asc' }];
    expect((await page(1, { sort })).data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    for (const query of [
      { filters: { client_id } },
      { filters: '{' },
      { sort: [{ field: 'answers', order: 'asc' }] },
    ]) {
      const reply = await send(clientFormRoutes.list, { as, params: { client_id }, query });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.errors)[0]).toMatch(/^(filters|sort)/);
    }
  });
});

describe('attachments', () => {
  const withFile = () => newForm('Papers', { Title: {}, Paper: { field_type: 'attachment' } });
  const upload = (form: Form, file: File, title = 'A letter') =>
    send(clientFormRoutes.create, {
      as,
      params: { client_id },
      body: { form_id: form.id, answers: form.given({ Title: title }) },
      files: { [`answers[${form.ids.Paper}]`]: file },
    });
  type Stored = { file_id: number; filename: string; content_type: string; size: number; url: string };

  test('go up with the answers and come down as they were, unable to run', async () => {
    const form = await withFile();
    const { body, status } = await upload(form, new File(['Dear Ana,\n'], 'Año "2026".txt'));
    expect(status).toBe(201);
    const stored = body.answers[1]?.value as Stored;
    expect(stored).toEqual({
      file_id: expect.any(Number),
      filename: expect.stringContaining('2026'),
      content_type: 'text/plain',
      size: 10,
      url: `/api/organization/${organization.slug}/clients/${client_id}/client_forms/${body.id}/files/${stored.file_id}`,
    });
    expect(body.answers[1]?.display_value).toBe(stored.filename);
    const params = { client_id, id: body.id, file_id: stored.file_id };
    const down = await send(clientFormRoutes.file, { as, params });
    expect(down.bytes.toString()).toBe('Dear Ana,\n');
    expect(down.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/plain/),
      'content-disposition': expect.stringMatching(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.-]+$/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });

    const nobody = await colleague({ clients: ['read'], forms: ['read'] });
    expect((await send(clientFormRoutes.file, { as: nobody, params })).status).toBe(404);
    expect((await send(clientFormRoutes.file, { params })).status).toBe(401);
    const other = (await upload(form, new File(['Other'], 'other.txt'))).body;
    const mixed = { ...params, id: other.id };
    expect((await send(clientFormRoutes.file, { as, params: mixed })).status, 'a file of another response').toBe(404);
  });

  test('stay when they are sent back, and are never taken from elsewhere', async () => {
    const form = await withFile();
    const [one, two] = [
      (await upload(form, new File(['one'], 'one.txt'))).body,
      (await upload(form, new File(['two'], 'two.txt'))).body,
    ];
    const [mine, other] = [one, two].map(({ answers }) => answers[1]?.value as Stored) as [Stored, Stored];
    const put = (value: unknown) =>
      send(clientFormRoutes.update, {
        as,
        params: { client_id, id: one.id },
        body: { answers: form.given({ Paper: value }) },
      });
    expect(
      (await put({ ...mine, filename: 'renamed.exe', url: 'https://elsewhere.example' })).body.answers[1]?.value,
    ).toEqual(mine);
    for (const value of [other, { ...mine, file_id: 999_999 }, 'text', 7, { file_id: null }]) {
      const reply = await put(value);
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [`answers.${form.ids.Paper}`]]);
    }
    const replaced = await send(clientFormRoutes.update, {
      as,
      params: { client_id, id: one.id },
      body: {},
      files: { [`answers[${form.ids.Paper}]`]: new File(['new'], 'new.txt') },
    });
    expect(replaced.body.answers[1]?.value).toMatchObject({ filename: 'new.txt', size: 3 });
  });

  test.each([
    ['what is not what its name says', new File(['<html><script>1</script></html>'], 'photo.jpg')],
    ['what may not be stored', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'drawing.svg')],
    ['nothing at all', new File([], 'empty.txt')],
  ])('refuse %s, and keep nothing of it', async (_, file) => {
    const form = await withFile();
    const reply = await upload(form, file);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [`answers.${form.ids.Paper}`]]);
    const left = await server.query('select id from files where organization_id = $1', [organization.id]);
    expect(left).toEqual([]);
  });

  test('refuse parts that belong nowhere, and files for fields that take none', async () => {
    const form = await withFile();
    const sent = (part: string) =>
      send(clientFormRoutes.create, {
        as,
        params: { client_id },
        body: { form_id: form.id, answers: form.given({ Title: 'x' }) },
        files: { [part]: new File(['x'], 'x.txt') },
      });
    for (const [part, path] of [
      [`answers[${form.ids.Title}]`, `answers.${form.ids.Title}`],
      ['answers[999999]', 'answers.999999'],
      ['photo', 'photo'],
    ] as const) {
      const reply = await sent(part);
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [path]]);
    }
  });

  test('of more than 25 MB are refused', async () => {
    const form = await withFile();
    const reply = await upload(form, new File(['x'.repeat(25 * 1024 * 1024 + 1)], 'long.txt'));
    expect(reply.status).toBe(413);
  });
});

describe('a search among the responses of a person', () => {
  test('finds nothing by other words, and them by the name of their form', async () => {
    const [one, other] = [await intake(), await newForm('Größe, Exit', { Reason: {} })];
    const [first, second] = [await record(one, full), await record(other, { Reason: 'moved' })];
    const found = async (query: string) => {
      const list = await call(clientFormRoutes.list, { as, params: { client_id }, query: { query } });
      const page = await call(clientFormRoutes.page, { as, params: { client_id, page: 1 }, query: { query } });
      expect(page.metadata.total_count).toBe(list.data.length);
      return list.data.map(({ id }) => id);
    };
    for (const query of ['moved', 'flat', 'intake exit', '%']) expect(await found(query)).toEqual([]);
    expect(await found('INT')).toEqual([first.id]);
    expect(await found('exit grosse')).toEqual([second.id]);
  });
});
