import { describe, expect, test } from 'vitest';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { type DefinitionDraft, definitionOf, linesOf, reporting } from '#tests/server/reporting.ts';
import { plannedFor } from './planned.ts';

const server = await startServer();
const { inside, keep, page, asking } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const homes = householdMakers(server, organization);
const visit = await make.form('Visit', { Day: { field_type: 'date' }, Minutes: { field_type: 'number' } });
const intake = await make.form('Intake', {
  Entry: { field_type: 'date' },
  Place: {},
  Income: { field_type: 'number' },
});
const call = await make.form('Call', { Topic: {} });
const ana = await homes.person('Ana');
const ben = await homes.person('Ben');
const eva = await homes.person('Eva');
const add = async (form: typeof visit, client_id: number, given: Record<string, unknown>, recorded?: string) => {
  const { id } = await make.record(form, given, { client_id });
  if (recorded)
    await server.query(
      `with kept as (update responses set completed_at = $2 where id = $1)
       update response_slots set completed_at = $2 where id = $1`,
      [id, recorded],
    );
};
await add(visit, ana, { Day: '2026-01-10', Minutes: 10 }, '2026-01-10T15:00:00Z');
await add(visit, ana, { Day: '2026-02-10', Minutes: 20 }, '2026-02-10T15:00:00Z');
await add(visit, ana, { Day: '2026-04-01', Minutes: 40 }, '2026-04-01T15:00:00Z');
await add(visit, ben, { Minutes: 5 }, '2026-03-03T15:00:00Z');
// Two on one day, the later of which was recorded first.
await add(intake, ana, { Entry: '2026-02-10', Place: 'Shelter', Income: 100 }, '2026-03-01T10:00:00Z');
await add(intake, ana, { Entry: '2026-01-01', Place: 'Street', Income: 50 }, '2026-01-01T10:00:00Z');
await add(intake, ana, { Entry: '2026-02-10', Place: 'Car', Income: 70 }, '2026-02-10T10:00:00Z');
await add(intake, ana, { Place: 'No day', Income: 1 }, '2026-02-20T10:00:00Z');
await add(intake, ben, { Entry: '2026-05-05', Place: 'Home', Income: 9 }, '2026-05-05T10:00:00Z');
await add(call, ana, { Topic: 'Rent' }, '2026-01-20T10:00:00Z');

const of = (form: typeof visit, name: string, more: object = {}) => ({
  form: form.id,
  field: String(form.ids[name]),
  ...more,
});
const where = (form: typeof visit, name: string, op: string, value?: unknown) => ({
  form: form.id,
  field_name: String(form.ids[name]),
  op,
  value,
});
const entry = { field: String(intake.ids.Entry), type: 'field' as const };
const day = { ...of(visit, 'Day'), type: 'field' as const };
type Match = NonNullable<NonNullable<DefinitionDraft['settings']>['matching']>[string];
const matched = (match: Match, more: object = {}) => ({ settings: { matching: { [intake.id]: match }, ...more } });
const list = [of(visit, 'Minutes', { key: 'minutes' }), of(intake, 'Place')];
const told = async (draft: DefinitionDraft, as = owner) => {
  const { records, record_count, warnings } = await page(as, { default_order: [{ key: 'minutes' }], ...draft });
  return { rows: records.map(({ values }) => values), record_count, warnings: warnings.map(({ message }) => message) };
};
const places = async (match: Match, more: Partial<DefinitionDraft> = {}) =>
  (await told({ fields: list, ...matched(match), ...more })).rows.map((row) => row.join(' ')).join(', ');
const member = () =>
  server.newUser(organization, { privileges: { ...allPrivileges, forms: ['read'], client_forms: ['read'] } });
const refusal = async (draft: DefinitionDraft) => {
  const { issues } = await inside(owner, (context) => plannedFor(context, definitionOf(draft)));
  return issues.map(({ path, message }) => `${path}: ${message}`);
};

