import { z } from 'zod';
import { calendarDate, dateFormats, formatDate } from '../calendar.ts';
import { limitDate } from '../definition/field-settings.ts';
import { type AnswerContext, defineFieldType } from './field-type.ts';
import { commonMetadata, limitsInOrder, oneOf } from './metadata.ts';

const metadata = z
  .strictObject({
    ...commonMetadata,
    min: calendarDate().optional(),
    max: calendarDate().optional(),
    format: oneOf(dateFormats).optional(),
  })
  .refine(...limitsInOrder);

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

const earliest = '1000-01-01';
const latest = '9999-12-31';

/** The narrower of what the field and the form allow. */
const windowOf = ({ min, max }: z.output<typeof metadata>, { settings, today }: AnswerContext) => {
  const { minDate, maxDate } = settings;
  const firsts = [earliest, min ?? earliest, minDate ? limitDate(minDate, today) : earliest].sort();
  const lasts = [latest, max ?? latest, maxDate ? limitDate(maxDate, today) : latest].sort();
  const first = firsts.at(-1)!;
  const last = lasts[0]!;
  return { first, last, ask: askFor(first, last) };
};

const askFor = (first: string, last: string) => {
  if (first === earliest) return `Enter a date on or before ${formatDate(last)}`;
  if (last === latest) return `Enter a date on or after ${formatDate(first)}`;
  return `Enter a date between ${formatDate(first)} and ${formatDate(last)}`;
};
