import { z } from 'zod';
import { defineFieldType } from './field-type.ts';
import { freeText, freeTextMetadata } from './free-text.ts';
import { limitsInOrder } from './metadata.ts';

/** In characters. */
const longest = 50_000;

export const freeformLong = defineFieldType({
  type: 'freeform-long',
  title: 'Long text',
  data_types: ['string'],
  metadata: z.strictObject(freeTextMetadata(longest)).refine(...limitsInOrder),
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'BWITH', 'EWITH', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  answer: ({ metadata }) => freeText(longest, metadata),
  ask: ({ name }) => `Enter ${name}`,
  text: (value) => value,
  slot: null,
  slotValue: () => null,
});
