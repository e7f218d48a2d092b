import { describe, expect, test } from 'vitest';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { call } = server;
const { page, values } = reporting(server);
const organization = await server.newOrganization();
const as = organization.owner;
const make = formMakers(server, organization);

describe('a report of what strangers sent', async () => {
  const form = await make.form('Room request', { Said: {}, Score: { field_type: 'number' } });
  const setting = await call(publicFormRoutes.create, {
    as,
    params: { form_id: form.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  });
  const answer = async (given: Record<string, unknown>) => {
    const place = { org: organization, params: { access_key: setting.access_key } };
    const { start_token } = await call(publicFormRoutes.open, place);
    await call(publicFormRoutes.submit, { ...place, body: { answers: form.given(given), start_token } });
    const { data } = await call(publicInstanceRoutes.list, { as, params: { public_form_id: setting.id } });
    return Math.max(...data.map(({ id }) => id));
  };
  await answer({ Said: 'a', Score: 1 });
  const linked = await answer({ Said: 'b', Score: 2 });
  const client_id = await make.person('Ana');
  await call(publicInstanceRoutes.link, { as, params: { instance_id: linked }, body: { client_id } });

  const field = (name: string) => ({ form: form.id, field: String(form.ids[name]) });
  const client = { field: 'client_first_name' };
  const draft = (more: object = {}) => ({
    report_type: 'public_forms' as const,
    fields: [client, field('Said'), field('Score')],
    default_order: [{ ...field('Said') }],
    ...more,
  });

  test('RP-77 shows the person of those that are linked, with a link to each', async () => {
    const { records } = await page(as, draft());
    expect(records.map((one) => one.values)).toEqual([
      [null, 'a', 1],
      ['Ana', 'b', 2],
    ]);
    expect(records[1]?.links).toEqual([
      `/organization/clients/${client_id}`,
      `/organization/public_responses/x/responses/${linked}`,
      `/organization/public_responses/x/responses/${linked}`,
    ]);
  });

  test('RP-33 asks whether they are linked, and by what is said of the person', async () => {
    const asked = (condition: object) => values(as, draft({ conditions: [condition] }));
    expect(await asked({ field_name: 'client_link', op: 'TRUE' })).toEqual([['Ana', 'b', 2]]);
    expect(await asked({ field_name: 'client_link', op: 'FALSE' })).toEqual([[null, 'a', 1]]);
    expect(await asked({ field_name: 'client_first_name', op: 'EQ', value: 'ana' })).toEqual([['Ana', 'b', 2]]);
    for (const other of [{ op: 'EQ', value: true }, { op: 'EMPTY' }, { op: 'NEMPTY' }])
      await expect(asked({ field_name: 'client_link', ...other }), other.op).rejects.toMatchObject({
        errors: { 'conditions.and.0.op': expect.any(Array) },
      });
  });

  test('puts them into groups', async () => {
    const fields = [
      { ...field('Said'), agg: 'count' },
      { ...field('Score'), agg: 'sum' },
    ];
    expect(await values(as, draft({ fields, default_order: [] }))).toEqual([[2, 3]]);
  });

  test('names nobody to who may not read people, and shows nothing to who may not read what strangers sent', async () => {
    const reader = await server.newUser(organization, {
      privileges: { public_forms: ['read'], forms: ['read'], report_definitions: ['read'] },
    });
    expect(await values(reader, draft())).toEqual([
      [null, 'a', 1],
      [null, 'b', 2],
    ]);
    const other = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'], forms: ['read'], report_definitions: ['read'] },
    });
    expect(await values(other, draft())).toEqual([]);
    const neighbour = (await server.newOrganization()).owner;
    await expect(values(neighbour, draft())).rejects.toMatchObject({ errors: { 'fields.1.form': expect.any(Array) } });
  });
});

describe('a report of records', async () => {
  const shelves = await make.form('Shelves', { Name: {}, Boxes: { field_type: 'number' } }, { form_type: 'internal' });
  const picker = {
    field_type: 'ref-picker' as const,
    internal_option: { internal_form_id: shelves.id, internal_field_id: shelves.ids.Name as number },
  };
  const loans = await make.form('Loans', { Of: picker, To: {} }, { form_type: 'internal' });
  const shelf = await make.internalRecord(shelves, { Name: 'Tents', Boxes: 4 });
  await make.internalRecord(shelves, { Name: 'Stoves', Boxes: 2 });
  await make.internalRecord(loans, { Of: { record_id: shelf.id, label: 'Tents' }, To: 'Ana' });
  const of = (form: TestForm, name: string) => ({ form: form.id, field: String(form.ids[name]) });

  test('RP-78 has a row for each, with a link to it', async () => {
    const { records } = await page(as, {
      report_type: 'internal_forms',
      fields: [of(shelves, 'Name'), of(shelves, 'Boxes')],
      default_order: [{ ...of(shelves, 'Boxes') }],
    });
    expect(records.map((one) => one.values)).toEqual([
      ['Stoves', 2],
      ['Tents', 4],
    ]);
    expect(records[1]?.links[0]).toBe(`/organization/internal_form_responses/${shelves.id}/records/${shelf.id}`);
  });

  test('has two forms beside each other where one picks the other, and asks of either', async () => {
    const fields = [of(loans, 'To'), of(shelves, 'Name'), of(shelves, 'Boxes')];
    const draft = { report_type: 'internal_forms' as const, fields };
    expect(await values(as, draft)).toEqual([['Ana', 'Tents', 4]]);
    const asked = (value: number) => [{ form: shelves.id, field_name: String(shelves.ids.Boxes), op: 'GT', value }];
    expect(await values(as, { ...draft, conditions: asked(3) })).toEqual([['Ana', 'Tents', 4]]);
    expect(await values(as, { ...draft, conditions: asked(4) })).toEqual([]);
  });

  test('refuses two forms of which none picks the other', async () => {
    const tools = await make.form('Tools', { Name: {} }, { form_type: 'internal' });
    const fields = [of(shelves, 'Name'), of(tools, 'Name')];
    await expect(values(as, { report_type: 'internal_forms', fields })).rejects.toMatchObject({
      errors: { fields: expect.any(Array) },
    });
  });

  test('is not made by who may not read Resources', async () => {
    const reader = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'], forms: ['read'], report_definitions: ['read'] },
    });
    const asked = values(reader, { report_type: 'internal_forms', fields: [of(shelves, 'Name')] });
    await expect(asked).rejects.toMatchObject({ errors: { 'fields.0.form': expect.any(Array) } });
  });
});
