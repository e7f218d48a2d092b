import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { conditions } from './condition.ts';

const id = z.int('Enter an ID').positive('Enter an ID');

/**
 * Whose earlier answer fills the field in: that of `field_id` on form `form_id`, from the latest response. Which is the
 * latest goes by the date question `date_field_id` of that form, or by Time Recorded with null; left out, by the form's
 * own visit date, else by Time Recorded.
 */
export const prePopulate = z.strictObject({
  form_id: id,
  form_field_id: id,
  field_id: id,
  date_field_id: id.nullish(),
});

/** The settings that every kind of field may have. */
export const commonMetadata = {
  display_type: cleanText(255).optional(),
  pre_populate: z.union([z.boolean(), prePopulate], 'Choose true, false or a field of a form').optional(),
  show_when: conditions.optional(),
};

/** A setting that is on or off. */
export const onOrOff = () => z.boolean('Choose true or false');

/** A setting that is one of some words. */
export const oneOf = <const W extends readonly string[]>(words: W) =>
  z.enum(words, `Choose one of ${words.join(', ')}`);

type Limits = { min?: number | string | undefined; max?: number | string | undefined };

/** The arguments of a refinement that refuses, under `max`, a maximum below the minimum. */
export const limitsInOrder: [(limits: Limits) => boolean, { path: string[]; error: string }] = [
  ({ min, max }) => min === undefined || max === undefined || min <= max,
  { path: ['max'], error: 'Enter a maximum that isn’t below the minimum' },
];
