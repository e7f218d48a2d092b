import type { z } from 'zod';
import type { AnswerContext, Field } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import type { FormField } from './form-definition.ts';

/** Answers by field id. */
export type Answers = Record<string, unknown>;

/** The answer to store, or undefined, and what is wrong with it. */
export type CheckedAnswer = { value?: unknown; message?: string };

/**
 * Checks one answer by its field, whether or not the field is required, as when the person leaves the input: the value
 * to store (undefined when blank), or the message.
 */
export const checkAnswer = (
  { field, settings }: FormField,
  value: unknown,
  { today, stored }: Omit<AnswerContext, 'settings'>,
): CheckedAnswer => {
  const type = fieldType(field.field_type);
  if (type.isBlank(value)) return {};
  const checked = schemaFor(field, { today, settings, stored }).safeParse(value);
  return checked.success ? { value: checked.data } : { message: checked.error.issues[0]!.message };
};

type CachedSchema = AnswerContext & { schema: z.ZodType };
const remembered = new WeakMap<Field, CachedSchema>();

/** Building a schema costs more than using it, and most answers are checked again by the same field on the same day. */
const schemaFor = (field: Field, context: AnswerContext): z.ZodType => {
  const last = remembered.get(field);
  const { today, settings, stored } = context;
  if (last && last.today === today && last.settings === settings && last.stored === stored) return last.schema;
  const schema = fieldType(field.field_type).answer(field, context);
  remembered.set(field, { ...context, schema });
  return schema;
};
