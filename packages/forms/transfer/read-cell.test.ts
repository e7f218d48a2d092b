import { describe, expect, test } from 'vitest';
import { checkField, type FieldDraft } from '../definition/field.ts';
import { readCell, readNumber } from './read-cell.ts';

const field = (draft: Partial<FieldDraft> & Pick<FieldDraft, 'field_type'>) =>
  checkField({ name: 'It', ...draft }).field;

describe('a number is not guessed', () => {
  test.each([
    ['1,234', 'Is this 1234 or 1.234? Write it without a comma.'],
    ['-1,234', 'Is this -1234 or -1.234? Write it without a comma.'],
    ['$5', 'Write a number without a currency sign or a unit, like 1234.50'],
    ['5 kg', 'Write a number without a currency sign or a unit, like 1234.50'],
    ['1.2.3', 'Write a number without a currency sign or a unit, like 1234.50'],
    ['12,34,567', 'Write a number without a currency sign or a unit, like 1234.50'],
    ['1e999', 'Write a number without a currency sign or a unit, like 1234.50'],
    ['many', 'Write a number without a currency sign or a unit, like 1234.50'],
    ['=1+1', 'Write a number without a currency sign or a unit, like 1234.50'],
  ])('%s', (cell, message) => {
    expect(readNumber(cell)).toEqual({ message });
  });
});

describe('a number is read', () => {
  test.each([
    ['1234567.5', 'as programs write it'],
    ['1,234,567.5', 'as the United States write it'],
    ['1.234.567,5', 'as Germany writes it'],
    ['1 234 567,5', 'as France writes it'],
    ['1\u202f234\u202f567,5', 'as France prints it'],
    ["1'234'567.5", 'as Switzerland writes it'],
    ['1234567,5', 'with a comma alone'],
    ['1.2345675e6', 'with an exponent'],
  ])('%s, %s', (cell) => {
    expect(readNumber(cell)).toEqual({ value: 1_234_567.5 });
  });

  test.each([
    ['\u22127', -7],
    ['-1.234,5', -1234.5],
    ['.5', 0.5],
    [' 12 ', 12],
    ['1.234', 1.234],
  ])('%s', (cell, value) => {
    expect(readNumber(cell)).toEqual({ value });
  });
});

describe('a cell is read as its field', () => {
  const options = ['food', 'rent'].map((value, position) => ({ value, label: value.toUpperCase(), position }));
  test.each<[FieldDraft['field_type'], string, unknown]>([
    ['checkbox', 'Yes', true],
    ['checkbox', '0', false],
    ['select-one', 'rent', 'rent'],
    ['select-one', 'Food', 'food'],
    ['select-many', 'food|RENT', ['food', 'rent']],
    ['freeform-long', 'Two\nlines', 'Two\nlines'],
    ['address', '12 Main St', { text: '12 Main St' }],
  ])('%s: %s', (field_type, cell, value) => {
    const field_options = field_type.startsWith('select') ? options : [];
    expect(readCell(cell, field({ field_type, field_options }))).toEqual({ value });
  });

  test.each<[FieldDraft['field_type'], string, string]>([
    ['checkbox', 'perhaps', 'Write true or false, yes or no, 1 or 0'],
    ['select-one', 'boat', '“boat” isn’t an option of It'],
    ['select-many', 'food|boat', '“boat” isn’t an option of It'],
    ['attachment', 'a.pdf', 'Files can’t be imported. Leave the cell as it was downloaded, or clear it.'],
  ])('%s: not %s', (field_type, cell, message) => {
    const field_options = field_type.startsWith('select') ? options : [];
    expect(readCell(cell, field({ field_type, field_options }))).toEqual({ message });
  });

  test.each<[FieldDraft['field_type'], string]>([
    ['number', '1'],
    ['number', '1,'],
    ['number', '1 '],
    ['date', '1'],
    ['time', '1'],
    ['time', ':'],
    ['select-many', '\\'],
  ])(
    '%s: the longest that there may be, of "%s", is read at once',
    (field_type, part) => {
      const cell = `${part.repeat(65_000 / part.length)}x`;
      const field_options = field_type.startsWith('select') ? options : [];
      expect(readCell(cell, field({ field_type, field_options }))).toHaveProperty('message');
    },
    1000,
  );

  test('by the label of several options asks which, and by a value does not', () => {
    const field_options = [
      { value: 'a', label: 'Same', position: 0 },
      { value: 'b', label: 'same ', position: 1 },
      { value: 'same', label: 'Other', position: 2 },
    ];
    const asked = field({ field_type: 'select-one', field_options });
    expect(readCell('SAME', asked)).toEqual({
      message: 'Several options are called “SAME”. Write the value of one: a, b.',
    });
    expect(readCell('same', asked)).toEqual({ value: 'same' });
    expect(readCell('b', asked)).toEqual({ value: 'b' });
  });

  test.each([
    ['1', '01'],
    ['1.50', '1.5'],
    ['TRUE', 'true'],
  ])('%s is the option %s, as a spreadsheet writes it', (cell, value) => {
    const field_options = ['01', '1.5', 'true'].map((one, position) => ({ value: one, label: `The ${one}`, position }));
    expect(readCell(cell, field({ field_type: 'select-one', field_options }))).toEqual({ value });
  });

  test('blank ones are no answer, whatever the field', () => {
    for (const field_type of ['number', 'date', 'checkbox', 'attachment'] as const)
      expect(readCell('  ', field({ field_type }))).toEqual({ value: null });
  });
});
