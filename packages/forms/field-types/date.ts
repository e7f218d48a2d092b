import { z } from 'zod';
import { calendarDate, dateFormats, formatDate } from '../calendar.ts';
import { dateLimit, limitDate } from './date-limit.ts';
import { type AnswerContext, defineFieldType } from './field-type.ts';
import { commonMetadata, limitsInOrder, oneOf } from './metadata.ts';

const earliest = '1000-01-01';
const latest = '9999-12-31';

/** The first or the last day that a field takes: a plain date, today, or a limit as forms write it. */
const limit = () =>
  z.union([z.literal('today'), calendarDate(), dateLimit], {
    // What is wrong inside a limit is told at the limit: its parts are no settings of their own.
    error: ({ input }) =>
      (typeof input === 'string' ? calendarDate() : dateLimit).safeParse(input).error?.issues[0]?.message,
  });

/** A limit as forms write it: its kind, and its value. What is no limit has neither. */
export const asDateLimit = (limit: unknown): { type?: unknown; value?: unknown } => {
  if (typeof limit === 'string') return limit === 'today' ? { type: 'today' } : { type: 'specific', value: limit };
  return typeof limit === 'object' && limit !== null ? limit : {};
};

/** The day that a limit of a field stands for; undefined when it is no limit. */
export const dayOf = (limit: unknown, today: string): string | undefined => {
  const { data } = dateLimit.safeParse(asDateLimit(limit));
  return data && limitDate(data, today);
};

/** A limit that moves with today and one that does not are in order on some days. */
const areInOrder = (min: unknown, max: unknown) =>
  ['1200-01-01', '9800-01-01'].some((today) => (dayOf(min, today) ?? earliest) <= (dayOf(max, today) ?? latest));

const metadata = z
  .strictObject({
    ...commonMetadata,
    min: limit().optional(),
    max: limit().optional(),
    format: oneOf(dateFormats).optional(),
  })
  .refine(({ min, max }) => areInOrder(min, max), limitsInOrder[1]);

export const date = defineFieldType({
  type: 'date',
  title: 'Date',
  data_types: ['date'],
  metadata,
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'LT', 'LTE', 'GT', 'GTE', 'RANGE', 'NRANGE', 'DOW', 'NDOW', 'EMPTY', 'NEMPTY'],
  answer: ({ metadata }, context) => {
    const window = windowOf(metadata, context);
    // A window may move with today: the answer that was inside it when it was given stays good.
    const isInside = (value: string) => value === context.stored || (value >= window.first && value <= window.last);
    return calendarDate().refine(isInside, window.ask);
  },
  ask: ({ name }) => `Enter ${name}`,
  text: (value, { metadata }) => formatDate(value, metadata.format),
  slot: 'timestamp',
  slotValue: (value) => `${value}T00:00:00.000Z`,
});

/** The narrower of what the field and the form allow. */
const windowOf = ({ min, max }: z.output<typeof metadata>, { settings, today }: AnswerContext) => {
  const { minDate, maxDate } = settings;
  const firsts = [earliest, dayOf(min, today) ?? earliest, minDate ? limitDate(minDate, today) : earliest].sort();
  const lasts = [latest, dayOf(max, today) ?? latest, maxDate ? limitDate(maxDate, today) : latest].sort();
  const first = firsts.at(-1)!;
  const last = lasts[0]!;
  return { first, last, ask: askFor(first, last) };
};

const askFor = (first: string, last: string) => {
  if (first === earliest) return `Enter a date on or before ${formatDate(last)}`;
  if (last === latest) return `Enter a date on or after ${formatDate(first)}`;
  return `Enter a date between ${formatDate(first)} and ${formatDate(last)}`;
};
