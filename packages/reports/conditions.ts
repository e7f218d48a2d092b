import { z } from 'zod';
import { cleanText } from '#forms/clean-text.ts';
import { comparison, hasValue, isInOrder, notInOrder, valueMissing } from '#forms/field-types/condition.ts';
import { oneOf } from '#forms/field-types/metadata.ts';

/** The most that one list may have; each condition in an “or” counts. */
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

const conditionList = listOf(reportCondition, maxConditions, 'conditions');

/** Conditions of which one must hold. */
const anyOf = z.strictObject({
  or: conditionList.refine((all) => all.length > 0, 'Add at least one condition'),
});
export type AnyOf = z.output<typeof anyOf>;
/** What stands in a list of conditions: one, or several of which one must hold. */
export type ConditionEntry = ReportCondition | AnyOf;

/** The conditions of an entry: of several, one must hold. */
export const alternativesOf = (entry: ConditionEntry): readonly ReportCondition[] =>
  'or' in entry ? entry.or : [entry];

/** Where a condition of the entry at a place stands in its list: the first, unless said otherwise. */
export const pathIn = (place: number, entry: ConditionEntry, index = 0): string =>
  `and.${place}${'or' in entry ? `.or.${index}` : ''}`;

/** An entry of these conditions; null of none. */
export const entryOf = (alternatives: readonly ReportCondition[]): ConditionEntry | null => {
  const [first, ...others] = alternatives;
  if (!first) return null;
  return others.length > 0 ? { or: [first, ...others] } : first;
};

/** All entries must hold. An “or” of a single condition is read as that condition. */
export const reportConditions = z
  .strictObject({ and: listOf(z.union([reportCondition, anyOf]), maxConditions, 'conditions') })
  .overwrite(({ and }) => ({ and: and.map((entry) => entryOf(alternativesOf(entry)) ?? entry) }))
  .refine((conditions) => conditionsIn(conditions).length <= maxConditions, {
    path: ['and'],
    error: `Use at most ${maxConditions} conditions`,
  });
export type ReportConditions = { and: ConditionEntry[] };

/** Every condition of a list, those of which one must hold among them. */
export const conditionsIn = ({ and }: ReportConditions): ReportCondition[] => and.flatMap(alternativesOf);

/** A list without the conditions that are not kept. An “or” keeps its other conditions. */
export const conditionsThat = (
  { and }: ReportConditions,
  isKept: (condition: ReportCondition) => boolean,
): ReportConditions => ({ and: and.flatMap((entry) => entryOf(alternativesOf(entry).filter(isKept)) ?? []) });

/** A list with each condition changed, those in an “or” too. */
export const withEach = (
  { and }: ReportConditions,
  change: (condition: ReportCondition) => ReportCondition,
): ReportConditions => ({
  and: and.map((entry) => ('or' in entry ? { or: entry.or.map(change) } : change(entry))),
});
