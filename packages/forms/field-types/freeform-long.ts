import { z } from 'zod';
import { defineFieldType } from './field-type.ts';
import { freeText, freeTextMetadata } from './free-text.ts';
import { limitsInOrder } from './metadata.ts';

export const freeformLong = defineFieldType({
  type: 'freeform-long',
  title: 'Long text',
  data_types: ['string'],
  metadata: z.strictObject(freeTextMetadata).refine(...limitsInOrder),
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'BWITH', 'EWITH', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  answer: ({ metadata }) => freeText(50_000, metadata),
  ask: ({ name }) => `Enter ${name}`,
  text: (value) => value,
  slot: null,
  slotValue: () => null,
});
