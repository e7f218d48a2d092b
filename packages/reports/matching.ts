import { z } from 'zod';
import { oneOf } from '#forms/field-types/metadata.ts';
import { columnName, ownColumnName } from './column-name.ts';

/** Which of a person's responses to a form stands beside each row, in words. */
export const matchedResponses = {
  latest: 'Latest response',
  latest_at: 'Latest on or before a row date',
  first_after: 'First on or after a row date',
} as const;
export type MatchedResponse = keyof typeof matchedResponses;
const matchedResponse = oneOf(Object.keys(matchedResponses) as [MatchedResponse, ...MatchedResponse[]]);

/** How the response to a form that stands beside each row of other forms is found. Dates are compared as days. */
export const responseMatch = z.strictObject({
  response: matchedResponse,
  /** The date of its form that it is found by; Time Recorded where nothing is said. */
  date: z.strictObject(ownColumnName).nullish(),
  /** The date of the row that it is compared with; the Time Recorded of the first form that gives rows where nothing is said. */
  at: z.strictObject(columnName).nullish(),
});
export type ResponseMatch = z.output<typeof responseMatch>;

/** Those of a report, by the forms that they are about: at most as many as it can read. */
export const responseMatches = z
  .record(z.string(), responseMatch)
  .refine(
    (matches) => Object.keys(matches).every((key) => /^[1-9]\d{0,15}$/.test(key)),
    'Use the IDs of forms as the keys',
  )
  .refine((matches) => Object.keys(matches).length <= 10, 'Use at most 10 forms');

/** Whether the response to a form is found by a date of the row. */
export const isByRow = (response: MatchedResponse): boolean => response !== 'latest';

/**
 * Which of a person's responses to a form count, and what the dates are called that decide it: the response that is matched
 * to a row, or what a window leaves (the earliest, the latest, or both compared).
 */
export const matchWords = z.object({
  response: oneOf([...matchedResponse.options, 'earliest', 'compare']),
  /** The date of the form; null for Time Recorded. */
  date: z.string().nullable(),
  /** The date of the row; null where it doesn't depend on one. */
  at: z.string().nullable(),
});
export type MatchWords = z.output<typeof matchWords>;

/** The same in words: "the latest response on or before Service date". */
export const matchInWords = ({ response, date, at }: MatchWords): string => {
  const found = {
    latest: 'the latest response of each person',
    earliest: 'the first response of each person',
    compare: 'the first and the latest response of each person',
    latest_at: `the latest response on or before ${at ?? 'a date of the row'}`,
    first_after: `the first response on or after ${at ?? 'a date of the row'}`,
  };
  return `${found[response]}${date === null ? '' : `, by ${date}`}`;
};
