// Long because every field type has its good and bad answers here, one table each.
import { describe, expect, test } from 'vitest';
import { exampleField } from '../testing.ts';
import { filesOf } from './attachment.ts';
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

test.each<[FieldTypeName, unknown, unknown, unknown]>([
  ['freeform-short', 'Ana', 'text', 'Ana'],
  ['number', 5, 'number', 5],
  ['date', '1985-03-14', 'timestamp', '1985-03-14T00:00:00.000Z'],
  ['select-one', 'r', 'text', 'r'],
  ['select-one', 3, 'text', '3'],
  ['select-many', ['r', 3], 'text_array', ['r', '3']],
  ['checkbox', false, 'boolean', false],
])('%s keeps %o in a column of its kind', (name, answer, slot, value) => {
  const type = fieldType(name);
  expect([type.slot, type.slotValue(answer)]).toEqual([slot, value]);
});
test.each(['freeform-long', 'attachment'] as const)('%s has no column', (name) => {
  expect(fieldType(name).slot).toBeNull();
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
    [{ max: 'today' }, {}, '2026-03-15', 'Enter a date on or before 03/14/2026'],
    [{ max: { type: 'today' } }, {}, '2026-03-15', 'Enter a date on or before 03/14/2026'],
    [{ min: { type: 'diff', value: -7 } }, {}, '2026-03-06', 'Enter a date on or after 03/07/2026'],
    [{ min: { type: 'specific', value: '2026-04-01' } }, {}, '2026-03-31', 'Enter a date on or after 04/01/2026'],
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

test('an option whose stored value holds a sign that nobody sees can be chosen and kept', () => {
  const field_options = [{ label: 'Father', value: 'father\u200f', position: 0 }];
  const parent = exampleField('select-one', { field_options, metadata: { allow_other: true } });
  expect(check(parent, 'father\u200f')).toEqual({ value: 'father\u200f' });
  expect(check(parent, 'mo\u200bther\u200f')).toEqual({ value: 'mother' });
  expect(check(parent, 'aunt\u200f', { stored: 'aunt\u200f' })).toEqual({ value: 'aunt\u200f' });
});

describe('select-many', () => {
  const message = 'Choose from the options';
  const colours = exampleField('select-many');
  test.each([['r'], [['x']], [['r', 'b']], [[null]], [[['r']]]])('refuses %o', (value) => {
    expect(check(colours, value)).toEqual({ message });
  });
  test('takes each option once, in the order of the options', () =>
    expect(check(colours, ['g', 'r', 'g'])).toEqual({ value: ['r', 'g'] }));
  test('is read with commas between its labels, and with semicolons where a label holds one', () => {
    const label = (label: string, position: number) => ({ label, value: label, position });
    const benefits = exampleField('select-many', { field_options: ['Food', 'Fuel, winter only', 'Rent'].map(label) });
    expect(text(benefits, ['Food', 'Rent'])).toBe('Food, Rent');
    expect(text(benefits, ['Food', 'Fuel, winter only'])).toBe('Food; Fuel, winter only');
  });
  test('keeps a stored hidden option beside new ones', () => {
    expect(check(colours, ['b', 'r'], { stored: ['b', 'g'] })).toEqual({ value: ['r', 'b'] });
  });
  test('takes Other text with allow_other', () => {
    const open = withMetadata('select-many', { allow_other: true });
    expect(check(open, ['Purple', 'Azure', 'r'])).toEqual({ value: ['r', 'Purple', 'Azure'] });
    expect(check(open, ['r', ' '])).toEqual({ message });
  });
  test('takes an option once that is typed into Other as well', () => {
    const field_options = [{ label: 'Low', value: 1, position: 0 }];
    const more = { data_type: 'numeric_array' as const, field_options, metadata: { allow_other: true } };
    expect(check(exampleField('select-many', more), ['1', 1, 'x'])).toEqual({ value: [1, 'x'] });
  });
  test('takes numbers for numeric_array', () => {
    const field_options = [{ label: 'Low', value: 1, position: 0 }];
    const scores = exampleField('select-many', { data_type: 'numeric_array', field_options });
    expect(check(scores, [1])).toEqual({ value: [1] });
    expect(check(scores, ['1'])).toEqual({ message });
  });
  test('takes true and false for boolean_array', () => {
    const field_options = [
      { label: 'Agrees', value: true, position: 0 },
      { label: 'Has doubts', value: false, position: 1 },
    ];
    const views = exampleField('select-many', { data_type: 'boolean_array', field_options });
    expect(check(views, [false, true, false])).toEqual({ value: [true, false] });
    expect(check(views, ['true'])).toEqual({ message });
    expect(text(views, [true, false])).toBe('Agrees, Has doubts');
    expect(fieldType('select-many').slotValue([true, false])).toEqual(['true', 'false']);
  });
  test('counts a long list before it looks at it', () => {
    let looks = 0;
    const list = new Proxy(Array(300_000).fill('x'), {
      get: (values, key) => {
        if (/^\d+$/.test(String(key))) looks++;
        return Reflect.get(values, key);
      },
    });
    expect(check(colours, list)).toEqual({ message: 'Choose at most 500 options' });
    expect(looks).toBe(0);
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

describe('time', () => {
  const like = 'Enter a time like 17:00';
  test.each(['25:00', '24:00', '9:00', '12:60', '09:00 AM', '', 900, null])('refuses %o', (value) => {
    expect(check(exampleField('time'), value)).toEqual({ message: like });
  });
  test('asks in the format of the field', () => {
    expect(check(withMetadata('time', { format: '12-hour' }), '9')).toEqual({ message: 'Enter a time like 09:00 AM' });
  });
  test.each(['00:00', '09:05', '23:59'])('takes %s', (value) => {
    expect(check(exampleField('time'), value)).toEqual({ value });
  });
  test.each([
    [{}, '17:00', '17:00'],
    [{ format: '24-hour' }, '09:05', '09:05'],
    [{ format: '12-hour' }, '09:05', '09:05 AM'],
    [{ format: '12-hour' }, '00:30', '12:30 AM'],
    [{ format: '12-hour' }, '12:00', '12:00 PM'],
    [{ format: '12-hour' }, '23:59', '11:59 PM'],
  ])('with %o shows %s as %s', (metadata, value, shown) => {
    expect(text(withMetadata('time', metadata), value)).toBe(shown);
  });
});

describe('email', () => {
  const message = 'Enter an e-mail address like name@example.org';
  test.each(['ana', 'ana@example', 'a@b@example.org', 'ana @example.org', '@example.org', 'ana@example.', 7])(
    'refuses %o',
    (value) => expect(check(exampleField('email'), value)).toEqual({ message }),
  );
  test('refuses more than 255 characters', () => {
    expect(check(exampleField('email'), `${'a'.repeat(250)}@b.org`)).toEqual({ message: 'Use at most 255 characters' });
  });
  test('takes an address in lower case', () => {
    expect(check(exampleField('email'), ' Ana.Diaz+1@Example.ORG ')).toEqual({ value: 'ana.diaz+1@example.org' });
  });
});

describe('hyperlink', () => {
  const message = 'Enter a web address like https://example.org';
  test.each([
    'javascript:alert(1)',
    'JavaScript://example.org/%0aalert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'mailto:ana@example.org',
    'ftp://example.org',
    'https://ana:secret@example.org',
    'ana@example.org',
    'https://exa mple.org',
    'https://',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'https://good.example\\@evil.example',
    'https://@evil.example',
    'https://good.example@evil.example/',
    '//evil.example',
    'https://evil\t.example',
    'http://example.org',
    'hello',
    {},
  ])('refuses %o', (value) => expect(check(exampleField('hyperlink'), value)).toEqual({ message }));
  test.each([
    ['example.org', 'https://example.org'],
    [' example.org:8080/a?b=c#d ', 'https://example.org:8080/a?b=c#d'],
    ['HTTPS://Example.org', 'HTTPS://Example.org'],
    ['https://intranet/help?to=a@b.example', 'https://intranet/help?to=a@b.example'],
  ])('takes %o as %s', (value, stored) => expect(check(exampleField('hyperlink'), value)).toEqual({ value: stored }));
  test('refuses more than 2,000 characters with the scheme', () => {
    const field = exampleField('hyperlink');
    expect(check(field, `example.org/${'x'.repeat(1985)}`)).toEqual({ message: 'Use at most 2,000 characters' });
    expect(check(field, `example.org/${'x'.repeat(1980)}`)).toHaveProperty('value');
  });
});

describe('address', () => {
  const field = exampleField('address');
  const components = {
    streetAddress: '12 Main St',
    unitNumber: '4',
    city: 'Springfield',
    state: 'MA',
    postalCode: '01101',
  };
  const whole = { text: '12 Main St, Springfield', components, location: [42.1, -72.6] };
  const where = 'Enter a latitude from -90 to 90 and a longitude from -180 to 180';
  test.each([
    ['12 Main St', 'Enter an address'],
    [{}, 'Enter an address'],
    [{ text: ' ', components: { city: ' ' } }, 'Enter an address'],
    [{ ...whole, country: 'US' }, 'Enter an address'],
    [{ ...whole, components: 'Springfield' }, 'Enter the parts of the address'],
    [{ ...whole, components: { street: 'Main St' } }, 'Enter the parts of the address'],
    [{ ...whole, components: { city: 'x'.repeat(256) } }, 'Use at most 255 characters'],
    [{ ...whole, location: [90.1, 0] }, where],
    [{ ...whole, location: [0, -180.1] }, where],
    [{ ...whole, location: [0] }, where],
    [{ ...whole, location: ['42', '-72'] }, where],
    [{ ...whole, ignoring: 'yes' }, 'Choose true or false'],
  ])('refuses %o: %s', (value, message) => expect(check(field, value)).toEqual({ message }));
  test('takes all of it', () => expect(check(field, whole)).toEqual({ value: whole }));
  test('takes a text alone', () => {
    expect(check(field, { text: 'By the river' })).toEqual({
      value: { text: 'By the river', components: {}, location: null },
    });
  });
  test('writes the text of parts that have none', () => {
    expect(check(field, { text: null, components, location: null })).toMatchObject({
      value: { text: '12 Main St, Unit 4, Springfield, MA 01101' },
    });
    expect(check(field, { components: { city: 'Springfield', postalCode: '01101' } })).toMatchObject({
      value: { text: 'Springfield, 01101' },
    });
  });
  test('reads as its text, and is compared by it', () => {
    expect(text(field, whole)).toBe('12 Main St, Springfield');
    expect(fieldType('address').compared(whole)).toBe('12 Main St, Springfield');
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
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...file, file_id: i + 1 }));
  test('refuses an eleventh file, and a list with something else in it', () => {
    expect(check(field, many(11))).toEqual({ message: 'Choose at most 10 files' });
    expect(check(field, [file, 'id.pdf'])).toEqual({ message: 'Choose a file' });
  });
  test('takes ten, and one in a list as itself', () => {
    expect(check(field, many(10))).toEqual({ value: many(10) });
    expect(check(field, [file])).toEqual({ value: file });
  });
  test('names all of them', () => {
    expect(text(field, [file, { ...file, filename: 'b.pdf' }])).toBe('id.pdf, b.pdf');
    expect(fieldType('attachment').compared(file)).toEqual(['id.pdf']);
  });
  test('filesOf reads none, one and several', () => {
    expect([filesOf(null), filesOf(file), filesOf(many(2))]).toEqual([[], [file], many(2)]);
  });
});

describe('signature', () => {
  const picture = { file_id: 7, filename: 'signature.png', content_type: 'image/png', size: 12, url: '/api/files/7' };
  test.each([
    ['Ana Diaz', 'Choose a file'],
    [[picture], 'Choose a file'],
    [{ ...picture, content_type: 'image/svg+xml' }, 'Sign again: a signature must be a PNG image'],
  ])('refuses %o: %s', (value, message) => expect(check(exampleField('signature'), value)).toEqual({ message }));
  test('takes a PNG', () => expect(check(exampleField('signature'), picture)).toEqual({ value: picture }));
});

describe('presentation', () => {
  const read = withMetadata('presentation', { presentation_content: '<script>alert(1)</script>' });
  test.each(['x', '', 0, {}, null])('refuses %o: it is no question', (value) => {
    expect(check(read, value)).toEqual({ message: 'Leave this out: this field shows text and has no answer' });
  });
  test('is the only type that takes no answer', () => {
    expect(fieldTypeNames.filter((name) => !fieldType(name).isAnswerable)).toEqual(['presentation']);
  });
});

describe('autopopulate', () => {
  test('takes its own options, and any text where it has none', () => {
    expect(check(exampleField('autopopulate'), 'x')).toEqual({ message: 'Choose one of the options' });
    expect(check(exampleField('autopopulate'), 'b')).toEqual({ message: 'Choose one of the options' });
    expect(check(exampleField('autopopulate'), 'r')).toEqual({ value: 'r' });
    const open = exampleField('autopopulate', { field_options: [] });
    expect(check(open, 'Region 4')).toEqual({ value: 'Region 4' });
    expect(check(open, 'x'.repeat(256))).toEqual({ message: 'Use at most 255 characters' });
  });
  test('reads as the label', () => expect(text(exampleField('autopopulate'), 'r')).toBe('Red'));
});

describe('search', () => {
  const result = { value: 'a1', label: 'Clinic' };
  test.each([
    'a1',
    { value: 'a1' },
    { value: ' ', label: 'Clinic' },
    { ...result, url: 'x' },
    { value: [1], label: 'x' },
  ])('refuses %o', (value) =>
    expect(check(exampleField('search'), value)).toEqual({ message: 'Choose one of the results' }),
  );
  test('takes a result, reads as its label and is compared by its value', () => {
    expect(check(exampleField('search'), result)).toEqual({ value: result });
    expect(text(exampleField('search'), result)).toBe('Clinic');
    expect(fieldType('search').compared(result)).toBe('a1');
    expect(fieldType('search').slotValue({ value: 7, label: 'Seven' })).toBe('7');
  });
});

describe('ref-picker', () => {
  const record = { record_id: 7, label: 'Bed 7' };
  test.each([
    7,
    { record_id: '7', label: 'x' },
    { record_id: 0, label: 'x' },
    { record_id: 7 },
    { ...record, form: 1 },
  ])('refuses %o', (value) =>
    expect(check(exampleField('ref-picker'), value)).toEqual({ message: 'Choose one of the records' }),
  );
  test('takes a record, reads as its label and is compared and stored by its id', () => {
    expect(check(exampleField('ref-picker'), record)).toEqual({ value: record });
    expect(text(exampleField('ref-picker'), record)).toBe('Bed 7');
    expect(fieldType('ref-picker').compared(record)).toBe(7);
    expect(fieldType('ref-picker').slotValue(record)).toBe(7);
  });
});

test('the other types are compared as they are', () => {
  expect(fieldType('select-many').compared(['a', 1])).toEqual(['a', 1]);
  expect(fieldType('checkbox').compared(false)).toBe(false);
  expect(fieldType('number').compared({ toString: 0 })).toBeNull();
  expect(fieldType('select-many').compared([{}])).toBeNull();
});
