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
    [{ name: 'Home' }, 'Existing responses will show the new name too.'],
    [{ field_options: [own!] }, 'Removed options are no longer offered. Existing responses keep them.'],
    [{ field_options: [{ ...own!, label: 'House' }, shelter!] }, 'Renamed options change in existing responses too.'],
    [{ metadata: { mask: '999' } }, 'The new settings apply to new answers only. Existing answers stay as they are.'],
  ])('%o', (change, sentence) => expect(consequencesOf(saved, { ...saved, ...change })).toEqual([sentence]));
});
