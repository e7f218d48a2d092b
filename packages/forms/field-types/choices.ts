import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { endpointMetadata, isExternal } from './endpoint.ts';
import type { Field } from './field-type.ts';
import { commonMetadata, onOrOff } from './metadata.ts';

/** The settings of both kinds of select. External options come from `api_endpoint`, not from the field. */
export const choiceMetadata = z.strictObject({
  ...commonMetadata,
  ...endpointMetadata,
  allow_other: onOrOff().optional(),
  capitalization: cleanText(255).optional(),
});

export type Choice = string | number;
type ChoiceField = Field<z.output<typeof choiceMetadata>>;

/**
 * The schema of one chosen value: an option that is not hidden, a value among `stored`, any value when the options are
 * external, or with allow_other any further text.
 */
export const choice = (field: ChoiceField, stored: readonly unknown[], ask: string): z.ZodType<Choice> =>
  z
    .union([z.number(), cleanText(255, ask).min(1, ask)], ask)
    .refine((value) => stored.includes(value) || canChoose(field, value), ask);

const canChoose = (field: ChoiceField, value: Choice) => {
  const { data_type, field_options, metadata } = field;
  const option = field_options.find((option) => option.value === value);
  if (option) return !option.hidden;
  if (metadata.allow_other && typeof value === 'string') return true;
  return isExternal(field) && (typeof value === 'number') === data_type.startsWith('numeric');
};

/** The label of a chosen value; the text itself when it is none of the options. */
export const labelOf = ({ field_options }: ChoiceField, value: Choice) =>
  field_options.find((option) => option.value === value)?.label ?? String(value);
