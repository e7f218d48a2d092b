import { z } from 'zod';
import { shortText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

const ask = 'Choose one of the records';

export const refPicker = defineFieldType({
  type: 'ref-picker',
  title: 'Record picker',
  data_types: ['string'],
  metadata: z.strictObject(commonMetadata),
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'EMPTY', 'NEMPTY'],
  answer: () => z.strictObject({ record_id: z.int(ask).positive(ask), label: shortText(ask) }, ask),
  ask: ({ name }) => `Choose ${name}`,
  askHere: () => 'Choose an answer',
  text: ({ label }) => label,
  compared: ({ record_id }) => record_id,
  slot: 'number',
  slotValue: ({ record_id }) => record_id,
});
