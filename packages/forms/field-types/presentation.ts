import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

const notAsked = 'Leave this out: this field shows text and has no answer';

export const presentation = defineFieldType({
  type: 'presentation',
  title: 'Presentation',
  data_types: ['string'],
  metadata: z.strictObject({ ...commonMetadata, presentation_content: cleanText(50_000).optional() }),
  isAnswerable: false,
  hasOptions: false,
  operators: ['EMPTY', 'NEMPTY'],
  answer: () => z.never(notAsked),
  ask: () => notAsked,
  text: () => '',
  slot: null,
  slotValue: () => null,
});
