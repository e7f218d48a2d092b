import { expect, test } from 'vitest';
import type { Rule } from '../definition/rule.ts';
import { exampleField, exampleForm, examplePlace } from '../testing.ts';
import { noNames } from '../words/condition-words.ts';
import { dictionaryLabels, dictionaryOf } from './dictionary.ts';

const when = (field_name: string, op: 'GTE' | 'EMPTY', value?: number): Rule['condition'] => ({
  and: [{ scope: 'form', conditions: { and: [{ field_name, op, ...(value !== undefined && { value }) }] } }],
});

test('a dictionary tells in words when a field is shown and required, what rules do, and what is calculated', () => {
  const rent = examplePlace(2, exampleField('number', { name: 'Rent' }));
  const form = {
    ...exampleForm(examplePlace(1, exampleField('number', { name: 'Income' })), { ...rent, is_required: true }),
    logic: [
      {
        name: 'a',
        condition: when('1', 'GTE', 2000),
        actions: [
          { type: 'show', field_id: 2 },
          { type: 'set', field_id: 2, payload: { value: 500, keeps: false } },
        ],
      },
      { name: 'b', condition: when('1', 'EMPTY'), actions: [{ type: 'optional', field_id: 2 }] },
    ] as Rule[],
    calculations: [
      {
        id: 7,
        name: 'Left over',
        equation: 'a-b',
        calculation_type: 'numeric' as const,
        calculation_subtype: null,
        display_unit: null,
        position: 0,
        formatter: {},
        variables: (['a', 'b'] as const).map((name, index) => ({
          name,
          record_type: 'Field' as const,
          record_id: index + 1,
          parameter_type: null,
          value: null,
        })),
      },
    ],
  };
  const rows = dictionaryOf({ kind: 'client' }, form, noNames).map((row) =>
    Object.fromEntries(dictionaryLabels.map((label, place) => [label, row[place]])),
  );
  const told = (column: string) => rows.find((row) => row.Column === column);
  expect(told('Income [1]')).toMatchObject({ Required: 'No', Shown: 'Always', Rules: null });
  expect(told('Rent [2]')).toMatchObject({
    Required: 'Yes\nNo when Income is empty',
    Shown: 'When Income is at least 2,000',
    Rules: 'When Income is at least 2,000: suggest 500 for Rent',
  });
  expect(told('Left over')).toMatchObject({ 'How it is written': 'Not in the file', Description: 'Income − Rent' });
});

test('a dictionary tells what options say in place of an answer, and which are no longer offered', () => {
  const options = [
    { label: 'Yes', value: 'yes' },
    { label: 'Doesn’t know', value: '8', meaning: 'unknown' as const },
    { label: 'Refused', value: '9', meaning: 'declined' as const, hidden: true },
  ];
  const field_options = options.map((one, position) => ({ ...one, position }));
  const form = exampleForm(examplePlace(1, exampleField('select-one', { name: 'Veteran', field_options })));
  const [at, row] = [dictionaryLabels.indexOf('Options'), dictionaryOf({ kind: 'client' }, form, noNames)];
  expect(row.find(([column]) => column === 'Veteran [1]')?.[at]).toBe(
    'yes = Yes\n8 = Doesn’t know (unknown)\n9 = Refused (declined, no longer offered)',
  );
});
