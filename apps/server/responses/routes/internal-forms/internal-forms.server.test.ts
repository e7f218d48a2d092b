import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let shelters: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  shelters = await make.form(
    'Shelters',
    {
      Code: {},
      Name: { entry: { is_quick_view: true, is_required: true } },
      Beds: { field_type: 'number' },
      Plan: { field_type: 'attachment' },
    },
    { form_type: 'internal' },
  );
});

const colleague = (privileges: object, grants: NonNullable<Parameters<typeof server.newUser>[1]>['grants'] = []) =>
  server.newUser(organization, { privileges, grants });
const ofForm = (by = as) => ({ as: by, params: { form_id: shelters.id } });
const titles = async (query: object = {}, by = as) =>
  (await call(internalFormRoutes.records, { ...ofForm(by), query })).data.map(({ title }) => title);

describe('internal forms are refused', () => {
  const statuses = async (user: TestUser) => {
    const record = await make.internalRecord(shelters, { Name: 'Harbor' });
    const sent = { as: user, params: { id: shelters.id, page: 1 } };
    const one = { as: user, params: { form_id: shelters.id, id: record.id, page: 1 } };
    return [
      (await send(internalFormRoutes.list, sent)).status,
      (await send(internalFormRoutes.page, sent)).status,
      (await send(internalFormRoutes.show, sent)).status,
      (await send(internalFormRoutes.records, one)).status,
      (await send(internalFormRoutes.recordsPage, one)).status,
      (await send(internalFormRoutes.showRecord, one)).status,
      (await send(internalFormRoutes.createRecord, { ...one, body: { answers: shelters.given({ Name: 'New' }) } }))
        .status,
    ];
  };

  test('to who has no privilege on them, whatever they may do with forms and responses', async () => {
    const user = await colleague({ forms: ['write', 'use'], client_forms: ['write'], clients: ['write'] });
    expect(await statuses(user)).toEqual([403, 403, 404, 404, 404, 404, 404]);
  });

  test('for new records to who may only read them', async () => {
    expect(await statuses(await colleague({ internal_forms: ['read'] }))).toEqual([200, 200, 200, 200, 200, 200, 403]);
    expect(await statuses(await colleague({ internal_forms: ['write'] }))).toEqual([200, 200, 200, 200, 200, 200, 201]);
  });

  test('but those that were granted', async () => {
    const other = await make.form('Jobs', { Name: {} }, { form_type: 'internal' });
    const grant = (id: number, actions: ('read' | 'write')[]) =>
      colleague({}, [{ entity: 'internal_forms', id, actions }]);
    expect(await statuses(await grant(shelters.id, ['read']))).toEqual([200, 200, 200, 200, 200, 200, 403]);
    expect(await statuses(await grant(shelters.id, ['write']))).toEqual([200, 200, 200, 200, 200, 200, 201]);
    expect(await statuses(await grant(other.id, ['write']))).toEqual([200, 200, 404, 404, 404, 404, 404]);
    const { data } = await call(internalFormRoutes.list, { as: await grant(other.id, ['read']), query: {} });
    expect(data.map(({ name }) => name)).toEqual(['Jobs']);
  });

  test('when they are client forms', async () => {
    const client_id = await make.person();
    const visits = await make.form('Visits', { Name: {} });
    const response = await make.record(visits, { Name: 'Harbor' }, { client_id });
    const params = { form_id: visits.id, id: response.id };
    expect((await send(internalFormRoutes.show, { as, params: { id: visits.id } })).status).toBe(404);
    for (const route of [internalFormRoutes.records, internalFormRoutes.showRecord])
      expect((await send(route, { as, params })).status).toBe(404);
    const body = { answers: visits.given({ Name: 'x' }) };
    expect((await send(internalFormRoutes.createRecord, { as, params, body })).status).toBe(404);
    const under = { as, params: { form_id: shelters.id, id: response.id } };
    expect((await send(internalFormRoutes.showRecord, under)).status, 'a response as a record').toBe(404);
    expect((await call(internalFormRoutes.list, { as, query: {} })).data.map(({ name }) => name)).toEqual(['Shelters']);
    expect(await titles()).toEqual([]);
  });

  test('as forms of a person, and their records as responses', async () => {
    const client_id = await make.person();
    const record = await make.internalRecord(shelters, { Name: 'Harbor' });
    const body = { form_id: shelters.id, answers: shelters.given({ Name: 'x' }) };
    const reply = await send(clientFormRoutes.create, { as, params: { client_id }, body });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['form_id']]);
    expect((await call(formRoutes.fillable, { as })).data).toEqual([]);
    const params = { client_id, id: record.id };
    for (const route of [clientFormRoutes.show, clientFormRoutes.update, clientFormRoutes.remove])
      expect((await send(route, { as, params })).status).toBe(404);
    expect((await call(clientFormRoutes.list, { as, params: { client_id }, query: {} })).data).toEqual([]);
  });

  test('for new records while they are inactive, in a sentence', async () => {
    const record = await make.internalRecord(shelters, { Name: 'Harbor' });
    await call(formRoutes.update, { as, params: { id: shelters.id }, body: { active: false } });
    const body = { answers: shelters.given({ Name: 'New' }) };
    const reply = await send(internalFormRoutes.createRecord, { ...ofForm(), body });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['base']]);
    expect(await titles(), 'what is there stays readable').toEqual(['Harbor']);
    const params = { form_id: shelters.id, id: record.id };
    expect((await call(internalFormRoutes.showRecord, { as, params })).title).toBe('Harbor');
    const filtered = async (active: boolean) =>
      (await call(internalFormRoutes.list, { as, query: { filters: { active } } as never })).data.length;
    expect([await filtered(true), await filtered(false)]).toEqual([0, 1]);
  });

  test('to another organization', async () => {
    const record = await make.internalRecord(shelters, { Name: 'Harbor' });
    const other = await server.newOrganization();
    const sent = { as: other.owner, params: { form_id: shelters.id, id: record.id } };
    expect((await send(internalFormRoutes.showRecord, sent)).status).toBe(404);
    expect((await send(internalFormRoutes.records, sent)).status).toBe(404);
    expect((await call(internalFormRoutes.list, { as: other.owner, query: {} })).data).toEqual([]);
  });
});

