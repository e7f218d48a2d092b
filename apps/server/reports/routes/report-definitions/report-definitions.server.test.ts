// Over 300 lines: all that a report refuses stands beside what it takes.
import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { reportDefinitions, reportDefinitionRoutes as routes } from '#contract/resources/report-definitions.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const ofUsers = {
  report_type: 'system' as const,
  settings: { table: 'users' as const },
  fields: [{ field: 'user_id' }],
};

describeResource(server, reportDefinitions, routes, {
  names: 'name',
  // A report of users takes reading them.
  also: { users: ['read'] },
  valid: (_, name) => ({ name, ...ofUsers }),
  change: { name: 'Everybody' },
  wrong: {
    body: {
      name: '',
      report_type: 'pivot',
      fields: [],
      conditions: { and: [{ field_name: 'client_id', op: 'NEAR' }] },
    },
    paths: ['name', 'report_type', 'fields', 'conditions.and.0.op'],
  },
});

let organization: TestOrganization;
let owner: TestUser;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  form = await formMakers(server, organization).form('Visit', { Score: { field_type: 'number' }, Color: {} });
});

const scores = () => ({
  name: 'Scores',
  report_type: 'client_forms' as const,
  fields: [
    { key: 'c1', field: 'client_id' },
    { key: 'c2', form: form.id, field: String(form.ids.Score) },
    { key: 'c3', form: form.id, field: String(form.ids.Color) },
  ],
});
type Body = Parameters<typeof call<typeof routes.create>>[1]['body'];
const add = (body: Partial<Body> = {}, as: TestUser = owner) =>
  call(routes.create, { as, body: { ...scores(), ...body } as Body });
const change = (id: number, body: object, as: TestUser = owner) => send(routes.update, { as, params: { id }, body });
const chart = (report_id: number, body: object = {}) =>
  call(reportViewRoutes.create, {
    as: owner,
    params: { report_id },
    body: { name: 'By color', view_type: 'bar', xaxis: 'c3', yaxis: ['c2'], ...body },
  });

