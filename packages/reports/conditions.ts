import { z } from 'zod';
import { cleanText } from '#forms/clean-text.ts';
import { comparison, hasValue, isInOrder, notInOrder, valueMissing } from '#forms/field-types/condition.ts';
import { oneOf } from '#forms/field-types/metadata.ts';

export const maxConditions = 50;

/** The ID of a form as it stands in JSON. */
export const formId = z.int('Choose a form').positive('Choose a form').max(Number.MAX_SAFE_INTEGER);
/** What conditions call a parameter by: it begins with a letter. */
export const parameterKey = cleanText(40).regex(
  /^[a-z][a-z0-9_]{0,39}$/,
  'Use 1 to 40 lowercase letters, digits and _',
);

/** A list of which no item is looked at while it is too long. */
export const listOf = <Z extends z.ZodType>(item: Z, most: number, words: string) =>
  z.array(z.unknown()).max(most, `Use at most ${most} ${words}`).pipe(z.array(item));

/** What conditions speak of: `column` is one that the report computes, by its key. */
const comparedType = oneOf(['field', 'calculation', 'column']);

/**
 * One condition: of a column, which `form` tells apart where several forms have it. With a `parameter`, what the reader
 * chooses takes the place of its value.
 */
export const reportCondition = comparison
  .extend({ form: formId.nullish(), type: comparedType.nullish(), parameter: parameterKey.nullish() })
  .refine((one) => !!one.parameter || hasValue(one), valueMissing)
  .refine(isInOrder, notInOrder);
export type ReportCondition = z.output<typeof reportCondition>;

/** All of them must hold. */
export const reportConditions = z.strictObject({ and: listOf(reportCondition, maxConditions, 'conditions') });
export type ReportConditions = z.output<typeof reportConditions>;
