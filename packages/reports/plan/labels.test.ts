import { expect, test } from 'vitest';
import {
  type Aggregate,
  aggregates,
  type Catalogue,
  type Column,
  clientColumns,
  householdColumns,
  type ReportType,
} from '../columns.ts';
import { reportConditions } from '../conditions.ts';
import { reportFields } from '../definition.ts';
import type { ReportSettings } from '../settings.ts';
import { planReport } from './plan-report.ts';

const column = (form: number | null, field: string, label: string): Column => ({
  form,
  field,
  type: 'field',
  label,
  result: 'boolean',
});
const visits = [1, 2].map((id) => ({
  id,
  name: 'Visits',
  form_type: 'client' as const,
  restricted: false,
  columns: [column(id, '34', 'Program')],
}));
const catalogue: Catalogue = {
  columns: [...householdColumns, ...clientColumns.slice(1), column(null, 'c1', 'Score'), column(null, '34', 'Program')],
  forms: visits,
};

type Sent = { settings?: ReportSettings; fields: object[] };
const labels = (report_type: ReportType, { settings = {}, fields }: Sent): string[] =>
  planReport(
    {
      report_type,
      report_target_id: null,
      fields: reportFields.parse(fields),
      conditions: reportConditions.parse({ and: [] }),
      default_order: [],
      window: null,
      partition_field: null,
      parameters: [],
      settings,
    },
    catalogue,
  ).plan.columns.map(({ label }) => label);

const program = (form: number | null, agg: Aggregate = 'percent') => ({ form, field: '34', agg });
const people = { field: 'client_id', agg: 'count_distinct', label: 'People' };

test.each<[ReportType, Sent, string[]]>([
  ['client_forms', { fields: [people, program(1)] }, ['People', 'Program (percent of answers)']],
  [
    'client_forms',
    { fields: [program(1), program(2)] },
    ['Program (percent of answers)', 'Program (percent of answers)'],
  ],
  [
    'client_forms',
    { settings: { include_people_without_responses: true }, fields: [program(1)] },
    ['Program (percent of answers)'],
  ],
  ['public_forms', { fields: [program(1)] }, ['Program (percent of answers)']],
  ['internal_forms', { fields: [program(1)] }, ['Program (percent of answers)']],
  ['fields', { fields: [program(null)] }, ['Program (percent of answers)']],
  ['fields', { settings: { all_answers: true }, fields: [program(null)] }, ['Program (percent of answers)']],
  [
    'household',
    { fields: [{ field: 'household_size', agg: 'percent' }, program(null)] },
    ['Size (percent of households)', 'Program (percent of answers)'],
  ],
  [
    'household',
    { settings: { per_member: true }, fields: [{ field: 'household_size', agg: 'percent' }] },
    ['Size (percent of members)'],
  ],
  ['query', { fields: [{ field: 'c1', agg_query: 'percent' }] }, ['Score (percent of rows)']],
  [
    'system',
    { settings: { table: 'people' }, fields: [{ field: 'client_first_name', agg: 'percent' }] },
    ['First name (percent of people)'],
  ],
  ['client_forms', { fields: [{ ...program(1), label: 'Share' }] }, ['Share']],
])('a percentage of a %s report says of what it is: %j', (report_type, sent, expected) =>
  expect(labels(report_type, sent)).toEqual(expected),
);

test('every function is called in words', () => {
  const fields = (Object.keys(aggregates) as Aggregate[])
    .filter((agg) => agg !== 'count_households')
    .map((agg) => program(1, agg));
  expect(labels('client_forms', { fields }).map((label) => label.replace(/^Program \((.*)\)$/, '$1'))).toEqual([
    ...['count', 'count distinct', 'sum', 'avg', 'min', 'max', 'median', 'percent of answers'],
    ...['first', 'last', 'count true', 'percent true of answers'],
  ]);
});
