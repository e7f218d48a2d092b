import { describe, expect, test } from 'vitest';
import { fieldTypeNames } from '../field-types/field-type.ts';
import { checkField, type FieldDraft, fieldDraft } from './field.ts';

const draft = (changes: Partial<FieldDraft>): FieldDraft => ({ name: 'Colour', field_type: 'select-one', ...changes });
const option = (value: string | number | boolean, position?: number) => ({ label: `Option ${value}`, value, position });
const issues = (changes: Partial<FieldDraft>) => checkField(draft(changes)).issues;

describe('fieldDraft', () => {
  test.each([
    [{ name: '  ' }, 'name', 'Enter a name'],
    [{ name: 'x'.repeat(256) }, 'name', 'Use at most 255 characters'],
    [{ description: 'x'.repeat(2001) }, 'description', 'Use at most 2,000 characters'],
    [{ field_type: 'freeform' }, 'field_type', 'Choose a field type'],
    [{ data_type: 'text' }, 'data_type', 'Choose a data type'],
    [{ metadata: [] }, 'metadata', 'Send the settings as an object'],
    [{ field_options: [{ label: '', value: 'a' }] }, 'field_options.0.label', 'Enter a label'],
    [{ field_options: [{ label: 'A', value: null }] }, 'field_options.0.value', 'Enter a value'],
    [
      { field_options: [{ label: 'A', value: 'a', meaning: 'refused' }] },
      'field_options.0.meaning',
      'Choose one of unknown, declined, not_collected',
    ],
    [
      { internal_option: { internal_form_id: 'Beds' } },
      'internal_option.internal_form_id',
      'Choose the form with the records',
    ],
  ])('refuses %o', (changes, path, message) => {
    const { error } = fieldDraft.safeParse({ name: 'Colour', field_type: 'date', ...changes });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  });
  test('refuses unknown keys', () => {
    expect(fieldDraft.safeParse({ name: 'Colour', field_type: 'date', colour: 1 }).success).toBe(false);
  });
});