describe('a report refuses', () => {
  test('RP-10 another type than it was made with', async () => {
    const { id } = await add();
    expect(await change(id, { report_type: 'fields' })).toMatchObject({
      status: 422,
      errors: { report_type: ['The type of a report can’t change. Create another report instead.'] },
    });
    expect((await change(id, { report_type: 'client_forms' })).status).toBe(200);
  });

  test('RP-40 a function mode that does not follow from its columns', async () => {
    const { id } = await add();
    expect(await change(id, { function_mode: 'agg' })).toMatchObject({
      status: 422,
      errors: { function_mode: expect.any(Array) },
    });
  });

  test('RP-11 an Aggregate on one that is not there, that one may not read, or that is an Aggregate itself', async () => {
    const query = (report_target_id?: number) => ({
      name: 'Aggregate',
      report_type: 'query',
      fields: [{ field: 'c1' }],
      ...(report_target_id && { report_target_id }),
    });
    const target = await add();
    const elsewhere = await server.newOrganization();
    const neighbour = await call(routes.create, { as: elsewhere.owner, body: { name: 'Theirs', ...ofUsers } });
    const aggregate = await call(routes.create, { as: owner, body: query(target.id) as Body });
    for (const refused of [undefined, neighbour.id, aggregate.id])
      expect(await send(routes.create, { as: owner, body: query(refused) })).toMatchObject({
        status: 422,
        errors: { report_target_id: expect.any(Array) },
      });
    expect(await send(routes.create, { as: owner, body: { ...scores(), report_target_id: target.id } })).toMatchObject({
      status: 422,
      errors: { report_target_id: expect.any(Array) },
    });
  });

  test('RP-12 forms and fields of others, wherever it speaks of them', async () => {
    const elsewhere = await server.newOrganization();
    const theirs = await formMakers(server, elsewhere).form('Theirs', { Secret: {} });
    const field = String(theirs.ids.Secret);
    const [own] = scores().fields.slice(1);
    const bodies: [object, string][] = [
      [{ fields: [{ form: theirs.id, field }] }, 'fields.0.form'],
      [{ fields: [{ form: form.id, field }] }, 'fields.0.field'],
      [{ conditions: { and: [{ form: theirs.id, field_name: field, op: 'NEMPTY' }] } }, 'conditions.and.0.field_name'],
      [{ partition_field: { form: theirs.id, field } }, 'partition_field.field'],
      [{ default_order: [{ form: theirs.id, field }] }, 'default_order.0.field'],
      [{ window: { filters: { [theirs.id]: { and: [] } } } }, `window.filters.${theirs.id}`],
      [
        { fields: [{ ...own, agg: 'sum', filters: { and: [{ field_name: field, op: 'NEMPTY' }] } }] },
        'fields.0.filters.and.0.field_name',
      ],
    ];
    for (const [body, path] of bodies)
      expect(await send(routes.create, { as: owner, body: { ...scores(), ...body } }), path).toMatchObject({
        status: 422,
        errors: { [path]: expect.any(Array) },
      });
  });

  test('RP-02 to go while another report is built on it, and names it as far as the caller sees it', async () => {
    const target = await add();
    const body = { name: 'Aggregate', report_type: 'query', report_target_id: target.id, fields: [{ field: 'c1' }] };
    const { id } = await call(routes.create, { as: owner, body: body as Body });
    const params = { id: target.id };
    const refused = async (as: TestUser) => (await send(routes.remove, { as, params })).errors;
    expect(await refused(owner)).toEqual({ base: [expect.stringContaining('“Aggregate”')] });
    const deleter = await server.newUser(organization, {
      grants: [{ entity: 'report_definitions', id: target.id, actions: ['read', 'write', 'remove'] }],
    });
    expect(await refused(deleter)).toEqual({ base: [expect.stringContaining('a report that you can’t see')] });
    expect(await call(routes.uses, { as: owner, params })).toEqual({
      reports: [{ id, name: 'Aggregate' }],
      widgets: 0,
    });
    const reader = await server.newUser(organization, {
      grants: [{ entity: 'report_definitions', id: target.id, actions: ['read'] }],
    });
    expect((await call(routes.uses, { as: reader, params })).reports).toEqual([]);
    await call(routes.remove, { as: owner, params: { id } });
    const widget = { record_type: 'ReportDefinition' as const, record_id: target.id };
    const placed = await call(dashboardWidgetRoutes.create, { as: owner, body: widget });
    expect(await refused(owner)).toEqual({ base: [expect.stringContaining('a dashboard widget')] });
    await call(dashboardWidgetRoutes.remove, { as: owner, params: { id: placed.id } });
    expect((await send(routes.remove, { as: owner, params })).status).toBe(204);
  });

  test('RP-39 a function of an Aggregate where it is none', async () => {
    const body = { ...scores(), fields: [{ ...scores().fields[0]!, agg_query: 'count' as const }] };
    expect(await send(routes.create, { as: owner, body })).toMatchObject({
      status: 422,
      errors: { 'fields.0.agg_query': [expect.any(String)] },
    });
  });

  test('W1 a condition of a column of an Aggregate that names no column, and keeps any other', async () => {
    const { id: report_target_id } = await add();
    const filtered = (field_name: string) => {
      const filters = { and: [{ field_name, op: 'GT' as const, value: 1 }] };
      const fields = [{ field: 'c3' }, { field: 'c2', agg_query: 'sum' as const, filters }];
      return { name: 'Aggregate', report_type: 'query' as const, report_target_id, fields };
    };
    expect(await send(routes.create, { as: owner, body: filtered('c9') })).toMatchObject({
      status: 422,
      errors: { 'fields.1.filters.and.0.field_name': [expect.any(String)] },
    });
    const { fields } = await call(routes.create, { as: owner, body: filtered('c2') });
    expect(fields[1]?.filters).toMatchObject({ and: [{ field_name: 'c2', op: 'GT', value: 1 }] });
  });

  test('to lose a column that a view, or another report, stands on', async () => {
    const { id } = await add();
    const view = await chart(id);
    const without = (key: string) => ({ fields: scores().fields.filter((one) => one.key !== key) });
    expect(await change(id, without('c2'))).toMatchObject({
      status: 422,
      errors: { fields: ['The column c2 is used by the view By color. Keep it, or change that first.'] },
    });
    expect((await change(id, without('c1'))).status).toBe(200);
    await call(reportViewRoutes.remove, { as: owner, params: { report_id: id, id: view.id } });
    const body = { name: 'Aggregate', report_type: 'query', report_target_id: id, fields: [{ field: 'c2' }] };
    await call(routes.create, { as: owner, body: body as Body });
    expect((await change(id, without('c2'))).status).toBe(422);
    expect((await change(id, without('c3'))).status).toBe(200);
  });

  test('to open with a view of another report', async () => {
    const [one, other] = [await add(), await add()];
    expect((await change(one.id, { default_view_id: other.default_view_id })).status).toBe(422);
    expect((await change(one.id, { default_view_id: null })).status).toBe(422);
  });
});

