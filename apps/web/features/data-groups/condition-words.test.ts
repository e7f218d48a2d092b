import { describe, expect, test } from 'vitest';
import { daysWords, sentencesOf } from './condition-words.ts';

const by = (type: 'User' | 'PermissionGroup', id: number) =>
  ({ field_name: 'whodunnit', op: 'EQ', value: { type, id } }) as const;
const textOf = ({ said }: ReturnType<typeof sentencesOf>) => said.map(({ text }) => text).join('');

describe('the conditions of a data group', () => {
  test('name those who are gone as such', () => {
    const gone = [
      { type: 'User' as const, id: 4, name: null },
      { type: 'PermissionGroup' as const, id: 4, name: null },
    ];
    expect(textOf(sentencesOf({ and: [by('User', 4), by('PermissionGroup', 4)] }, gone))).toBe(
      'Records are added when they were created by a former user and they were created by anyone in a deleted permission group.',
    );
  });

  test('read as a sentence, and say what moves and whose membership counts', () => {
    const sentences = sentencesOf(
      {
        and: [
          { field_name: 'item_type', op: 'IN', value: ['ClientForm', 'Client'] },
          { field_name: 'created_at', op: 'EQ', value: 'this month' },
          by('PermissionGroup', 7),
        ],
      },
      [{ type: 'PermissionGroup', id: 7, name: 'Case managers' }],
    );
    expect(textOf(sentences)).toBe(
      'Records are added when their type is Form Response or People and they were created in this month and they were created by anyone in Case managers.',
    );
    expect(sentences.note).toBe(
      'Checked when a record is saved, and every night because “this month” changes. Only people who were in Case managers at that time count.',
    );
  });

  test.each([
    ['last 90 days', 'the last 90 days'],
    ['this quarter', 'this quarter'],
    ['2026-11-20', '11/20/2026'],
  ])('%s is %s', (value, words) => {
    expect(daysWords(value)).toBe(words);
  });
});
