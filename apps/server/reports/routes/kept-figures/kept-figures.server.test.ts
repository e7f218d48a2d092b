import { beforeEach, describe, expect, test } from 'vitest';
import { keptFiguresRoutes as routes } from '#contract/resources/kept-figures.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let people: number[];
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Visit', { Color: {}, Seen: { field_type: 'date' }, Home: { field_type: 'address' } });
  people = [await make.person('Ana'), await make.person('Ben')];
  for (const client_id of people) await make.record(form, { Color: 'red', Seen: '2026-01-05' }, { client_id });
});

const of = (name: string, more: object = {}) => ({ form: form.id, field: String(form.ids[name]), ...more });
const counted = { field: 'client_id', agg: 'count_distinct' };
const report = async (fields: object[], more: object = {}) => {
  const body = { name: 'Visits', report_type: 'client_forms' as const, fields, ...more };
  const { id, report_views } = await call(reportDefinitionRoutes.create, { as: owner, body });
  return { id, view: report_views[0]?.id as number };
};
type Kept = Awaited<ReturnType<typeof report>>;
const keep = (as: TestUser, { id, view }: Kept, more: object = {}) =>
  call(routes.create, {
    as,
    params: { report_id: id },
    body: { name: 'January', seen_by: 'readers', view_id: view, ...more },
  });
const refused = async (as: TestUser, { id, view }: Kept, more: object = {}) => {
  const body = { name: 'January', seen_by: 'readers' as const, view_id: view, ...more };
  const { status, body: answer } = await send(routes.create, { as, params: { report_id: id }, body });
  return [status, (answer as { errors?: object }).errors];
};
const shown = (as: TestUser, { id: report_id }: Kept, id: number) =>
  call(routes.show, { as, params: { report_id, id } });
const list = async (as: TestUser, { id: report_id }: Kept) =>
  (await call(routes.list, { as, params: { report_id } })).data;
const valuesOf = ({ page }: Awaited<ReturnType<typeof shown>>) => page.records.map(({ values }) => values);
const member = (actions: ('read' | 'write' | 'use')[], more: object = {}) =>
  server.newUser(organization, {
    privileges: { report_definitions: actions, clients: ['read'], client_forms: ['read'], ...more },
  });

