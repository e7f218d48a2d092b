// Over 300 lines: what strangers answered, until it is linked to a person, with one set of makers.
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { draftRoutes, draftSubjects } from '#contract/resources/drafts.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { timelineRoutes } from '#contract/resources/timeline.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const routes = publicInstanceRoutes;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let setting: { id: number; access_key: string };
let address = 0;
const network = () => `203.1.${(address >> 8) % 256}.${address % 256}`;

const publish = (form_id = form.id) =>
  call(publicFormRoutes.create, { as, params: { form_id }, body: { published_at: '2026-01-01T00:00:00.000Z' } });

beforeEach(async () => {
  address += 1;
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Room request', {
    Name: { entry: { settings: { client_field: 'first_name' }, is_quick_view: true } },
    Born: { field_type: 'date', entry: { settings: { client_field: 'dob' } } },
    Gender: { entry: { settings: { client_field: 'gender' } } },
    Digits: { entry: { settings: { client_field: 'ssn_suffix' } } },
    Housing: {
      field_type: 'select-one',
      field_options: [
        { label: 'In a car', value: 'c' },
        { label: 'Nowhere', value: 'n' },
      ],
    },
    Proof: { field_type: 'attachment' },
  });
  setting = await publish();
});

const ana = { Name: 'Ana Maria Rivera', Born: '1985-03-14', Gender: 'FEMALE', Digits: '4182', Housing: 'c' };
const answered = async (values: Record<string, unknown> = ana, files: Record<string, File> = {}) => {
  const place = { org: organization, address: network(), params: { access_key: setting.access_key } };
  const { start_token } = await call(publicFormRoutes.open, place);
  const body = { answers: form.given(values), start_token };
  const sent = Object.keys(files).length > 0 ? { files: make.filesFor(form, files) } : {};
  const { reference } = await call(publicFormRoutes.submit, { ...place, body, ...sent });
  const { data } = await call(routes.list, { as, params: below() });
  return data.find((one) => one.reference === reference) as (typeof data)[number];
};
const below = () => ({ public_form_id: setting.id });
const one = ({ id }: { id: number }, by = as) => ({ as: by, params: { ...below(), id } });
const at = ({ id }: { id: number }, by = as) => ({ as: by, params: { instance_id: id } });
const recordPerson = async (changes: object = {}) => {
  const person = { first_name: 'Ana', last_name: 'Rivera', dob: '1985-03-14', gender: 'female', ssn_suffix: '4182' };
  return call(clientRoutes.create, { as, body: { ...person, ...changes } as never });
};
const colleague = (privileges: object, grants: NonNullable<Parameters<typeof server.newUser>[1]>['grants'] = []) =>
  server.newUser(organization, { privileges, grants });
const responsesOf = async (client_id: number) =>
  (await call(clientFormRoutes.list, { as, params: { client_id }, query: {} })).data;

describe('what strangers answered is refused', () => {
  const statuses = async (user: TestUser) => {
    const instance = await answered();
    return [
      (await send(publicFormRoutes.all, { as: user })).status,
      (await send(routes.list, { as: user, params: below() })).status,
      (await send(routes.page, { as: user, params: { ...below(), page: 1 } })).status,
      (await send(routes.show, one(instance, user))).status,
      (await send(routes.flat, { as: user, params: { id: instance.id } })).status,
      (await send(routes.printed, one(instance, user))).status,
      (await send(routes.showLink, at(instance, user))).status,
      (await send(routes.matches, at(instance, user))).status,
      (await send(routes.edit, one(instance, user))).status,
      (await send(routes.update, { ...one(instance, user), body: {} })).status,
      (await send(routes.remove, one(instance, user))).status,
    ];
  };
  const reads = [200, 200, 200, 200, 200, 200, 200];

  test('to who has no privilege on it, whatever they may do with forms, people and responses', async () => {
    const user = await colleague({ forms: ['write'], client_forms: ['write', 'remove'], clients: ['write'] });
    expect(await statuses(user)).toEqual([403, ...Array(10).fill(404)]);
  });

  test('for changes to who may read, and for deleting to who may change', async () => {
    expect(await statuses(await colleague({ public_forms: ['read'] }))).toEqual([...reads, 403, 403, 403, 403]);
    expect(await statuses(await colleague({ public_forms: ['write'] }))).toEqual([...reads, 200, 200, 200, 403]);
    expect(await statuses(await colleague({ public_forms: ['remove'] }))).toEqual([...reads, 403, 403, 403, 204]);
  });

  test('but for the public form that was granted', async () => {
    const other = await publish();
    const grant = (id: number) => colleague({}, [{ entity: 'public_forms', id, actions: ['read'] }]);
    expect(await statuses(await grant(setting.id))).toEqual([...reads, 403, 403, 403, 403]);
    expect(await statuses(await grant(other.id))).toEqual([200, ...Array(10).fill(404)]);
    const { data } = await call(publicFormRoutes.all, { as: await grant(other.id) });
    expect(data.map(({ id }) => id)).toEqual([other.id]);
  });

  test('to another organization, and under another public form', async () => {
    const { owner } = await server.newOrganization();
    expect(await statuses(owner)).toEqual([200, ...Array(10).fill(404)]);
    const instance = await answered();
    const elsewhere = { as, params: { public_form_id: (await publish()).id, id: instance.id } };
    for (const route of [routes.show, routes.edit, routes.update, routes.remove, routes.printed])
      expect((await send(route, elsewhere)).status).toBe(404);
  });
});

