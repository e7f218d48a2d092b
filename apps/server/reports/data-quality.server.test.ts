import { describe, expect, test } from 'vitest';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { qualityDefinition } from '#reports/quality-report.ts';
import { formMakers, ruleOf } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { page, keep } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const withoutAnswer = [
  { label: 'Doesn’t know', value: '8', meaning: 'unknown' as const },
  { label: 'Prefers not to answer', value: '9', meaning: 'declined' as const },
  { label: 'Not collected', value: '99', meaning: 'not_collected' as const },
];
const form = await make.form(
  'Intake',
  {
    Veteran: {
      field_type: 'select-one',
      field_options: [{ label: 'Yes', value: 'yes' }, { label: 'No', value: 'no' }, ...withoutAnswer],
    },
    Branch: {},
    Needs: { field_type: 'select-many', field_options: [{ label: 'Food', value: 'food' }, ...withoutAnswer] },
    Size: {
      field_type: 'select-one',
      data_type: 'numeric',
      field_options: [
        { label: 'One', value: 1 },
        { label: 'Doesn’t know', value: 99, meaning: 'unknown' },
      ],
    },
    Home: { field_type: 'address' },
    Text: { field_type: 'presentation', metadata: { presentation_content: 'Read this' } },
  },
  {
    logic: (ids) => [ruleOf('Branch of veterans', [ids.Veteran, 'EQ', 'yes'], { type: 'show', field_id: ids.Branch })],
  },
);
const people = [await make.person('Ana'), await make.person('Ben'), await make.person('Eva')] as const;
const add = (at: 0 | 1 | 2, given: Record<string, unknown>) => make.record(form, given, { client_id: people[at] });
const home = { text: '1 Elm St', components: {} };
const responses = [
  await add(0, { Veteran: 'yes', Branch: 'Navy', Needs: ['food', '8'], Size: 1, Home: home }),
  await add(1, { Veteran: 'yes', Needs: ['8', '9'], Size: 99 }),
  await add(2, { Veteran: '9', Needs: ['99'] }),
  await add(2, {}),
];

const of = (field: string, more: object = {}) => ({ form: form.id, field, ...more });
const question = of('question');
const status = of('answer_status');
const counted = of('response_id', { agg: 'count' });
const quality = (fields: object[], more: object = {}): DefinitionDraft => ({
  report_type: 'data_quality',
  fields,
  ...more,
});
const rows = async (draft: DefinitionDraft, as = owner) =>
  (await page(as, draft)).records.map(({ display_values }) => display_values.join(' | '));
const about = (field_name: string, op: string, value?: unknown) => ({ form: form.id, field_name, op, value });

describe('questions of responses', () => {
  test('are answered, missing, or have an answer that tells why there is none', async () => {
    expect(await rows(quality([question, status, counted]))).toEqual([
      ...['Veteran | Answered | 2', 'Veteran | Declined | 1', 'Veteran | Missing | 1'],
      ...['Branch | Answered | 1', 'Branch | Missing | 1'],
      ...['Needs | Answered | 1', 'Needs | Unknown | 1', 'Needs | Not collected | 1', 'Needs | Missing | 1'],
      ...['Size | Answered | 1', 'Size | Unknown | 1', 'Size | Missing | 2'],
      ...['Home | Answered | 1', 'Home | Missing | 3'],
    ]);
  });

  test('are listed in the order of the form, with where each leads', async () => {
    const missing = { conditions: [about('answer_status', 'EQ', 'missing')] };
    const found = await page(owner, quality([question, { field: 'client_first_name' }], missing));
    expect(found.records.map(({ display_values }) => display_values.join(' '))).toEqual([
      ...['Branch Ben', 'Home Ben', 'Size Eva', 'Home Eva'],
      ...['Veteran Eva', 'Needs Eva', 'Size Eva', 'Home Eva'],
    ]);
    expect(found.metadata.total_count).toBe(8);
    expect(found.records[0]?.links[0]).toBe(`/organization/clients/${people[1]}/client_forms/${responses[1]?.id}`);
  });

  test('are found by conditions on them, on people and on other answers', async () => {
    const either = {
      or: [about('question', 'EQ', String(form.ids.Home)), { field_name: 'client_first_name', op: 'EQ', value: 'Ana' }],
    };
    const found = await rows(
      quality([question, counted], { conditions: [either, about(String(form.ids.Veteran), 'EQ', 'yes')] }),
    );
    expect(found).toEqual(['Veteran | 1', 'Branch | 1', 'Needs | 1', 'Size | 1', 'Home | 2']);
  });

  test('stand beside answers of the same response, and count people', async () => {
    const found = await rows(
      quality([of(String(form.ids.Veteran)), status, { field: 'client_id', agg: 'count_distinct' }], {
        conditions: [about('question', 'EQ', String(form.ids.Size))],
      }),
    );
    expect(found).toEqual([
      'Prefers not to answer | Missing | 1',
      'Yes | Answered | 1',
      'Yes | Unknown | 1',
      ' | Missing | 1',
    ]);
  });

  test('are those of the latest response of each person', async () => {
    const window = { order_fields: { [form.id]: [of('completed_at', { function: 'latest' })] } };
    const found = await rows(
      quality([question, status, counted], { window, conditions: [about('question', 'EQ', String(form.ids.Veteran))] }),
    );
    expect(found).toEqual(['Veteran | Answered | 2', 'Veteran | Missing | 1']);
  });

  test('can be counted again by an Aggregate', async () => {
    const report_target_id = await keep(organization, definitionOf(quality([question, status])));
    const found = await rows({
      report_type: 'query',
      report_target_id,
      fields: [{ field: 'c2' }, { field: 'c1', agg_query: 'count' }],
    });
    expect(found).toEqual(['Answered | 6', 'Declined | 1', 'Missing | 8', 'Not collected | 1', 'Unknown | 2']);
  });
});

