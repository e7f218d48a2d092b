import { z } from 'zod';
import { defineFieldType } from './field-type.ts';
import { commonMetadata, limitsInOrder, oneOf } from './metadata.ts';

/** `currency` means dollars. */
const formats = ['integer', 'float', 'currency', 'USD', 'EUR'] as const;

const metadata = z
  .strictObject({
    ...commonMetadata,
    min: z.number('Enter a number').optional(),
    max: z.number('Enter a number').optional(),
    format: oneOf(formats).optional(),
  })
  .refine(...limitsInOrder);
type NumberMetadata = z.output<typeof metadata>;

export const number = defineFieldType({
  type: 'number',
  title: 'Number',
  data_types: ['numeric'],
  metadata,
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'LT', 'LTE', 'GT', 'GTE', 'RANGE', 'NRANGE', 'EMPTY', 'NEMPTY'],
  answer: ({ metadata }) => {
    const ask = askFor(metadata);
    return (
      z
        .number(ask)
        .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, 'Enter a number with fewer digits')
        .min(metadata.min ?? Number.MIN_SAFE_INTEGER, ask)
        .max(metadata.max ?? Number.MAX_SAFE_INTEGER, ask)
        .refine((value) => metadata.format !== 'integer' || Number.isInteger(value), ask)
        .refine((value) => !currencyOf(metadata) || hasCents(value), 'Enter an amount with at most 2 decimals')
        // JSON knows -0, people do not.
        .overwrite((value) => value + 0)
    );
  },
  ask: ({ name }) => `Enter ${name}`,
  text: (value, { metadata }) => {
    const currency = currencyOf(metadata);
    return (currency ? amounts[currency] : plain).format(value);
  },
  slot: 'number',
  slotValue: (value) => value,
});

// Making a format is far dearer than using it.
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });
const amounts = {
  USD: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
  EUR: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' }),
};

const currencyOf = ({ format }: NumberMetadata) =>
  format === 'currency' || format === 'USD' ? 'USD' : format === 'EUR' ? 'EUR' : null;

const hasCents = (value: number) => /^-?\d+(\.\d{1,2})?$/.test(String(value));

const askFor = ({ min, max, format }: NumberMetadata) => {
  const what = format === 'integer' ? 'Enter a whole number' : 'Enter a number';
  if (min !== undefined && max !== undefined) return `${what} between ${min} and ${max}`;
  if (min !== undefined) return `${what} that is ${min} or more`;
  return max === undefined ? what : `${what} that is ${max} or less`;
};
