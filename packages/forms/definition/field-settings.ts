import { z } from 'zod';
import { dateLimit } from '../field-types/date-limit.ts';
import { prePopulate } from '../field-types/metadata.ts';
import { columnsWith } from '../person-columns.ts';

export const clientFields = columnsWith('formField').map(({ key }) => key);

/** Who sees that the date in an answer is coming: whoever recorded the response, or everyone who can read it. */
export const dueFor = ['recorder', 'everyone'] as const;
export type DueFor = (typeof dueFor)[number];

/** The same in words. */
export const dueForWords: Record<DueFor, string> = {
  recorder: 'The staff member who recorded it',
  everyone: 'Everyone who can view the response',
};

/** What a form says about one of its fields. A `diff` limit counts days from today. */
export const fieldSettings = z.strictObject({
  hide: z.boolean('Choose true or false').nullish(),
  client_field: z.enum(clientFields, `Choose one of ${clientFields.join(', ')}`).nullish(),
  pre_populate: prePopulate.nullish(),
  minDate: dateLimit.nullish(),
  maxDate: dateLimit.nullish(),
  /** Lists the answer in My work until the person's next response to the form. Only for dates on client forms. */
  due_date: z.enum(dueFor, `Choose ${dueFor.join(' or ')}`).nullish(),
});
export type FieldSettings = z.output<typeof fieldSettings>;