describe('one response to another form stands beside each row', () => {
  test('the latest of the person', async () => {
    expect(await places({ response: 'latest' })).toBe('5 Home, 10 Shelter, 20 Shelter, 40 Shelter');
    // By its own date, of two on one day the one that was recorded last.
    expect(await places({ response: 'latest', date: entry })).toBe('5 Home, 10 Shelter, 20 Shelter, 40 Shelter');
  });

  test('the latest on or before the row’s date, by days', async () => {
    expect(await places({ response: 'latest_at' })).toBe('5 , 10 Street, 20 Car, 40 Shelter');
    expect(await places({ response: 'latest_at', date: entry, at: day })).toBe('5 , 10 Street, 20 Shelter, 40 Shelter');
  });

  test('the first on or after it', async () => {
    expect(await places({ response: 'first_after' })).toBe('5 Home, 10 Car, 20 Car, 40 ');
    expect(await places({ response: 'first_after', date: entry, at: day })).toBe('5 , 10 Car, 20 Car, 40 ');
  });

  test('without it responses stand beside each other in the order of time', async () => {
    expect((await told({ fields: list })).rows).toEqual([
      [5, 'Home'],
      [10, 'Street'],
      [20, 'Car'],
      [40, 'No day'],
      [null, 'Shelter'],
    ]);
  });

  test('days begin where the reader is', async () => {
    const kiri = await member();
    await server.query('update users set time_zone = $2 where id = $1', [kiri.id, 'Pacific/Kiritimati']);
    // There the car of February 10, recorded at 10:00 UTC, is of February 11, as is the visit of 15:00 UTC.
    const car = async (response: Match['response'], at: Match['at']) =>
      (await told({ fields: list, ...matched({ response, at }) }, kiri)).rows.find(([minutes]) => minutes === 20);
    expect(await car('latest_at', day)).toEqual([20, 'Street']);
    expect(await car('latest_at', null)).toEqual([20, 'Car']);
  });

  test('beside two forms whose responses are rows, by the date of one of them', async () => {
    const fields = [...list, of(call, 'Topic')];
    const at = { form: call.id, field: 'completed_at', type: 'field' as const };
    expect((await told({ fields, ...matched({ response: 'latest_at', at }) })).rows).toEqual([
      [5, null, null],
      [10, 'Street', 'Rent'],
      [20, null, null],
      [40, null, null],
    ]);
  });

  test('beside each person, where all forms are matched', async () => {
    const latest = { response: 'latest' as const };
    const settings = { matching: { [visit.id]: latest, [intake.id]: latest }, include_people_without_responses: true };
    const fields = [{ field: 'client_id' }, ...list];
    expect(await told({ fields, settings, default_order: [{ field: 'client_id' }] })).toMatchObject({
      rows: [
        [ana, 40, 'Shelter'],
        [ben, 5, 'Home'],
        [eva, null, null],
      ],
      record_count: 3,
      warnings: [],
    });
  });

  test('and none beside people without responses, who are there all the same', async () => {
    const settings = matched({ response: 'latest_at' }, { include_people_without_responses: true });
    expect((await told({ fields: [{ field: 'client_id' }, ...list], ...settings })).rows).toContainEqual([
      eva,
      null,
      null,
    ]);
  });

  test('beside what a window leaves', async () => {
    const window = { order_fields: { [visit.id]: [{ ...day, function: 'earliest' }] } };
    expect(await places({ response: 'latest_at', at: day }, { window })).toBe('10 Street');
    expect(
      await refusal({
        fields: list,
        ...matched({ response: 'latest' }),
        window: { filters: { [intake.id]: { and: [] } } },
      }),
    ).toEqual([`window.filters.${intake.id}: Choose one of the forms of this report`]);
  });
});

