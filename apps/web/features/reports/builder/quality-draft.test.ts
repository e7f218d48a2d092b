import { expect, test } from 'vitest';
import { emptyReport, withForms, withType } from './draft.ts';
import { withQuestions } from './quality-draft.ts';

const choose = (values: typeof emptyReport, forms: number[]) => withQuestions(withForms(values, forms));

test('the form of a data quality report brings its columns, and so does another one in its place', () => {
  const begun = choose(withType(emptyReport, 'data_quality'), [12]);
  expect(begun.fields.map(({ form, field }) => [form, field])).toEqual([
    [12, 'question'],
    [12, 'response_id'],
    ...[
      [12, 'answer_status'],
      [12, 'answer_status'],
      [null, null],
    ],
    ...Array.from({ length: 3 }, () => [12, 'answer_status']),
  ]);
  expect([begun.mode, begun.settings]).toEqual(['agg', { empty_groups: true, totals: true }]);
  const other = choose(choose(begun, []), [13]);
  expect(other.fields.map(({ form }) => form)).toEqual([13, 13, 13, 13, null, 13, 13, 13]);
});

test('columns that somebody chose stay, and other types begin with none', () => {
  const begun = choose(withType(emptyReport, 'data_quality'), [12]);
  const kept = { ...begun, fields: begun.fields.slice(0, 2) };
  expect(choose(kept, [12]).fields).toHaveLength(2);
  expect(choose(withType(emptyReport, 'client_forms'), [12]).fields).toEqual([]);
});
