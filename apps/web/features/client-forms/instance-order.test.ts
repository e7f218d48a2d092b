import { expect, test } from 'vitest';
import { groupsInOrder, inOrder } from './instance-order.ts';

const row = (completed_at: string, value: unknown, display_value = String(value)) => ({
  completed_at,
  answers: [{ field_id: 7, value, display_value }],
});
const times = (rows: { completed_at: string }[]) => rows.map(({ completed_at }) => completed_at).join('');

test('numbers are not sorted as text, and blank answers come last in both directions', () => {
  const rows = [row('a', 1240), row('b', null, ''), row('c', 980), row('d', 20)];
  expect(times(inOrder(rows, [{ field: '7', order: 'asc' }]))).toBe('dcab');
  expect(times(inOrder(rows, [{ field: '7', order: 'desc' }]))).toBe('acdb');
});

test('dates go by the calendar, choices by their words', () => {
  const dates = [row('a', '2026-01-02', '01/02/2026'), row('b', '2025-12-31', '12/31/2025')];
  expect(times(inOrder(dates, [{ field: '7', order: 'asc' }]))).toBe('ba');
  const choices = [row('a', 1, 'Urgent'), row('b', 2, 'Calm')];
  expect(times(inOrder(choices, [{ field: '7', order: 'asc' }]))).toBe('ba');
});

test('where the first column ties, the second decides', () => {
  const rows = [row('a', 1), row('b', 1), row('c', 0)];
  const sort = [
    { field: '7', order: 'desc' as const },
    { field: 'completed_at', order: 'desc' as const },
  ];
  expect(times(inOrder(rows, sort))).toBe('bac');
});

test('forms are sorted by any of their columns, the newest one deciding first', () => {
  const group = (name: string, count: number, last_name: string | null) => ({
    name,
    count,
    last_administered_at: `2026-01-0${count}T00:00:00.000Z`,
    last_administered_by: last_name === null ? null : { first_name: 'Ana', last_name },
  });
  const groups = [group('Intake', 2, 'Bell'), group('Exit', 1, null), group('Plan', 2, 'Arden')];
  const names = (...fields: string[]) =>
    groupsInOrder(
      groups,
      fields.map((field) => ({ field, order: 'asc' as const })),
    ).map(({ name }) => name);
  expect(names('name')).toEqual(['Exit', 'Intake', 'Plan']);
  expect(names('count', 'by')).toEqual(['Exit', 'Plan', 'Intake']);
  expect(names('by'), 'what nobody recorded comes last').toEqual(['Plan', 'Intake', 'Exit']);
});
