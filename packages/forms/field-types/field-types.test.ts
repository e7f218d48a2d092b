import { describe, expect, test } from 'vitest';
import { exampleField } from '../testing.ts';
import type { AnswerContext, Field, FieldTypeName } from './field-type.ts';
import { fieldTypeNames } from './field-type.ts';
import { fieldType } from './index.ts';

const check = (field: Field, value: unknown, context: Partial<AnswerContext> = {}) => {
  const answer = fieldType(field.field_type).answer(field, { today: '2026-03-14', settings: {}, ...context });
  const result = answer.safeParse(value);
  return result.success ? { value: result.data } : { message: result.error.issues[0]!.message };
};
const withMetadata = (name: FieldTypeName, metadata: Record<string, unknown>) => exampleField(name, { metadata });
const text = (field: Field, value: unknown) => fieldType(field.field_type).text(value, field);

test('each field type stands under its own name', () => {
  expect(fieldTypeNames.map((name) => fieldType(name).type)).toEqual([...fieldTypeNames]);
});

describe('freeform-short', () => {
  const short = exampleField('freeform-short');
  test.each([
    [{}, 5, 'Enter text'],
    [{}, { a: 1 }, 'Enter text'],
    [{}, 'a\0b', 'Remove the NUL character'],
    [{}, 'x'.repeat(256), 'Use at most 255 characters'],
    [{ max: 3 }, 'abcd', 'Use at most 3 characters'],
    [{ min: 3 }, ' ab ', 'Use at least 3 characters'],
    [{ mask: '999-99-9999' }, '123456789', 'Enter it like 123-45-6789'],
    [{ mask: '999' }, '1234', 'Enter it like 123'],
    [{ mask: 'aa-9*' }, 'a1-9z', 'Enter it like AB-1A'],
  ])('with %o refuses %o: %s', (metadata, value, message) => {
    expect(check(withMetadata('freeform-short', metadata), value)).toEqual({ message });
  });
  test.each([
    [{}, 'x'.repeat(255), 'x'.repeat(255)],
    [{}, '  Ana  ', 'Ana'],
    [{}, 'Jose\u0301', 'Jos\u00e9'],
    [{}, 'a\ud800b', 'a\ufffdb'],
    [{ mask: '999-99-9999' }, '123-45-6789', '123-45-6789'],
    [{ mask: 'aa-9*' }, 'xÉ-0z', 'xÉ-0z'],
    [{ capitalization: 'uppercase' }, 'élan', 'ÉLAN'],
    [{ capitalization: 'lowercase' }, 'ABC', 'abc'],
    [{ capitalization: 'capitalize' }, 'mary ann o’neil', 'Mary Ann O’neil'],
    [{ capitalization: 'none' }, 'eBay', 'eBay'],
  ])('with %o takes %o as %o', (metadata, value, stored) => {
    expect(check(withMetadata('freeform-short', metadata), value)).toEqual({ value: stored });
  });
  test('reads as it was typed', () => expect(text(short, 'Ana')).toBe('Ana'));
});

describe('freeform-long', () => {
  const long = exampleField('freeform-long');
  test('refuses more than 50,000 characters', () => {
    expect(check(long, 'x'.repeat(50_001))).toEqual({ message: 'Use at most 50,000 characters' });
  });
  test('refuses NUL', () => expect(check(long, 'a\0')).toEqual({ message: 'Remove the NUL character' }));
  test('takes 50,000 characters in lines', () => {
    const lines = `${'x'.repeat(49_998)}\ny`;
    expect(check(long, lines)).toEqual({ value: lines });
  });
});

describe('number', () => {
  test.each([
    [{}, '5', 'Enter a number'],
    [{}, true, 'Enter a number'],
    [{}, Number.NaN, 'Enter a number'],
    [{}, Number.POSITIVE_INFINITY, 'Enter a number'],
    [{}, 2 ** 53, 'Enter a number with fewer digits'],
    [{}, -(2 ** 53), 'Enter a number with fewer digits'],
    [{ min: 1, max: 10 }, 0.5, 'Enter a number between 1 and 10'],
    [{ min: 1, max: 10 }, 11, 'Enter a number between 1 and 10'],
    [{ min: 0 }, -1, 'Enter a number that is 0 or more'],
    [{ max: 0 }, 1, 'Enter a number that is 0 or less'],
    [{ format: 'integer' }, 1.5, 'Enter a whole number'],
    [{ format: 'integer', min: 1, max: 10 }, 'x', 'Enter a whole number between 1 and 10'],
    [{ format: 'currency' }, 1.005, 'Enter an amount with at most 2 decimals'],
    [{ format: 'EUR' }, 1e-7, 'Enter an amount with at most 2 decimals'],
  ])('with %o refuses %o: %s', (metadata, value, message) => {
    expect(check(withMetadata('number', metadata), value)).toEqual({ message });
  });
  test.each([
    [{}, 2 ** 53 - 1, 2 ** 53 - 1],
    [{}, 1e-7, 1e-7],
    [{}, -0, 0],
    [{ min: 1, max: 10 }, 1, 1],
    [{ min: 1, max: 10 }, 10, 10],
    [{ format: 'integer' }, 3, 3],
    [{ format: 'currency' }, 1234.5, 1234.5],
  ])('with %o takes %o as %o', (metadata, value, stored) => {
    expect(check(withMetadata('number', metadata), value)).toEqual({ value: stored });
  });
  test.each([
    [{}, 2024, '2024'],
    [{}, 0.1, '0.1'],
    [{}, 1e-7, '0.0000001'],
    [{ format: 'float' }, -12.25, '-12.25'],
    [{ format: 'integer' }, 12345, '12345'],
    [{ format: 'currency' }, 1234.5, '$1,234.50'],
    [{ format: 'USD' }, -5, '-$5.00'],
    [{ format: 'EUR' }, 5, '€5.00'],
  ])('with %o shows %o as %s', (metadata, value, shown) => {
    expect(text(withMetadata('number', metadata), value)).toBe(shown);
  });
});