describe('a record of an internal form', () => {
  test('is checked as answers are, each under its field, and unknown ones too', async () => {
    const stray = await make.field('Elsewhere');
    const answers = [...shelters.given({ Beds: 'many' }), { field_id: stray, value: 'x' }];
    const reply = await send(internalFormRoutes.createRecord, { ...ofForm(), body: { answers } });
    expect(reply).toMatchObject({
      status: 422,
      errors: {
        [`answers.${shelters.ids.Name}`]: ['Enter Name'],
        [`answers.${shelters.ids.Beds}`]: ['Enter a number'],
        [`answers.${stray}`]: ['This field is not on the form'],
      },
    });
    expect(await titles()).toEqual([]);
  });

  test('is named by its first Preview Field, or by its first field (R66)', async () => {
    const made = await make.internalRecord(shelters, { Code: 'H-1', Name: 'Harbor', Beds: 12 });
    expect(made).toMatchObject({
      form_id: shelters.id,
      form_name: 'Shelters',
      title: 'Harbor',
      created_by: { id: as.id },
      updated_by: { id: as.id },
      lock_version: 1,
    });
    expect(made.answers.map(({ name, value, display_value }) => [name, value, display_value])).toEqual([
      ['Code', 'H-1', 'H-1'],
      ['Name', 'Harbor', 'Harbor'],
      ['Beds', 12, '12'],
      ['Plan', null, ''],
    ]);
    const params = { form_id: shelters.id, id: made.id };
    expect(await call(internalFormRoutes.showRecord, { as, params })).toEqual(made);
    const housing = [{ label: 'A flat', value: 'flat' }];
    const plain = await make.form(
      'Plain',
      { Kind: { field_type: 'select-one', field_options: housing }, Name: {} },
      { form_type: 'internal' },
    );
    expect((await make.internalRecord(plain, { Kind: 'flat', Name: 'x' })).title, 'as it reads').toBe('A flat');
    expect((await make.internalRecord(plain, { Name: 'x' })).title).toBeNull();
  });

  test('follows the rules of its form and holds what it calculates', async () => {
    await make.calculation(shelters.id, {
      name: 'Guests',
      equation: 'a * 2',
      calculation_type: 'numeric',
      variables: [{ name: 'a', record_type: 'Field', record_id: shelters.ids.Beds }],
    });
    const logic = [ruleOf('Rule', [shelters.ids.Name, 'EQ', 'Closed'], { type: 'hide', field_id: shelters.ids.Beds })];
    await call(formRoutes.update, { as, params: { id: shelters.id }, body: { logic } });
    const results = async (values: Record<string, unknown>) => {
      const { calculation_results, answers } = await make.internalRecord(shelters, values);
      return [answers[2]?.value, calculation_results.map(({ name, value }) => [name, value])];
    };
    expect(await results({ Name: 'Open', Beds: 3 })).toEqual([3, [['Guests', 6]]]);
    expect(await results({ Name: 'Closed', Beds: 3 })).toEqual([null, [['Guests', null]]]);
  });

  test('is found by the words of its title, whatever their case and accents', async () => {
    for (const Name of ['Casa Ámbar', 'Ambar House', 'Zebra']) await make.internalRecord(shelters, { Name });
    expect(await titles({ query: 'ambar' })).toEqual(['Ambar House', 'Casa Ámbar']);
    expect(await titles({ query: 'CASA' })).toEqual(['Casa Ámbar']);
    expect(await titles({ query: '%' })).toEqual([]);
    expect(await titles({ query: 'H-1' }), 'other answers do not name it').toEqual([]);
  });

  test('is listed by title, or in the order that is asked for, page by page', async () => {
    for (const Name of ['beta', 'Álfa', 'gamma', 'Delta']) await make.internalRecord(shelters, { Name });
    const sorted = (field: string, order: string) => titles({ sort: [{ field, order }] });
    expect(await titles()).toEqual(['Álfa', 'beta', 'Delta', 'gamma']);
    expect(await sorted('title', 'desc')).toEqual(['gamma', 'Delta', 'beta', 'Álfa']);
    expect(await sorted('created_at', 'asc')).toEqual(['beta', 'Álfa', 'gamma', 'Delta']);
    const page = async (number: number) => {
      const params = { form_id: shelters.id, page: number };
      const reply = await call(internalFormRoutes.recordsPage, { as, params, query: { page_size: 3 } as never });
      return [reply.data.map(({ title }) => title), reply.metadata.total_count, reply.metadata.total_pages];
    };
    expect(await page(1)).toEqual([['Álfa', 'beta', 'Delta'], 4, 2]);
    expect(await page(2)).toEqual([['gamma'], 4, 2]);
    expect(await page(3)).toEqual([[], 4, 2]);
    const wrong = await send(internalFormRoutes.records, {
      ...ofForm(),
      query: { sort: [{ field: 'Name', order: 'asc' }] },
    });
    expect([wrong.status, Object.keys(wrong.errors)[0]]).toEqual([422, expect.stringMatching(/^sort/)]);
  });

  test('gives its files to who may see it, and to nobody else', async () => {
    const made = await make.internalRecord(shelters, { Name: 'Harbor' }, { Plan: new File(['The plan'], 'plan.txt') });
    const file = made.answers[3]?.value as { file_id: number; url: string };
    expect(file.url).toBe(
      `/api/organization/${organization.slug}/internal_forms/${shelters.id}/records/${made.id}/files/${file.file_id}`,
    );
    const params = { form_id: shelters.id, id: made.id, file_id: file.file_id };
    const down = await send(internalFormRoutes.recordFile, {
      as: await colleague({ internal_forms: ['read'] }),
      params,
    });
    expect(down.bytes.toString()).toBe('The plan');
    const reader = await colleague({ client_forms: ['read'], clients: ['read'], forms: ['read'] });
    expect((await send(internalFormRoutes.recordFile, { as: reader, params })).status).toBe(404);
    const other = await make.internalRecord(shelters, { Name: 'Other' });
    const mixed = { ...params, id: other.id };
    expect((await send(internalFormRoutes.recordFile, { as, params: mixed })).status).toBe(404);
    const client_id = await make.person();
    const asResponse = { client_id, id: made.id, file_id: file.file_id };
    expect((await send(clientFormRoutes.file, { as, params: asResponse })).status).toBe(404);
  });

  test('keeps its form from being deleted', async () => {
    await make.internalRecord(shelters, { Name: 'Harbor' });
    expect((await send(formRoutes.remove, { as, params: { id: shelters.id } })).status).toBe(422);
    expect(await titles()).toEqual(['Harbor']);
  });
});
