import { describe, expect, test } from 'vitest';
import { consequencesOf } from './consequences.ts';
import { emptyForm, type FormValues } from './draft.ts';
import { type Entry, entryOf } from './entries.ts';

const entry = (id: number, rest: Partial<Entry> = {}): Entry => ({
  ...entryOf({
    id,
    name: `Field ${id}`,
    description: null,
    field_type: 'freeform-short',
    data_type: 'string',
    metadata: {},
    field_options: [],
    internal_option: null,
  }),
  ...rest,
});
const saved: FormValues = { ...emptyForm, name: 'Intake', entries: [entry(1), entry(2, { is_required: false })] };

describe('consequencesOf', () => {
  test('says nothing of what touches no answer', () => {
    const moved = saved.entries.toReversed();
    expect(consequencesOf(saved, { ...saved, name: 'Other', entries: [...moved, entry(3)] })).toEqual([]);
    expect(consequencesOf({ ...saved, active: false }, saved)).toEqual([]);
  });
  test('tells what is removed, required and made inactive', () => {
    expect(consequencesOf(saved, { ...saved, active: false, entries: [entry(2)] })).toEqual([
      'Field 1 is removed. The answers stay with their responses, under “No longer on this form”.',
      'Field 2 is now required. Responses without an answer need one when someone edits them.',
      'The form becomes inactive. Its responses stay, but no one can add new ones.',
    ]);
  });
  test('names the first of many, and counts the others', () => {
    const many = { ...saved, entries: [1, 2, 3, 4, 5].map((id) => entry(id)) };
    expect(consequencesOf(many, { ...many, entries: [] })[0]).toMatch(
      /^Field 1, Field 2, Field 3 and 2 more are removed/,
    );
  });
});
