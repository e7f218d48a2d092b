import { describe, expect, test } from 'vitest';
import { exampleField } from '../testing.ts';
import { directionOf, firstOffered, languageCode, spoken } from './codes.ts';
import { languageNamed, languageOf, languages } from './languages.ts';
import { inOtherWords, textsOf } from './texts.ts';
import { countsOf, standingOf } from './translations.ts';

const slept = exampleField('select-one', {
  name: 'Where did you sleep?',
  description: 'Last night',
  field_options: [
    { label: 'In a car', value: 'car', position: 0 },
    { label: 'Elsewhere', value: 'v1.0 of it', position: 1 },
    { label: 'Gone', value: 'gone', position: 2, hidden: true },
  ],
});
const agree = exampleField('checkbox', { name: 'Agreed', metadata: { checked_value: 'I do', unchecked_value: 'No' } });
const picker = exampleField('ref-picker', { name: 'Shelter' });
const form = {
  name: 'Ask for help',
  description: null,
  form_fields: [
    { field_id: 8, position: 1, field: agree },
    { field_id: 7, position: 0, field: slept },
    { field_id: 9, position: 2, field: picker },
  ],
};

describe('the texts of a form', () => {
  test('are those that strangers read, in order: none of what looks something up, and no removed option', () => {
    expect(textsOf(form).map(({ key, original }) => [key, original])).toEqual([
      ['name', 'Ask for help'],
      ['field.7.name', 'Where did you sleep?'],
      ['field.7.description', 'Last night'],
      ['field.7.option.car', 'In a car'],
      ['field.7.option.v1.0 of it', 'Elsewhere'],
      ['field.8.name', 'Agreed'],
      ['field.8.checked', 'I do'],
      ['field.8.unchecked', 'No'],
    ]);
  });

  test('stand in other words where there are any; values and what is not translated stay', () => {
    const said = inOtherWords(7, slept, { 'field.7.name': '¿Dónde durmió?', 'field.7.option.car': 'En un carro' });
    expect(said).toEqual({
      ...slept,
      name: '¿Dónde durmió?',
      field_options: slept.field_options.map((one) => (one.value === 'car' ? { ...one, label: 'En un carro' } : one)),
    });
    expect(inOtherWords(8, agree, { 'field.8.checked': 'Sí' }).metadata).toEqual({
      checked_value: 'Sí',
      unchecked_value: 'No',
    });
  });

  test('of another field, or that the form does not say, add nothing', () => {
    expect(inOtherWords(7, slept, { 'field.8.name': 'x', 'field.7.content': 'x' })).toEqual(slept);
  });

  test('are missing, done, or changed since', () => {
    const translations = {
      name: { text: 'Pedir ayuda', original: 'Ask for help' },
      'field.7.name': { text: '¿Dónde?', original: 'Where?' },
      'field.99.name': { text: 'x', original: 'x' },
    };
    expect(
      textsOf(form)
        .slice(0, 3)
        .map((text) => standingOf(text, translations)),
    ).toEqual(['done', 'changed', 'missing']);
    expect(countsOf(textsOf(form), translations)).toEqual({ total: 8, missing: 6, changed: 1 });
  });
});

describe('languages', () => {
  test.each(['', 'e', 'english language', '../es', 'es_MX', 'x-klingon', '<script>'])('%j is no code', (text) => {
    expect(languageCode(text)).toBeNull();
  });

  test('are kept by one code', () => {
    expect(['ES', 'zh-hans', 'es-mx', 'iw'].map(languageCode)).toEqual(['es', 'zh-Hans', 'es-MX', 'he']);
    expect(languages.map(({ code }) => languageCode(code))).toEqual(languages.map(({ code }) => code));
    expect(new Set(languages.map(({ code }) => code)).size).toBe(languages.length);
    expect(languages.filter(({ name, own_name }) => !name || !own_name)).toEqual([]);
    expect(spoken.map((code) => languageOf(code).name)).toEqual(['Arabic', 'Spanish', 'French']);
  });

  test('are known by what people call them', () => {
    expect(['spanish', 'Español', 'ht', 'nonsense here'].map((text) => languageNamed(text)?.code)).toEqual([
      'es',
      'es',
      'ht',
      undefined,
    ]);
  });

  test('are written from the right by their script', () => {
    expect(['ar', 'ar-EG', 'fa-AF', 'es', 'pa', 'pa-Arab', 'az-Latn', 'ku'].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      'rtl',
      'ltr',
      'ltr',
    ]);
  });

  test('are taken as the browser wants them, as near as there is one', () => {
    expect(firstOffered(['de', 'es-MX'], ['en', 'es'])).toBe('es');
    expect(firstOffered(['zh-Hant-TW'], ['zh-Hans', 'zh-Hant'])).toBe('zh-Hant');
    expect(firstOffered(['es'], ['en', 'es-419'])).toBe('es-419');
    expect(firstOffered(['de'], ['en', 'es'])).toBeNull();
    expect(firstOffered(['en-US', 'es'], ['en', 'es'])).toBe('en');
  });
});
