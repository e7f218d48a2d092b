import { z } from 'zod';
import { shortText } from '../clean-text.ts';
import { endpointMetadata } from './endpoint.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

const ask = 'Choose one of the results';

export const search = defineFieldType({
  type: 'search',
  title: 'Search',
  data_types: ['string'],
  metadata: z.strictObject({ ...commonMetadata, ...endpointMetadata }),
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'EMPTY', 'NEMPTY'],
  answer: () => z.strictObject({ value: z.union([shortText(ask), z.number()], ask), label: shortText(ask) }, ask),
  ask: ({ name }) => `Choose ${name}`,
  askHere: () => 'Choose an answer',
  text: ({ label }) => label,
  compared: ({ value }) => value,
  slot: 'text',
  slotValue: ({ value }) => String(value),
});
