import { describe, expect, test } from 'vitest';
import { type Catalogue, type Column, clientColumns, responseColumns } from '../columns.ts';
import { reportConditions } from '../conditions.ts';
import { defaultOrder, type ReportDefinition, reportFields, reportWindow } from '../definition.ts';
import { checkReport } from './check-report.ts';

const field = (form: number, id: string, result: Column['result'], more: Partial<Column> = {}): Column => ({
  form,
  field: id,
  type: 'field',
  label: `Field ${id}`,
  result,
  ...more,
});
const form = (id: number, columns: Column[], form_type: 'client' | 'internal' = 'client') => ({
  id,
  name: `Form ${id}`,
  form_type,
  restricted: false,
  columns: [...responseColumns(id), ...columns],
});
const catalogue: Catalogue = {
  columns: clientColumns,
  forms: [
    form(12, [
      field(12, '34', 'number'),
      field(12, '35', 'choice'),
      field(12, '36', 'date'),
      field(12, '37', 'address'),
      field(12, '38', 'date', { changing: true }),
    ]),
    form(13, [field(13, '34', 'number'), field(13, '40', 'text')]),
    form(20, [field(20, '50', 'record', { internal_form_id: 21 })], 'internal'),
    form(21, [field(21, '51', 'text')], 'internal'),
    form(22, [], 'internal'),
  ],
};

type Draft = { [K in 'fields' | 'conditions' | 'default_order']?: object[] } & {
  window?: object;
  type?: ReportDefinition['report_type'];
  partition_field?: ReportDefinition['partition_field'];
};
const score = { form: 12, field: '34' };

const definitionOf = ({
  fields = [score],
  conditions = [],
  default_order = [],
  window,
  type,
  partition_field,
}: Draft) => ({
  report_type: type ?? 'client_forms',
  report_target_id: null,
  fields: reportFields.parse(fields),
  conditions: reportConditions.parse({ and: conditions }),
  default_order: defaultOrder.parse(default_order),
  window: window ? reportWindow.parse(window) : null,
  partition_field: partition_field ?? null,
  parameters: [],
  settings: {},
});
const issuesOf = (draft: Draft) => checkReport(definitionOf(draft), catalogue);
const pathsOf = (draft: Draft) => issuesOf(draft).map(({ path }) => path);
const operation = (formula?: string) => ({ type: 'operation', formula });

