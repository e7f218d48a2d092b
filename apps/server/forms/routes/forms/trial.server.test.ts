import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestInput } from '#contract/kit/route.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formRoutes, maxTried, type formRoutes as Routes } from '#contract/resources/forms.ts';
import type { RuleCondition } from '#forms/definition/rule.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

type Body = RequestInput<typeof Routes.trial>['body'];

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let ana: number;
let berta: number;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  [ana, berta] = [await make.person('Ana'), await make.person('Berta')];
  form = await make.form('Intake', { Income: { field_type: 'number' }, Rent: { field_type: 'number' }, Note: {} });
  for (const [client_id, Income] of [
    [ana, 100],
    [ana, 300],
    [berta, 500],
  ] as const)
    await make.record(form, { Income, Note: 'Private' }, { client_id });
});

const about = (scope: string, field_name: unknown, op: string, value?: unknown) =>
  ({
    and: [
      {
        scope,
        conditions: { and: [{ field_name: String(field_name), op, ...(value === undefined ? {} : { value }) }] },
      },
    ],
  }) as RuleCondition;
const income = (op: string, value?: unknown) => about('form', form.ids.Income, op, value);
const attempt = (body: Body, by = as) => send(formRoutes.trial, { as: by, params: { id: form.id }, body });
const tried = async (body: Body, by = as) => {
  const reply = await attempt(body, by);
  expect(reply.status, JSON.stringify(reply.errors)).toBe(200);
  return reply.body;
};
const colleague = (privileges: object) => server.newUser(organization, { privileges });