test('one press makes a report with a line for each question', async () => {
  const body = { name: 'Intake: data quality', report_type: 'data_quality' as const, ...qualityDefinition(form.id) };
  const { id } = await server.call(reportDefinitionRoutes.create, { as: owner, body });
  const { headers, records, totals } = await server.call(reportResultRoutes.show, { as: owner, params: { id } });
  expect(headers.map(({ label }) => label)).toEqual([
    ...['Question', 'Asked', 'Answered', 'Missing', 'Missing, in percent', 'Unknown', 'Declined', 'Not collected'],
  ]);
  expect(records.map(({ display_values }) => display_values.join(' '))).toEqual([
    ...['Veteran 4 2 1 25.0% 0 1 0', 'Branch 2 1 1 50.0% 0 0 0', 'Needs 4 1 1 25.0% 1 0 1'],
    ...['Size 4 1 2 50.0% 1 0 0', 'Home 4 1 3 75.0% 0 0 0'],
  ]);
  expect(totals?.display_values.slice(1).join(' ')).toBe('18 6 8 44.4% 2 1 1');
});

describe('questions that rules hide', () => {
  const statuses = async (asked: Awaited<ReturnType<typeof make.form>>, name: string) =>
    (
      await page(owner, {
        report_type: 'data_quality',
        fields: ['answer_status', 'response_id'].map((field) => ({ form: asked.id, field })),
        conditions: [{ form: asked.id, field_name: 'question', op: 'EQ', value: String(asked.ids[name]) }],
        default_order: [{ form: asked.id, field: 'response_id', order: 'asc' }],
      })
    ).records.map(({ display_values }) => display_values[0]);

  test('aren’t asked: by what the person is, by what a question itself says, and later rules win', async () => {
    const scoped = (scope: string, field_name: string, value: unknown) =>
      ({ and: [{ scope, conditions: { and: [{ field_name, op: 'EQ', value }] } }] }) as never;
    const asked = await make.form(
      'Rules',
      {
        Name: {},
        Pregnant: {},
        Staff: {},
        Twice: {},
        Own: {},
        Set: { entry: { settings: { hide: true } } },
      },
      {
        logic: (ids) => [
          {
            name: 'Women',
            condition: scoped('client', 'gender', 'female'),
            actions: [{ type: 'show', field_id: ids.Pregnant as number }],
          },
          {
            name: 'Staff',
            condition: scoped('administrator', 'role', 'owner'),
            actions: [{ type: 'show', field_id: ids.Staff as number }],
          },
          ruleOf('First', [ids.Name, 'NEMPTY'], { type: 'hide', field_id: ids.Twice }),
          ruleOf('Second', [ids.Name, 'EQ', 'Lou'], { type: 'show', field_id: ids.Twice }),
        ],
      },
    );
    await server.query(`update fields set metadata = metadata || $2 where id = $1`, [
      asked.ids.Own,
      { show_when: { and: [{ field_name: String(asked.ids.Name), op: 'EMPTY' }] } },
    ]);
    await server.query(`update clients set gender = 'male' where id = $1`, [people[1]]);
    for (const [at, given] of [
      [0, {}],
      [1, { Name: 'Lou' }],
      [2, { Name: 'Max' }],
    ] as const)
      await make.record(asked, given, { client_id: people[at] });
    expect(await statuses(asked, 'Name')).toEqual(['Missing', 'Answered', 'Answered']);
    expect(await statuses(asked, 'Pregnant')).toEqual(['Missing', 'Missing']);
    expect(await statuses(asked, 'Staff')).toEqual([]);
    expect(await statuses(asked, 'Twice')).toEqual(['Missing', 'Missing']);
    expect(await statuses(asked, 'Own')).toEqual(['Missing']);
    expect(await statuses(asked, 'Set')).toEqual([]);
  });
});