describe('a report', () => {
  test('RP-09 has a table from the start, which lists do not carry', async () => {
    const made = await add();
    expect(made).toMatchObject({
      function_mode: 'none',
      window: null,
      conditions: { and: [] },
      default_order: [],
      order_fields: [],
      compare_operations: [],
      category: null,
      last_refreshed_at: null,
      refreshing: false,
      small_numbers_below: null,
      report_views: [{ name: 'Table', view_type: 'table', report_definition_id: made.id, yaxis: [], xaxis: null }],
    });
    expect(made.default_view_id).toBe(made.report_views[0]?.id);
    const [listed] = (await call(routes.list, { as: owner })).data;
    expect(listed).toMatchObject({ id: made.id, function_mode: 'none', default_view_id: made.default_view_id });
    for (const key of ['fields', 'conditions', 'window', 'settings', 'report_views', 'default_order'])
      expect(listed).not.toHaveProperty(key);
  });

  test('RP-39 RP-41 RP-42 RP-45 is of the mode that its columns make it, and loses its functions with none', async () => {
    const [person, score] = scores().fields;
    const filters = { and: [{ field_name: String(form.ids.Score), op: 'GT', value: 5 }] };
    const agg = await add({
      fields: [
        { ...person!, filters },
        { ...score!, agg: 'sum', filters },
      ] as Body['fields'],
    });
    expect(agg.function_mode).toBe('agg');
    expect(agg.fields.map((field) => field.filters)).toEqual([null, filters]);
    const none = (await change(agg.id, { function_mode: 'none' })).body;
    expect(none.function_mode).toBe('none');
    expect(none.fields).toMatchObject([{ agg: null }, { agg: null, filters: null }]);
    const order = { form: form.id, field: 'completed_at', function: 'compare' } as const;
    const compared = { form: form.id, field: String(form.ids.Score), function: 'diff' } as const;
    const window = { order_fields: { [form.id]: [order] }, compare_operations: { [form.id]: [compared] } };
    const windowed = (await change(agg.id, { window, function_mode: 'window' })).body;
    expect(windowed).toMatchObject({
      function_mode: 'window',
      window: { comparison: true },
      order_fields: [order],
      compare_operations: [compared],
    });
    expect((await change(agg.id, { function_mode: 'none' })).body).toMatchObject({ window: null, order_fields: [] });
  });

  test('RP-13 RP-14 keeps what its window says of each form, and its order, as they were sent', async () => {
    const moment = { form: form.id, field: 'completed_at', type: 'field' as const };
    const score = { form: form.id, field: String(form.ids.Score), type: 'field' as const };
    const above = { and: [{ field_name: String(form.ids.Score), op: 'GT' as const, value: 1 }] };
    const compared = {
      filters: { [form.id]: above },
      order_fields: { [form.id]: [{ ...moment, function: 'compare' as const }] },
      compare_operations: { [form.id]: [{ ...score, function: 'avg' as const }] },
    };
    // Ordered by what is no key of a column: by the form, field and type of what is to be ordered.
    const default_order = [
      { ...moment, agg: null, order: 'desc' as const },
      { form: null, field: 'client_id', type: 'field' as const, agg: null, order: 'asc' as const },
    ];
    const { id } = await add({ window: compared, default_order });
    const stored = async () => await call(routes.show, { as: owner, params: { id } });
    const shown = await stored();
    expect(shown.window).toEqual({ ...compared, comparison: true });
    expect(shown.default_order).toMatchObject(default_order);
    const followed = {
      filters: { [form.id]: above },
      order_fields: { [form.id]: [{ ...moment, function: null }] },
      functions: { [form.id]: [{ ...score, function: 'previous' as const }] },
    };
    await change(id, { window: { ...followed, comparison: true } });
    expect((await stored()).window, 'a comparison is told, never taken').toEqual({ ...followed, comparison: false });
    // Of groups the function tells apart two columns of one field.
    const [, points] = scores().fields;
    const sums = { ...score, agg: 'sum' as const, order: 'desc' as const };
    await change(id, {
      window: null,
      fields: [
        { ...points!, key: 'least', agg: 'min' },
        { ...points!, key: 'all', agg: 'sum' },
      ],
      default_order: [sums],
    });
    expect((await stored()).default_order).toMatchObject([sums]);
    await change(id, { default_order: [{ key: 'least', order: 'desc' }] });
    expect((await stored()).default_order, 'what a key names is answered with it').toEqual([
      { key: 'least', ...score, agg: 'min', order: 'desc' },
    ]);
    const wrong = { default_order: [{ key: 'all', order: 'down' }] };
    expect((await change(id, wrong)).errors).toHaveProperty('default_order.0.order');
  });

  test('PE-20 is listed by the privilege on reports, as sequences are by the one on forms', async () => {
    await add();
    await call(sequenceRoutes.create, { as: owner, body: { name: 'Intake day', forms: [{ id: form.id }] } });
    const listed = async (privileges: EntityPrivileges) => {
      const as = await server.newUser(organization, { privileges });
      const answers = [await send(routes.list, { as }), await send(sequenceRoutes.list, { as })];
      return answers.map(({ status, body }) => (status === 200 ? (body.data as object[]).length : status));
    };
    expect(await listed({ clients: ['read'], client_forms: ['read'] })).toEqual([403, 403]);
    expect(await listed({ report_definitions: ['read'] })).toEqual([1, 403]);
    expect(await listed({ forms: ['read'] })).toEqual([403, 1]);
  });

  test('is told by the forms that it speaks of, to who may read it', async () => {
    const { id } = await add();
    const reportsOf = async (as: TestUser) => (await call(formRoutes.show, { as, params: { id: form.id } })).reports;
    expect(await reportsOf(owner)).toEqual([{ id, name: 'Scores' }]);
    expect(await reportsOf(await server.newUser(organization, { privileges: { forms: ['read'] } }))).toEqual([]);
    await call(routes.remove, { as: owner, params: { id } });
    expect(await reportsOf(owner)).toEqual([]);
  });

  test('RP-72 opens with the view that was made its default, alone', async () => {
    const { id } = await add();
    const view = await chart(id);
    expect((await change(id, { default_view_id: view.id })).body.default_view_id).toBe(view.id);
    const [listed] = (await call(routes.list, { as: owner })).data;
    expect(listed?.default_view_id).toBe(view.id);
  });

  test('RP-01 RP-02 is copied with its views and its summary, and what the owner allowed stays behind', async () => {
    const { id, default_view_id } = await add({
      conditions: { and: [{ field_name: 'client_id', op: 'GT', value: 0 }] },
    });
    const view = await chart(id, { settings: { barchart: { stacked: true } } });
    await change(id, { default_view_id: view.id });
    await call(routes.liftSmallNumbers, { as: owner, params: { id }, body: { shown: true } });
    const { status, body: copy } = await send(routes.clone, { as: owner, params: { id }, body: {} });
    expect(status).toBe(201);
    expect(copy).toMatchObject({
      name: 'Scores (copy)',
      settings: {},
      report_views: [
        { name: 'Table', view_type: 'table' },
        { name: 'By color', view_type: 'bar', xaxis: 'c3', yaxis: ['c2'], settings: { barchart: { stacked: true } } },
      ],
    });
    expect(copy.fields).toEqual((await call(routes.show, { as: owner, params: { id } })).fields);
    expect(copy.report_views.map((one) => one.id)).not.toContain(default_view_id);
    expect(copy.default_view_id).toBe(copy.report_views[1]?.id);
    const reader = await server.newUser(organization, { privileges: { report_definitions: ['read', 'use'] } });
    expect((await send(routes.clone, { as: reader, params: { id } })).status).toBe(403);
  });

  test('RP-08 stands in categories, by which it is found', async () => {
    const { id } = await add();
    await add({ name: 'Elsewhere' });
    const category = await call(categoryRoutes.create, { as: owner, body: { name: 'Board' } });
    await call(categoryRoutes.setOfRecord, {
      as: owner,
      params: { record_type: 'report_definitions', record_id: id },
      body: { category_records: [{ category_id: category.id }] },
    });
    const listed = await call(routes.list, { as: owner, query: { category: String(category.id) } });
    expect(listed.data.map((one) => [one.id, one.category])).toEqual([[id, { id: category.id, name: 'Board' }]]);
    const filters = JSON.stringify({ record_type: 'report_definitions' });
    expect((await call(categoryRoutes.list, { as: owner, query: { filters } })).data).toMatchObject([
      { id: category.id, number_of_records: 1 },
    ]);
    const blind = await server.newUser(organization, { privileges: { report_definitions: ['read'] } });
    expect((await call(routes.show, { as: blind, params: { id } })).category).toBeNull();
    await call(routes.remove, { as: owner, params: { id } });
    expect((await call(categoryRoutes.list, { as: owner, query: { filters } })).data).toEqual([]);
  });

  test('tells its history in words, and takes its newest change back with its summary', async () => {
    const { id } = await add();
    await change(id, { name: 'Colors', fields: scores().fields.slice(1) });
    const params = { record_type: 'report_definitions' as const, record_id: id };
    const { history } = await call(recordRoutes.versions, { as: owner, params, query: { history: 'true' } });
    expect(history[0]).toMatchObject({
      undoable: true,
      shown: expect.arrayContaining([{ label: 'Columns', was: '3 columns', is: '2 columns' }]),
    });
    const body = { version_id: history[0]?.id as number };
    expect(await call(recordRoutes.undo, { as: owner, params, body })).toMatchObject({ left: [] });
    const was = await call(routes.show, { as: owner, params: { id } });
    expect([was.name, was.fields.map(({ key }) => key)]).toEqual(['Scores', ['c1', 'c2', 'c3']]);
  });
});

