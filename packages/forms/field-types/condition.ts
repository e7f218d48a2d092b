import { z } from 'zod';
import { exactText, shortText } from '../clean-text.ts';

export const operators = [
  'EQ',
  'NEQ',
  'IN',
  'NIN',
  'LT',
  'LTE',
  'GT',
  'GTE',
  'BWITH',
  'EWITH',
  'CONTAINS',
  'NCONTAINS',
  'RANGE',
  'NRANGE',
  'DOW',
  'NDOW',
  'EMPTY',
  'NEMPTY',
  'TRUE',
  'FALSE',
] as const;
export type Operator = (typeof operators)[number];

/** The operators that compare with nothing. */
export const alone: readonly Operator[] = ['EMPTY', 'NEMPTY', 'TRUE', 'FALSE'];

/** A list holds at most this many values. */
export const maxValues = 50;
/** In characters: a value that stands alone, and one of a list. */
export const maxValue = 255;
const maxOfList = 100;

const comparable = (longest: number) =>
  z.union([exactText(longest), z.number(), z.boolean(), z.null()], {
    error: ({ input }) =>
      typeof input === 'string' ? `Use at most ${longest} characters for a value` : 'Enter a value',
  });
const single = comparable(maxValue);
// Counted before its values are looked at: a list of any length is refused at once.
const list = z
  .array(z.unknown())
  .max(maxValues, `Use at most ${maxValues} values`)
  .pipe(z.array(comparable(maxOfList)));

const value = z.unknown().transform((given, context): z.output<typeof single> | z.output<typeof list> => {
  const read = (Array.isArray(given) ? list : single).safeParse(given);
  if (read.success) return read.data;
  context.addIssue({ code: 'custom', message: read.error.issues[0]!.message });
  return z.NEVER;
});

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));

/** Whether a range of numbers, or of dates or times that are written out, begins after its end. */
const isReversed = (value: unknown): boolean => {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, to] = value;
  if (isNumber(from) && isNumber(to)) return Number(from) > Number(to);
  return value.every((one) => /^(\d{4}-\d\d-\d\d|\d\d:\d\d)$/.test(String(one))) && from > to;
};

/** A comparison as it is written, before it is looked at as a whole. NCONTAIN is read as NCONTAINS. */
export const comparison = z.strictObject({
  field_name: shortText('Choose a field'),
  op: z.preprocess((op) => (op === 'NCONTAIN' ? 'NCONTAINS' : op), z.enum(operators, 'Choose an operator')),
  value: value.optional(),
});
type Comparison = z.output<typeof comparison>;

/** Whether a comparison has a value, or its operator needs none; what to say where it hasn't. */
export const hasValue = ({ op, value }: Comparison): boolean => alone.includes(op) || (value ?? '') !== '';
export const valueMissing = { path: ['value'], error: 'Enter a value' };

/** Whether a range begins before its end; what to say where it doesn't. */
export const isInOrder = ({ op, value }: Comparison): boolean => !op.endsWith('RANGE') || !isReversed(value);
export const notInOrder = { path: ['value'], error: 'Enter the start of the range first' };

/** One comparison; the operators that compare with nothing need no value. */
export const condition = comparison.refine(hasValue, valueMissing).refine(isInOrder, notInOrder);

const several = z
  .array(condition, 'Add at least one condition')
  .min(1, 'Add at least one condition')
  .max(50, 'Use at most 50 conditions');

/** Conditions of which all (`and`) or any (`or`) must hold. */
export const conditions = z.union(
  [z.strictObject({ and: several }), z.strictObject({ or: several })],
  'Write the conditions as {and: [{field_name, op, value}]} or {or: […]}',
);