describe('rules that a report can’t always tell', () => {
  const scoped = (scope: string, field_name: string, op: string, value?: unknown) => ({
    scope,
    conditions: { and: [{ field_name, op, ...(value === undefined ? {} : { value }) }] },
  });
  const about = (asked: { id: number }, as = owner) =>
    page(as, {
      report_type: 'data_quality',
      fields: ['response_id', 'question', 'answer_status'].map((field) => ({ form: asked.id, field })),
    });
  const linesOf = async (asked: { id: number; ids: Record<string, number> }, as = owner) => {
    const names = new Map(Object.entries(asked.ids).map(([name, id]) => [String(id), name]));
    const { records, warnings } = await about(asked, as);
    return {
      lines: records.map(
        ({ values: [, question], display_values }) => `${names.get(String(question))} ${display_values[2]}`,
      ),
      warnings: warnings.map(({ message }) => message),
    };
  };

  test('decide where the rest of them is certain, and say so', async () => {
    const asked = await make.form(
      'Roles',
      { Q: {}, R: {} },
      {
        logic: (ids) => [
          {
            name: 'Men, or volunteers',
            condition: {
              or: [scoped('client', 'gender', 'EQ', 'male'), scoped('administrator', 'role', 'EQ', 'volunteer')],
            } as never,
            actions: [{ type: 'hide', field_id: ids.Q as number }],
          },
        ],
      },
    );
    await make.record(asked, { R: 'x' }, { client_id: people[0] });
    await make.record(asked, {}, { client_id: people[1] });
    await server.query(`update clients set gender = 'male' where id = $1`, [people[1]]);
    expect(await linesOf(asked)).toEqual({
      lines: ['R Answered', 'R Missing'],
      warnings: [
        'Rules show or hide these questions by roles or by values that change daily: “Q”. Without an answer, they don’t count as missing.',
      ],
    });
  });

  test('count as nothing where they compare what can’t be compared', async () => {
    const asked = await make.form(
      'Wrong',
      {
        N: { field_type: 'number' },
        D: { field_type: 'date' },
        C: { field_type: 'checkbox' },
        Own: {},
        Day: {},
        Locked: {},
      },
      {
        logic: (ids) => [
          {
            name: 'Of each',
            condition: { and: [scoped('self', 'self', 'GT', 100)] } as never,
            actions: [ids.N, ids.C].map((field_id) => ({ type: 'hide' as const, field_id: field_id as number })),
          },
          ruleOf('No such day', [ids.D, 'GT', '2026-02-30'], { type: 'show', field_id: ids.Day }),
          ruleOf('Unlocks', [ids.N, 'GT', 3], { type: 'unlock', field_id: ids.Locked }),
        ],
      },
    );
    await server.query(`update fields set metadata = metadata || $2 where id = $1`, [
      asked.ids.Own,
      { show_when: { and: [{ field_name: String(asked.ids.N), op: 'CONTAINS', value: '5' }] } },
    ]);
    await make.record(asked, { D: '2026-03-01' }, { client_id: people[0] });
    const { lines, warnings } = await linesOf(asked);
    expect(lines).toEqual(['N Missing', 'D Answered']);
    expect(warnings).toEqual([expect.stringContaining('“C”, “Own”, “Day”')]);
    await make.record(asked, { N: 4, D: '2026-03-01' }, { client_id: people[2] });
    expect((await linesOf(asked)).lines.slice(2)).toEqual(['N Answered', 'D Answered', 'Locked Missing']);
  });

  test('go by the days of the organization, whoever looks', async () => {
    const asked = await make.form(
      'Days',
      { Q: {}, R: {} },
      {
        logic: (ids) => [
          {
            name: 'Since February',
            condition: { and: [scoped('response', 'completed_at', 'GTE', '2026-02-01')] } as never,
            actions: [{ type: 'show', field_id: ids.Q as number }],
          },
        ],
      },
    );
    const { id } = await make.record(asked, { R: 'x' }, { client_id: people[0] });
    await server.query('update responses set completed_at = $2 where id = $1', [id, '2026-02-01T03:00:00Z']);
    await server.query('update response_slots set completed_at = $2 where id = $1', [id, '2026-02-01T03:00:00Z']);
    await server.query(`update organizations set time_zone = 'America/New_York' where id = $1`, [organization.id]);
    const far = await server.newUser(organization, {
      privileges: { report_definitions: ['read'], clients: ['read'], client_forms: ['read'], forms: ['read'] },
    });
    await server.query(`update users set time_zone = 'Asia/Tokyo' where id = $1`, [far.id]);
    for (const reader of [owner, far]) expect((await linesOf(asked, reader)).lines).toEqual(['R Answered']);
  });
});

