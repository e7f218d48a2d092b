import { describe, expect, test } from 'vitest';
import type { Field } from '#forms/field-types/field-type.ts';
import { fieldType, fieldTypes } from '#forms/field-types/index.ts';
import { exampleField } from '#forms/testing.ts';
import { spoken } from '#forms/translation/codes.ts';
import { catalogues } from '../language.ts';
import { sayingIn } from './words.ts';

const words = await Promise.all(
  Object.entries(catalogues).map(async ([code, load]) => ({ code, words: (await load()).default })),
);
const holes = (sentence: string) => [...sentence.matchAll(/\{\d\}/g)].map(([hole]) => hole).toSorted();
const askedOfStrangers = Object.values(fieldTypes).filter(
  ({ type, isAnswerable }) => isAnswerable && type !== 'search' && type !== 'ref-picker',
);

/** What a field says of answers that it does not take. */
const complaints = (field: Field): string[] => {
  const type = fieldType(field.field_type);
  const context = { today: '2026-01-01', settings: {} };
  const tried = ['x', 1e300, -1, 3, 11, 1.5, {}, 'a'.repeat(3000), '1000-01-02', '9999-01-01'];
  const checked = tried.map((value) => type.answer(field, context).safeParse(value));
  return [type.askHere(field), ...checked.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? [])];
};

describe('the words of the page of public forms', () => {
  test('are there in each language that is promised', () => {
    expect(Object.keys(catalogues).toSorted()).toEqual([...spoken].toSorted());
  });

  test.each(words)('in $code leave nothing out, and have a place for all that is filled in', (one) => {
    const [first] = words as [(typeof words)[number]];
    expect(Object.keys(one.words).toSorted()).toEqual(Object.keys(first.words).toSorted());
    const wrong = Object.entries(one.words).filter(
      ([is, says]) => holes(is).join() !== holes(says).join() || !says.trim(),
    );
    expect(wrong).toEqual([]);
  });

  test.each(words)('in $code hold all that fields say of answers that they do not take', (one) => {
    const say = sayingIn(one.words);
    const limits: Partial<Record<string, Record<string, unknown>[]>> = {
      number: [{ min: 2, max: 5, format: 'integer' }, { min: 2 }, { max: 0, format: 'integer' }, { format: 'USD' }],
      date: [{ min: '2020-01-01' }, { max: '2020-01-01' }, { min: '2020-01-01', max: '2020-02-01' }],
      'freeform-short': [{ min: 5, max: 9 }, { mask: '999-99' }],
      checkbox: [{ unchecked_value: 'No' }],
      time: [{ format: '12-hour' }],
    };
    const said = askedOfStrangers.flatMap(({ type }) =>
      [{}, ...(limits[type] ?? [])].flatMap((metadata) => complaints({ ...exampleField(type), metadata })),
    );
    const known = new Set(['Code', 'Error: {0}']);
    const unsaid = [...new Set(said)].filter((sentence) => say(sentence) === sentence && !known.has(sentence));
    expect(unsaid).toEqual([]);
  });
});

describe('a sentence', () => {
  const say = sayingIn({
    'Choose {0}': 'Elija {0}',
    'Choose {0} or {1}': 'Elija {0} o {1}',
    'Not sent: {0} Again.': 'No enviado: {0} Otra vez.',
    'You are offline.': 'Sin conexión.',
    Yes: 'Sí',
    'a.c (x)': 'abc',
  });

  test('that is not known, or is like what every object has, stays as it is', () => {
    expect(['Nobody knows this', 'axc (x)', 'constructor', '__proto__'].map((one) => say(one))).toEqual([
      'Nobody knows this',
      'axc (x)',
      'constructor',
      '__proto__',
    ]);
  });

  test('is said with what is filled in, also when it is finished already, and holds another one', () => {
    expect(say('Choose {0}', 'Edad')).toBe('Elija Edad');
    expect(say('Choose Yes or Never')).toBe('Elija Sí o Never');
    expect(say('Not sent: You are offline. Again.')).toBe('No enviado: Sin conexión. Otra vez.');
    expect(say('Unknown {0}', 1)).toBe('Unknown 1');
  });
});
