import { describe, expect, test } from 'vitest';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, reporting } from '#tests/server/reporting.ts';
import { plannedFor } from './planned.ts';

const server = await startServer();
const { inside, keep, page } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const homes = householdMakers(server, organization);
const visit = await make.form('Visit', {
  Kind: {},
  Score: { field_type: 'number' },
  Seen: { field_type: 'date' },
});
const call = await make.form('Call', { Minutes: { field_type: 'number' } });
const ana = await homes.person('Ana', { dob: '1980-01-01' });
const ben = await homes.person('Ben', { dob: '2020-01-01' });
const cem = await homes.person('Cem', { dob: '1990-01-01' });
const eva = await homes.person('Eva', { dob: '2021-01-01' });
const add = (client_id: number, given: Record<string, unknown>) => make.record(visit, given, { client_id });
await add(ana, { Kind: 'food', Score: 1, Seen: '2026-01-05' });
await add(ana, { Kind: 'bed', Score: 8, Seen: '2026-02-05' });
await add(ben, { Kind: 'bus', Score: 2, Seen: '2026-01-20' });
await add(cem, { Kind: 'bus', Score: 3, Seen: '2026-03-01' });
await make.record(call, { Minutes: 50 }, { client_id: cem });
await make.record(call, { Minutes: 5 }, { client_id: ana });

const field = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const where = (name: string, op: string, value?: unknown) => ({
  ...(name in visit.ids
    ? { form: visit.id, field_name: String(visit.ids[name]) }
    : name in call.ids
      ? { form: call.id, field_name: String(call.ids[name]) }
      : { field_name: name }),
  op,
  value,
});
const either = (...or: object[]) => ({ or });
const child = where('client_age', 'LT', 18);
const list = [{ field: 'client_id' }, field('Kind'), field('Score', { key: 'score' })];
const asCaller = async (caller: typeof owner, draft: DefinitionDraft) => {
  const { records, record_count, warnings } = await page(caller, draft);
  return { rows: records.map(({ values }) => values), record_count, warnings: warnings.map(({ message }) => message) };
};
const rows = async (draft: Partial<DefinitionDraft>, fields: object[] = list) =>
  (await asCaller(owner, { default_order: [{ key: 'score' }], ...draft, fields })).rows;
const kinds = async (...conditions: object[]) => (await rows({ conditions })).map(([, kind]) => kind).join(' ');
const refusal = async (draft: DefinitionDraft) => {
  const { issues } = await inside(owner, (context) => plannedFor(context, definitionOf(draft)));
  return issues.map(({ path, message }) => `${path}: ${message}`);
};