describe('a public response', () => {
  test('shows its answers by the ids of their fields, in the order of the form', async () => {
    const instance = await answered();
    expect(instance).toMatchObject({ form_name: 'Room request', linked: false, client: null, client_form_id: null });
    const { Name, Born, Gender, Digits, Housing } = form.ids;
    expect(instance.client_field_mapping).toEqual({ first_name: Name, dob: Born, gender: Gender, ssn_suffix: Digits });
    expect(instance.answers[String(Housing)]).toMatchObject({ value: 'c', display_value: 'In a car', position: 4 });
    expect(await call(routes.flat, { as, params: { id: instance.id } })).toEqual(instance);
    const [setting_] = (await call(publicFormRoutes.all, { as })).data;
    expect(setting_).toMatchObject({ response_count: 1, unlinked_count: 1 });
  });

  test('is found by any part of an answer, as it reads, whatever its case and accents', async () => {
    await answered({ ...ana, Name: '50%_done', Housing: 'n' });
    await answered();
    const found = async (text: string) => {
      const query = { query: text };
      const { data } = await call(routes.list, { as, params: below(), query });
      const paged = await call(routes.page, { as, params: { ...below(), page: 1 }, query });
      expect(paged.metadata.total_count).toBe(data.length);
      return data.map(({ answers }) => answers[String(form.ids.Name)]?.value);
    };
    expect(await found('RIVERA')).toEqual(['Ana Maria Rivera']);
    expect(await found('a mar')).toEqual(['Ana Maria Rivera']);
    expect(await found('a car')).toEqual(['Ana Maria Rivera']);
    expect(await found('%_')).toEqual(['50%_done']);
    expect(await found('03/14/1985')).toHaveLength(2);
    expect(await found('nobody')).toEqual([]);
    expect(await found(String(form.ids.Name)), 'the id of a field is no answer').toEqual([]);
    expect(await found('Rivéra')).toEqual(['Ana Maria Rivera']);
    expect(await found('à cär')).toEqual(['Ana Maria Rivera']);
    await answered({ ...ana, Name: 'Zoë of the Café' });
    expect(await found('zoe OF THE CAFE')).toEqual(['Zoë of the Café']);
    expect(await found('zoë')).toEqual(['Zoë of the Café']);
  });

  test('is changed, with what was not sent as it was, and deleted', async () => {
    const instance = await answered();
    const body = { answers: { [String(form.ids.Name)]: { value: 'Ana Rivas' } }, lock_version: 1 };
    const changed = await call(routes.update, { ...one(instance), body: body as never });
    expect(changed.answers[String(form.ids.Name)]?.value).toBe('Ana Rivas');
    expect(changed.answers[String(form.ids.Housing)]?.value).toBe('c');
    expect((await send(routes.update, { ...one(instance), body })).status).toBe(409);
    const wrong = { answers: { [String(form.ids.Housing)]: { value: 'x' } } };
    expect(Object.keys((await send(routes.update, { ...one(instance), body: wrong })).errors)).toEqual([
      `answers.${form.ids.Housing}`,
    ]);
    expect((await send(routes.remove, one(instance))).status).toBe(204);
    expect((await send(routes.show, one(instance))).status).toBe(404);
  });

  test('gives its files to who may see it', async () => {
    const instance = await answered(ana, { Proof: new File(['proof'], 'proof.txt') });
    const file = instance.answers[String(form.ids.Proof)]?.value as { file_id: number };
    const params = { ...below(), id: instance.id, file_id: file.file_id };
    expect((await send(routes.file, { as, params })).status).toBe(200);
    expect((await send(routes.file, { as: await colleague({ clients: ['read'] }), params })).status).toBe(404);
    const client_id = (await recordPerson()).id;
    const { client_form_id } = await call(routes.link, { ...at(instance), body: { client_id } });
    await call(routes.remove, one(instance));
    const kept = { client_id, id: client_form_id as number, file_id: file.file_id };
    expect((await send(clientFormRoutes.file, { as, params: kept })).status, 'the person’s response keeps it').toBe(
      200,
    );
  });
});

