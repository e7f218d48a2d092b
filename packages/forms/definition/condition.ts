import { z } from 'zod';
import { cleanText, shortText } from '../clean-text.ts';

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

const single = z.union([cleanText(2000), z.number(), z.boolean(), z.null()]);

/** One comparison. NCONTAIN is read as NCONTAINS; the operators that compare with nothing need no value. */
export const condition = z
  .strictObject({
    field_name: shortText('Choose a field'),
    op: z.preprocess((op) => (op === 'NCONTAIN' ? 'NCONTAINS' : op), z.enum(operators, 'Choose an operator')),
    value: z.union([single, z.array(single)], 'Enter a value').optional(),
  })
  .refine(({ op, value }) => alone.includes(op) || (value ?? '') !== '', { path: ['value'], error: 'Enter a value' });

const several = z
  .array(condition, 'Add at least one condition')
  .min(1, 'Add at least one condition')
  .max(50, 'Use at most 50 conditions');

/** Conditions of which all (`and`) or any (`or`) must hold. */
export const conditions = z.union(
  [z.strictObject({ and: several }), z.strictObject({ or: several })],
  'Write the conditions as {and: [{field_name, op, value}]} or {or: […]}',
);
