import type { z } from 'zod';
import type { Operator } from './condition.ts';
import type { DateLimit } from './date-limit.ts';

export const fieldTypeNames = [
  'freeform-short',
  'freeform-long',
  'number',
  'date',
  'time',
  'select-one',
  'select-many',
  'checkbox',
  'email',
  'hyperlink',
  'address',
  'attachment',
  'signature',
  'presentation',
  'autopopulate',
  'search',
  'ref-picker',
] as const;
export type FieldTypeName = (typeof fieldTypeNames)[number];

export const dataTypes = [
  'string',
  'string_array',
  'numeric',
  'numeric_array',
  'boolean',
  'boolean_array',
  'date',
  'time',
  'file',
  'signature',
] as const;
export type DataType = (typeof dataTypes)[number];

/** What an option can say in place of an answer. */
export const optionMeanings = ['unknown', 'declined', 'not_collected'] as const;
export type OptionMeaning = (typeof optionMeanings)[number];
/** The same in words. */
export const meaningWords: Record<OptionMeaning, string> = {
  unknown: 'Unknown',
  declined: 'Declined',
  not_collected: 'Not collected',
};

/** A choice of a select field. A hidden one was removed after it had been answered: old answers keep it. */
export type FieldOption = {
  label: string;
  value: string | number | boolean;
  position: number;
  hidden?: boolean;
  /** Why there is no answer, if the option says so. */
  meaning?: OptionMeaning;
};

/** Which records a ref-picker offers: those of an internal form, by the answer to one of its fields or by their title. */
export type InternalOption = { internal_form_id: number; internal_field_id: number | null };

export type Field<M = Record<string, unknown>> = {
  name: string;
  description: string | null;
  field_type: FieldTypeName;
  data_type: DataType;
  metadata: M;
  field_options: FieldOption[];
  internal_option: InternalOption | null;
};

/** What an answer is checked against besides its field. */
export type AnswerContext = {
  /** The date in the organization's time zone. */
  today: string;
  /** What the form says of the field, as far as it narrows what is taken. */
  settings: { minDate?: DateLimit | null | undefined; maxDate?: DateLimit | null | undefined };
  /** The answer that the response has now, if any. */
  stored?: unknown;
};

/** The kinds of typed column that reports read. */
export type Slot = 'boolean' | 'timestamp' | 'number' | 'text' | 'text_array';
export type SlotValue = boolean | number | string | string[];

/** What conditions compare. */
export type ComparableValue = string | number | boolean | (string | number | boolean)[];

/** Everything the product knows of a kind of field, but for its input on the screen and its column in reports. */
export interface FieldType<M extends z.ZodObject = z.ZodObject, V = unknown> {
  type: FieldTypeName;
  title: string;
  /** The data types that a field of this type may have; the first is the default. */
  data_types: readonly [DataType, ...DataType[]];
  /** The settings that a field of this type may have. */
  metadata: M;
  /** Whether it asks for an answer; otherwise it is only read. */
  isAnswerable: boolean;
  hasOptions: boolean;
  /** Whether a field of this type without an option could never be answered. */
  needsOptions: boolean;
  operators: readonly Operator[];
  /** The schema of an answer that is not blank. What it gives back is what is stored. */
  answer(field: Field<z.output<M>>, context: AnswerContext): z.ZodType<V>;
  isBlank(value: unknown): boolean;
  /** Whether an answer that is not blank does for a required field. */
  fulfils(value: V, field: Field<z.output<M>>): boolean;
  /** What to say when the field is required and has no answer. */
  ask(field: Field<z.output<M>>): string;
  /** The same right under the question, where its name stands already. */
  askHere(field: Field<z.output<M>>): string;
  /** A stored answer as people read it. */
  text(value: V, field: Field<z.output<M>>): string;
  /** A stored answer as conditions compare it; null when it cannot be compared. */
  compared(value: V): ComparableValue | null;
  /** The typed column that holds the answers beside the JSON; null when they are in the JSON alone. */
  slot: Slot | null;
  /** A stored answer as its slot holds it; a timestamp is ISO 8601. */
  slotValue(value: V): SlotValue | null;
}

const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const usual = {
  isAnswerable: true,
  isBlank,
  fulfils: () => true,
  askHere: () => 'Enter an answer',
  compared: (value: unknown): unknown => value,
};

const isSimple = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** An answer that is no answer of its type, as a condition may meet before it is checked, cannot be compared. */
const asCompared = (value: unknown) =>
  (Array.isArray(value) ? value.every(isSimple) : isSimple(value)) ? (value as ComparableValue) : null;

type Usual = keyof typeof usual | 'needsOptions';

/**
 * Describes a kind of field. What it leaves out is as usual: every answer but null, '' and [] counts as one and is
 * compared as it is, a missing one is to be entered, and where there are options at least one is needed.
 */
export const defineFieldType = <M extends z.ZodObject, V>(
  fieldType: Omit<FieldType<M, V>, Usual> & Partial<Pick<FieldType<M, V>, Usual>>,
): FieldType<M, V> => {
  const { compared = usual.compared } = fieldType;
  return {
    ...usual,
    needsOptions: fieldType.hasOptions,
    ...fieldType,
    compared: (value) => asCompared(compared(value)),
  };
};