describe('of several conditions one must hold', () => {
  test('of answers of one form, beside others that all must', async () => {
    const both = either(where('Kind', 'EQ', 'food'), where('Score', 'GT', 2));
    expect(await kinds(both)).toBe('food bus bed');
    expect(await kinds(both, where('Seen', 'LT', '2026-03-01'))).toBe('food bed');
    expect(await kinds(both, either(where('Kind', 'EQ', 'bed'), where('Kind', 'EQ', 'bus')))).toBe('bus bed');
    expect(await kinds(either(where('Kind', 'EQ', 'food')))).toBe('food');
  });

  test('of the person or of an answer', async () => {
    expect(await kinds(either(child, where('Score', 'GT', 5)))).toBe('bus bed');
    expect(await kinds(either(child, where('client_first_name', 'EQ', 'Cem')))).toBe('bus bus');
  });

  test('of the person or of an answer, whoever has no response stays by the first', async () => {
    const settings = { include_people_without_responses: true };
    const conditions = [either(child, where('Score', 'GT', 5))];
    const fields = [...list, { form: call.id, field: String(call.ids.Minutes) }];
    const found = await rows({ settings, conditions, default_order: [{ field: 'client_id' }] }, fields);
    expect(found).toEqual([
      [ana, 'bed', 8, 5],
      [ben, 'bus', 2, null],
      [eva, null, null, null],
    ]);
    const blank = [either(child, where('Score', 'EMPTY'))];
    const also = await rows({ settings, conditions: blank, default_order: [{ field: 'client_id' }] }, list);
    expect(also).toEqual([
      [ben, 'bus', 2],
      [eva, null, null],
    ]);
  });

  test('of a response of one form, beside another form, where it narrows what stands beside each other', async () => {
    const fields = [...list, { form: call.id, field: String(call.ids.Minutes) }];
    // Of her visits only the second is left, so that it stands beside her only call.
    expect(await rows({ conditions: [either(child, where('Score', 'GT', 5))] }, fields)).toEqual([
      [ben, 'bus', 2, null],
      [ana, 'bed', 8, 5],
    ]);
  });

  test('of answers of two forms, as these stand beside each other, which is told', async () => {
    const fields = [...list, { form: call.id, field: String(call.ids.Minutes) }];
    const conditions = [either(where('Score', 'GT', 5), where('Minutes', 'GT', 10))];
    const found = await asCaller(owner, { fields, conditions, default_order: [{ key: 'score' }] });
    expect(found).toEqual({
      rows: [
        [cem, 'bus', 3, 50],
        [ana, 'bed', 8, null],
      ],
      record_count: 2,
      warnings: [
        '“Any of these” in the conditions is about Visit and Call. A person’s responses are matched by time, so rows can be missing.',
      ],
    });
  });

  test('of what the report computes, or of an answer', async () => {
    const fields = [...list, field('Score', { key: 'beds' }), { type: 'operation', formula: 'C * D', key: 'square' }];
    const conditions = [
      either({ field_name: 'square', type: 'column', op: 'GT', value: 50 }, where('Kind', 'EQ', 'food'), child),
    ];
    const found = await asCaller(owner, { fields, conditions, default_order: [{ key: 'score' }] });
    expect([found.rows.map(([, kind]) => kind), found.record_count]).toEqual([['food', 'bus', 'bed'], 3]);
  });

  test('of the rows of a figure', async () => {
    const filters = { and: [either(where('Kind', 'EQ', 'food'), where('Score', 'GT', 2))] };
    const people = (more: object) => field('Kind', { agg: 'count', ...more });
    expect(await rows({ default_order: [] }, [people({}), people({ filters })])).toEqual([[4, 3]]);
    const ofBoth = { and: [either(child, where('Score', 'EQ', 8))] };
    expect(await rows({ default_order: [] }, [field('Score', { agg: 'sum', filters: ofBoth })])).toEqual([[10]]);
  });

  test('of the responses that a window looks at, before it or after it', async () => {
    const window = { order_fields: { [visit.id]: [{ ...field('Seen'), function: 'latest' }] } };
    const conditions = [either(child, where('Kind', 'EQ', 'food'))];
    expect(await rows({ conditions, window })).toEqual([
      [ana, 'food', 1],
      [ben, 'bus', 2],
    ]);
    const settings = { conditions_after_window: true };
    expect(await rows({ conditions, window, settings })).toEqual([[ben, 'bus', 2]]);
    const filters = { [visit.id]: { and: [either(where('Kind', 'EQ', 'food'), where('Kind', 'EQ', 'bus'))] } };
    const kindsLeft = async (filters: object) =>
      (await rows({ window: { ...window, filters } })).map(([, kind]) => kind).join(' ');
    expect(await kindsLeft(filters)).toBe('food bus bus');
    expect(await kindsLeft({ [visit.id]: { and: [child] } })).toBe('bus');
    expect(await kindsLeft({ [visit.id]: { and: [either(child, where('Kind', 'EQ', 'food'))] } })).toBe('food bus');
  });

  test('of a household or of one of its members', async () => {
    await homes.add(ana, ben, 'son');
    const household = (conditions: object[], more: object = {}) =>
      rows({ report_type: 'household', conditions, default_order: [], ...more }, [{ field: 'household_size' }]);
    const large = where('household_size', 'GT', 2);
    expect(await household([either(child, large)])).toEqual([[2]]);
    expect(await household([either(where('client_age', 'GT', 90), large)])).toEqual([]);
    expect(await household([either(where('client_age', 'GT', 90), where('household_size', 'EQ', 2))])).toEqual([[2]]);
    const computed = { field_name: 'double', type: 'column', op: 'EQ', value: 4 };
    const fields = [{ field: 'household_size' }, { field: 'household_adults' }];
    const doubled = [...fields, { type: 'operation', formula: 'A * 2', key: 'double' }];
    const conditions = [either(child, computed)];
    expect(await refusal({ report_type: 'household', fields: doubled, conditions })).toEqual([
      'conditions.and.0: Move calculated columns out of this “any of these”: they’re about households, and other conditions in it about members',
    ]);
    const settings = { per_member: true };
    expect(await rows({ report_type: 'household', settings, conditions, default_order: [] }, doubled)).toEqual([
      [2, 1, 4],
      [2, 1, 4],
    ]);
    // Of a kept report whose column of members is gone, what is asked of members finds nothing.
    const kept = { report_type: 'household' as const, fields: doubled, conditions };
    const left = await page(owner, kept, { isKept: true });
    expect([left.record_count, left.warnings.map(({ message }) => message)]).toEqual([
      1,
      [
        'The condition on “Age” can’t be applied, so it’s left out of “any of these”: records can be missing. Edit the report to change or remove it.',
      ],
    ]);
    const ofHouses = [either(computed, large)];
    expect(await rows({ report_type: 'household', conditions: ofHouses, default_order: [] }, doubled)).toEqual([
      [2, 1, 4],
    ]);
  });

  test('of an Aggregate, of a table and of answers to fields', async () => {
    const below = await keep(organization, definitionOf({ fields: list }));
    const above = { report_type: 'query' as const, report_target_id: below, default_order: [] };
    const conditions = [either(where('Kind', 'EQ', 'bed'), { field_name: 'score', op: 'EQ', value: 1 })];
    expect(await rows({ ...above, conditions }, [{ field: 'score', agg_query: 'sum' }])).toEqual([[9]]);
    const people = { report_type: 'system' as const, settings: { table: 'people' as const }, default_order: [] };
    const named = [either(child, where('client_first_name', 'EQ', 'Ana'))];
    expect(await rows({ ...people, conditions: named }, [{ field: 'client_id', agg: 'count' }])).toEqual([[3]]);
    const ofFields = { report_type: 'fields' as const, default_order: [] };
    const { form: _, ...kind } = where('Kind', 'EQ', 'bus') as { form: number };
    const fields = [
      { field: 'client_id', agg: 'count' },
      { field: String(visit.ids.Score), agg: 'sum' },
    ];
    const latest = [either(kind, where('client_first_name', 'EQ', 'Ana'))];
    expect(await rows({ ...ofFields, conditions: latest }, fields)).toEqual([[3, 13]]);
  });
});