describe('who may have answered', () => {
  test('is told by the rules for duplicates with the reasons, the likeliest first, and what the answers tell', async () => {
    const digit = await recordPerson({ dob: '1985-03-19' });
    const same = await recordPerson();
    await recordPerson({ first_name: 'Omar', dob: '1990-01-01' });
    const { data, person } = await call(routes.matches, at(await answered()));
    expect(data.map(({ id, reasons }) => [id, reasons])).toEqual([
      [same.id, ['same_names', 'same_dob', 'same_ssn']],
      [digit.id, ['same_names', 'dob_one_digit', 'same_ssn']],
    ]);
    expect(person).toEqual({
      first_name: 'Ana',
      middle_name: 'Maria',
      last_name: 'Rivera',
      dob: '1985-03-14',
      gender: 'female',
      ssn_suffix: '4182',
    });
  });

  test('without a date of birth is who has the same names and last 4 of SSN', async () => {
    const { id } = await recordPerson();
    const ids = async (values: object) =>
      (await call(routes.matches, at(await answered({ Name: 'Ana Rivera', ...values })))).data.map((found) => found.id);
    expect(await ids({ Digits: '4182' })).toEqual([id]);
    expect(await ids({ Digits: '1111' })).toEqual([]);
    expect(await ids({})).toEqual([]);
  });

  test('is nobody to who may not read them', async () => {
    await recordPerson();
    const instance = await answered();
    expect((await call(routes.matches, at(instance, await colleague({ public_forms: ['write'] })))).data).toEqual([]);
  });
});

test('what somebody types into a public response is kept for them, while they may change it', async () => {
  const instance = await answered();
  const writer = await colleague({}, [{ entity: 'public_forms', id: setting.id, actions: ['read', 'write'] }]);
  const subject = draftSubjects.publicInstance(instance.id);
  const params = { key: 'a-key-of-one-screen-1' };
  await call(draftRoutes.save, { as: writer, params, body: { subject, revision: 1, content: '{"told":{}}' } });
  const listed = async () => call(draftRoutes.list, { as: writer, query: { subject } });
  expect(await listed()).toMatchObject({ withheld: null, data: [{ content: '{"told":{}}' }] });
  await query('delete from record_permissions where organization_id = $1', [organization.id]);
  expect(await listed()).toMatchObject({
    withheld: expect.stringMatching(/^The response was deleted/),
    data: [{ content: null }],
  });
});