describe('a trial', () => {
  test('is refused to those who cannot read the form', async () => {
    const body = { condition: income('GTE', 300) };
    expect((await attempt(body, (await server.newOrganization()).owner)).status).toBe(404);
    expect((await attempt(body, await colleague({ client_forms: ['read'], clients: ['read'] }))).status).toBe(404);
  });

  test('is refused with what does not fit the form, or is too much', async () => {
    const paths = async (body: object) => {
      const { status, errors } = await attempt(body as Body);
      return [status, ...Object.keys(errors)];
    };
    const place = 'condition.and.0.conditions.and.0';
    const elsewhere = await make.field('Elsewhere');
    expect(await paths({ condition: about('form', elsewhere, 'NEMPTY') })).toEqual([422, `${place}.field_name`]);
    expect(await paths({ condition: income('GTE', 'much') })).toEqual([422, `${place}.value`]);
    expect(await paths({ field_id: elsewhere, field_ids: [form.ids.Note, elsewhere] })).toEqual([
      422,
      'field_id',
      'field_ids.1',
    ]);
    expect(await paths({ condition: { and: [] } })).toEqual([422, 'condition.and']);
    expect(await paths({ field_ids: Array.from({ length: 201 }, (_, index) => index + 1) })).toEqual([
      422,
      'field_ids',
    ]);
  });

  test('counts and shows only the responses that the caller can read', async () => {
    const body = { condition: income('GTE', 300), field_ids: [form.ids.Note as number] };
    const forms = ['read'];
    expect(await tried(body, await colleague({ forms, clients: ['read'] }))).toEqual({
      matching: 0,
      responses: 0,
      has_more: false,
      latest: [],
    });
    const granted = await colleague({ forms, client_forms: ['read'] });
    expect(await tried(body, granted)).toMatchObject({ matching: 0, responses: 0 });
    await make.grant('clients', berta, granted, 'read');
    const seen = await tried(body, granted);
    expect(seen).toMatchObject({ matching: 1, responses: 1 });
    expect(seen.latest.map(({ client }) => client?.first_name)).toEqual(['Berta']);
    await call(clientRoutes.remove, { as, params: { id: berta } });
    expect(await tried(body, granted), 'of somebody who was archived').toMatchObject({ matching: 0, responses: 0 });
    expect(await tried(body)).toMatchObject({ matching: 1, responses: 2 });
  });

  test('shows the answers that the condition reads or that were asked for, and no others', async () => {
    const { latest, matching } = await tried({ condition: income('GTE', 300) });
    expect(matching).toBe(2);
    expect(latest).toMatchObject([
      { client: { id: berta, first_name: 'Berta', last_name: 'Ruiz' }, title: null, matches: true },
      { client: { id: ana }, matches: true },
      { client: { id: ana }, matches: false },
    ]);
    expect(Object.keys(latest[0]?.client ?? {}).toSorted()).toEqual(['first_name', 'id', 'last_name']);
    expect(latest.map(({ answers }) => answers)).toEqual([500, 300, 100].map((one) => ({ [form.ids.Income!]: one })));
    const plain = await tried({ field_ids: [form.ids.Note as number] });
    expect(plain).toMatchObject({ matching: null, responses: 3 });
    expect(plain.latest[0]).toMatchObject({ matches: null, answers: { [form.ids.Note!]: 'Private' } });
  });

  test('sees the person, the response, calculations and the field itself, as rules do', async () => {
    const { id } = await make.calculation(form.id, {
      name: 'Double',
      calculation_type: 'numeric',
      equation: 'a * 2',
      variables: [{ name: 'a', record_type: 'Field', record_id: form.ids.Income as number }],
    });
    expect(await tried({ condition: about('calculator', id, 'GT', 500) })).toMatchObject({ matching: 2 });
    const self = { condition: about('self', 'self', 'LT', 300), field_id: form.ids.Income as number };
    expect(await tried(self)).toMatchObject({ matching: 1 });
    const ofAna = await tried({ condition: about('client', 'first_name', 'EQ', 'ana') });
    expect(ofAna).toMatchObject({ matching: 2 });
    expect(ofAna.latest[0]).toMatchObject({
      matches: false,
      scopes: { client: { first_name: 'Berta' }, response: {} },
    });
    const byDigits = await tried({ condition: about('client', 'ssn_suffix', 'EQ', '0123') });
    expect(byDigits).toMatchObject({ matching: 3 });
    expect(JSON.stringify(byDigits), 'digits are told on request alone').not.toContain('0123');
    expect(await tried({ condition: about('response', 'created_by', 'EQ', as.id) })).toMatchObject({ matching: 3 });
    expect(await tried({ condition: about('administrator', 'role', 'EQ', 'nobody') })).toMatchObject({ matching: 0 });
  });

  test('looks at the newest responses where there are too many', async () => {
    await query(
      `insert into responses (organization_id, form_id, client_id, answers, completed_at)
       select $1, $2, $3, '{}', now() - interval '1 year' from generate_series(1, $4::int)`,
      [organization.id, form.id, ana, maxTried],
    );
    const { latest, ...counts } = await tried({ condition: income('NEMPTY') });
    expect(counts).toEqual({ matching: 3, responses: maxTried, has_more: true });
    expect(latest.length).toBeLessThan(20);
  });

  test('looks at the records of an internal form as their readers see them', async () => {
    const shelters = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    await make.internalRecord(shelters, { Name: 'Hope' });
    const body = { condition: about('form', shelters.ids.Name, 'EQ', 'hope') };
    const count = async (by: TestUser) => {
      const reply = await send(formRoutes.trial, { as: by, params: { id: shelters.id }, body });
      return [reply.status, reply.body.matching, reply.body.latest[0]?.title];
    };
    expect(await count(await colleague({ forms: ['read'], client_forms: ['read'], clients: ['read'] }))).toEqual([
      200,
      0,
      undefined,
    ]);
    expect(await count(as)).toEqual([200, 1, 'Hope']);
  });

  test('stores nothing', async () => {
    const stored = () =>
      query('select id, answers, updated_at, lock_version from responses where organization_id = $1 order by id', [
        organization.id,
      ]);
    const before = await stored();
    await Promise.all([tried({ condition: income('GTE', 300) }), tried({ condition: income('EMPTY') })]);
    expect(await stored()).toEqual(before);
  });
});
