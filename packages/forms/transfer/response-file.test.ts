import { describe, expect, test } from 'vitest';
import type { Field, FieldTypeName } from '../field-types/field-type.ts';
import { answerWriter, exportedNames, labelsOf } from './response-file.ts';

const field = (field_type: FieldTypeName, name = 'Goal'): Field => ({
  name,
  description: null,
  field_type,
  data_type: 'string',
  metadata: {},
  field_options: [],
  internal_option: null,
});

describe('TR-06 a file of responses', () => {
  test('names its fields by label and id in the order of the form, without texts to read', () => {
    const asked = [
      { field_id: 11, field: field('freeform-short') },
      { field_id: 10, field: field('presentation', 'Welcome') },
      { field_id: 12, field: field('number', 'Score, now') },
    ];
    const answers = ['Goal [11]', 'Score, now [12]'];
    expect(labelsOf('client', asked)).toEqual(['Client ID', 'Form Response ID', 'Time Recorded', ...answers]);
    expect(labelsOf('internal', asked)).toEqual(['Record ID', 'Time Recorded', ...answers]);
    expect(labelsOf('public', asked)).toEqual(['Form Response ID', 'Client ID', 'Time Recorded', ...answers]);
  });

  const file = (filename: string) => ({ file_id: 1, filename, content_type: 'image/png', size: 1, url: '/x' });
  test.each<[FieldTypeName, unknown, string | number | null]>([
    ['freeform-short', '=1+1', '=1+1'],
    ['freeform-long', 'Two\nlines', 'Two\nlines'],
    ['number', 7.5, 7.5],
    ['date', '2026-11-20', '2026-11-20'],
    ['time', '09:30', '09:30'],
    ['checkbox', false, 'false'],
    ['select-one', 'a|b', 'a|b'],
    ['select-one', 3, 3],
    ['select-many', ['food', 'rent'], 'food|rent'],
    ['select-many', ['a|b'], 'a\\|b'],
    ['address', { text: '12 Main St', components: {}, location: null }, '12 Main St'],
    ['search', { value: 'x', label: 'The X' }, 'x'],
    ['ref-picker', { record_id: 5, label: 'Shelter' }, 5],
    ['attachment', [file('a.pdf'), file('b.pdf')], 'a.pdf|b.pdf'],
    ['attachment', file('a.pdf'), 'a.pdf'],
    ['signature', file('signature.png'), 'signature.png'],
    ['freeform-short', null, null],
    ['select-many', undefined, null],
  ])('has %s %j as %j', (type, answer, cell) => {
    expect(answerWriter(field(type))(answer)).toBe(cell);
  });

  test('with files has names that say whose they are', () => {
    const files = [file('Report of May.PDF'), file('no ending'), file('odd.p/../x')];
    expect(exportedNames(90, 5, files)).toEqual(['files/90_5_1.pdf', 'files/90_5_2', 'files/90_5_3']);
  });
});
