import { describe, expect, test } from 'vitest';
import { consequencesOf } from './consequences.ts';
import { emptyField, type FieldValues, newOption } from './draft.ts';

const saved: FieldValues = {
  ...emptyField('Housing'),
  field_type: 'select-one',
  data_type: 'string',
  field_options: [newOption('Own home', 'own'), newOption('Shelter', 'shelter')],
};
const [own, shelter] = saved.field_options;

describe('consequencesOf a change to a field', () => {
  test('says nothing of what touches no answer', () => {
    expect(consequencesOf(saved, { ...saved, description: 'Last night' })).toEqual([]);
    expect(consequencesOf(saved, { ...saved, field_options: [shelter!, own!, newOption('Other', 'other')] })).toEqual(
      [],
    );
  });
  test('asks nothing of what is refused anyway', () => {
    expect(consequencesOf(saved, { ...saved, field_type: 'freeform-short', field_options: [] })).toEqual([]);
  });
  test.each([
    [{ name: 'Home' }, 'Responses that are recorded already show the new name.'],
    [{ field_options: [own!] }, 'Removed options are not offered any more. Responses that have them keep them.'],
    [
      { field_options: [{ ...own!, label: 'House' }, shelter!] },
      'Renamed options are renamed in the responses that have them.',
    ],
    [
      { metadata: { mask: '999' } },
      'The new settings are for answers from now on. Those that are recorded already stay as they are.',
    ],
  ])('%o', (change, sentence) => expect(consequencesOf(saved, { ...saved, ...change })).toEqual([sentence]));
});
