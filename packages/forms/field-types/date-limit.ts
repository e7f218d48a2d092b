import { z } from 'zod';
import { addDays, calendarDate } from '../calendar.ts';

/** A day that is given, or that moves with today. */
export const dateLimit = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('today'), value: z.null().optional() }),
    z.strictObject({ type: z.literal('specific'), value: calendarDate() }),
    z.strictObject({
      type: z.literal('diff'),
      value: z
        .int('Enter a whole number of days')
        .min(-36_500, 'Enter -36500 or more')
        .max(36_500, 'Enter 36500 or less'),
    }),
  ],
  'Choose today, specific or diff',
);
export type DateLimit = z.output<typeof dateLimit>;

/** The day that a limit stands for. */
export const limitDate = (limit: DateLimit, today: string): string => {
  if (limit.type === 'today') return today;
  return limit.type === 'specific' ? limit.value : addDays(today, limit.value);
};
