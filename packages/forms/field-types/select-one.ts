import { choice, choiceMetadata, labelOf } from './choices.ts';
import { defineFieldType } from './field-type.ts';

export const selectOne = defineFieldType({
  type: 'select-one',
  title: 'Select one',
  data_types: ['string', 'numeric'],
  metadata: choiceMetadata,
  hasOptions: true,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  answer: (field, { stored }) => choice(field, [stored], 'Choose one of the options'),
  ask: ({ name }) => `Choose ${name}`,
  askHere: () => 'Choose an answer',
  text: (value, field) => labelOf(field, value),
  slot: 'text',
  slotValue: (value) => String(value),
});
