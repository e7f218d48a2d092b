import { expect, test } from 'vitest';
import { alternativesOf, conditionsIn, type ReportCondition, reportConditions } from '#reports/conditions.ts';
import { reportFields } from '#reports/definition.ts';
import { emptyReport, type ReportValues, withForms } from './draft.ts';
import { changedParameter, isUsed, withoutParameter } from './parameter-draft.ts';

const asked = (parameter: string, op = 'EQ') => ({ form: 12, field_name: '36', op, parameter });
const values: ReportValues = {
  ...emptyReport,
  forms: [12, 13],
  fields: reportFields.parse([
    { form: 12, field: '36', agg: 'count', filters: { and: [asked('period', 'LT')] } },
    { form: 13, field: '40' },
  ]),
  conditions: reportConditions.parse({
    and: [asked('period'), { ...asked('program', 'IN'), form: 13, field_name: '35' }],
  }),
  parameters: [
    { key: 'period', label: 'Period', type: 'period', column: null, default: ['2026-01-01', '2026-01-31'] },
    {
      key: 'program',
      label: 'Program',
      type: 'choice',
      column: { form: 12, field: '35', type: 'field' },
      default: null,
    },
  ],
};

test('what is no longer asked leaves its default in the conditions, and nothing where all was the default', () => {
  const without = withoutParameter(values, 'period');
  expect(without.parameters.map(({ key }) => key)).toEqual(['program']);
  expect(without.conditions.and[0]).toEqual({
    form: 12,
    field_name: '36',
    op: 'RANGE',
    value: ['2026-01-01', '2026-01-31'],
  });
  expect(without.fields[0]?.filters?.and).toEqual([{ form: 12, field_name: '36', op: 'LT', value: '2026-01-01' }]);
  expect(isUsed(without, 'period')).toBe(false);
  expect(conditionsIn(withoutParameter(values, 'program').conditions).map(({ parameter }) => parameter)).toEqual([
    'period',
  ]);
});

test('of conditions of which one must hold the others stay', () => {
  const [seen, program] = values.conditions.and as [ReportCondition, ReportCondition];
  const other = { form: 13, field_name: '40', op: 'EMPTY' as const };
  const either = { ...values, conditions: { and: [{ or: [program, seen, other] }] } };
  const [left] = withoutParameter(either, 'program').conditions.and;
  expect(left && alternativesOf(left)).toEqual([seen, other]);
  expect(withForms(either, [13]).conditions.and).toEqual([other]);
});

test('a name and a default are changed; conditions go on referring to it', () => {
  const changed = changedParameter(values, 'period', { label: 'When', default: null });
  expect(changed.parameters[0]).toMatchObject({ key: 'period', label: 'When', default: null });
  expect(isUsed(changed, 'period')).toBe(true);
});

test('what was asked of a form goes with that form', () => {
  const left = withForms(values, [13]);
  expect(left.parameters.map(({ key }) => key)).toEqual(['period']);
  expect(left.conditions.and).toEqual([]);
});
