import { expect, test } from 'vitest';
import { idsIn, referencesIn, renumberedBy } from '#forms/definition/references.ts';
import { blankDefinition, type ReportDefinition, reportFields } from './definition.ts';
import { inReport } from './references.ts';

const of = (form: number, field: string, type: 'field' | 'calculation' = 'field') => ({ form, field, type });
const equals = (form: number, field_name: string, value: unknown) =>
  ({ form, field_name, op: 'EQ', value }) as ReportDefinition['conditions']['and'][number];

/** A report that refers to other forms and columns in each of its parts: forms 1 to 13, and 11 to 24 on them. */
const report: ReportDefinition = {
  ...blankDefinition,
  report_type: 'client_forms',
  report_target_id: 99,
  fields: reportFields.parse([
    { ...of(1, '11'), agg: 'count', filters: { and: [equals(2, '12', 'a')] } },
    of(3, '13', 'calculation'),
    { ...of(1, '11'), agg: 'last', by: '20' },
    { field: 'client_dob', elapsed: { unit: 'years', until: of(11, '22') } },
    { field: 'client_id' },
    { type: 'operation', formula: 'A + B' },
  ]),
  // The key of a column may consist of digits: it is no field's ID.
  conditions: { and: [equals(4, '14', 5), { field_name: '25', type: 'column', op: 'GT', value: 5 }] },
  default_order: [
    { ...of(5, '15'), order: 'asc' },
    { form: null, key: 'c1', order: 'asc' },
  ],
  window: {
    filters: { 6: { and: [equals(6, '16', 'b')] } },
    order_fields: { 7: [{ ...of(7, '17'), function: 'latest' }] },
    functions: { 8: [{ ...of(8, '18', 'calculation'), function: 'next' }] },
  },
  partition_field: of(9, '19'),
  parameters: [{ key: 'program', label: 'Program', type: 'choice', column: of(10, '21'), default: ['c'] }],
  settings: { matching: { 12: { response: 'latest_at', date: { field: '23', type: 'field' }, at: of(13, '24') } } },
};

test('a report refers to forms, fields, calculations, options and a report in all of its parts', () => {
  const ids = (thing: Parameters<typeof idsIn>[2]) => [...idsIn(inReport, report, thing)].toSorted((a, b) => a - b);
  expect(ids('form')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(ids('field')).toEqual([11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24]);
  expect(ids('calculation')).toEqual([13, 18]);
  expect(ids('report')).toEqual([99]);
  const options = referencesIn(inReport, report).filter(({ thing }) => thing === 'option');
  expect(options.map((one) => (one.thing === 'option' ? [one.id, one.value] : null)).toSorted()).toEqual([
    [12, 'a'],
    [14, '5'],
    [16, 'b'],
    [21, 'c'],
  ]);
});

test('a report is renumbered in all of its parts, and is the same again with the numbers it had', () => {
  const range = Array.from({ length: 100 }, (_, id) => id);
  const [there, back] = [1000, -1000].map((by) => {
    const numbers = new Map(range.map((id) => (by > 0 ? [id, id + by] : [id - by, id])));
    return renumberedBy({ field: numbers, calculation: numbers, form: numbers, report: numbers });
  }) as [ReturnType<typeof renumberedBy>, ReturnType<typeof renumberedBy>];
  const moved = inReport(report, there);
  expect(referencesIn(inReport, moved).every(({ id }) => id >= 1000)).toBe(true);
  expect(inReport(moved, back)).toEqual(report);
});

test('an Aggregate shows columns by their keys, which are no IDs', () => {
  const aggregate: ReportDefinition = {
    ...blankDefinition,
    report_type: 'query',
    report_target_id: 99,
    fields: reportFields.parse([{ field: '11' }, { field: '12', agg_query: 'count' }]),
    conditions: { and: [equals(4, '14', 5)] },
  };
  expect(idsIn(inReport, aggregate, 'field')).toEqual(new Set([14]));
  expect(idsIn(inReport, aggregate, 'report')).toEqual(new Set([99]));
});
