import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

const metadata = z.strictObject({
  ...commonMetadata,
  checked_value: cleanText(255).optional(),
  unchecked_value: cleanText(255).optional(),
});
type Settings = z.output<typeof metadata>;

export const checkbox = defineFieldType({
  type: 'checkbox',
  title: 'Checkbox',
  data_types: ['boolean'],
  metadata,
  hasOptions: false,
  operators: ['TRUE', 'FALSE', 'EMPTY', 'NEMPTY'],
  answer: ({ metadata }) => z.preprocess(castBoolean, z.boolean(choose(metadata))),
  // With a word for unticked the box asks a question, and both are answers; without one it asks for a tick.
  fulfils: (value, { metadata }) => value || metadata.unchecked_value !== undefined,
  ask: ({ name, metadata }) => (metadata.unchecked_value ? `${choose(metadata)} for ${name}` : `${confirm} ${name}`),
  askHere: ({ metadata }) => (metadata.unchecked_value ? choose(metadata) : confirm),
  text: (value, { metadata }) => (value ? wordsOf(metadata).checked : wordsOf(metadata).unchecked),
  slot: 'boolean',
  slotValue: (value) => value,
});

const wordsOf = ({ checked_value, unchecked_value }: Settings) => ({
  checked: checked_value ?? 'Yes',
  unchecked: unchecked_value ?? 'No',
});

const choose = (metadata: Settings) => {
  const { checked, unchecked } = wordsOf(metadata);
  return `Choose ${checked} or ${unchecked}`;
};

const confirm = 'Check the box to confirm';

const falseWords = ['0', 'f', 'F', 'false', 'FALSE', 'no', 'NO'];
const trueWords = ['1', 't', 'T', 'true', 'TRUE', 'yes', 'YES'];

/** A truth value written in one of the usual ways (0, f, false, no; 1, t, true, yes); anything else unchanged. */
export const castBoolean = (value: unknown): unknown => {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const word = String(value);
  return falseWords.includes(word) ? false : trueWords.includes(word) ? true : value;
};
