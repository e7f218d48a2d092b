import { describe, expect, test } from 'vitest';
import { type Entry, entryOf } from './entries.ts';
import { mergeEntries } from './merge-entries.ts';

const entry = (id: number): Entry =>
  entryOf({
    id,
    name: `Field ${id}`,
    description: null,
    field_type: 'freeform-short',
    data_type: 'string',
    metadata: {},
    field_options: [],
    internal_option: null,
  });
const list = (...ids: number[]) => ids.map(entry);
const ids = (entries: Entry[]) => entries.map(({ field_id }) => field_id);
const merged = (before: Entry[], mine: Entry[], theirs: Entry[], preferred: 'mine' | 'theirs' = 'mine') => {
  const { entries, isClash } = mergeEntries(before, { mine, theirs }, preferred);
  return { ids: ids(entries), isClash };
};

describe('mergeEntries', () => {
  test.each<[string, number[], number[], number[], number[]]>([
    ['what either added stays', [1, 2], [1, 2, 8], [1, 2, 9], [1, 2, 8, 9]],
    ['what they removed is gone', [1, 2, 3], [1, 2, 3, 8], [1, 3], [1, 3, 8]],
    ['what I removed is gone', [1, 2, 3], [1, 3], [1, 2, 3, 9], [1, 3, 9]],
    ['what they moved is moved', [1, 2, 3], [1, 2, 3, 8], [3, 1, 2], [3, 8, 1, 2]],
    ['what I moved is moved', [1, 2, 3], [3, 1, 2], [1, 2, 3, 9], [3, 9, 1, 2]],
    ['both removed the same', [1, 2], [1], [1, 9], [1, 9]],
    ['all was removed on one side', [1], [], [1, 9], [9]],
  ])('%s', (_, before, mine, theirs, after) => {
    expect(merged(list(...before), list(...mine), list(...theirs))).toEqual({ ids: after, isClash: false });
  });

  test('loses nothing that either added, whatever both did: every order of additions and moves', () => {
    const before = list(1, 2, 3);
    const orders = [[1, 2, 3], [3, 2, 1], [2, 1, 3], [2, 3], [1], []];
    const added = (order: number[], id: number) =>
      Array.from({ length: order.length + 1 }, (_, place) => order.toSpliced(place, 0, id));
    for (const mine of orders.flatMap((order) => added(order, 8)))
      for (const theirs of orders.flatMap((order) => added(order, 9)))
        for (const preferred of ['mine', 'theirs'] as const) {
          const result = merged(before, list(...mine), list(...theirs), preferred).ids;
          expect(result).toEqual(expect.arrayContaining([8, 9]));
          expect(new Set(result).size).toBe(result.length);
          for (const id of [1, 2, 3]) expect(result.includes(id)).toBe(mine.includes(id) && theirs.includes(id));
        }
  });

  test('of a field that both changed the preferred side counts, and of one that one side removed and the other changed', () => {
    const [one, two] = list(1, 2) as [Entry, Entry];
    const mine = [{ ...one, is_required: false }, two];
    const theirs = [{ ...one, is_quick_view: true }, two];
    const kept = (preferred: 'mine' | 'theirs') => mergeEntries([one, two], { mine, theirs }, preferred);
    expect(kept('mine')).toMatchObject({ isClash: true, entries: [{ is_required: false, is_quick_view: false }, {}] });
    expect(kept('theirs')).toMatchObject({ isClash: true, entries: [{ is_required: true, is_quick_view: true }, {}] });
    expect(merged([one, two], [two], theirs, 'mine')).toEqual({ ids: [2], isClash: true });
    expect(merged([one, two], [two], theirs, 'theirs')).toEqual({ ids: [1, 2], isClash: true });
  });

  test('what was stored of the field itself is shown', () => {
    const renamed = { ...entry(1), field: { ...entry(1).field, name: 'Renamed' } };
    const mine = [{ ...entry(1), is_required: false }];
    expect(mergeEntries(list(1), { mine, theirs: [renamed] }, 'mine').entries[0]).toMatchObject({
      is_required: false,
      field: { name: 'Renamed' },
    });
  });
});