describe('date', () => {
  const like = 'Enter a date like 03/14/1985';
  test.each([
    ['03/14/1985', like],
    ['1985-3-4', like],
    ['1985-02-31', like],
    ['1985-02-29', like],
    ['1900-02-29', like],
    ['0085-03-14', like],
    ['1985-03-14T00:00:00Z', like],
    [19850314, like],
    [null, like],
  ])('refuses %o', (value, message) => expect(check(exampleField('date'), value)).toEqual({ message }));
  test.each(['1985-03-14', '1984-02-29', '2000-02-29'])('takes %s', (value) => {
    expect(check(exampleField('date'), value)).toEqual({ value });
  });

  const today = { type: 'today' } as const;
  test.each([
    [{ min: '2026-01-01', max: '2026-12-31' }, {}, '2025-12-31', 'Enter a date between 01/01/2026 and 12/31/2026'],
    [{ max: '2026-12-31' }, {}, '2027-01-01', 'Enter a date on or before 12/31/2026'],
    [{}, { minDate: today }, '2026-03-13', 'Enter a date on or after 03/14/2026'],
    [{}, { maxDate: { type: 'diff', value: -14 } as const }, '2026-03-01', 'Enter a date on or before 02/28/2026'],
    [{ min: '2026-03-01' }, { minDate: today }, '2026-03-13', 'Enter a date on or after 03/14/2026'],
    [{ min: '2026-04-01' }, { minDate: today }, '2026-03-20', 'Enter a date on or after 04/01/2026'],
    [
      {},
      { maxDate: { type: 'specific', value: '2026-03-01' } as const },
      '2026-03-02',
      'Enter a date on or before 03/01/2026',
    ],
  ])('with %o on %o refuses %s', (metadata, settings, value, message) => {
    expect(check(withMetadata('date', metadata), value, { settings })).toEqual({ message });
  });
  test('takes both ends of a window', () => {
    const field = withMetadata('date', { min: '2026-01-01', max: '2026-12-31' });
    expect(check(field, '2026-01-01')).toEqual({ value: '2026-01-01' });
    expect(check(field, '2026-12-31')).toEqual({ value: '2026-12-31' });
  });
  test('keeps an unchanged answer that the window has left behind', () => {
    const context = { settings: { minDate: today }, stored: '2026-03-01' };
    expect(check(exampleField('date'), '2026-03-01', context)).toEqual({ value: '2026-03-01' });
    expect(check(exampleField('date'), '2026-03-02', context)).toHaveProperty('message');
  });
  test.each([
    [undefined, '03/14/1985'],
    ['short_date', '03/14/85'],
    ['month_year', '03/1985'],
    ['alpha_date', 'March 14, 1985'],
    ['alpha_month_year', 'March 1985'],
    ['quarter', 'Q1 1985'],
    ['dow', 'Thursday'],
    ['year', '1985'],
  ])('in the format %s shows %s', (format, shown) => {
    expect(text(withMetadata('date', { format }), '1985-03-14')).toBe(shown);
  });
  test('ends a quarter with its third month', () => {
    const ends = ['2026-03-31', '2026-04-01', '2026-12-31'];
    const quarters = ends.map((day) => text(withMetadata('date', { format: 'quarter' }), day));
    expect(quarters).toEqual(['Q1 2026', 'Q2 2026', 'Q4 2026']);
  });
});