describe('a link', () => {
  test('is told in the timeline of the person, beside what staff recorded', async () => {
    const instance = await answered();
    const client_id = await make.person();
    await call(routes.link, { ...at(instance), body: { client_id } });
    await make.record(form, { Name: 'By staff' }, { client_id });
    const { data } = await call(timelineRoutes.page, {
      as,
      params: { client_id },
      query: { kinds: 'responses' } as never,
    });
    expect(data.map((entry) => entry.kind === 'responses' && entry.is_public).toSorted()).toEqual([false, true]);
  });

  test('gives the person a response by who linked, and leaves the public one', async () => {
    const instance = await answered();
    const { id: client_id } = await recordPerson();
    expect(await call(routes.showLink, at(instance))).toBeNull();
    const user = await colleague({ public_forms: ['write'], clients: ['read'], client_forms: ['write'] });
    const linked = await call(routes.link, { ...at(instance, user), body: { client_id } });
    expect(linked.client).toEqual({ id: client_id, first_name: 'Ana', last_name: 'Rivera' });
    expect(await call(routes.showLink, at(instance))).toEqual(linked);
    const [made] = await responsesOf(client_id);
    expect(made).toMatchObject({
      id: linked.client_form_id,
      created_by: { id: user.id },
      completed_at: instance.completed_at,
    });
    expect(made?.answers.map(({ value }) => value)).toEqual([...Object.values(ana), null]);
    expect(await call(routes.show, one(instance))).toMatchObject({
      linked: true,
      client_form_id: linked.client_form_id,
    });
    const filtered = async (value: boolean) =>
      (await call(routes.list, { as, params: below(), query: { filters: { linked: value } } as never })).data.length;
    expect([await filtered(true), await filtered(false)]).toEqual([1, 0]);
  });

  test('holds what was sent with it instead', async () => {
    const instance = await answered();
    const { id: client_id } = await recordPerson();
    const answers = { [String(form.ids.Housing)]: { value: 'n' } };
    await call(routes.link, { ...at(instance), body: { client_id, answers } as never });
    expect((await responsesOf(client_id))[0]?.answers[4]?.value).toBe('n');
    expect((await call(routes.show, one(instance))).answers[String(form.ids.Housing)]?.value).toBe('c');
  });

  test('is made once, also by two at the same time', async () => {
    const instance = await answered();
    const people = [await recordPerson(), await recordPerson({ first_name: 'Eva' })];
    const replies = await Promise.all(
      people.map(({ id }) => send(routes.link, { ...at(instance), body: { client_id: id } })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const made = await Promise.all(people.map(({ id }) => responsesOf(id)));
    expect(made.flat()).toHaveLength(1);
    const third = await send(routes.link, { ...at(instance), body: { client_id: people[0]?.id } });
    expect([third.status, third.errors]).toEqual([
      409,
      { base: ['This response is already linked to a person. Reload it.'] },
    ]);
  });

  test('is refused to who may not record responses of people, and for people whom one may not see', async () => {
    const instance = await answered();
    const { id: client_id } = await recordPerson();
    const status = async (privileges: object) => {
      const reply = await send(routes.link, { ...at(instance, await colleague(privileges)), body: { client_id } });
      return [reply.status, Object.keys(reply.errors)[0]];
    };
    expect(await status({ public_forms: ['read'], clients: ['read'], client_forms: ['write'] })).toEqual([403, 'base']);
    expect(await status({ public_forms: ['write'], clients: ['read'] })).toEqual([403, 'base']);
    expect(await status({ public_forms: ['write'], client_forms: ['write'] })).toEqual([422, 'client_id']);
    expect(await responsesOf(client_id)).toEqual([]);
  });

  test('tells who may not read the person that there is one, and nothing else', async () => {
    const instance = await answered();
    const { id: client_id } = await recordPerson({ first_name: 'Zenobia' });
    await call(routes.link, { ...at(instance), body: { client_id } });
    const blind = await colleague({ public_forms: ['write'], client_forms: ['write'] });
    const hidden = { client: null, client_form_id: null };
    expect(await call(routes.showLink, at(instance, blind))).toMatchObject(hidden);
    const shown = await call(routes.list, { as: blind, params: below() });
    expect(shown.data[0]).toMatchObject({ linked: true, ...hidden });
    expect(JSON.stringify(shown)).not.toContain('Zenobia');
    expect((await send(routes.unlink, at(instance, blind))).status).toBe(404);
    expect((await send(routes.update, { ...one(instance, blind), body: {} })).status).toBe(404);
  });

  test('has changes go to the person’s response alone', async () => {
    const instance = await answered();
    const { id: client_id } = await recordPerson();
    await call(routes.link, { ...at(instance), body: { client_id } });
    const answers = { [String(form.ids.Housing)]: { value: 'n' } };
    await call(routes.update, { ...one(instance), body: { answers } as never });
    expect((await responsesOf(client_id))[0]?.answers[4]?.value).toBe('n');
    const after = await call(routes.show, one(instance));
    expect([after.answers[String(form.ids.Housing)]?.value, after.lock_version]).toEqual(['c', 1]);
    const refused = await send(routes.unlink, at(instance));
    expect([refused.status, refused.errors]).toEqual([422, { base: ['This response was changed after linking.'] }]);
    expect(await responsesOf(client_id)).toHaveLength(1);
  });

  test('is taken back with the response that it made, and can be made again', async () => {
    const instance = await answered();
    const { id: client_id } = await recordPerson();
    const body = { client_id };
    await call(routes.link, { ...at(instance), body });
    expect((await send(routes.unlink, at(instance))).status).toBe(204);
    expect(await responsesOf(client_id)).toEqual([]);
    expect(await call(routes.showLink, at(instance))).toBeNull();
    expect((await send(routes.unlink, at(instance))).status).toBe(404);
    expect((await send(routes.link, { ...at(instance), body })).status).toBe(201);
  });

  test('ends with either side', async () => {
    const [first, second] = [await answered(), await answered()];
    const { id: client_id } = await recordPerson();
    for (const instance of [first, second]) await call(routes.link, { ...at(instance), body: { client_id } });
    expect((await send(routes.remove, one(first))).status).toBe(204);
    expect(await responsesOf(client_id), 'what was made stays').toHaveLength(2);
    const made = (await call(routes.showLink, at(second)))?.client_form_id as number;
    await call(clientFormRoutes.remove, { as, params: { client_id, id: made } });
    expect(await call(routes.showLink, at(second))).toBeNull();
  });
});
