import { expect, test } from 'vitest';
import { reportConditions } from '#reports/conditions.ts';
import { defaultOrder, type ReportDefinition, reportFields, reportWindow } from '#reports/definition.ts';
import { referenceOf } from './reference.ts';
import type { Kinds, World } from './world.ts';

const kinds: Kinds = new Map([
  ['34', 'number'],
  ['35', 'choice'],
  ['36', 'date'],
  ['40', 'text'],
]);
const person = (id: number) => ({
  id,
  first_name: 'Ada',
  middle_name: null,
  last_name: 'Moss',
  dob: '1990-05-05',
  gender: 'female',
  active: true,
});
const of12 = (id: number, client_id: number, on: string, answers: Record<string, unknown>) => ({
  id,
  client_id,
  form_id: 12,
  completed_at: `2026-${on}T12:00:00.000Z`,
  answers,
});

/** The worked example of the payloads. */
const world: World = {
  people: [person(1), person(2)],
  responses: [
    of12(1, 1, '01-05', { 34: 10, 35: 'red', 36: '2026-01-01' }),
    of12(2, 1, '02-05', { 34: 4, 35: 'blue', 36: '2026-02-01' }),
    of12(3, 2, '01-20', { 35: 'red', 36: '2026-01-15' }),
    of12(4, 2, '03-01', { 34: 7, 35: 'green' }),
    { id: 5, client_id: 1, form_id: 13, completed_at: '2026-01-06T12:00:00.000Z', answers: { 40: 'a' } },
  ],
  instances: [],
  records: [],
  households: [],
  forms: new Map(),
  kinds,
  labels: new Map(),
  options: new Map(),
  questions: new Map(),
  meanings: new Map(),
  below: null,
  calendar: { today: '2026-04-01', weekStartsOn: 'sunday', fiscalYearStartMonth: 1 },
  timeZone: 'America/New_York',
};

const report = (fields: object[], more: object = {}): ReportDefinition => ({
  report_type: 'client_forms',
  report_target_id: null,
  fields: reportFields.parse(fields),
  conditions: reportConditions.parse({ and: [] }),
  default_order: defaultOrder.parse([]),
  window: null,
  partition_field: null,
  parameters: [],
  settings: {},
  ...more,
});
const id = { field: 'client_id' };
const score = { form: 12, field: '34' };
const main = (name: string | null) => ({ 12: [{ form: 12, field: 'completed_at', function: name }] });

test.each<[string, ReportDefinition, unknown[][]]>([
  [
    '1',
    report([id, score], { conditions: reportConditions.parse({ and: [{ field_name: '34', op: 'NEQ', value: 10 }] }) }),
    [
      [1, 4],
      [2, null],
      [2, 7],
    ],
  ],
  [
    '2',
    report([
      { form: 12, field: '35' },
      { ...score, agg: 'sum' },
      { ...id, agg: 'count', filters: { and: [{ form: 12, field_name: '34', op: 'GT', value: 5 }] } },
    ]),
    [
      ['blue', 4, 0],
      ['green', 7, 1],
      ['red', 10, 1],
    ],
  ],
  [
    '3, compare',
    report([id, score], {
      window: reportWindow.parse({
        order_fields: main('compare'),
        compare_operations: { 12: [{ ...score, function: 'diff' }] },
      }),
    }),
    [
      [1, -6],
      [2, null],
    ],
  ],
  [
    '3, running total',
    report([id, score], {
      window: reportWindow.parse({ functions: { 12: [{ ...score, function: 'running_total' }] } }),
    }),
    [
      [1, 10],
      [1, 14],
      [2, null],
      [2, 7],
    ],
  ],
  [
    '3, latest',
    report([id, score], { window: reportWindow.parse({ order_fields: main('latest') }) }),
    [
      [1, 4],
      [2, 7],
    ],
  ],
  [
    '4',
    report([id, score, { form: 13, field: '40' }]),
    [
      [1, 10, 'a'],
      [1, 4, null],
      [2, null, null],
      [2, 7, null],
    ],
  ],
  [
    '5',
    report([{ form: 12, field: '36' }, score, { type: 'operation', formula: 'A + B' }]),
    [
      ['2026-01-01', 10, '2026-01-11'],
      ['2026-02-01', 4, '2026-02-05'],
      ['2026-01-15', null, null],
      [null, 7, null],
    ],
  ],
])('the slow way gives what worked example %s says', (_, definition, rows) => {
  expect(referenceOf(world, definition).rows).toEqual(rows);
});