describe('select-one', () => {
  const message = 'Choose one of the options';
  const colour = exampleField('select-one');
  const score = exampleField('select-one', {
    data_type: 'numeric',
    field_options: [{ label: 'Low', value: 1, position: 0 }],
  });
  const open = withMetadata('select-one', { allow_other: true });
  const external = withMetadata('select-one', { options_source: 'external' });

  test.each([
    [colour, 'x'],
    [colour, 'Red'],
    [colour, ['r']],
    [colour, 'b'],
    [score, '1'],
    [score, 2],
    [open, 7],
    [open, 'b'],
    [external, 7],
  ])('refuses %#: %o', (field, value) => expect(check(field, value)).toEqual({ message }));
  test.each([
    [colour, 'r', 'r'],
    [score, 1, 1],
    [open, 'r', 'r'],
    [open, ' Purple ', 'Purple'],
    [external, 'anything', 'anything'],
  ])('takes %#: %o', (field, value, stored) => expect(check(field, value)).toEqual({ value: stored }));
  test('refuses an Other text that is too long', () => {
    expect(check(open, 'x'.repeat(256))).toEqual({ message: 'Use at most 255 characters' });
  });
  test('refuses NUL in an Other text', () => {
    expect(check(open, 'a\0b')).toEqual({ message: 'Remove the NUL character' });
  });
  test('keeps a hidden option only where it is stored', () => {
    expect(check(colour, 'b', { stored: 'b' })).toEqual({ value: 'b' });
    expect(check(colour, 'b', { stored: 'r' })).toEqual({ message });
  });
  test('shows labels, also of hidden options, and the Other text', () => {
    expect(['r', 'b', 'Purple'].map((value) => text(open, value))).toEqual(['Red', 'Blue', 'Purple']);
    expect(text(score, 1)).toBe('Low');
  });
});

describe('select-many', () => {
  const message = 'Choose from the options';
  const colours = exampleField('select-many');
  test.each([['r'], [['x']], [['r', 'b']], [[null]], [[['r']]]])('refuses %o', (value) => {
    expect(check(colours, value)).toEqual({ message });
  });
  test('takes each option once', () => expect(check(colours, ['g', 'r', 'g'])).toEqual({ value: ['g', 'r'] }));
  test('keeps a stored hidden option beside new ones', () => {
    expect(check(colours, ['b', 'r'], { stored: ['b', 'g'] })).toEqual({ value: ['b', 'r'] });
  });
  test('takes Other text with allow_other', () => {
    const open = withMetadata('select-many', { allow_other: true });
    expect(check(open, ['r', 'Purple'])).toEqual({ value: ['r', 'Purple'] });
    expect(check(open, ['r', ' '])).toEqual({ message });
  });
  test('takes numbers for numeric_array', () => {
    const field_options = [{ label: 'Low', value: 1, position: 0 }];
    const scores = exampleField('select-many', { data_type: 'numeric_array', field_options });
    expect(check(scores, [1])).toEqual({ value: [1] });
    expect(check(scores, ['1'])).toEqual({ message });
  });
  test('shows labels', () => expect(text(colours, ['r', 'b'])).toBe('Red, Blue'));
});

describe('checkbox', () => {
  const box = exampleField('checkbox');
  const question = withMetadata('checkbox', { checked_value: 'Agrees', unchecked_value: 'Refuses' });
  test.each([['maybe'], [2], [{}], [[]]])('refuses %o', (value) => {
    expect(check(box, value)).toEqual({ message: 'Choose Yes or No' });
  });
  test('names its own words', () => expect(check(question, 'maybe')).toEqual({ message: 'Choose Agrees or Refuses' }));
  test.each([false, 0, '0', 'f', 'F', 'false', 'FALSE', 'no', 'NO'])('takes %o as false', (value) => {
    expect(check(box, value)).toEqual({ value: false });
  });
  test.each([true, 1, '1', 't', 'T', 'true', 'TRUE', 'yes', 'YES'])('takes %o as true', (value) => {
    expect(check(box, value)).toEqual({ value: true });
  });
  test('shows its words', () => {
    expect([text(box, true), text(box, false)]).toEqual(['Yes', 'No']);
    expect([text(question, true), text(question, false)]).toEqual(['Agrees', 'Refuses']);
  });
});

describe('attachment', () => {
  const file = { file_id: 7, filename: 'id.pdf', content_type: 'application/pdf', size: 12, url: '/api/files/7' };
  const field = exampleField('attachment');
  test.each([
    'id.pdf',
    7,
    [],
    { ...file, file_id: 0 },
    { ...file, filename: 'a\0' },
    { ...file, size: -1 },
    { ...file, extra: 1 },
    { ...file, url: 'javascript:alert(1)' },
    { ...file, url: '//elsewhere.example' },
    { file_id: 7 },
  ])('refuses %o', (value) => expect(check(field, value)).toHaveProperty('message'));
  test('takes a stored file and shows its name', () => {
    expect(check(field, file)).toEqual({ value: file });
    expect(text(field, file)).toBe('id.pdf');
  });
});
