import readWorkbook from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const options = ['food', 'bed', 'bus'].map((value, position) => ({ label: value.toUpperCase(), value, position }));
const visit = await make.form('Visit', {
  Day: { field_type: 'date' },
  Program: { field_type: 'select-one', field_options: options },
});
const column = (name: string) => ({ form: visit.id, field: String(visit.ids[name]) });
const on = (name: string, more: object) => ({ form: visit.id, field_name: String(visit.ids[name]), ...more });
const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];
for (const [client_id, Day, Program] of [
  [ana, '2025-12-31', 'food'],
  [ana, '2026-01-01', 'food'],
  [ana, '2026-01-31', 'bed'],
  [ben, '2026-02-01', 'food'],
  [ben, '2026-02-10', 'bus'],
] as const)
  await make.record(visit, { Day, Program }, { client_id });

const january = ['2026-01-01', '2026-01-31'];
const period = { key: 'period', label: 'Period', type: 'period' as const, default: january };
const program = { key: 'program', label: 'Program', type: 'choice' as const, column: column('Program') };
const inPeriod = on('Day', { op: 'EQ', parameter: 'period' });
const create = (body: object) =>
  call(reportDefinitionRoutes.create, {
    as: owner,
    body: { name: 'Visits', report_type: 'client_forms', ...body } as never,
  });
const shown = (id: number, parameters?: object, as: TestUser = owner) =>
  call(reportResultRoutes.show, {
    as,
    params: { id },
    query: parameters ? { parameters: JSON.stringify(parameters) } : {},
  });
const values = async (id: number, parameters?: object, as?: TestUser) =>
  (await shown(id, parameters, as)).records.map((one) => one.values);
const refused = async (id: number, parameters: object) => {
  const query = { parameters: JSON.stringify(parameters) };
  const { status, errors } = await send(reportResultRoutes.show, { as: owner, params: { id }, query });
  return { status, errors };
};

/** By program: visits in the period, visits before it, and people once each. */
const byProgram = {
  fields: [
    column('Program'),
    { ...column('Day'), agg: 'count', filters: { and: [inPeriod] } },
    { ...column('Day'), agg: 'count', filters: { and: [on('Day', { op: 'LT', parameter: 'period' })] } },
  ],
  conditions: { and: [on('Program', { op: 'IN', parameter: 'program' })] },
  parameters: [period, program],
};

/** A report that asks for an answer of a restricted form, with an answer as its default. */
const askingSecret = async () => {
  const form = await make.form('Secret', { Status: { field_type: 'select-one', field_options: options } });
  const status = { form: form.id, field: String(form.ids.Status) };
  await make.record(form, { Status: 'bus' }, { client_id: ana });
  await server.query('update forms set restricted = true where id = $1', [form.id]);
  return create({
    fields: [
      { field: 'client_id', key: 'who' },
      { form: form.id, field: 'response_id' },
    ],
    conditions: { and: [{ form: form.id, field_name: status.field, op: 'IN', parameter: 'status' }] },
    parameters: [{ key: 'status', label: 'Which', type: 'choice', column: status, default: ['bus'] }],
  });
};

