import { describe, expect, test } from 'vitest';
import type { Catalogue } from '#reports/columns.ts';
import { emptyReport, type ReportValues, withColumn, withFormula, withMode, withOperation } from './draft.ts';
import { controlOf, previewOf, reportIssues, stepOf } from './issues.ts';

const number = (field: string) => ({ form: 12, field, type: 'field', label: field, result: 'number' }) as const;
const catalogue: Catalogue = {
  columns: [],
  forms: [{ id: 12, name: 'Intake', form_type: 'client', restricted: false, columns: [number('34'), number('35')] }],
};
const values: ReportValues = ['34', '35'].reduce((now, field) => withColumn(now, number(field), true), {
  ...emptyReport,
  name: 'Scores',
  forms: [12],
});
const found = (report: ReportValues) => {
  const { open, wrong } = reportIssues(report, catalogue);
  return [...open, ...wrong].map(({ path, message }) => `${path}: ${message}`);
};
const withSum = (formula: string) => withFormula(withOperation(values), 'c3', formula);

describe('what is wrong with a report', () => {
  test('that is nothing yet', () =>
    expect(found(emptyReport)).toEqual(['fields: Choose at least one field', 'name: Enter a name']));

  test.each([
    ['', 'fields.2.formula: Formula is required'],
    ['A', 'fields.2.formula: Formula must be in format: A + B or A + B - C'],
    ['A + ?', 'fields.2.formula: Formula must be in format: A + B or A + B - C'],
    ['A + C', 'fields.2.formula: Column C is a calculation. Use the columns in its formula instead.'],
  ])('RP-24 RP-25 RP-29 a formula %s', (formula, said) => expect(found(withSum(formula))).toEqual([said]));

  test('an aggregate without a function', () =>
    expect(found(withMode(values, 'agg'))).toEqual([
      'function_mode: Choose a function for at least one column, or None. To list each value once, count a column and hide it',
    ]));

  test('a condition that is not finished is said once', () =>
    expect(found({ ...values, conditions: { and: [{ field_name: '', op: 'EQ' }] } })).toEqual([
      'conditions.and.0.field_name: Choose a field for the condition',
    ]));

  test('nothing', () => expect(found(withSum('A + B'))).toEqual([]));
});

describe('a preview', () => {
  const asked = (report: ReportValues) => {
    const { open, wrong } = reportIssues(report, catalogue);
    return previewOf(report, [...open, ...wrong]);
  };

  test('waits for a field', () => expect(asked(emptyReport)).toEqual({ waits: 'Choose at least one field' }));

  test('goes without formulas and conditions that are on their way', () => {
    const half = { ...withSum('A +'), conditions: { and: [{ field_name: '34', op: 'EQ' as const }] } };
    expect(asked(half)).toMatchObject({ body: { fields: [{ key: 'c1' }, { key: 'c2' }], conditions: { and: [] } } });
  });

  test('is the same whatever columns are called and hidden', () => {
    const [first, ...rest] = values.fields as [ReportValues['fields'][number]];
    expect(asked({ ...values, fields: [{ ...first, label: 'Points', hidden: true }, ...rest] })).toEqual(asked(values));
  });
});

test.each([
  ['fields', 'fields', 'fields'],
  ['fields.3.field', 'layout', 'fields.3.label'],
  ['fields.3.formula', 'layout', 'fields.3.formula'],
  ['fields.3.agg_query', 'function', 'fields.3.agg'],
  ['fields.3.filters.and.0.value', 'function', 'fields.3.filters.and.0.value'],
  ['window.order_fields.12.0.field', 'function', 'window.order_fields.12'],
  ['default_order.1.key', 'function', 'default_order.1'],
  ['settings.table', 'fields', 'settings'],
  ['settings.matching', 'fields', 'forms'],
  ['settings.matching.12.at.field', 'fields', 'settings.matching.12.at'],
  ['name', 'name', 'name'],
])('%s is mended in step %s at %s', (path, step, control) => {
  expect(stepOf(path)).toBe(step);
  expect(controlOf(path)).toBe(control);
});