describe('what rows are asked for and counted by', () => {
  const at = { response: 'latest_at' as const, date: entry, at: day };

  test('conditions on a matched response are about the rows that it stands beside', async () => {
    const conditions = [where(intake, 'Place', 'EQ', 'Shelter')];
    expect(await told({ fields: list, ...matched(at), conditions })).toMatchObject({
      rows: [
        [20, 'Shelter'],
        [40, 'Shelter'],
      ],
      record_count: 2,
    });
    const or = [where(intake, 'Place', 'EQ', 'Street'), where(visit, 'Minutes', 'LT', 6)];
    const either = await told({ fields: list, ...matched(at), conditions: [{ or }] });
    expect(either).toEqual({
      rows: [
        [5, null],
        [10, 'Street'],
      ],
      record_count: 2,
      warnings: [],
    });
  });

  test('conditions on what every form has are about the forms that give rows', async () => {
    const conditions = [{ field_name: 'completed_at', op: 'RANGE', value: ['2026-02-01', '2026-02-28'] }];
    expect((await told({ fields: list, ...matched({ response: 'latest' }), conditions })).rows).toEqual([
      [20, 'Shelter'],
    ]);
  });

  test('groups by a matched answer hold figures of the rows, without a warning', async () => {
    const fields = [of(intake, 'Place'), of(visit, 'Minutes', { key: 'minutes', agg: 'sum' })];
    expect(await told({ fields, ...matched(at) })).toEqual({
      rows: [
        [null, 5],
        ['Street', 10],
        ['Shelter', 60],
      ],
      record_count: 4,
      warnings: [],
    });
  });

  test('a figure of matched answers counts one as often as it stands in rows, which is told', async () => {
    const fields = [{ field: 'client_id' }, of(intake, 'Income', { key: 'minutes', agg: 'sum' })];
    const latest = matched({ response: 'latest' });
    expect(await told({ fields: [...fields, of(visit, 'Day', { agg: 'count' })], ...latest })).toEqual({
      rows: [
        [ben, 9, 0],
        [ana, 300, 3],
      ],
      record_count: 4,
      warnings: [
        '“Income (sum)” counts the response to Intake in each row. The same response can count several times.',
      ],
    });
  });

  test('the time from a row’s date to a matched one is of both', async () => {
    const first = matched({ response: 'first_after', date: entry, at: day });
    const fields = [
      of(visit, 'Minutes', { key: 'minutes' }),
      { ...day, elapsed: { unit: 'days', until: of(intake, 'Entry') } },
    ];
    expect((await told({ fields, ...first })).rows).toEqual([
      [5, null],
      [10, 31],
      [20, 0],
      [40, null],
    ]);
  });

  test('figures compare with an earlier period by groups of a matched answer', async () => {
    const fields = [
      of(intake, 'Place'),
      of(visit, 'Minutes', { key: 'minutes', agg: 'sum' }),
      of(visit, 'Minutes', { agg: 'sum', compare: { with: 'previous', as: 'value' } }),
    ];
    const conditions = [where(visit, 'Day', 'RANGE', ['2026-02-01', '2026-02-28'])];
    expect((await told({ fields, conditions, ...matched(at) })).rows).toEqual([
      ['Shelter', 20, null],
      ['Street', null, 10],
    ]);
  });

  test('an Aggregate counts its rows', async () => {
    const below = await keep(organization, definitionOf({ fields: list, ...matched(at) }));
    const fields = [{ field: 'c2' }, { field: 'minutes', agg_query: 'sum', key: 'minutes' }];
    expect((await told({ report_type: 'query', report_target_id: below, fields })).rows).toEqual([
      [null, 5],
      ['Street', 10],
      ['Shelter', 60],
    ]);
  });

  test('an Aggregate asks what every form has of the forms that give rows', async () => {
    const recorded = [visit, intake].map(({ id }) => ({ form: id, field: 'completed_at' }));
    const below = await keep(organization, definitionOf({ fields: [...list, ...recorded], ...matched(at) }));
    const fields = [{ field: 'minutes', agg_query: 'sum', key: 'minutes' }];
    const conditions = [{ field_name: 'completed_at', op: 'NEMPTY' }];
    expect((await told({ report_type: 'query', report_target_id: below, fields, conditions })).rows).toEqual([[75]]);
  });

  test('beside two forms whose responses are rows, a condition on a matched one can miss some, which is told', async () => {
    const conditions = [where(intake, 'Place', 'EQ', 'Street')];
    const both = await told({ fields: [...list, of(call, 'Topic')], ...matched(at), conditions });
    expect(both.warnings).toEqual([
      'A condition is about Intake, which stands beside responses to Visit. A person’s responses are matched by time, so rows can be missing.',
    ]);
    const sums = [of(call, 'Topic'), of(intake, 'Income', { agg: 'max', key: 'minutes' })];
    const grouped = await told({ fields: [...sums, of(visit, 'Day', { agg: 'count' })], ...matched(at) });
    expect(grouped.warnings[0]).toMatch(/^“Income \(max\)” is about Intake and grouped by “Topic” of Call\./);
  });

  test('a change of a figure of matched answers says once that one can count several times', async () => {
    const fields = [of(intake, 'Income', { agg: 'sum', key: 'minutes', compare: { with: 'previous', as: 'change' } })];
    const conditions = [where(visit, 'Day', 'RANGE', ['2026-02-01', '2026-02-28'])];
    const { warnings } = await told({
      fields: [...fields, of(visit, 'Day', { agg: 'count' })],
      conditions,
      ...matched(at),
    });
    expect(warnings).toEqual([
      '“Income (sum, change from previous period)” counts the response to Intake in each row. The same response can count several times.',
    ]);
  });

  test('what is gone counts nothing', async () => {
    const fields = [of(visit, 'Minutes', { key: 'minutes' }), { form: visit.id, field: '999999', agg: 'sum' }];
    const { warnings } = await page(owner, { fields }, { isKept: true });
    expect(warnings.map(({ message }) => message)).toEqual([
      'This column no longer exists. Edit the report to choose another.',
    ]);
  });
});

