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
      'A record joins when it was created by a user who is gone and it was created by anyone in a permission group that is gone.',
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
      'A record joins when its type is Form Response or People and it was created in this month and it was created by anyone in Case managers.',
    );
    expect(sentences.note).toBe(
      'Checked whenever a record is saved, and each night because “this month” moves. Who was in Case managers counts as it was at that time.',
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