describe('kept figures', () => {
  test('stay as they were, with who kept them and when, while the report goes on counting', async () => {
    const visits = await report([of('Color'), counted], { settings: { totals: true } });
    const kept = await keep(owner, visits);
    expect(kept).toMatchObject({
      name: 'January',
      seen_by: 'readers',
      view_type: 'table',
      removable: true,
      kept_by: { id: owner.id, first_name: owner.first_name, last_name: owner.last_name },
    });
    await make.record(form, { Color: 'red' }, { client_id: await make.person('Eva') });
    await call(reportDefinitionRoutes.update, { as: owner, params: { id: visits.id }, body: { name: 'Other' } });
    const later = await shown(owner, visits, kept.id);
    expect(valuesOf(later)).toEqual([['red', 2]]);
    expect(later.page.totals?.values).toEqual([null, 2]);
    const live = await call(reportResultRoutes.show, { as: owner, params: { id: visits.id } });
    expect(live.records.map(({ values }) => values)).toEqual([['red', 3]]);
    expect(await list(owner, visits)).toEqual([kept]);
  });

  test('are said of their report to who may see them, once it’s a list too', async () => {
    const visits = await report([of('Color'), counted]);
    const isSaid = async (as: TestUser) =>
      (await call(reportDefinitionRoutes.show, { as, params: { id: visits.id } })).has_kept_figures;
    expect(await isSaid(owner)).toBe(false);
    await keep(owner, visits, { seen_by: 'keeper' });
    await server.query(`update report_definitions set fields = fields - 1 where id = $1`, [visits.id]);
    expect([await isSaid(owner), await isSaid(await member(['read', 'write']))]).toEqual([true, false]);
  });

  test('have the conditions and what was chosen when they were kept', async () => {
    const period = { form: form.id, field_name: String(form.ids.Seen), op: 'EQ', parameter: 'period' };
    const visits = await report([of('Color'), counted], {
      conditions: { and: [period] },
      parameters: [{ key: 'period', label: 'Period', type: 'period', default: 'this month' }],
    });
    const january = ['2026-01-01', '2026-01-31'];
    const chosen = await keep(owner, visits, { parameters: { period: january } });
    const { page } = await shown(owner, visits, chosen.id);
    expect(page.narrowing.parameters).toMatchObject([{ value: january, display_value: '01/01/2026 to 01/31/2026' }]);
    expect(page.narrowing.conditions.and).toHaveLength(1);
    const blue = [{ form: form.id, field_name: String(form.ids.Color), op: 'EQ', value: 'blue' }];
    const other = await keep(owner, visits, { conditions: { and: blue } });
    const found = await shown(owner, visits, other.id);
    expect(valuesOf(found)).toEqual([]);
    expect(found.page.narrowing.conditions).toEqual({ and: blue });
    const wrong = { conditions: { and: [{ ...blue[0], op: 'GT' }] } };
    expect(await refused(owner, visits, wrong)).toEqual([422, { 'conditions.and.0.op': [expect.any(String)] }]);
  });

  test('stand in the order in which somebody had put them', async () => {
    await make.record(form, { Color: 'blue' }, { client_id: people[0] as number });
    const visits = await report([of('Color'), counted]);
    const { id } = await keep(owner, visits, { sort: [{ field: 'c1', order: 'desc' }] });
    expect(valuesOf(await shown(owner, visits, id)).map(([color]) => color)).toEqual(['red', 'blue']);
  });

  test('are what a chart or a cross table showed, too', async () => {
    const visits = await report([of('Color'), of('Seen', { formatter: { output: 'month_year' } }), counted]);
    const viewOf = async (body: object) =>
      (
        await call(reportViewRoutes.create, {
          as: owner,
          params: { report_id: visits.id },
          body: { name: 'View', ...body } as never,
        })
      ).id;
    const chart = await viewOf({ view_type: 'bar', xaxis: 'c1', yaxis: ['c3'] });
    const table = await viewOf({ view_type: 'cross_table', xaxis: 'c1', group_by: 'c2', yaxis: ['c3'] });
    const [drawn, crossed] = [
      await keep(owner, { ...visits, view: chart }),
      await keep(owner, { ...visits, view: table }),
    ];
    expect((await shown(owner, visits, drawn.id)).page.data).toEqual([
      { x: 'red', x_label: 'red', group: null, values: [2] },
    ]);
    const { page, view_type } = await shown(owner, visits, crossed.id);
    expect(view_type).toBe('cross_table');
    expect(page.data).toMatchObject({ rows: [{ label: 'red' }], total: { values: [2] } });
  });

  test('hide what small counts would have hidden', async () => {
    await server.query('update organizations set small_numbers_below = 5 where id = $1', [organization.id]);
    const visits = await report([of('Color'), counted]);
    const { id } = await keep(owner, visits);
    expect(valuesOf(await shown(owner, visits, id))).toEqual([['red', null]]);
  });

  test('go with their report, and by themselves', async () => {
    const visits = await report([of('Color'), counted]);
    const { id } = await keep(owner, visits);
    await call(routes.remove, { as: owner, params: { report_id: visits.id, id } });
    expect(await list(owner, visits)).toEqual([]);
    await keep(owner, visits);
    await call(reportDefinitionRoutes.remove, { as: owner, params: { id: visits.id } });
    const left = await server.query('select id from kept_figures where organization_id = $1', [organization.id]);
    expect(left).toEqual([]);
  });
});