test('records are met by themselves or by the record that they pick, before a window and after it', async () => {
  const shelf = await make.form('Shelf', { Item: {} }, { form_type: 'internal' });
  const loan = await make.form(
    'Loan',
    {
      About: {},
      Due: { field_type: 'date' },
      Picks: {
        field_type: 'ref-picker',
        internal_option: { internal_form_id: shelf.id, internal_field_id: shelf.ids.Item as number },
      },
    },
    { form_type: 'internal' },
  );
  const { id: red } = await make.internalRecord(shelf, { Item: 'red' });
  const { id: blue } = await make.internalRecord(shelf, { Item: 'blue' });
  await make.internalRecord(loan, { About: 'x', Due: '2026-01-01', Picks: { record_id: red, label: 'red' } });
  await make.internalRecord(loan, { About: 'y', Due: '2026-01-02', Picks: { record_id: blue, label: 'blue' } });
  const item = { form: shelf.id, field: String(shelf.ids.Item) };
  const about = { form: loan.id, field: String(loan.ids.About) };
  const conditions = [
    either(
      { form: shelf.id, field_name: item.field, op: 'EQ', value: 'red' },
      { form: loan.id, field_name: about.field, op: 'EQ', value: 'none' },
    ),
  ];
  const report_type = 'internal_forms' as const;
  const due = { form: loan.id, field: String(loan.ids.Due), function: 'latest' };
  const window = { order_fields: { [loan.id]: [due] } };
  const found = (more: object) => rows({ report_type, conditions, default_order: [], ...more }, [about, item]);
  expect(await found({})).toEqual([['x', 'red']]);
  expect(await found({ window })).toEqual([['x', 'red']]);
  expect(await found({ window, settings: { conditions_after_window: true } })).toEqual([]);
});

describe('what readers choose', () => {
  const parameters = [{ key: 'period', label: 'Period', type: 'period' as const, column: null, default: null }];
  const { value: _, ...seen } = where('Seen', 'EQ');
  const conditions = [either({ ...seen, parameter: 'period' }, where('Kind', 'EQ', 'food'))];

  test('takes the place of a value, and limits nothing where all is chosen', async () => {
    const found = async (period: string[] | null) =>
      (await page(owner, { fields: list, parameters, conditions }, { parameters: { period } })).record_count;
    expect(await found(['2026-03-01', '2026-03-31'])).toBe(2);
    expect(await found(null)).toBe(4);
  });
});

