import { z } from 'zod';
import { choice, choiceMetadata, inOptionOrder, labelOf } from './choices.ts';
import { defineFieldType } from './field-type.ts';

const ask = 'Choose from the options';

export const selectMany = defineFieldType({
  type: 'select-many',
  title: 'Select many',
  data_types: ['string_array', 'numeric_array', 'boolean_array'],
  metadata: choiceMetadata,
  hasOptions: true,
  operators: ['IN', 'NIN', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  answer: (field, { stored }) =>
    // Counted before they are looked at, one by one.
    z
      .array(z.unknown(), ask)
      .max(500, 'Choose at most 500 options')
      .pipe(z.array(choice(field, Array.isArray(stored) ? stored : [], ask), ask))
      .transform((values) => onceEach(inOptionOrder(field, values))),
  ask: ({ name }) => `Choose at least one option for ${name}`,
  askHere: () => 'Choose at least one option',
  text: (values, field) => listed(values.map((value) => labelOf(field, value))),
  slot: 'text_array',
  slotValue: (values) => [...new Set(values.map(String))],
});

/** Choices without those that are written like one before them: 1 that is typed into “Other” is the option 1. */
const onceEach = <V>(values: readonly V[]): V[] => {
  const written = values.map(String);
  return values.filter((_, place) => written.indexOf(String(values[place])) === place);
};

/** Labels that hold commas themselves are parted by semicolons. */
const listed = (labels: string[]) => labels.join(labels.some((label) => label.includes(',')) ? '; ' : ', ');
