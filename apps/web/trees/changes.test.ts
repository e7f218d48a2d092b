import { describe, expect, test } from 'vitest';
import { changed, changeWords, ticked, unchanged } from './changes.ts';

const stored = [1, 2].map((node_id) => ({ id: node_id * 10, node_id, path_name: 'A', automatic: false }));
const tick = (id: number, isTicked: boolean, before = unchanged) => ticked(before, { id, isTicked, stored });

describe('the list of a record', () => {
  test('is what is stored until something is ticked', () => {
    expect(changed(stored, unchanged)).toEqual([1, 2]);
    expect(changeWords(unchanged)).toBe('');
  });

  test('holds additions and removals, and what is taken back is neither', () => {
    const both = tick(1, false, tick(3, true));
    expect(both).toEqual({ added: [3], removed: [1] });
    expect(changeWords(both)).toBe('1 added, 1 removed, not saved yet');
    expect(changed(stored, both)).toEqual([2, 3]);
    expect(tick(1, true, tick(3, false, both))).toEqual(unchanged);
  });

  test('keeps what others have put there meanwhile', () => {
    const theirs = [...stored, { id: 40, node_id: 4, path_name: 'B', automatic: false }];
    expect(changed(theirs, { added: [4, 3], removed: [1] })).toEqual([2, 4, 3]);
  });
});
