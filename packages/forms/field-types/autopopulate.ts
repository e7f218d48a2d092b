import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { choice, labelOf } from './choices.ts';
import { endpointMetadata } from './endpoint.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

export const autopopulate = defineFieldType({
  type: 'autopopulate',
  title: 'Autopopulate',
  data_types: ['string'],
  metadata: z.strictObject({ ...commonMetadata, ...endpointMetadata }),
  hasOptions: true,
  needsOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'BWITH', 'EWITH', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  answer: (field, { stored }) =>
    field.field_options.length > 0 ? choice(field, [stored], 'Choose one of the options') : cleanText(255),
  ask: ({ name }) => `Answer the questions that fill in ${name}`,
  text: (value, field) => labelOf(field, value),
  slot: 'text',
  slotValue: (value) => String(value),
});
