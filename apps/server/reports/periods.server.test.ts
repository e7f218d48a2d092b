import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import type { SheetRow } from '#server/kit/sheets/sheet.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { asking, page } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);

const visit = await make.form('Visit', {
  Seen: { field_type: 'date' },
  Month: { field_type: 'date', metadata: { format: 'alpha_month_year' } },
  Color: {},
});
const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
const recorded = (more: object = {}) => ({ form: visit.id, field: 'completed_at', ...more });
const count = { field: 'client_id', agg: 'count' };
const by = (output: string) => ({ formatter: { output } });

const client_id = await make.person();
const recordedAt = async (form: TestForm, values: Record<string, unknown>, completed_at: string) => {
  const { id } = await make.record(form, values, { client_id });
  await server.call(clientFormRoutes.update, { as: owner, params: { client_id, id }, body: { completed_at } });
};
const record = (day: string, at: string, Color = 'red') => recordedAt(visit, { Seen: day, Month: day, Color }, at);
// In New York the first two are on August 1, and the last one is an hour after daylight saving ended.
await record('2026-08-01', '2026-08-01T13:10:00.000Z');
await record('2026-08-02', '2026-08-02T03:59:00.000Z');
await record('2026-09-30', '2026-11-01T06:30:00.000Z', 'blue');
await server.query(`update organizations set time_zone = 'America/New_York' where id = $1`, [organization.id]);

const rows = async (fields: object[], more: Partial<DefinitionDraft> = {}) => {
  const { records, headers, record_count, warnings } = await page(owner, { fields, ...more });
  expect(record_count).toBe(3);
  return {
    type: headers[0]?.type,
    values: records.map(({ values }) => values),
    shown: records.map(({ display_values: [shown] }) => shown),
    warnings: warnings.map(({ message }) => message),
  };
};

test('R1 rows that a format shows alike are one group: of a month, whoever says so', async () => {
  const months = {
    type: 'date',
    values: [
      ['2026-08-01', 2],
      ['2026-09-01', 1],
    ],
  };
  expect(await rows([of('Seen', by('month_year')), count])).toMatchObject({ ...months, shown: ['08/2026', '09/2026'] });
  const named = ['August 2026', 'September 2026'];
  expect(await rows([of('Month'), count])).toMatchObject({ ...months, shown: named });
  expect(await rows([of('Month', by('date')), count])).toMatchObject({
    values: [
      ['2026-08-01', 1],
      ['2026-08-02', 1],
      ['2026-09-30', 1],
    ],
  });
});

test.each([
  ['date', ['2026-08-01', '2026-08-02', '2026-09-30'], ['08/01/2026', '08/02/2026', '09/30/2026']],
  [
    'week',
    ['2026-07-26', '2026-08-02', '2026-09-27'],
    ['Week of 07/26/2026', 'Week of 08/02/2026', 'Week of 09/27/2026'],
  ],
  ['iso_week', ['2026-07-27', '2026-09-28'], ['2026-W31', '2026-W40']],
  ['quarter', ['2026-07-01'], ['Q3 2026']],
  ['year', ['2026-01-01'], ['2026']],
  ['dow', [0, 3, 6], ['Sunday', 'Wednesday', 'Saturday']],
  // A date has no time of day.
  ['hour', ['2026-08-01', '2026-08-02', '2026-09-30'], ['08/01/2026', '08/02/2026', '09/30/2026']],
])('R1 dates by %s, in the order of time', async (output, values, shown) => {
  const found = await rows([of('Seen', by(output)), count]);
  expect(found.values.map(([value]) => value)).toEqual(values);
  expect(found.shown).toEqual(shown);
});

test.each([
  ['date', 'date', ['2026-08-01', '2026-11-01'], ['08/01/2026', '11/01/2026']],
  ['month_year', 'date', ['2026-08-01', '2026-11-01'], ['08/2026', '11/2026']],
  ['hour', 'number', [1, 9, 23], ['01 AM', '09 AM', '11 PM']],
  ['time', 'time', ['01:30', '09:10', '23:59'], ['01:30 AM', '09:10 AM', '11:59 PM']],
  [
    'date_hour',
    'timestamp',
    ['2026-08-01T13:00:00.000Z', '2026-08-02T03:00:00.000Z', '2026-11-01T06:00:00.000Z'],
    ['08/01/26 09 AM', '08/01/26 11 PM', '11/01/26 01 AM'],
  ],
])('R1 R7 Time Recorded by %s, where the viewer is', async (output, type, values, shown) => {
  const found = await rows([recorded(by(output)), count]);
  expect(found).toMatchObject({ type, shown });
  expect(found.values.map(([value]) => value)).toEqual(values);
});

test('R1 without a format a time stamp is grouped by the minute, as it is shown', async () => {
  const call = await make.form('Call', { Told: {} });
  for (const second of ['05', '40', '59']) await recordedAt(call, { Told: 'yes' }, `2026-08-01T13:10:${second}.000Z`);
  await recordedAt(call, { Told: 'yes' }, '2026-08-01T13:11:00.000Z');
  const { records } = await page(owner, { fields: [{ form: call.id, field: 'completed_at' }, count] });
  expect(records.map(({ values, display_values }) => [display_values[0], values[1]])).toEqual([
    ['08/01/26 09:10 AM', 3],
    ['08/01/26 09:11 AM', 1],
  ]);
});