describe('what is told', () => {
  test('how each response is found, to who reads the report and in its files', async () => {
    const draft = { fields: list, ...matched({ response: 'latest_at', date: entry, at: day }) };
    const match = { form: intake.id, name: 'Intake', response: 'latest_at', date: 'Entry', at: 'Day' };
    expect((await page(owner, draft)).narrowing.matches).toEqual([match]);
    const columns = await asking(owner, draft, { as: async (report) => report.exported().columns });
    expect(columns.at(-1)).toMatchObject({
      meaning: 'Place of Intake (the latest response on or before a date of the row)',
    });
    expect(columns.slice(0, 3).map(({ label }) => label)).toEqual([
      'client_id',
      'response_id Visit',
      'response_id Intake',
    ]);
    const lines = await asking(owner, draft, { as: linesOf });
    expect(lines).toHaveLength(4);
  });

  test('where a date is gone nothing is matched, which is told', async () => {
    const gone = { form: visit.id, field: '999999', type: 'field' as const };
    const draft = { fields: list, ...matched({ response: 'latest_at', at: gone }) };
    expect(await refusal(draft)).toEqual([
      `settings.matching.${intake.id}.at: Choose a date of a form that gives the rows`,
    ]);
    const { records, warnings } = await page(owner, draft, { isKept: true });
    expect(records.map(({ values }) => values[1])).toEqual([null, null, null, null]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'Intake is blank: a date that it is matched by no longer exists. Edit the report to choose another.',
    ]);
  });

  test('who may not read the form of the row’s date finds nothing beside other rows', async () => {
    const secret = await make.form('Secret', { Said: { field_type: 'date' } });
    await server.query('update forms set restricted = true where id = $1', [secret.id]);
    await add(secret, ana, { Said: '2026-03-01' }, '2026-03-01T10:00:00Z');
    const reader = await member();
    const at = { ...of(secret, 'Said'), type: 'field' as const };
    const fields = [...list, of(secret, 'Said')];
    const draft = { fields, ...matched({ response: 'latest_at', date: entry, at }) };
    expect((await told(draft)).rows[1]).toEqual([10, 'Shelter', '2026-03-01']);
    const seen = await told(draft, reader);
    expect(seen.rows.map(([, place]) => place)).toEqual([null, null, null, null]);
    expect(seen.warnings).toContain('Intake is blank: it is matched by a date that you can’t read.');
    const own = { fields, settings: { matching: { [secret.id]: { response: 'latest' as const } } } };
    const { narrowing } = await page(reader, own);
    expect(narrowing.matches).toEqual([]);
  });
});

test.each<[string, DefinitionDraft, string[]]>([
  [
    'no form gives rows',
    { fields: [of(intake, 'Place')], ...matched({ response: 'latest' }) },
    [
      'settings.matching: Choose a form that gives the rows, with at least one field, or include people without responses',
    ],
  ],
  [
    'a form is not of the report',
    { fields: [of(visit, 'Day')], ...matched({ response: 'latest' }) },
    [`settings.matching.${intake.id}: Choose one of the forms of this report`],
  ],
  [
    'a date is none',
    { fields: list, ...matched({ response: 'latest', date: { field: String(intake.ids.Place), type: 'field' } }) },
    [`settings.matching.${intake.id}.date: Choose a date: Place isn’t a date`],
  ],
  [
    'the latest response has a date of the row',
    { fields: list, ...matched({ response: 'latest', at: day }) },
    [`settings.matching.${intake.id}.at: Leave this out: the latest response doesn’t depend on a date of the row`],
  ],
  [
    'the date of the row is one of its own',
    { fields: list, ...matched({ response: 'latest_at', at: { ...entry, form: intake.id } }) },
    [`settings.matching.${intake.id}.at: Choose a date of a form that gives the rows`],
  ],
  [
    'rows are of no people',
    { report_type: 'fields', fields: [{ field: String(intake.ids.Place) }], ...matched({ response: 'latest' }) },
    ['settings.matching: Leave this out: only the rows of client forms are of people'],
  ],
])('is refused where %s', async (_, draft, said) => {
  expect(await refusal(draft)).toEqual(said);
});