test('a form that asks nothing has no rows', async () => {
  const asked = await make.form('Text alone', {
    Text: { field_type: 'presentation', metadata: { presentation_content: 'Read this' } },
  });
  await make.record(asked, {}, { client_id: people[0] });
  const fields = ['question', 'answer_status'].map((field) => ({ form: asked.id, field }));
  expect(await rows(quality(fields))).toEqual([]);
});

test('who has no response was asked nothing', async () => {
  const settings = { include_people_without_responses: true };
  const all = await rows(quality([question, counted], { settings }));
  expect(all).toEqual(await rows(quality([question, counted])));
});

describe('who sees them', () => {
  test('a member the responses that they may see, and nothing of a restricted form', async () => {
    const [client_id] = people;
    const member = await server.newUser(organization, {
      privileges: { report_definitions: ['read'], client_forms: ['read'] },
    });
    await make.grant('clients', client_id, member, 'read');
    const few = await page(member, quality([status, counted]), { isKept: true });
    expect(few.records.map(({ display_values }) => display_values)).toEqual([['Answered', '5']]);
    await server.query('update forms set restricted = true where id = $1', [form.id]);
    const { records } = await page(member, quality([status, counted]), { isKept: true });
    expect(records).toEqual([]);
    await server.query('update forms set restricted = false where id = $1', [form.id]);
  });
});

test('an Aggregate tells nobody what a form asks that they may not read', async () => {
  const target = await keep(organization, definitionOf(quality([question, status])));
  const writer = await server.newUser(organization, {
    privileges: { report_definitions: ['read', 'write'], client_forms: ['read'], forms: ['read'] },
  });
  const columns = async () =>
    (
      await server.call(reportDefinitionRoutes.catalogue, {
        as: writer,
        query: { report_type: 'query', forms: String(target) } as never,
      })
    ).columns;
  expect((await columns())[0]?.options?.map(({ label }) => label)).toContain('Veteran');
  await server.query('update forms set restricted = true where id = $1', [form.id]);
  expect(await columns()).toMatchObject([{ restricted: true }, { restricted: true }]);
  expect(JSON.stringify(await columns())).not.toContain('Veteran');
  await server.query('update forms set restricted = false where id = $1', [form.id]);
});

test('is about one form, and only questions of client forms', async () => {
  const other = await make.form('Other', { A: {} });
  const refused = async (fields: object[]) => {
    const body = { name: 'Q', report_type: 'data_quality', fields };
    const { status, body: answer } = await server.send(reportDefinitionRoutes.create, {
      as: owner,
      body: body as never,
    });
    return [status, (answer as { errors?: Record<string, string[]> }).errors];
  };
  expect(await refused([question, { form: other.id, field: 'question' }])).toEqual([422, { fields: ['Use one form'] }]);
  expect(await refused([{ field: 'client_id' }])).toEqual([422, { fields: ['Choose at least one column of a form'] }]);
  const body = { name: 'Q', report_type: 'client_forms' as const, fields: [question] };
  expect((await server.send(reportDefinitionRoutes.create, { as: owner, body })).status).toBe(422);
});

test('windows look at responses, which no question tells apart', async () => {
  const refused = async (more: object) => {
    const body = { name: 'Q', ...quality([question, status]), ...more };
    const { body: answer } = await server.send(reportDefinitionRoutes.create, { as: owner, body: body as never });
    return (answer as { errors?: Record<string, string[]> }).errors;
  };
  const latest = of('completed_at', { function: 'latest' });
  const chosen = 'Choose a column of this form';
  expect(await refused({ window: { order_fields: { [form.id]: [of('question', { function: 'latest' })] } } })).toEqual({
    [`window.order_fields.${form.id}.0.field`]: [chosen],
  });
  expect(
    await refused({ window: { functions: { [form.id]: [of('answer_status', { function: 'previous' })] } } }),
  ).toEqual({
    [`window.functions.${form.id}.0.field`]: [chosen],
  });
  const filters = { [form.id]: { and: [about('answer_status', 'EQ', 'missing')] } };
  expect(await refused({ window: { order_fields: { [form.id]: [latest] }, filters } })).toEqual({
    [`window.filters.${form.id}.and.0.field_name`]: [
      'This condition uses a column that isn’t in the forms of this report',
    ],
  });
  expect(await refused({ window: { order_fields: { [form.id]: [latest] } }, partition_field: question })).toEqual({
    'partition_field.field': ['Choose a column of one of the forms of this report'],
  });
});
