import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

const ask = 'Enter an e-mail address like name@example.org';

export const email = defineFieldType({
  type: 'email',
  title: 'Email',
  data_types: ['string'],
  metadata: z.strictObject(commonMetadata),
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'BWITH', 'EWITH', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  answer: () => cleanText(255, ask, (text) => text.toLowerCase()).regex(/^[^@\s]+@[^@\s]+\.[^@\s.]+$/, ask),
  ask: ({ name }) => `Enter ${name}`,
  text: (value) => value,
  slot: 'text',
  slotValue: (value) => value,
});
