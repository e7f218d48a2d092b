import { expect, test } from 'vitest';
import { reportFields } from '#reports/definition.ts';
import { definitionOf, emptyReport, type ReportValues } from './draft.ts';
import { endsShown, withBetter, withEndsShown, withResponses } from './ends-draft.ts';
import { withMatch } from './matching-draft.ts';

const values: ReportValues = {
  ...emptyReport,
  mode: 'agg',
  forms: [12, 13],
  fields: reportFields.parse([
    { form: 12, field: '36', agg: 'avg' },
    { form: 12, field: '36', bands: [0, 5] },
    { form: 13, field: '40', agg: 'count' },
  ]),
};
const compared = withResponses(values, 12, 'compare');
const time = { form: 12, field: 'completed_at', type: 'field' };

test('one response of each person counts, and all of them again', () => {
  expect(definitionOf(values).window).toBeNull();
  expect(definitionOf(compared).window).toEqual({ order_fields: { 12: [{ ...time, function: 'compare' }] } });
  expect(definitionOf(withResponses(compared, 12, null)).window).toBeNull();
});

test('a column shows the change, or improved, same and worse by what is better', () => {
  const changed = withEndsShown(compared, 'c1', 'change');
  expect(changed.fields[0]).toMatchObject({ agg: 'avg', first_to_latest: { show: 'change' } });
  expect(endsShown(changed, changed.fields[0]!)).toBe('change');
  const direction = withBetter(withEndsShown(compared, 'c1', 'direction'), 'c1', 'lower');
  expect(direction.fields[0]).toMatchObject({
    agg: 'count',
    first_to_latest: { show: 'direction', better: 'lower' },
  });
  expect(withEndsShown(compared, 'c2', 'direction').fields[1]?.bands).toBeUndefined();
  expect(withEndsShown(direction, 'c1', null).fields[0]?.first_to_latest).toBeUndefined();
});

test('the sum of both is of the window, and goes where something else is shown', () => {
  const summed = withEndsShown(withEndsShown(compared, 'c1', 'change'), 'c1', 'sum');
  expect(summed.fields[0]?.first_to_latest).toBeUndefined();
  expect(endsShown(summed, summed.fields[0]!)).toBe('sum');
  // The other column of that question shows the sum, too.
  const first = withEndsShown(summed, 'c1', 'first');
  expect(endsShown(first, first.fields[1]!)).toBe('sum');
  expect(withEndsShown(first, 'c2', 'change').window?.compare_operations).toBeUndefined();
});

test('without comparing, columns show their own answers again', () => {
  const changed = withEndsShown(compared, 'c1', 'change');
  expect(withResponses(changed, 12, 'latest').fields[0]?.first_to_latest).toBeUndefined();
  expect(withMatch(changed, 12, { response: 'latest' }).fields[0]?.first_to_latest).toBeUndefined();
  expect(withResponses(changed, 13, 'latest').fields[0]?.first_to_latest).toEqual({ show: 'change' });
});