describe('what a report asks its reader', () => {
  test('stands in its conditions and in those of its columns, with the default until something is chosen', async () => {
    const { id, parameters } = await create(byProgram);
    expect(parameters).toEqual([
      { ...period, column: null },
      { ...program, column: { ...column('Program'), type: 'field' }, default: null },
    ]);
    expect(await values(id)).toEqual([
      ['bed', 1, 0],
      ['bus', 0, 0],
      ['food', 1, 1],
    ]);
    expect(await values(id, { period: ['2026-02-01', '2026-02-28'], program: ['food', 'bus'] })).toEqual([
      ['bus', 1, 0],
      ['food', 1, 2],
    ]);
    // All of time: that condition limits nothing.
    expect(await values(id, { period: null })).toEqual([
      ['bed', 1, 1],
      ['bus', 1, 1],
      ['food', 3, 3],
    ]);
  });

  test('is told with its values in words, and the conditions with what was chosen', async () => {
    const { id } = await create(byProgram);
    const { narrowing } = await shown(id, { program: ['food', 'bus'] });
    expect(narrowing.parameters).toMatchObject([
      { key: 'period', value: january, default: january, display_value: '01/01/2026 to 01/31/2026', column: null },
      {
        key: 'program',
        value: ['food', 'bus'],
        default: null,
        display_value: 'FOOD, BUS',
        column: { label: 'Program' },
      },
    ]);
    expect(narrowing.conditions.and).toEqual([on('Program', { op: 'IN', value: ['food', 'bus'] })]);
    expect(narrowing.filters.map(({ conditions }) => conditions.and)).toEqual([
      [on('Day', { op: 'RANGE', value: january })],
      [on('Day', { op: 'LT', value: '2026-01-01' })],
    ]);
    const all = await shown(id, { period: null });
    expect(all.narrowing.parameters.map(({ display_value }) => display_value)).toEqual(['Any time', 'All']);
    expect(all.narrowing.conditions.and).toEqual([]);
  });

  test.each<[object, string, string]>([
    [{ period: 'monday' }, 'parameters.period', 'Choose a period'],
    [{ period: ['2026-01-31', '2026-01-01'] }, 'parameters.period', 'Enter the first day of the period first'],
    [{ program: [] }, 'parameters.program', 'Choose at least one value, or send null for all'],
    [{ worker: [1] }, 'parameters.worker', 'This report doesn’t ask for this. Leave it out.'],
  ])('refuses %j', async (chosen, path, message) => {
    const { id } = await create(byProgram);
    expect(await refused(id, chosen)).toMatchObject({ errors: { [path]: [message] } });
  });

  test.each<[string, object, string]>([
    ['a condition on what nobody is asked', { parameters: [program] }, 'fields.1.filters.and.0.parameter'],
    ['a key used twice', { parameters: [period, { ...program, key: 'period' }] }, 'parameters.1.key'],
    [
      'a default that is no period',
      { parameters: [{ ...period, default: 'sometime' }, program] },
      'parameters.0.default',
    ],
    [
      'a choice of a column without options',
      { parameters: [period, { ...program, column: column('Day') }] },
      'parameters.1.column',
    ],
    [
      'a period where a choice is compared',
      { conditions: { and: [on('Program', { op: 'IN', parameter: 'period' })] } },
      'conditions.and.0.parameter',
    ],
    [
      'a choice that is compared by part',
      { conditions: { and: [on('Program', { op: 'CONTAINS', parameter: 'program' })] } },
      'conditions.and.0.parameter',
    ],
  ])('can’t be %s', async (_, more, path) => {
    const body = { name: 'Visits', report_type: 'client_forms', ...byProgram, ...more } as never;
    const { status, errors } = await send(reportDefinitionRoutes.create, { as: owner, body });
    expect([status, Object.keys(errors)]).toEqual([422, expect.arrayContaining([path])]);
  });

  test('is asked of the report below an Aggregate too, and once where both ask it', async () => {
    const below = await create({
      fields: [
        { ...column('Program'), key: 'program' },
        { field: 'client_id', key: 'who' },
      ],
      conditions: { and: [inPeriod] },
      parameters: [period],
    });
    const on = (more: object = {}) =>
      create({
        report_type: 'query',
        report_target_id: below.id,
        fields: [{ field: 'program' }, { field: 'who', agg_query: 'count' }],
        ...more,
      });
    const { id } = await on();
    expect(await values(id)).toEqual([
      ['bed', 1],
      ['food', 1],
    ]);
    expect(await values(id, { period: null })).toEqual([
      ['bed', 1],
      ['bus', 1],
      ['food', 3],
    ]);
    expect((await shown(id, { period: 'last year' })).narrowing).toMatchObject({
      parameters: [{ key: 'period', value: 'last year', default: january }],
      base: { conditions: { and: [{ op: 'EQ', value: 'last year' }] } },
    });
    expect(await refused(id, { period: 'monday' })).toMatchObject({
      errors: { 'parameters.period': ['Choose a period'] },
    });
    const own = await on({ parameters: [{ ...period, label: 'When', default: ['2026-02-01', '2026-02-28'] }] });
    expect(await values(own.id), 'with a default of its own').toEqual([
      ['bus', 1],
      ['food', 1],
    ]);
    expect((await shown(own.id)).narrowing.parameters.map(({ label }) => label)).toEqual(['When']);
    const catalogue = await call(reportDefinitionRoutes.catalogue, {
      as: owner,
      query: { report_type: 'query', forms: String(below.id) },
    });
    expect(catalogue.parameters).toMatchObject([{ key: 'period', label: 'Period', default: january }]);
  });

  test('of an Aggregate is another thing than that of its report by the same key, and is refused', async () => {
    const below = await create({
      fields: [
        { ...column('Program'), key: 'program' },
        { field: 'client_id', key: 'who' },
      ],
      conditions: { and: [inPeriod, on('Program', { op: 'IN', parameter: 'program' })] },
      parameters: [
        { ...period, key: 'period' },
        { ...program, default: ['food'] },
      ],
    });
    const onBelow = (parameters: object[]) => ({
      name: 'Visits',
      report_type: 'query',
      report_target_id: below.id,
      fields: [{ field: 'program' }, { field: 'who', agg_query: 'count' }],
      parameters,
    });
    const errorsOf = async (parameters: object[]) =>
      (await send(reportDefinitionRoutes.create, { as: owner, body: onBelow(parameters) as never })).errors;
    expect(await errorsOf([{ ...period, key: 'program', label: 'When' }])).toEqual({
      'parameters.0.key': ['The source report already asks for Program. Remove this, and ask again.'],
    });
    expect(await errorsOf([{ ...period, key: 'when', label: ' program' }])).toEqual({
      'parameters.0.label': ['Enter another name: this one is taken'],
    });
    // One that was there before the report below began to ask by the same key stays apart from it.
    const { id } = await call(reportDefinitionRoutes.create, { as: owner, body: onBelow([]) as never });
    await server.query('update report_definitions set parameters = $2 where id = $1', [
      id,
      JSON.stringify([{ ...period, key: 'program', label: 'When', default: null, column: null }]),
    ]);
    expect(await values(id)).toEqual([['food', 1]]);
    expect(await values(id, { program: 'this year' })).toEqual([['food', 1]]);
  });

  test('tells nothing of a restricted form to who may not read it, where an Aggregate is built either', async () => {
    const { id } = await askingSecret();
    const builder = await server.newUser(organization, {
      privileges: { report_definitions: ['read', 'write'], client_forms: ['read', 'write'], clients: ['read'] },
    });
    const told = JSON.stringify([
      await shown(id, {}, builder),
      await call(reportDefinitionRoutes.catalogue, { as: builder, query: { report_type: 'query', forms: String(id) } }),
    ]);
    expect(told).not.toMatch(/FOOD|BUS|Status/);
    expect((await shown(id, {}, builder)).narrowing.parameters[0]?.display_value).toBe('A choice you can’t see');
    const user = await server.newUser(organization, {
      privileges: { report_definitions: ['use'], client_forms: ['read'], clients: ['read'] },
    });
    const files = [
      await send(reportResultRoutes.csv, { as: user, params: { id }, query: {} }),
      await send(reportResultRoutes.dictionary, { as: user, params: { id }, query: {} }),
    ];
    for (const { headers, bytes } of files)
      expect(`${headers['content-disposition']} ${bytes}`, 'who may only use it').not.toMatch(/bus|Which|can.t see/i);
  });

  test('of a report on a restricted form tells no stored value to readers of an Aggregate, on a dashboard either', async () => {
    const { id } = await create({
      report_type: 'query',
      report_target_id: (await askingSecret()).id,
      fields: [{ field: 'who', agg_query: 'count' }],
    });
    const widget = { record_type: 'ReportDefinition', record_id: id, x: 0, y: 0, w: 4, h: 4 } as const;
    await call(dashboardWidgetRoutes.create, { as: owner, body: widget });
    const reader = await server.newUser(organization, {
      privileges: { client_forms: ['read'], clients: ['read'], dashboards: ['read'] },
      grants: [{ entity: 'report_definitions', id, actions: ['read'] }],
    });
    const of = async (as: TestUser) => ({
      result: await shown(id, {}, as),
      widgets: (await call(dashboardWidgetRoutes.list, { as })).data,
    });
    const told = await of(reader);
    expect(told.result.narrowing.parameters).toMatchObject([{ key: 'status', label: 'Which', value: null }]);
    expect(told.widgets, 'the widget is there').toMatchObject([{ record: { parameters: [{ key: 'status' }] } }]);
    expect(JSON.stringify(told)).not.toMatch(/bus/i);
    expect(JSON.stringify(await of(owner)), 'who may read the form').toMatch(/BUS/);
  });

  test('is chosen by who may only read, who sees what they may see', async () => {
    const { id } = await create(byProgram);
    const reader = await server.newUser(organization, {
      privileges: { report_definitions: ['read'], client_forms: ['read'] },
      grants: [{ entity: 'clients', id: ben, actions: ['read'] }],
    });
    expect(await values(id, { period: ['2026-02-01', '2026-02-28'] }, reader)).toEqual([
      ['bus', 1, 0],
      ['food', 1, 0],
    ]);
    expect((await shown(id, {}, reader)).narrowing.parameters[1]?.column?.options).toHaveLength(3);
  });

  test('offers members to who may list them, and to others themselves alone', async () => {
    const { id } = await create({
      fields: [column('Program'), { form: visit.id, field: 'created_by' }],
      conditions: { and: [{ form: visit.id, field_name: 'created_by', op: 'IN', parameter: 'worker' }] },
      parameters: [{ key: 'worker', label: 'Worker', type: 'choice', column: { form: visit.id, field: 'created_by' } }],
    });
    const reader = await server.newUser(organization, {
      privileges: { report_definitions: ['read'], client_forms: ['read'], clients: ['read'] },
    });
    const offered = async (as: TestUser) =>
      ((await shown(id, {}, as)).narrowing.parameters[0]?.column?.options ?? []).map(({ value }) => value);
    expect(await offered(owner)).toEqual(expect.arrayContaining([owner.id, reader.id]));
    expect(await offered(reader)).toEqual([reader.id]);
    expect(await values(id, { worker: [reader.id] })).toEqual([]);
    expect(await values(id, { worker: [owner.id] })).toHaveLength(5);
    const { narrowing } = await shown(id, { worker: [owner.id] }, reader);
    expect(narrowing.parameters[0]?.display_value, 'is not told to who may not know').toBe('Another person');
  });

  test('stands in the names of files and in what explains them', async () => {
    const { id } = await create(byProgram);
    const query = { parameters: JSON.stringify({ program: ['food'] }) };
    const csv = await send(reportResultRoutes.csv, { as: owner, params: { id }, query });
    expect(decodeURIComponent(String(csv.headers['content-disposition']))).toContain(
      'Visits, 01-01-2026 to 01-31-2026, FOOD',
    );
    const workbook = await send(reportResultRoutes.xlsx, { as: owner, params: { id }, query });
    const [, dictionary] = await readWorkbook(workbook.bytes);
    expect(dictionary?.data.map(([first]) => first).slice(-2)).toEqual([
      'Period: 01/01/2026 to 01/31/2026',
      'Program: FOOD',
    ]);
  });

  test('counts in the summary', async () => {
    const { id } = await create({
      fields: [{ field: 'client_id' }, column('Day')],
      conditions: { and: [inPeriod] },
      parameters: [period],
    });
    const params = { report_id: id };
    await call(reportResultRoutes.createSummary, {
      as: owner,
      params,
      body: { settings: JSON.stringify([{ key: 'c1', functions: ['count'] }]) },
    });
    const counted = async (parameters: object) =>
      (await call(reportResultRoutes.summary, { as: owner, params, query: { parameters: JSON.stringify(parameters) } }))
        .stats[0]?.value;
    expect([await counted({}), await counted({ period: null })]).toEqual([2, 5]);
  });
});