test('R7 a format of Time Recorded is used in lists, too', async () => {
  expect((await rows([recorded(by('alpha_month_year'))])).shown).toEqual([
    'August 2026',
    'August 2026',
    'November 2026',
  ]);
});

test('R1 a chart, an export and an Aggregate tell the same', async () => {
  const fields = [of('Seen', by('month_year')), count];
  const chart = { x: 'c1', group: null, ys: ['c2'] };
  const { groups } = await asking(owner, { fields }, { as: (report) => report.groups(chart) });
  expect(groups.map(({ x_label, values }) => [x_label, values[0]])).toEqual([
    ['08/2026', 2],
    ['09/2026', 1],
  ]);
  const written = await asking(
    owner,
    { fields },
    {
      as: async (report) => {
        const all: SheetRow[] = [];
        for await (const some of report.exported().rows) all.push(...some);
        return all;
      },
    },
  );
  expect(written).toEqual([
    ['08/2026', 2],
    ['09/2026', 1],
  ]);
  const conditions = [
    { form: visit.id, field_name: String(visit.ids.Seen), op: 'RANGE', value: ['2026-08-01', '2026-08-31'] },
  ];
  const { records } = await page(owner, { fields, conditions });
  expect(records.map(({ values }) => values)).toEqual([['2026-08-01', 2]]);
});

test('R1 periods without records are shown on request, nothing counted there', async () => {
  const settings = { empty_groups: true };
  const monthly = await rows([recorded(by('month_year')), count, of('Color', { agg: 'min' })], { settings });
  expect(monthly.values.map(([month, number]) => [month, number])).toEqual([
    ['2026-08-01', 2],
    ['2026-09-01', 0],
    ['2026-10-01', 0],
    ['2026-11-01', 1],
  ]);
  const colored = await rows([of('Color'), recorded(by('month_year')), count], { settings });
  expect(colored.values).toHaveLength(8);
  expect(colored.values.slice(0, 2)).toEqual([
    ['blue', '2026-08-01', 0],
    ['blue', '2026-09-01', 0],
  ]);
  expect((await rows([recorded(by('dow')), count], { settings })).values).toHaveLength(7);
});

test('R1 beside an address, whose words differ from row to row, each comes once', async () => {
  const visit = await make.form('Call', { Home: { field_type: 'address' }, Seen: { field_type: 'date' } });
  const at = (components: object) => ({ text: '1 Main St', components, location: null });
  await make.record(visit, { Home: at({ city: 'Troy' }), Seen: '2026-01-05' }, { client_id });
  await make.record(visit, { Home: at({}), Seen: '2026-03-05' }, { client_id });
  const ofVisit = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
  const fields = [ofVisit('Home'), ofVisit('Seen', by('month_year')), count];
  const { records } = await page(owner, { fields, settings: { empty_groups: true } });
  expect(records.map(({ values }) => values.slice(1))).toEqual([
    ['2026-01-01', 1],
    ['2026-02-01', 0],
    ['2026-03-01', 1],
  ]);
});

test('R1 an Aggregate by day of the week is shown and written in words, and added up as numbers', async () => {
  const fields = [
    { ...recorded(by('dow')), key: 'day' },
    { ...count, key: 'number' },
  ];
  const body = { name: 'By day', report_type: 'client_forms' as const, fields };
  const { id } = await server.call(reportDefinitionRoutes.create, { as: owner, body });
  const draft: DefinitionDraft = {
    report_type: 'query',
    report_target_id: id,
    fields: [{ field: 'day' }, { field: 'day', agg_query: 'sum' }],
  };
  const { records } = await page(owner, draft);
  expect(records.map(({ display_values }) => display_values)).toEqual([
    ['Sunday', '0'],
    ['Saturday', '6'],
  ]);
  const written = await asking(owner, draft, {
    as: async (report) => {
      const all: SheetRow[] = [];
      for await (const some of report.exported().rows) all.push(...some);
      return all;
    },
  });
  expect(written).toEqual([
    ['Sunday', 0],
    ['Saturday', 6],
  ]);
});

test('R1 more than a thousand of them are not, and that is said', async () => {
  const settings = { empty_groups: true };
  const hourly = await rows([recorded(by('date_hour')), count], { settings });
  expect(hourly.values).toHaveLength(3);
  expect(hourly.warnings).toEqual([
    'From 08/01/26 09 AM to 11/01/26 01 AM there are more than 1,000 hours, so those without records are left out. Show fewer or longer periods.',
  ]);
});

test('R1 a format of dates says nothing of words', async () => {
  expect((await rows([of('Color', by('month_year')), count])).values).toEqual([
    ['blue', 1],
    ['red', 2],
  ]);
});

test('without records, the days of the week and the hours of the day are still known', async () => {
  const conditions = [{ field_name: 'client_id', op: 'LT', value: 0 }];
  const shownBy = async (output: string) => {
    const draft = { fields: [of('Color', { agg: 'count' }), recorded(by(output))], conditions };
    return (await page(owner, { ...draft, settings: { empty_groups: true } })).records.map(({ values }) => values);
  };
  expect(await shownBy('dow')).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => [0, day]));
  expect(await shownBy('hour')).toHaveLength(24);
  expect(await shownBy('month_year'), 'of which there is no first').toEqual([]);
});
