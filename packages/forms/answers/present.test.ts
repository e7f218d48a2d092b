import { describe, expect, test } from 'vitest';
import { exampleField, exampleForm, examplePlace } from '../testing.ts';
import { blankForm, displayAnswers, slotsOf } from './present.ts';

const file = { file_id: 7, filename: 'id.pdf', content_type: 'application/pdf', size: 12, url: '/api/files/7' };
const form = exampleForm(
  examplePlace(8, exampleField('attachment')),
  examplePlace(1, exampleField('freeform-short')),
  examplePlace(2, exampleField('freeform-long')),
  examplePlace(3, exampleField('number', { metadata: { format: 'currency' } })),
  examplePlace(4, exampleField('date')),
  examplePlace(5, exampleField('select-one')),
  examplePlace(6, exampleField('select-many')),
  examplePlace(7, exampleField('checkbox')),
);
const answers = { 1: 'Ana', 2: 'Long', 3: 5, 4: '1985-03-14', 5: 'r', 6: ['r', 'g'], 7: false, 8: file, 99: 'gone' };

test('blankForm has a null for each field', () => {
  expect(blankForm(form)).toEqual({ 1: null, 2: null, 3: null, 4: null, 5: null, 6: null, 7: null, 8: null });
});

describe('slotsOf', () => {
  test('gives each kind of answer its slot, and long texts and files none', () => {
    expect(slotsOf(answers, form)).toEqual({
      1: { slot: 'text', value: 'Ana' },
      3: { slot: 'number', value: 5 },
      4: { slot: 'timestamp', value: '1985-03-14T00:00:00.000Z' },
      5: { slot: 'text', value: 'r' },
      6: { slot: 'text_array', value: ['r', 'g'] },
      7: { slot: 'boolean', value: false },
    });
  });
  test('leaves out what has no answer', () => expect(slotsOf({ 1: null, 6: [] }, form)).toEqual({}));
  test('holds numeric choices as text', () => {
    const score = examplePlace(1, exampleField('select-one', { data_type: 'numeric' }));
    const scores = examplePlace(2, exampleField('select-many', { data_type: 'numeric_array' }));
    expect(slotsOf({ 1: 3, 2: [3, 4] }, exampleForm(score, scores))).toEqual({
      1: { slot: 'text', value: '3' },
      2: { slot: 'text_array', value: ['3', '4'] },
    });
  });
});

describe('displayAnswers', () => {
  test('shows every field in the form’s order', () => {
    expect(displayAnswers(answers, form).map((shown) => [shown.field_id, shown.display_value])).toEqual([
      [1, 'Ana'],
      [2, 'Long'],
      [3, '$5.00'],
      [4, '03/14/1985'],
      [5, 'Red'],
      [6, 'Red, Green'],
      [7, 'No'],
      [8, 'id.pdf'],
    ]);
  });
  test('shows no answer as null, and carries what a screen needs', () => {
    expect(displayAnswers({ 3: 5 }, exampleForm(...form.form_fields.slice(1, 2)))).toEqual([
      { field_id: 1, name: 'Short text', field_type: 'freeform-short', metadata: {}, value: null, display_value: null },
    ]);
  });
});
