import { z } from 'zod';
import { addDays, calendarDate } from '../calendar.ts';

export const clientFields = ['first_name', 'middle_name', 'last_name', 'dob', 'gender', 'ssn_suffix'] as const;

const id = z.int('Enter an id').positive('Enter an id');

/** Whose earlier answer fills the field in: that of `field_id` on form `form_id`. */
export const prePopulate = z.strictObject({ form_id: id, form_field_id: id, field_id: id });

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

/** What a form says about one of its fields. A `diff` limit counts days from today. */
export const fieldSettings = z.strictObject({
  hide: z.boolean('Choose true or false').nullish(),
  client_field: z.enum(clientFields, `Choose one of ${clientFields.join(', ')}`).nullish(),
  pre_populate: prePopulate.nullish(),
  minDate: dateLimit.nullish(),
  maxDate: dateLimit.nullish(),
});
export type FieldSettings = z.output<typeof fieldSettings>;

/** The day that a limit stands for. */
export const limitDate = (limit: DateLimit, today: string): string => {
  if (limit.type === 'today') return today;
  return limit.type === 'specific' ? limit.value : addDays(today, limit.value);
};
