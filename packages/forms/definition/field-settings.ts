import { z } from 'zod';
import { dateLimit } from '../field-types/date-limit.ts';
import { prePopulate } from '../field-types/metadata.ts';

export const clientFields = ['first_name', 'middle_name', 'last_name', 'dob', 'gender', 'ssn_suffix'] as const;

/** What a form says about one of its fields. A `diff` limit counts days from today. */
export const fieldSettings = z.strictObject({
  hide: z.boolean('Choose true or false').nullish(),
  client_field: z.enum(clientFields, `Choose one of ${clientFields.join(', ')}`).nullish(),
  pre_populate: prePopulate.nullish(),
  minDate: dateLimit.nullish(),
  maxDate: dateLimit.nullish(),
});
export type FieldSettings = z.output<typeof fieldSettings>;
