import { describe, expect, test } from 'vitest';
import { formatOptions, periodOption, periodOptions } from './formats.ts';

const weeks = ['Week (Sunday to Saturday)', 'Week (Monday to Sunday)'];

describe('the weeks that a report offers', () => {
  test('are none of what holds no days', () => {
    expect(periodOptions('text', 'monday')).toEqual([]);
    expect(periodOptions(undefined, 'sunday')).toEqual([]);
  });

  test.each(['date', 'timestamp'] as const)('are both of a %s, the organization’s own first', (result) => {
    const offered = (weekStartsOn: 'sunday' | 'monday') =>
      periodOptions(result, weekStartsOn).flatMap(({ label }) => (label.startsWith('Week') ? [label] : []));
    expect(offered('sunday')).toEqual(weeks);
    expect(offered('monday')).toEqual(weeks.toReversed());
    const formats = (weekStartsOn: 'sunday' | 'monday') =>
      formatOptions(result, weekStartsOn).flatMap(({ value }) => /"((?:iso_)?week)"/.exec(value)?.[1] ?? []);
    expect(formats('sunday')).toEqual(['week', 'iso_week']);
    expect(formats('monday')).toEqual(['iso_week', 'week']);
  });

  test.each(['sunday', 'monday'] as const)(
    'leave what a report has chosen, where weeks begin on %s',
    (weekStartsOn) => {
      const options = periodOptions('date', weekStartsOn);
      expect(periodOption('date', options, 'week')).toBe('week');
      expect(periodOption('date', options, 'iso_week')).toBe('iso_week');
    },
  );
});
