import { describe, expect, test } from 'vitest';
import { addDays } from '#forms/calendar.ts';
import { datePresets, presetOf } from '#forms/logic/presets.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { values } = reporting(server);
const organization = await server.newOrganization();
const make = formMakers(server, organization);

const visits = await make.form('Visits', {
  Name: {},
  Said: {},
  Score: { field_type: 'number' },
  Seen: { field_type: 'date' },
  Well: { field_type: 'checkbox' },
});
const client_id = await make.person();
// A Saturday and a Monday.
await make.record(visits, { Name: 'a', Said: 'Harbor', Score: 3, Seen: '2026-03-14', Well: true }, { client_id });
await make.record(visits, { Name: 'b', Said: 'Hill', Score: 10, Seen: '2026-03-16', Well: false }, { client_id });
await make.record(visits, { Name: 'c' }, { client_id });

const of = (form: typeof visits, name: string) => String(form.ids[name]);
/** The names of the responses of which a condition holds, in their order. */
const holding = async (condition: object, form = visits) =>
  (
    await values(organization.owner, {
      fields: [{ form: form.id, field: of(form, 'Name') }],
      conditions: [condition],
      default_order: [{ form: form.id, field: of(form, 'Name') }],
    })
  )
    .flat()
    .join(' ');

describe('a condition of a report', () => {
  test.each<[op: string, name: string, value: unknown, names: string]>([
    ['EQ', 'Score', 3, 'a'],
    ['NEQ', 'Score', 3, 'b c'],
    ['IN', 'Score', [3, 4], 'a'],
    ['NIN', 'Score', [3, 4], 'b c'],
    ['LT', 'Score', 10, 'a'],
    ['LTE', 'Score', 10, 'a b'],
    ['GT', 'Score', 3, 'b'],
    ['GTE', 'Score', 3, 'a b'],
    ['BWITH', 'Said', 'ha', 'a'],
    ['EWITH', 'Said', 'LL', 'b'],
    ['CONTAINS', 'Said', 'arb', 'a'],
    ['NCONTAINS', 'Said', 'arb', 'b c'],
    ['NCONTAIN', 'Said', 'arb', 'b c'],
    ['RANGE', 'Score', [3, 9], 'a'],
    ['NRANGE', 'Score', [3, 9], 'b c'],
    ['DOW', 'Seen', [6], 'a'],
    ['NDOW', 'Seen', [6], 'b c'],
    ['EQ', 'Seen', 'monday', 'b'],
    ['EMPTY', 'Said', null, 'c'],
    ['NEMPTY', 'Said', null, 'a b'],
    ['TRUE', 'Well', null, 'a'],
    ['FALSE', 'Well', null, 'b'],
  ])('RP-31 %s of %s and %j holds of these', async (op, name, value, names) => {
    expect(await holding({ field_name: of(visits, name), op, value })).toBe(names);
  });

  test('RP-34 RP-35 RP-36 RP-37 with words for days is met from the first of them to the last', async () => {
    const seen = await make.form('Days', { Name: { field_type: 'date' } });
    const today = todayIn('America/New_York');
    const ranges = datePresets.flatMap((words) => {
      const range = presetOf(words, { today, weekStartsOn: 'sunday', fiscalYearStartMonth: 1 })!;
      return 'first' in range ? [{ words, ...range }] : [];
    });
    expect(ranges).toHaveLength(datePresets.length - 7);
    const edges = ranges.flatMap(({ first, last }) => [addDays(first, -1), first, last, addDays(last, 1)]);
    const days = [...new Set(edges)].toSorted();
    for (const Name of days) await make.record(seen, { Name }, { client_id });
    for (const { words, first, last } of ranges)
      expect(await holding({ field_name: of(seen, 'Name'), op: 'EQ', value: words }, seen), words).toBe(
        days.filter((day) => first <= day && day <= last).join(' '),
      );
  });
});

test('RP-15 people have fifteen columns', async () => {
  const live = householdMakers(server, organization);
  const [ana, leo] = [
    await live.person('Ana', { dob: '1950-03-14', dod: '2020-03-13' }),
    await live.person('Leo', { dob: '2019-05-01', gender: 'male' }),
  ];
  await live.add(ana, leo, 'son');
  const household = await live.household(ana);
  const intake = await make.form('Intake', { Name: {} });
  await make.record(intake, { Name: 'of Ana' }, { client_id: ana });
  await server.query(`update clients set middle_name = 'May' where id = $1`, [ana]);
  const columns = [
    ...['client_id', 'client_first_name', 'client_middle_name', 'client_last_name', 'client_full_name'],
    ...['client_dob', 'client_age', 'client_dod', 'client_active', 'client_gender', 'client_ssn_suffix'],
    ...['client_created_at', 'client_updated_at', 'household_id', 'household_title'],
  ];
  const [shown] = await values(organization.owner, {
    fields: [...columns.map((field) => ({ field })), { form: intake.id, field: of(intake, 'Name') }],
    conditions: [{ field_name: 'client_id', op: 'EQ', value: ana }],
  });
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(Object.fromEntries(columns.map((field, at) => [field, shown![at]]))).toEqual({
    client_id: ana,
    client_first_name: 'Ana',
    client_middle_name: 'May',
    client_last_name: 'Rivera',
    client_full_name: 'Ana May Rivera',
    client_dob: '1950-03-14',
    client_age: 69,
    client_dod: '2020-03-13',
    client_active: true,
    client_gender: 'female',
    client_ssn_suffix: '1234',
    client_created_at: moment,
    client_updated_at: moment,
    household_id: household?.household_id,
    household_title: 'Rivera household',
  });
});