describe('who may not read an answer', () => {
  test('finds what is met beside it, and is told', async () => {
    const reader = await server.newUser(organization, {
      privileges: { ...allPrivileges, forms: ['read'], client_forms: ['read'] },
    });
    const secret = await make.form('Secret', { Word: {} });
    await make.record(secret, { Word: 'yes' }, { client_id: cem });
    await server.query('update forms set restricted = true where id = $1', [secret.id]);
    const word = { form: secret.id, field_name: String(secret.ids.Word), op: 'EQ', value: 'yes' };
    const draft = { fields: [...list, { form: secret.id, field: String(secret.ids.Word) }] };
    const names = async (caller: typeof owner, ...or: object[]) => {
      const found = await asCaller(caller, { ...draft, conditions: [either(word, ...or)] });
      return { people: [...new Set(found.rows.map(([id]) => id))], warnings: found.warnings };
    };
    const told =
      'A condition uses answers that you can’t read, so it’s left out of “any of these”: records can be missing.';
    expect((await names(owner, child)).people).toEqual([ben, cem]);
    expect(await names(reader, child)).toMatchObject({ people: [ben], warnings: expect.arrayContaining([told]) });
    expect(await names(reader, where('Score', 'GT', 5))).toMatchObject({ people: [ana] });
    const { people, warnings } = await names(reader);
    expect(people).toEqual([]);
    expect(warnings).toContain('A condition uses answers that you can’t read, so no record is found.');
    const ofBoth = either(word, where('Score', 'GT', 5));
    expect((await asCaller(reader, { ...draft, conditions: [ofBoth] })).warnings.join()).not.toContain('Secret');
    const days = { type: 'operation', formula: 'C + D', key: 'sum' };
    const fields = [...list, { form: secret.id, field: 'response_id' }, days];
    expect((await asCaller(reader, { fields })).warnings.join()).not.toContain('Secret');
  });
});

describe('is refused', () => {
  test('where a name is of several forms, or of nothing', async () => {
    const fields = [field('Kind'), { form: call.id, field: String(call.ids.Minutes) }];
    const conditions = [
      either(where('completed_at', 'EQ', 'today'), child),
      either(child, where('gone', 'EQ', 1)),
      either(child, where('Score', 'CONTAINS', 'x')),
    ];
    expect(await refusal({ fields, conditions })).toEqual([
      'conditions.and.0.or.0.field_name: Several forms have this field. Choose one of the forms.',
      'conditions.and.1.or.1.field_name: This condition uses a column that isn’t in the forms of this report',
      expect.stringMatching(/^conditions\.and\.2\.or\.1\.op: /),
    ]);
  });

  test('for a period that figures are compared with', async () => {
    const compare = { with: 'previous', as: 'change' };
    const fields = [{ field: 'client_id', agg: 'count', compare }, field('Score', { agg: 'sum' })];
    const conditions = [either(where('Seen', 'EQ', 'this month'), where('Kind', 'EQ', 'food'))];
    expect(await refusal({ fields, conditions })).toEqual([
      'fields.0.compare: Make the condition on Seen one by itself: a period in “any of these” can’t be compared',
    ]);
  });

  test.each<[string, unknown, Record<string, string>]>([
    ['with no conditions', { or: [] }, { 'conditions.and.0.or': 'Add at least one condition' }],
    [
      'with more than fifty in all',
      { or: Array.from({ length: 50 }, () => child) },
      { 'conditions.and': 'Use at most 50 conditions' },
    ],
    [
      'with more than fifty of them',
      { or: Array.from({ length: 51 }, () => ({})) },
      { 'conditions.and.0.or': 'Use at most 50 conditions' },
    ],
    [
      'in another one',
      { or: [{ or: [child] }] },
      { 'conditions.and.0.or.0.or': 'Unknown key. Remove it or correct its spelling.' },
    ],
    ['that isn’t finished', { or: [where('Score', 'GT')] }, { 'conditions.and.0.or.0.value': 'Enter a value' }],
    [
      'beside a condition',
      { or: [child], op: 'EQ' },
      { 'conditions.and.0.op': 'Unknown key. Remove it or correct its spelling.' },
    ],
  ])('%s', async (_, entry, said) => {
    const { status, errors } = await server.send(reportResultRoutes.preview, {
      as: owner,
      body: {
        report_type: 'client_forms',
        fields: list,
        conditions: { and: [entry, ...(said['conditions.and'] ? [child] : [])] },
      } as never,
    });
    expect(status).toBe(422);
    for (const [path, message] of Object.entries(said)) expect(errors?.[path]).toEqual([message]);
  });
});
