import { expect, test } from 'vitest';
import { exampleField, examplePlace } from '#forms/testing.ts';
import { neverShownWords } from './never-shown-words.ts';

const names = ['Rent', 'Landlord', 'Pets', 'Cats', 'Dogs', 'Birds', 'Fish'];
const form = {
  form_fields: names.map((name, id) => examplePlace(id, exampleField('freeform-short', { name }))),
  logic: ['Hide Rent', 'Hide Landlord'].map((name) => ({ name, condition: { and: [] }, actions: [] })),
};
const never = (field_id: number, rules: number[], byOwnCondition = false) => ({ field_id, rules, byOwnCondition });

test.each([
  [
    'two',
    [never(0, [0]), never(1, [1])],
    '“Rent” and “Landlord” can’t appear when someone starts with an empty form, whatever they answer. ' +
      'Check the rule “Hide Rent” and the rule “Hide Landlord”.',
  ],
  [
    'one by its own condition',
    [never(2, [], true), never(1, [1])],
    '“Pets” and “Landlord” can’t appear when someone starts with an empty form, whatever they answer. ' +
      'Check the rule “Hide Landlord” and “Show when” of “Pets”.',
  ],
  [
    'many',
    names.map((_, id) => never(id, [0])),
    '“Rent”, “Landlord”, “Pets”, “Cats”, “Dogs” and 2 more can’t appear when someone starts with an empty form, ' +
      'whatever they answer. Check the rule “Hide Rent”.',
  ],
])('questions that can’t appear are named with what to check: %s', (_, found, words) => {
  expect(neverShownWords(found, form)).toBe(words);
});
