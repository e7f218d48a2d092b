import { describe, expect, test } from 'vitest';
import { checkField, type FieldDraft } from '../definition/field.ts';
import { saysStored } from './stored-cell.ts';

const options = ['true', '01', 'food', 'rent', '7'].map((value, position) => ({
  value,
  label: `The ${value}`,
  position,
}));
const says = (field_type: FieldDraft['field_type'], cell: string, stored: unknown) => {
  const { field } = checkField({
    name: 'It',
    field_type,
    ...(field_type.startsWith('select') ? { field_options: options } : {}),
  });
  const entry = { field_id: 1, field, is_required: false, settings: {} } as never;
  return saysStored(cell, entry, { stored, today: '2026-11-27' });
};

describe('a cell says something else than what is stored', () => {
  test.each<[FieldDraft['field_type'], string, unknown]>([
    ['number', '1.51', 1.5],
    ['number', '3.14', Math.PI],
    ['number', '1235', 1234.56],
    ['date', '1/16/2024', '2024-01-15'],
    ['time', '9:31', '09:30'],
    ['freeform-short', '02134', '2134'],
    ['freeform-short', 'True story', 'true'],
    ['freeform-short', '3.14', '3.141592653589793'],
    ['checkbox', 'FALSE', true],
    ['select-many', 'food', ['food', 'rent']],
    ['select-one', 'rent', 'food'],
    ['select-one', '7', '07'],
    ['number', 'much', 1],
  ])('%s: %s for %j', (type, cell, stored) => {
    expect(says(type, cell, stored)).toBe(false);
  });
});

describe('a cell says what is stored, however a spreadsheet wrote it', () => {
  test.each<[FieldDraft['field_type'], string, unknown]>([
    ['number', '1.50', 1.5],
    ['number', '1,234,567.50', 1_234_567.5],
    ['number', '0.3', 0.1 + 0.2],
    ['number', '3.141592654', Math.PI],
    ['number', '1.23457E+11', 123_456_789_012],
    ['date', '1/15/2024', '2024-01-15'],
    ['time', '9:30:00 AM', '09:30'],
    ['checkbox', 'TRUE', true],
    ['select-one', 'TRUE', 'true'],
    ['select-one', '1', '01'],
    ['select-one', '2134', '02134'],
    ['select-many', 'rent|food', ['food', 'rent']],
    ['freeform-short', '2134', '02134'],
    ['freeform-short', '1.23457E+15', '1234567890123456'],
    ['freeform-short', '1.00E+05', '1E5'],
    ['freeform-short', '1/15/2024', '2024-01-15'],
    ['freeform-short', '9:05', '09:05'],
    ['freeform-short', '09:05', '9:05'],
    ['freeform-short', '2024-01-05', '01/05/2024'],
    ['freeform-short', 'TRUE', 'true'],
    ['freeform-long', 'a\nb', 'a\r\nb'],
    // The file's reader took the apostrophe, which stands for a guard, off.
    ['freeform-short', '=1+1', "'=1+1"],
    ['address', '12 Main St', { text: '12 Main St', components: { city: 'Oakland' }, location: [1, 2] }],
    ['search', 'x', { value: 'x', label: 'The X' }],
    ['ref-picker', '5.00', { record_id: 5, label: 'Lantern House' }],
    ['ref-picker', '5', { record_id: 5, label: 'Lantern House' }],
  ])('%s: %s for %j', (type, cell, stored) => {
    expect(says(type, cell, stored)).toBe(true);
  });
});