describe('small numbers of one report', () => {
  const lift = (as: TestUser, id: number, shown: boolean) =>
    send(routes.liftSmallNumbers, { as, params: { id }, body: { shown } });

  test('are the owner’s to show, not the writers’', async () => {
    const { id } = await add();
    const writer = await server.newUser(organization, { privileges: { report_definitions: ['read', 'write'] } });
    expect((await lift(writer, id, true)).status).toBe(403);
    expect((await change(id, { settings: { small_numbers: true } })).status).toBe(422);
    const { body } = await lift(owner, id, true);
    expect(body.settings).toEqual({ small_numbers: true });
    const events = await server.query(
      `select record_id::float8, user_id::float8 from audit_events
        where organization_id = $1 and operation like 'PUT %/small_numbers' and result = 'ok'`,
      [organization.id],
    );
    expect(events).toEqual([{ record_id: id, user_id: owner.id }]);
  });

  test('are kept out again once somebody else changes what the report says of its rows', async () => {
    const { id } = await add();
    await lift(owner, id, true);
    const writer = await server.newUser(organization, {
      privileges: { report_definitions: ['read', 'write'], forms: ['use'] },
    });
    expect((await change(id, { name: 'Renamed' }, writer)).body.settings).toEqual({ small_numbers: true });
    expect((await change(id, { fields: scores().fields.slice(0, 2) }, owner)).body.settings).toEqual({
      small_numbers: true,
    });
    expect((await change(id, { fields: scores().fields }, writer)).body.settings).toEqual({});
  });
});
