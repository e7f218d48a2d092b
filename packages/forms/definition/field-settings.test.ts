import { describe, expect, test } from 'vitest';
import { limitDate } from '../field-types/date-limit.ts';
import { fieldSettings } from './field-settings.ts';

describe('fieldSettings', () => {
  test.each([
    { hidden: true },
    { hide: 'yes' },
    { client_field: 'ssn' },
    { pre_populate: { form_id: 1 } },
    { pre_populate: { form_id: 0, form_field_id: 1, field_id: 1 } },
    { minDate: { type: 'tomorrow' } },
    { minDate: { type: 'specific', value: '2026-02-30' } },
    { maxDate: { type: 'diff', value: 1.5 } },
    { maxDate: { type: 'today', value: 3 } },
    { due_date: 'nobody' },
    { due_date: true },
  ])('refuses %o', (settings) => expect(fieldSettings.safeParse(settings).success).toBe(false));

  test('takes all of its keys, and none', () => {
    const settings = {
      hide: true,
      client_field: 'dob',
      pre_populate: { form_id: 1, form_field_id: 2, field_id: 3 },
      minDate: { type: 'diff', value: -7 },
      maxDate: { type: 'today' },
      due_date: 'recorder',
    };
    expect(fieldSettings.parse(settings)).toEqual(settings);
    expect(fieldSettings.parse({})).toEqual({});
  });
});

test.each([
  [{ type: 'today' } as const, '2024-02-28'],
  [{ type: 'specific', value: '2020-01-01' } as const, '2020-01-01'],
  [{ type: 'diff', value: 2 } as const, '2024-03-01'],
  [{ type: 'diff', value: -59 } as const, '2023-12-31'],
])('%o is %s', (limit, day) => expect(limitDate(limit, '2024-02-28')).toBe(day));
