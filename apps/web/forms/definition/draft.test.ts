import { describe, expect, test } from 'vitest';
import { unreadable } from '#web/fields/answer-props.ts';
import {
  bodyOf,
  emptyField,
  issuesOf,
  missingMeanings,
  newOption,
  type OptionKind,
  optionsOf,
  proposedValue,
  withType,
  withValues,
} from './draft.ts';

const select = withType(emptyField('Colour'), 'select-one');

describe('withType', () => {
  test('begins a select with one empty option and the first data type', () => {
    expect(select).toMatchObject({ field_type: 'select-one', data_type: 'string', field_options: [{ label: '' }] });
  });
  test('keeps the settings that the new type takes, and no others', () => {
    const number = { ...withType(emptyField(), 'number'), metadata: { min: 1, max: 9, format: 'integer' } };
    expect(withType(number, 'freeform-short').metadata).toEqual({ min: 1, max: 9 });
    expect(withType(number, 'date').metadata).toEqual({});
  });
});

describe('proposedValue', () => {
  test.each<[string, string[], OptionKind, string]>([
    ['Own home', [], 'text', 'own_home'],
    [' Café – à côté! ', [], 'text', 'cafe_a_cote'],
    ['Own home', ['own_home', 'own_home_2'], 'text', 'own_home_3'],
    ['3 or more', [], 'number', '3'],
    ['Many', ['1', '4'], 'number', '5'],
    ['None', [], 'number', '1'],
    ['Yes', [], 'truth', 'true'],
    ['No', [], 'truth', 'false'],
    ['Rather not', ['true'], 'truth', 'false'],
  ])('%j after %j is %j', (label, taken, kind, expected) => expect(proposedValue(label, taken, kind)).toBe(expected));
});

describe('withValues', () => {
  test('values follow labels until somebody types one', () => {
    const typed = { ...newOption('Bus'), value: 'public', isOwnValue: true };
    const values = withValues([newOption('Bus'), typed, newOption('Bus')], 'text').map(({ value }) => value);
    expect(values).toEqual(['bus', 'public', 'bus_2']);
  });
});

describe('optionsOf', () => {
  test('reads a line as an option, and what stands after a tab as its value', () => {
    expect(optionsOf('One\r\n\n Two \tsecond\n')).toMatchObject([
      { label: 'One', isOwnValue: false },
      { label: 'Two', value: 'second', isOwnValue: true },
    ]);
  });
});

describe('missingMeanings', () => {
  const added = (...meanings: ('unknown' | 'declined' | 'not_collected')[]) =>
    missingMeanings(meanings.map((meaning) => ({ ...newOption('Own words'), meaning }))).map(({ label }) => label);

  test('are the options that say why there is no answer, of those that nothing says yet', () => {
    expect(added()).toEqual(['Doesn’t know', 'Prefers not to answer', 'Not collected']);
    expect(added('declined')).toEqual(['Doesn’t know', 'Not collected']);
    expect(added('unknown', 'declined', 'not_collected')).toEqual([]);
  });

  test('is offered again once the option was removed', () => {
    const removed = { ...newOption('Refused'), meaning: 'declined', hidden: true } as const;
    expect(missingMeanings([removed]).map(({ meaning }) => meaning)).toEqual(['unknown', 'declined', 'not_collected']);
  });
});

describe('bodyOf', () => {
  test('leaves out blank rows and blank settings, and options where the type has none', () => {
    const options = withValues([newOption('Red'), newOption(), newOption('Blue')], 'text');
    const values = { ...select, metadata: { allow_other: null, display_type: '' }, field_options: options };
    expect(bodyOf(values)).toMatchObject({
      metadata: {},
      field_options: [
        { label: 'Red', value: 'red', position: 0 },
        { label: 'Blue', value: 'blue', position: 1 },
      ],
    });
    expect(bodyOf({ ...values, field_type: 'date' }).field_options).toEqual([]);
  });
  test('leaves out the blank lines of a list, and options where they are elsewhere', () => {
    const field_options = withValues([newOption('Red')], 'text');
    const metadata = { options_source: 'external', api_parameters: ['', 'county', ''] };
    expect(bodyOf({ ...select, metadata, field_options })).toMatchObject({
      metadata: { options_source: 'external', api_parameters: ['county'] },
      field_options: [],
    });
    expect(bodyOf({ ...select, metadata: { api_parameters: [''] } }).metadata).toEqual({});
  });
});

describe('issuesOf', () => {
  test('says what the server would say, by path', () => {
    expect(issuesOf(emptyField())).toEqual({ name: ['Enter a name'], field_type: ['Choose a field type'] });
    expect(issuesOf(select)).toEqual({ field_options: ['Please add at least one option to this field.'] });
  });
  test('a date limit that is not finished is told', () => {
    const late = { ...withType(emptyField('Visit'), 'date'), metadata: { max: { type: 'diff', value: null } } };
    expect(issuesOf(late)).toEqual({ 'metadata.max': ['Enter a whole number of days'] });
    const when = { ...late, metadata: { max: { type: 'specific', value: unreadable } } };
    expect(issuesOf(when)).toEqual({ 'metadata.max': ['Enter a date like 03/14/1985'] });
  });
  test('a ref-picker wants the form of its records; another type forgets it', () => {
    const picker = withType(emptyField('Bed'), 'ref-picker');
    expect(issuesOf(picker)).toEqual({
      'internal_option.internal_form_id': ['Choose the form with the records'],
    });
    const internal_option = { internal_form_id: 3, internal_field_id: null };
    expect(issuesOf({ ...picker, internal_option })).toEqual({});
    expect(withType({ ...picker, internal_option }, 'date').internal_option).toBeNull();
  });
  test('text that is no number is told, not dropped', () => {
    expect(issuesOf({ ...withType(emptyField('Age'), 'number'), metadata: { min: unreadable } })).toEqual({
      'metadata.min': ['Enter a number'],
    });
  });
});
