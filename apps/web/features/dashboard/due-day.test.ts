import { expect, test } from 'vitest';
import { dueDay } from './due-day.ts';

test.each([
  ['1026-02-03', '02/03/1026'],
  ['2026-11-19', '11/19/2026'],
  ['2026-11-20', '6 days ago'],
  ['2026-11-25', 'Yesterday'],
  ['2026-11-26', 'Today'],
  ['2026-11-27', 'Tomorrow'],
  ['2026-11-28', 'Saturday'],
  ['2026-12-02', 'Wednesday'],
  ['2026-12-03', '12/03/2026'],
  ['9999-12-31', '12/31/9999'],
])('%s is "%s" on Thursday, 11/26/2026', (date, words) => expect(dueDay(date, '2026-11-26')).toBe(words));