describe('checkField', () => {
  test('refuses options and settings that are too large', () => {
    const label = 'x'.repeat(250);
    const many = Array.from({ length: 250 }, (_, value) => ({ label, value: `v${value}` }));
    expect(issues({ field_options: many })).toEqual([
      {
        path: 'field_options',
        message: expect.stringMatching(
          /^Shorten the options: together they take 6\d,\d{3} characters, and the limit is 65,536$/,
        ),
      },
    ]);
    expect(issues({ field_options: many.slice(0, 200) })).toEqual([]);
    const value = 'x'.repeat(250);
    const show_when = { and: Array.from({ length: 50 }, () => ({ field_name: '1', op: 'EQ' as const, value })) };
    const presentation_content = '"'.repeat(40_000);
    expect(issues({ field_type: 'presentation', metadata: { show_when, presentation_content } })).toMatchObject([
      { path: 'metadata', message: expect.stringMatching(/^Shorten the settings/) },
    ]);
  });

  test('takes yes and no as the values of a boolean_array, and nothing beside them', () => {
    const values = { field_type: 'select-many', data_type: 'boolean_array' } as const;
    const [yes, no] = [option('yes'), option(false)];
    const { field, issues } = checkField(draft({ ...values, field_options: [yes, no] }));
    expect(issues).toEqual([]);
    expect(field.field_options.map(({ value }) => value)).toEqual([true, false]);
    const wrong = { ...values, field_options: [yes, option('maybe'), option(1)], metadata: { allow_other: true } };
    expect(checkField(draft(wrong)).issues.map(({ path }) => path)).toEqual([
      'field_options.1.value',
      'field_options.2.value',
      'metadata.allow_other',
    ]);
    const elsewhere = { options_source: 'external', api_endpoint: 'https://example.org/a' };
    expect(checkField(draft({ ...values, metadata: elsewhere })).issues.map(({ path }) => path)).toEqual(['data_type']);
    expect(checkField(draft({ data_type: 'boolean_array', field_options: [yes] })).issues).not.toEqual([]);
  });

  test.each<[Partial<FieldDraft>, string, string]>([
    [{}, 'field_options', 'Please add at least one option to this field.'],
    [
      { field_options: [{ ...option('a'), hidden: true }] },
      'field_options',
      'Please add at least one option to this field.',
    ],
    [
      { field_options: [option('a'), option('b'), option('a')] },
      'field_options.2.value',
      'Two options have the value a',
    ],
    [
      { data_type: 'numeric', field_options: [option(1), option('one')] },
      'field_options.1.value',
      'Enter a number as the value',
    ],
    [{ data_type: 'boolean', field_options: [option('a')] }, 'data_type', 'Choose string or numeric as the data type'],
    [
      { field_options: [option('a')], metadata: { min: 1 } },
      'metadata.min',
      'Remove min: Select one fields have no such setting',
    ],
    [{ field_type: 'number', metadata: { min: 'a' } }, 'metadata.min', 'Enter a number'],
    [
      { field_type: 'number', metadata: { min: 2, max: 1 } },
      'metadata.max',
      'Enter a maximum that isn’t below the minimum',
    ],
    [{ field_type: 'date', metadata: { max: '2026-02-30' } }, 'metadata.max', 'Enter a date like 03/14/1985'],
    [
      { field_type: 'number', metadata: { format: 'roman' } },
      'metadata.format',
      'Choose one of integer, float, currency, USD, EUR',
    ],
    [
      { field_type: 'date', metadata: { show_when: { and: [{ field_name: '3', op: 'EQ' }] } } },
      'metadata.show_when.and.0.value',
      'Enter a value',
    ],
    [
      { field_type: 'date', metadata: { show_when: [] } },
      'metadata.show_when',
      'Write the conditions as {and: [{field_name, op, value}]} or {or: […]}',
    ],
    [
      { field_type: 'date', metadata: { min: { type: 'diff', value: 1.5 } } },
      'metadata.min',
      'Enter a whole number of days',
    ],
    [{ field_type: 'date', metadata: { min: { type: 'tomorrow' } } }, 'metadata.min', 'Choose today, specific or diff'],
    [
      { field_type: 'date', metadata: { min: 'today', max: { type: 'diff', value: -1 } } },
      'metadata.max',
      'Enter a maximum that isn’t below the minimum',
    ],
    [{ field_type: 'time', metadata: { format: '13-hour' } }, 'metadata.format', 'Choose one of 24-hour, 12-hour'],
    [{ field_type: 'freeform-short', metadata: { min: 256 } }, 'metadata.min', 'Enter 255 or less'],
    ...[
      { mask: '999', max: 2 },
      { mask: '999', min: 4 },
      { mask: 'aX', capitalization: 'lowercase' },
      { mask: 'x9', capitalization: 'capitalize' },
    ].map((metadata): [Partial<FieldDraft>, string, string] => [
      { field_type: 'freeform-short', metadata },
      'metadata.mask',
      'Change the mask: no answer can match it and the other settings',
    ]),
    ...['http://example.org', 'example.org', 'javascript:alert(1)', 'https://ana:secret@example.org'].map(
      (api_endpoint): [Partial<FieldDraft>, string, string] => [
        { field_type: 'search', metadata: { api_endpoint } },
        'metadata.api_endpoint',
        'Enter an address like https://example.org/options',
      ],
    ),
    [
      { field_type: 'search', metadata: { api_parameters: ['county', 'county'] } },
      'metadata.api_parameters',
      'Name each parameter once',
    ],
    [
      { field_type: 'autopopulate', metadata: { api_parameters: [' '] } },
      'metadata.api_parameters.0',
      'Enter the name of the parameter',
    ],
    [
      { field_type: 'presentation', metadata: { presentation_content: 7 } },
      'metadata.presentation_content',
      'Enter text',
    ],
    [{ field_type: 'ref-picker' }, 'internal_option.internal_form_id', 'Choose the form with the records'],
    [
      { field_type: 'date', internal_option: { internal_form_id: 3, internal_field_id: null } },
      'internal_option',
      'Remove the internal form: Date fields have none',
    ],
    [
      { field_type: 'date', field_options: [option('a')] },
      'field_options',
      'Remove the options: Date fields have none',
    ],
  ])('refuses %o', (changes, path, message) => {
    expect(issues(changes)).toEqual([{ path, message }]);
  });

  test('tells every issue', () => {
    expect(issues({ data_type: 'date', metadata: { mask: '9', min: 1 } }).map((issue) => issue.path)).toEqual([
      'data_type',
      'metadata.mask',
      'metadata.min',
      'field_options',
    ]);
  });

  test('fills in what follows from the type', () => {
    expect(checkField({ name: 'Born', field_type: 'date' })).toEqual({
      field: {
        name: 'Born',
        description: null,
        field_type: 'date',
        data_type: 'date',
        metadata: {},
        field_options: [],
        internal_option: null,
      },
      issues: [],
    });
  });

  test.each<[FieldDraft['field_type'], string]>([
    ['time', 'time'],
    ['attachment', 'file'],
    ['signature', 'signature'],
    ['ref-picker', 'string'],
    ['email', 'string'],
  ])('the data type of %s is %s', (field_type, data_type) => {
    expect(checkField(draft({ field_type })).field.data_type).toBe(data_type);
  });

  test('takes limits that move with today, and a mask that can be filled', () => {
    const limits = { min: { type: 'diff', value: -30 }, max: 'today' };
    expect(issues({ field_type: 'date', metadata: limits })).toEqual([]);
    expect(issues({ field_type: 'date', metadata: { min: 'today', max: '2020-01-01' } })).toEqual([]);
    const masked = { mask: '(999) 999-9999', min: 14, max: 14, capitalization: 'lowercase' };
    expect(issues({ field_type: 'freeform-short', metadata: masked })).toEqual([]);
  });

  test('keeps the form whose records a ref-picker offers', () => {
    const internal_option = { internal_form_id: 3, internal_field_id: 5 };
    const { field, issues } = checkField(draft({ field_type: 'ref-picker', internal_option }));
    expect(field.internal_option).toEqual(internal_option);
    expect(issues).toEqual([]);
  });

  test('an autopopulate field needs no options', () => expect(issues({ field_type: 'autopopulate' })).toEqual([]));

  test('hostile settings are told, not thrown', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 10_000; level++) deep = [deep];
    for (const field_type of fieldTypeNames)
      for (const key of ['min', 'show_when', 'pre_populate', 'api_parameters', 'format', 'constructor', '__proto__'])
        expect(issues({ field_type, metadata: JSON.parse(`{"${key}":{"a":1}}`) })).not.toEqual([]);
    for (const field_type of fieldTypeNames)
      for (const key of ['min', 'show_when', 'api_parameters', 'mask'])
        expect(issues({ field_type, metadata: { [key]: deep } }).length).toBeGreaterThan(0);
  });

  test('orders options by position and numbers them from 0', () => {
    const { field } = checkField(draft({ field_options: [option('c', 9), option('a', 2), option('b', 2)] }));
    expect(field.field_options.map(({ value, position }) => [value, position])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  test('gives option values the kind of the data type', () => {
    const field_options = [option('1'), option(2)];
    const values = (data_type: 'string' | 'numeric') =>
      checkField(draft({ data_type, field_options })).field.field_options.map(({ value }) => value);
    expect(values('numeric')).toEqual([1, 2]);
    expect(values('string')).toEqual(['1', '2']);
  });

  test('leaves blank settings out', () => {
    const { field } = checkField({ name: 'Age', field_type: 'number', metadata: { min: 0, max: null, format: ' ' } });
    expect(field.metadata).toEqual({ min: 0 });
  });

  test('needs no options when they come from elsewhere', () => {
    expect(issues({ metadata: { options_source: 'external', api_parameters: ['county'] } })).toEqual([]);
    expect(issues({ metadata: { api_endpoint: 'https://example.org' } })).toEqual([]);
    expect(issues({ metadata: { options_source: 'internal', api_endpoint: 'https://example.org' } })).toHaveLength(1);
  });

  test('takes conditions, reading NCONTAIN as NCONTAINS', () => {
    const show_when = {
      or: [
        { field_name: '3', op: 'NCONTAIN', value: 'a' },
        { field_name: '4', op: 'EMPTY' },
      ],
    };
    const { field, issues } = checkField({ name: 'Born', field_type: 'date', metadata: { show_when } });
    expect(issues).toEqual([]);
    expect(field.metadata.show_when).toEqual({
      or: [
        { field_name: '3', op: 'NCONTAINS', value: 'a' },
        { field_name: '4', op: 'EMPTY' },
      ],
    });
  });
});
