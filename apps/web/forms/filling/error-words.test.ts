import { describe, expect, test } from 'vitest';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { exampleField } from '#forms/testing.ts';
import { beside, inSummaryOf } from './error-words.ts';

const missing = (type: FieldTypeName, name: string, metadata = {}) => {
  const field = exampleField(type, { name, metadata });
  const error = beside(field, fieldType(type).ask(field))!;
  return [error, inSummaryOf(field, error)];
};

describe('an error', () => {
  test('of nothing is none', () => expect(beside(exampleField('number'), null)).toBeNull());

  test.each([
    ['freeform-long', 'Enter an answer'],
    ['date', 'Enter an answer'],
    ['select-one', 'Choose an answer'],
    ['select-many', 'Choose at least one option'],
    ['attachment', 'Choose a file'],
    ['signature', 'Add a signature'],
    ['ref-picker', 'Choose an answer'],
  ] as const)('of a missing %s names the question in the summary alone', (type, here) =>
    expect(missing(type, 'Why the program ends')).toEqual([here, 'Answer: Why the program ends']),
  );

  test('of a box asks for its tick, or for one of its two answers', () => {
    expect(missing('checkbox', 'We may call')).toEqual([
      'Check the box to confirm',
      'Check the box to confirm: We may call',
    ]);
    expect(missing('checkbox', 'We may call', { unchecked_value: 'No' })).toEqual([
      'Choose Yes or No',
      'Answer: We may call',
    ]);
  });

  test('of a wrong answer follows the name of its question', () => {
    const note = exampleField('freeform-long', { name: 'Note' });
    expect(inSummaryOf(note, 'Use at least 10 characters')).toBe('Note: use at least 10 characters');
    expect(inSummaryOf(note, 'PNG files only')).toBe('Note: PNG files only');
    const asked = exampleField('freeform-long', { name: 'Did we help?' });
    expect(inSummaryOf(asked, 'Use at least 10 characters')).toBe('Did we help? Use at least 10 characters');
  });
});
