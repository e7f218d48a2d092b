import { z } from 'zod';
import { cleanText, exactText, withoutInvisible } from '../clean-text.ts';
import { endpointMetadata, isExternal } from './endpoint.ts';
import type { Field, FieldOption } from './field-type.ts';
import { commonMetadata, onOrOff } from './metadata.ts';

/** The settings of both kinds of select. External options come from `api_endpoint`, not from the field. */
export const choiceMetadata = z.strictObject({
  ...commonMetadata,
  ...endpointMetadata,
  allow_other: onOrOff().optional(),
  capitalization: cleanText(255).optional(),
});

export type Choice = string | number | boolean;
type ChoiceField = Field<z.output<typeof choiceMetadata>>;

/**
 * The schema of one chosen value: an option that is not hidden, a value among `stored`, any value when the options are
 * external, or with allow_other any further text.
 */
export const choice = (field: ChoiceField, stored: readonly unknown[], ask: string): z.ZodType<Choice> => {
  const kept = new Set(stored);
  const isKnown = (value: Choice) => kept.has(value) || optionOf(field, value) !== undefined;
  // What is none of the options is short text like any other.
  const cleaned = (text: string) => (isKnown(text) ? text : withoutInvisible(text).trim());
  return z
    .union([z.number(), z.boolean(), exactText(255, ask).overwrite(cleaned).min(1, ask)], ask)
    .refine((value) => kept.has(value) || canChoose(field, value), ask);
};

const byValue = new WeakMap<readonly FieldOption[], ReadonlyMap<Choice, FieldOption>>();

/** The option of a value: looked up, for a field may have thousands, and an answer hundreds. */
const optionOf = ({ field_options }: Pick<Field, 'field_options'>, value: Choice): FieldOption | undefined => {
  const options = byValue.get(field_options) ?? new Map(field_options.map((option) => [option.value, option]));
  byValue.set(field_options, options);
  return options.get(value);
};

const byPlace = new WeakMap<readonly FieldOption[], ReadonlyMap<Choice, number>>();

/**
 * Values in the order of a field's options, whoever sent them, so that the same choices are the same answer (R58a). What
 * is none of the options follows as it was sent.
 */
export const inOptionOrder = <V>({ field_options }: Pick<Field, 'field_options'>, values: readonly V[]): V[] => {
  const places = byPlace.get(field_options) ?? new Map(field_options.map(({ value }, place) => [value, place]));
  byPlace.set(field_options, places);
  const placeOf = (value: V) => places.get(value as Choice) ?? places.size;
  return values.toSorted((one, other) => placeOf(one) - placeOf(other));
};

const canChoose = (field: ChoiceField, value: Choice) => {
  const { data_type, metadata } = field;
  const option = optionOf(field, value);
  if (option) return !option.hidden;
  if (metadata.allow_other && typeof value === 'string') return true;
  return isExternal(field) && typeof value === (data_type.startsWith('numeric') ? 'number' : 'string');
};

/** The label of a chosen value; the text itself when it is none of the options. */
export const labelOf = (field: ChoiceField, value: Choice) => optionOf(field, value)?.label ?? String(value);