describe('who sees them', () => {
  test('their keeper alone, or everyone who can open the report', async () => {
    const visits = await report([of('Color'), counted]);
    const [reader, user, colleague] = [await member(['read']), await member(['use']), await member(['read', 'write'])];
    const own = await keep(reader, visits, { seen_by: 'keeper' });
    const all = await keep(owner, visits);
    const idsFor = async (as: TestUser) => (await list(as, visits)).map(({ id, removable }) => [id, removable]);
    expect(await idsFor(reader)).toEqual([
      [all.id, false],
      [own.id, true],
    ]);
    expect(await idsFor(user)).toEqual([[all.id, false]]);
    expect(await idsFor(colleague)).toEqual([[all.id, true]]);
    const params = (id: number) => ({ report_id: visits.id, id });
    expect((await send(routes.show, { as: user, params: params(own.id) })).status).toBe(404);
    expect((await send(routes.remove, { as: colleague, params: params(own.id) })).status).toBe(404);
    expect((await send(routes.remove, { as: reader, params: params(all.id) })).status).toBe(403);
    expect(await refused(reader, visits)).toEqual([422, { seen_by: [expect.stringContaining('Only me')] }]);
    await call(routes.remove, { as: colleague, params: params(all.id) });
    await call(routes.remove, { as: reader, params: params(own.id) });
  });

  test('nobody of a neighboring organization, and nobody who can’t open the report', async () => {
    const visits = await report([of('Color'), counted]);
    const { id } = await keep(owner, visits);
    const neighbor = (await server.newOrganization()).owner;
    const nobody = await server.newUser(organization, { privileges: { clients: ['read'] } });
    for (const as of [neighbor, nobody]) {
      expect((await send(routes.list, { as, params: { report_id: visits.id } })).status).toBe(404);
      expect((await send(routes.show, { as, params: { report_id: visits.id, id } })).status).toBe(404);
    }
    const other = await report([of('Color'), counted]);
    expect((await send(routes.show, { as: owner, params: { report_id: other.id, id } })).status).toBe(404);
  });

  test('nobody who may not read a form that a condition is about, or that is gone', async () => {
    const secret = await make.form('Secret', { Test: {} });
    await make.record(secret, { Test: 'yes' }, { client_id: people[0] as number });
    await server.query('update forms set restricted = true where id = $1', [secret.id]);
    const reader = await member(['read']);
    const latest = await report([{ field: String(form.ids.Color) }, counted], { report_type: 'fields' });
    const asked = { and: [{ field_name: String(secret.ids.Test), op: 'EQ', value: 'yes' }] };
    const one = await keep(owner, latest, { conditions: asked });
    expect(valuesOf(await shown(owner, latest, one.id))).toEqual([['red', 1]]);
    expect(await list(reader, latest)).toEqual([]);
    await server.query(`update kept_figures set form_ids = '{999999}' where id = $1`, [one.id]);
    expect(await list(reader, latest)).toEqual([]);
    expect(await list(owner, latest)).toHaveLength(1);
  });

  test('who lacks a grant on a form keeps what they see', async () => {
    const secret = await make.form('Secret', { Color: form.ids.Color as number, Test: {} });
    await make.record(secret, { Color: 'black', Test: 'yes' }, { client_id: people[0] as number });
    await server.query('update forms set restricted = true where id = $1', [secret.id]);
    const colleague = await member(['read', 'write']);
    const latest = await report([{ field: String(form.ids.Color) }, counted], { report_type: 'fields' });
    const { id } = await keep(colleague, latest);
    expect(valuesOf(await shown(colleague, latest, id))).toEqual([['red', 2]]);
  });

  test('what was chosen is called as the reader knows it, and periods as on that day', async () => {
    const by = { form: form.id, field_name: 'created_by', op: 'IN', parameter: 'by' };
    const visits = await report([of('Color'), counted], {
      conditions: { and: [by] },
      parameters: [
        { key: 'by', label: 'By', type: 'choice', column: { form: form.id, field: 'created_by' } },
        { key: 'when', label: 'When', type: 'period', default: 'this month' },
      ],
    });
    const { id } = await keep(owner, visits, { parameters: { by: [owner.id] } });
    await server.query(
      `update kept_figures set page = jsonb_set(page, '{narrowing,parameters,1,display_value}', '"That month"') where id = $1`,
      [id],
    );
    const told = async (as: TestUser) => (await shown(as, visits, id)).page.narrowing.parameters;
    const reader = await member(['read']);
    expect((await told(owner))[0]?.display_value).toBe(`${owner.first_name} ${owner.last_name}`);
    expect((await told(reader))[0]).toMatchObject({ display_value: 'Another person' });
    expect((await told(reader))[0]?.column?.options?.map(({ value }) => value)).toEqual([reader.id]);
    expect((await told(reader))[1]?.display_value).toBe('That month');
  });

  test('conditions of the report that an Aggregate was built on are for who may read that one', async () => {
    const asked = { and: [{ form: form.id, field_name: String(form.ids.Color), op: 'EQ', value: 'red' }] };
    const [hidden, plain] = [await report([of('Color')], { conditions: asked }), await report([of('Color')])];
    const above = await report([{ field: 'c1' }, { field: 'c1', agg_query: 'count' }], {
      report_type: 'query',
      report_target_id: hidden.id,
    });
    const grants = [above.id, plain.id].map((id) => ({ entity: 'report_definitions', id, actions: ['read'] }) as const);
    const reader = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'] },
      grants: grants.map((one) => ({ ...one, actions: [...one.actions] })),
    });
    const { id } = await keep(owner, above);
    await server.query('update report_definitions set report_target_id = $2 where id = $1', [above.id, plain.id]);
    expect((await shown(reader, above, id)).page.narrowing.base?.conditions).toBeNull();
    expect((await shown(owner, above, id)).page.narrowing.base?.conditions).toEqual(asked);
    const other = await keep(owner, above);
    expect((await shown(reader, above, other.id)).page.narrowing.base?.conditions).toEqual({ and: [] });
  });

  test('nobody, once the organization hides counts that they show', async () => {
    const visits = await report([of('Color'), counted]);
    const { id } = await keep(owner, visits);
    await server.query('update organizations set small_numbers_below = 10 where id = $1', [organization.id]);
    expect((await list(owner, visits))[0]).toMatchObject({ hidden: true, removable: true });
    expect((await send(routes.show, { as: owner, params: { report_id: visits.id, id } })).status).toBe(403);
    const later = await keep(owner, visits);
    await server.query('update organizations set small_numbers_below = 5 where id = $1', [organization.id]);
    expect((await shown(owner, visits, later.id)).hidden).toBe(false);
    await call(routes.remove, { as: owner, params: { report_id: visits.id, id } });
  });

  test('nobody who may not read a form that they’re from', async () => {
    const visits = await report([of('Color'), counted]);
    const latest = await report([{ field: String(form.ids.Color) }, counted], { report_type: 'fields' });
    const onIt = await report([{ field: 'c1', agg_query: 'count' }], {
      report_type: 'query',
      report_target_id: latest.id,
    });
    const reader = await member(['read']);
    for (const one of [visits, latest, onIt]) {
      const { id } = await keep(owner, one);
      expect(valuesOf(await shown(reader, one, id))).not.toEqual([]);
      await server.query('update forms set restricted = true where id = $1', [form.id]);
      expect(await list(reader, one)).toEqual([]);
      expect((await send(routes.show, { as: reader, params: { report_id: one.id, id } })).status).toBe(404);
      await server.query('update forms set restricted = false where id = $1', [form.id]);
    }
  });

  test('who can only use the report sees no conditions', async () => {
    const asked = { and: [{ form: form.id, field_name: String(form.ids.Color), op: 'EQ', value: 'red' }] };
    const visits = await report([of('Color'), counted], { conditions: asked });
    const { id } = await keep(owner, visits);
    const [reader, user] = [await member(['read']), await member(['use'])];
    expect((await shown(reader, visits, id)).page.narrowing.conditions).toEqual(asked);
    expect((await shown(user, visits, id)).page.narrowing.conditions).toEqual({ and: [] });
  });
});