describe('a report is refused', () => {
  test.each<[string, Draft, string[]]>([
    ['without a form', { fields: [{ field: 'client_id' }] }, ['fields']],
    ['with a field that is on no form', { fields: [score, { form: 12, field: '99' }] }, ['fields.1.field']],
    ['with a form that may not be used', { fields: [score, { form: 99, field: '34' }] }, ['fields.1.form']],
    [
      'with the same key twice',
      {
        fields: [
          { ...score, key: 'a' },
          { ...score, key: 'a' },
        ],
      },
      ['fields.1.key'],
    ],
    ['with a part of what is no address', { fields: [{ ...score, component: 'city' }] }, ['fields.0.component']],
    ['with true counted of numbers', { fields: [{ ...score, agg: 'count_true' }] }, ['fields.0.agg']],
    [
      'with a condition on an unknown column',
      { conditions: [{ field_name: 'client_pet', op: 'EMPTY' }] },
      ['conditions.and.0.field_name'],
    ],
    [
      'with a field of several forms',
      { fields: [score, { form: 13, field: '40' }], conditions: [{ field_name: '34', op: 'EMPTY' }] },
      ['conditions.and.0.field_name'],
    ],
    [
      'with an operator that does not fit',
      { conditions: [{ field_name: '34', op: 'BWITH', value: '1' }] },
      ['conditions.and.0.op'],
    ],
    [
      'with a value that does not fit',
      { conditions: [{ field_name: '34', op: 'GT', value: 'x' }] },
      ['conditions.and.0.value'],
    ],
    [
      'with a day that no calendar has',
      { fields: [{ form: 12, field: '36' }], conditions: [{ field_name: '36', op: 'EQ', value: '2026-02-31' }] },
      ['conditions.and.0.value'],
    ],
    [
      'RP-33 with client_link but of public forms',
      { conditions: [{ field_name: 'client_link', op: 'TRUE' }] },
      ['conditions.and.0.field_name'],
    ],
    [
      'RP-33 with client_link and another comparison',
      { type: 'public_forms', conditions: [{ field_name: 'client_link', op: 'EQ', value: 'x' }] },
      ['conditions.and.0.op'],
    ],
    [
      'with filters that do not fit',
      { fields: [{ ...score, agg: 'sum', filters: { and: [{ field_name: '34', op: 'CONTAINS', value: 'x' }] } }] },
      ['fields.0.filters.and.0.op'],
    ],
    [
      'with an order by what is not grouped',
      { fields: [{ ...score, agg: 'sum' }], default_order: [{ form: 12, field: '35' }] },
      ['default_order.0.field'],
    ],
    ['with an order by an unknown key', { default_order: [{ key: 'c9' }] }, ['default_order.0.key']],
    [
      'with functions of rows beside groups',
      { fields: [{ ...score, agg: 'sum' }], window: { functions: { 12: [{ ...score, function: 'previous' }] } } },
      ['window.functions.12'],
    ],
    ['with a window of another form', { window: { order_fields: { 13: [] } } }, ['window.order_fields.13']],
    [
      'with text in a total',
      {
        fields: [{ form: 13, field: '40' }],
        window: { functions: { 13: [{ form: 13, field: '40', function: 'running_total' }] } },
      },
      ['window.functions.13.0.field'],
    ],
    [
      'with compare operations and no compare',
      { window: { compare_operations: { 12: [{ ...score, function: 'diff' }] } } },
      ['window.compare_operations.12'],
    ],
    [
      'with a window by what changes daily',
      {
        window: { order_fields: { 12: [{ form: 12, field: '38', function: 'latest' }] } },
        partition_field: { form: 12, field: '38', type: 'field' },
      },
      ['window.order_fields.12.0.field', 'partition_field.field'],
    ],
    [
      'with first and latest answers of strangers',
      {
        type: 'public_forms',
        fields: [{ ...score, first_to_latest: { show: 'change' } }],
        window: { order_fields: { 12: [{ form: 12, field: 'completed_at', function: 'compare' }] } },
      },
      ['fields.0.first_to_latest'],
    ],
    [
      'with functions beside latest',
      {
        window: {
          order_fields: { 12: [{ ...score, function: 'latest' }] },
          functions: { 12: [{ ...score, function: 'next' }] },
        },
      },
      ['window.functions.12'],
    ],
    [
      'with a part that is not there',
      { partition_field: { form: 12, field: '99', type: 'field' } },
      ['partition_field.field'],
    ],
    [
      'with internal forms of which none picks the other',
      {
        type: 'internal_forms',
        fields: [
          { form: 20, field: '50' },
          { form: 22, field: 'response_id' },
        ],
      },
      ['fields'],
    ],
  ])('%s', (_, draft, paths) => {
    expect(pathsOf(draft)).toEqual(paths);
  });

  test('RP-21 RP-22 with a second form on public forms', () => {
    const fields = [score, { form: 13, field: '40' }];
    expect(issuesOf({ type: 'public_forms', fields })).toEqual([
      {
        path: 'fields',
        message: 'Multiple forms cannot be used on a Public Form report as there is no client record to connect on.',
      },
    ]);
  });

  test.each([
    ['RP-24', undefined, 'Formula is required'],
    ['RP-25', 'A', 'Formula must be in format: A + B or A + B - C'],
    ['RP-25', 'a + b', 'Formula must be in format: A + B or A + B - C'],
    ['RP-25', 'AB + A', 'Formula must be in format: A + B or A + B - C'],
    ['RP-28', 'A + Z', 'There is no column Z'],
    ['RP-29', 'A + C', 'Column C is a calculation. Use the columns in its formula instead.'],
    ['RP-29', 'A + B', 'Column B has neither numbers nor dates'],
  ])('%s with the formula %s', (_, formula, message) => {
    const fields = [score, { form: 12, field: '35' }, operation('A + A'), operation(formula)];
    expect(issuesOf({ fields })).toEqual([{ path: 'fields.3.formula', message }]);
  });

  test('with 10,000 conditions before any of them is looked at', () => {
    const conditions = Array.from({ length: 10_000 }, () => ({ field_name: '34', op: 'EMPTY' }));
    expect(reportConditions.safeParse({ and: conditions }).error?.issues).toMatchObject([
      { path: ['and'], message: 'Use at most 50 conditions' },
    ]);
  });
});

test('a report that fits is not refused, whatever of it speaks of every form', () => {
  const draft = {
    fields: [{ field: 'client_id' }, score, { form: 13, field: '34' }, operation('B - C')],
    conditions: [
      { field_name: 'created_at', op: 'EQ', value: 'last 30 days' },
      { form: 13, field_name: '34', op: 'RANGE', value: [1, 2] },
      { field_name: 'client_dob', op: 'DOW', value: [0] },
    ],
    default_order: [
      { key: 'c4', order: 'desc' },
      { form: 12, field: '36' },
    ],
  };
  expect(issuesOf(draft)).toEqual([]);
});

test('of two internal forms the one that picks gives the rows', () => {
  const fields = [
    { form: 21, field: '51' },
    { form: 20, field: 'response_id' },
  ];
  expect(issuesOf({ type: 'internal_forms', fields })).toEqual([]);
});
