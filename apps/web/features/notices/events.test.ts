import { describe, expect, test } from 'vitest';
import { eventReader, pauseBefore } from './events.ts';

describe('a stream of events', () => {
  const text = ':\n\nid: 7\nevent: notices\ndata: {"a":"b\\nc"}\n\n:\r\n\r\nid: 8\r\ndata: {}\r\n\r\n';
  const all = [
    { id: '7', data: '{"a":"b\\nc"}' },
    { id: '8', data: '{}' },
  ];
  test.each([1, 2, 3, 7, 1000])('is read in pieces of %i characters', (size) => {
    const read = eventReader();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
      text.slice(n * size, (n + 1) * size),
    );
    expect(pieces.flatMap(read)).toEqual(all);
  });

  test('gives nothing before an event is whole', () => {
    const read = eventReader();
    expect(read('id: 7\ndata: {}\n')).toEqual([]);
    expect(read('\n')).toEqual([{ id: '7', data: '{}' }]);
  });
});

test('pauses grow to half a minute, and are not the same for all', () => {
  expect([0, 1, 2, 10].map((attempt) => pauseBefore(attempt, 1))).toEqual([1000, 2000, 4000, 30_000]);
  expect(pauseBefore(10, 0)).toBe(15_000);
});
