import { describe, expect, test } from 'vitest';
import { checkReport } from '../check/check-report.ts';
import { type Column, clientColumns, householdColumns, type ReportType } from '../columns.ts';
import { reportConditions } from '../conditions.ts';
import { defaultOrder, reportFields } from '../definition.ts';
import type { ReportSettings } from '../settings.ts';

const column = (field: string, more: Partial<Column> = {}): Column => ({
  form: null,
  field,
  type: 'field',
  label: field,
  result: 'number',
  ...more,
});
const shows = (form: number, field: string) => ({ of: { form, field, type: 'field' as const } });

type Sent = { fields: object[]; conditions?: object[]; settings?: ReportSettings; columns: readonly Column[] };

/** What is wrong with a report whose columns stand above forms, by path. */
const problems = (report_type: ReportType, { fields, conditions = [], settings = {}, columns }: Sent): string[] =>
  checkReport(
    {
      report_type,
      report_target_id: report_type === 'query' ? 1 : null,
      fields: reportFields.parse(fields),
      conditions: reportConditions.parse({ and: conditions }),
      default_order: defaultOrder.parse([]),
      window: null,
      partition_field: null,
      parameters: [],
      settings,
    },
    { columns, forms: [] },
  ).map(({ path }) => path);

describe('what the type of a report asks of it', () => {
  test('a table has to be named, and a field of a form', () => {
    const columns = [...clientColumns, column('34')];
    expect(problems('system', { fields: [{ field: 'client_id' }], columns })).toEqual(['settings.table']);
    expect(problems('fields', { fields: [{ field: 'client_id' }], columns })).toEqual(['fields']);
    expect(problems('fields', { fields: [{ field: 'client_id' }, { field: '34' }], columns })).toEqual([]);
  });

  test('a household has no age, and is counted by what is known of it', () => {
    const columns = [...householdColumns, column('client_age')];
    const check = (fields: object[], settings: ReportSettings = {}) =>
      problems('household', { fields, settings, columns });
    expect(check([{ field: 'household_id' }, { field: 'client_age' }])).toEqual(['fields.1.agg']);
    expect(check([{ field: 'client_age' }], { per_member: true })).toEqual([]);
    const filters = (field_name: string) => ({ and: [{ field_name, op: 'GT', value: 2 }] });
    const counted = (field: string, by: string) => ({ field, agg: 'count', filters: filters(by) });
    expect(check([counted('household_id', 'household_size'), counted('client_age', 'client_age')])).toEqual([]);
    expect(check([counted('household_id', 'client_age')])).toEqual(['fields.0.filters.and.0.field_name']);
  });

  test('an Aggregate has three groups at most, and conditions by form and field or by key', () => {
    const columns = [
      column('a', shows(12, '34')),
      column('b', shows(12, '34')),
      column('c', shows(13, '34')),
      column('d', shows(13, '40')),
    ];
    const check = (fields: object[], ...conditions: object[]) => problems('query', { fields, conditions, columns });
    expect(check(['a', 'b', 'c'].map((field) => ({ field })))).toEqual([]);
    expect(check(['a', 'b', 'c', 'd'].map((field) => ({ field })))).toEqual(['fields']);
    const about = (field_name: string, form?: number) => ({ field_name, form, op: 'EQ', value: 1 });
    expect(check([{ field: 'a' }], about('34', 12), about('40'), about('d'))).toEqual([]);
    expect(check([{ field: 'a' }], about('34'), about('40', 12), about('e'))).toEqual([
      'conditions.and.0.field_name',
      'conditions.and.1.field_name',
      'conditions.and.2.field_name',
    ]);
  });
});