const base = async (...asked: Parameters<typeof refused>) => {
  const [status, errors] = await refused(...asked);
  return status === 422 ? (errors as { base?: string[] }).base?.[0] : status;
};
const people422 = 'Figures that stay can’t show who people are.';
const naming = (label: string) => `${people422} Remove the column ${label}, or group by something else.`;
const answers = () => of('Color', { agg: 'count' });
const onIt = async (fields: object[], below: object[]) => {
  const { id } = await report(below);
  return report(fields, { report_type: 'query', report_target_id: id });
};

describe('what can’t be kept', () => {
  beforeEach(async () => {
    form = await make.form('Application', {
      Color: {},
      Seen: { field_type: 'date' },
      Home: { field_type: 'address' },
      Email: { field_type: 'email' },
      Name: { entry: { settings: { client_field: 'last_name' } } },
      Born: { field_type: 'date', entry: { settings: { client_field: 'dob' } } },
    });
  });

  test('a list, what shows nothing, and a view of another report', async () => {
    expect(await base(owner, await report([of('Color'), { field: 'client_id' }]))).toBe(
      'Only figures can be kept: this report lists records. Group them in the report, or build an Aggregate on it.',
    );
    const [visits, other] = [await report([of('Color'), counted]), await report([of('Color'), counted])];
    expect(await refused(owner, { ...visits, view: other.view })).toEqual([
      422,
      { view_id: ['Choose a view of this report'] },
    ]);
    expect(await refused(owner, visits, { name: ' ' })).toEqual([422, { name: [expect.any(String)] }]);
    const body = { name: 'Colors', view_type: 'bar', xaxis: 'c1', yaxis: ['c2'] } as never;
    const { id: view } = await call(reportViewRoutes.create, { as: owner, params: { report_id: visits.id }, body });
    await server.query(`update report_definitions set fields = jsonb_set(fields, '{0,hidden}', 'true') where id = $1`, [
      visits.id,
    ]);
    expect(await base(owner, { ...visits, view })).toMatch(/^The report has changed, so this view shows nothing/);
  });

  test('the product’s own tables, which not everyone may see', async () => {
    const own = await report([{ field: 'form_name' }, { field: 'response_id', agg: 'count' }], {
      report_type: 'system',
      settings: { table: 'responses' },
    });
    expect(await base(owner, own)).toMatch(/^Figures about the product’s own tables can’t be kept/);
    const everyone = { report_type: 'system', settings: { table: 'people' } };
    await keep(owner, await report([{ field: 'client_gender' }, counted], everyone));
  });

  test.each<[string, () => object[], string]>([
    ['names', () => [{ field: 'client_full_name' }, answers()], 'Full name'],
    ['IDs', () => [{ field: 'client_id' }, answers()], 'Client ID'],
    ['hidden IDs', () => [{ field: 'client_id', hidden: true }, answers()], 'Client ID'],
    ['IDs in bands', () => [{ field: 'client_id', bands: [1, 2] }, answers()], 'Client ID'],
    ['averages of IDs', () => [of('Color'), { field: 'client_id', agg: 'avg' }], 'Client ID (avg)'],
    ['first names', () => [of('Color'), { field: 'client_last_name', agg: 'first' }], 'Last name (first)'],
    ['birthdays', () => [{ field: 'client_dob' }, answers()], 'Date of birth'],
    ['lowest birthdays', () => [of('Color'), { field: 'client_dob', agg: 'min' }], 'Date of birth (min)'],
    [
      'days since a birth',
      () => [{ field: 'client_dob', elapsed: { unit: 'days' } }, answers()],
      'Date of birth to today (days)',
    ],
    [
      'formulas of hidden IDs',
      () => [of('Color'), { field: 'client_id', agg: 'max', hidden: true }, { type: 'operation', formula: 'B+0' }],
      'B + 0',
    ],
    [
      'formulas of birthdays of each record',
      () => [of('Color'), { field: 'client_dob', agg: 'count' }, { type: 'operation', formula: 'B+1', agg: 'max' }],
      'B + 1 (max)',
    ],
    ['addresses', () => [of('Home'), counted], 'Home'],
    ['email addresses', () => [of('Email'), counted], 'Email'],
    ['names that a form asks for', () => [of('Name'), counted], 'Name'],
    ['birthdays that a form asks for', () => [of('Born'), counted], 'Born'],
  ])('%s', async (_, fields, label) => {
    expect(await base(owner, await report(fields()))).toBe(naming(label));
  });

  test('who people are in the report below an Aggregate', async () => {
    const names = await onIt(
      [{ field: 'c1' }, { field: 'c2', agg_query: 'count' }],
      [{ field: 'client_last_name' }, of('Color')],
    );
    expect(await base(owner, names)).toBe(naming('Last name'));
    const ids = await onIt([{ field: 'c2' }, { field: 'c1', agg_query: 'avg' }], [{ field: 'client_id' }, of('Color')]);
    expect(await base(owner, ids)).toBe(naming('Client ID (avg)'));
    const cities = await onIt(
      [
        { field: 'c1', component: 'city' },
        { field: 'c2', agg_query: 'count' },
      ],
      [of('Home'), of('Color')],
    );
    await keep(owner, cities);
  });

  test('what a birthday can be computed from in an Aggregate; ages and years can', async () => {
    const below = [{ field: 'client_dob' }, of('Seen')];
    const elapsed = (unit: string, [from, until]: string[]) => ({
      field: from,
      elapsed: { unit, until: { field: until } },
    });
    const counted = { field: 'c2', agg_query: 'count' };
    const until = await onIt([elapsed('days', ['c2', 'c1']), counted], below);
    expect(await base(owner, until)).toBe(naming('Seen to Date of birth (days)'));
    const born = { field: 'c1', formatter: { output: 'month_year' } };
    await keep(owner, await onIt([elapsed('years', ['c1', 'c2']), born, counted], below));
    const latest = [{ field: 'client_dob', agg: 'max' }, of('Color')];
    expect(await base(owner, await onIt([{ field: 'c1' }, counted], latest))).toBe(naming('Date of birth (max)'));
  });

  test('questions about people on any form', async () => {
    const latest = (name: string) => report([{ field: String(form.ids[name]) }, counted], { report_type: 'fields' });
    for (const name of ['Email', 'Name', 'Born']) expect(await base(owner, await latest(name))).toBe(naming(name));
    const color = { field: String(form.ids.Color), agg: 'count' };
    await keep(owner, await report([{ field: 'form_name' }, color], { report_type: 'fields' }));
  });

  test('conditions on who people are', async () => {
    const onName = { and: [{ field_name: 'client_last_name', op: 'EQ', value: 'Ruiz' }] };
    const message = `${people422} Remove the conditions on names and IDs.`;
    expect(await base(owner, await report([of('Color'), counted], { conditions: onName }))).toBe(message);
    expect(await base(owner, await report([of('Color'), counted]), { conditions: onName })).toBe(message);
    expect(await base(owner, await report([of('Color'), { ...counted, filters: onName }]))).toBe(message);
    const { id } = await report([{ field: 'client_last_name' }, of('Color')], { conditions: onName });
    const above = await report([{ field: 'c2' }, { field: 'c1', agg_query: 'count' }], {
      report_type: 'query',
      report_target_id: id,
    });
    expect(await base(owner, above)).toBe(message);
  });

  const asked = (field_name: string, op: string, more: object = {}) => ({ and: [{ field_name, op, ...more }] });
  const onColumn = { type: 'column', value: 1 };
  test.each<[string, () => object[], object]>([
    [
      'formulas of IDs',
      () => [of('Color'), { field: 'client_id', agg: 'count' }, { type: 'operation', formula: 'B+0', agg: 'count' }],
      asked('c3', 'EQ', onColumn),
    ],
    [
      'days since a birth',
      () => [{ field: 'client_dob', elapsed: { unit: 'days' }, agg: 'count' }, answers()],
      asked('c1', 'EQ', onColumn),
    ],
    ['a birthday', () => [of('Color'), counted], asked('client_dob', 'EQ', { value: '1990-01-02' })],
    ['several birthdays', () => [of('Color'), counted], asked('client_dob', 'IN', { value: ['1990-01-02'] })],
  ])('conditions on %s', async (_, fields, conditions) => {
    expect(await base(owner, await report(fields(), { conditions }))).toMatch(/Remove the conditions on names and IDs/);
  });

  test('conditions on addresses', async () => {
    const onHome = asked(String(form.ids.Home), 'CONTAINS', { value: 'Elm', form: form.id });
    const message = await base(owner, await report([of('Color'), counted], { conditions: onHome }));
    expect(message).toMatch(/Remove the conditions on names and IDs/);
  });

  test('conditions on times of birth, on what is missing, and on counts below can', async () => {
    const born = asked('client_dob', 'LT', { value: '2000-01-01' });
    const unknown = asked('client_dob', 'EMPTY');
    const thisYear = asked('client_dob', 'EQ', { value: 'this year' });
    for (const conditions of [born, unknown, thisYear])
      await keep(owner, await report([of('Color'), counted], { conditions }));
    const { id } = await report([of('Color'), counted]);
    const above = await report([{ field: 'c1' }, { field: 'c2', agg_query: 'sum' }], {
      report_type: 'query',
      report_target_id: id,
      conditions: asked('c2', 'GT', { value: 1 }),
    });
    await keep(owner, above);
  });

  test('ages in bands, genders, months of birth and cities can', async () => {
    const fields = [
      { field: 'client_age', bands: [0, 18] },
      { field: 'client_dob', elapsed: { unit: 'years', until: of('Seen') } },
      { field: 'client_gender' },
      { field: 'client_dob', formatter: { output: 'month_year' } },
      of('Home', { component: 'city' }),
      counted,
      { field: 'client_last_name', hidden: true, agg: 'first' },
    ];
    await keep(owner, await report(fields));
  });

  test('more than anybody keeps', async () => {
    const visits = await report([of('Color'), counted]);
    const reader = await member(['use']);
    await keep(reader, visits, { seen_by: 'keeper' });
    await server.query(
      `insert into kept_figures (organization_id, report_definition_id, name, kept_by_id, seen_by, form_ids, page)
       select organization_id, report_definition_id, name, kept_by_id, seen_by, form_ids, page
         from kept_figures, generate_series(2, 100) where organization_id = $1`,
      [organization.id],
    );
    expect(await base(reader, visits, { seen_by: 'keeper' })).toMatch(/at most 100 times/);
    await keep(owner, visits);
  });

  test('more rows than a cross table shows', async () => {
    const scores = await make.form('Scores', { Score: { field_type: 'number' } });
    for (let Score = 0; Score <= 200; Score++) await make.record(scores, { Score }, { client_id: people[0] as number });
    const score = { form: scores.id, field: String(scores.ids.Score) };
    const all = await report([score, { field: 'client_gender' }, counted]);
    const body = { name: 'Across', view_type: 'cross_table', xaxis: 'c1', group_by: 'c2', yaxis: ['c3'] } as never;
    const { id: view } = await call(reportViewRoutes.create, { as: owner, params: { report_id: all.id }, body });
    expect(await base(owner, { ...all, view })).toMatch(/^Keep at most 200 rows: there are 201\./);
    await keep(owner, all);
  });
});
