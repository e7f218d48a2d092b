import { describe, expect, test } from 'vitest';
import { dayOf, daysBefore, dayTitle } from './days.ts';

describe('the days of a timeline', () => {
  test('are those of the reader’s zone', () => {
    expect(dayOf('2026-11-18T04:30:00.000Z', 'America/New_York')).toBe('2026-11-17');
    expect(dayOf('2026-11-18T04:30:00.000Z', 'Europe/Berlin')).toBe('2026-11-18');
  });

  test('are called by their weekday, and the last two as people say', () => {
    expect(dayTitle('2026-11-22', '2026-11-22')).toBe('Today');
    expect(dayTitle('2026-02-28', '2026-03-01')).toBe('Yesterday');
    expect(dayTitle('2026-11-18', '2026-11-22')).toBe('Wednesday, 11/18/2026');
  });

  test('are counted back over the ends of months and years', () => {
    expect(daysBefore('2026-01-03', 7)).toBe('2025-12-27');
  });
});
