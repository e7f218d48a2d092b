import type { z } from 'zod';
import { type FormDefinition, type FormField, inOrder } from '../definition/form-definition.ts';
import type { AnswerContext, Field } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import type { Issue } from '../issue.ts';

/** Answers by field id. */
export type Answers = Record<string, unknown>;

/** When and where the answers are given: what the pure rules must not look up for themselves. */
export type EvaluationContext = {
  /** The date in the organisation's time zone, `YYYY-MM-DD`. */
  today: string;
  /** The moment, ISO 8601. */
  now: string;
  timeZone: string;
};

export type Evaluation = {
  /** What to store. */
  answers: Answers;
  issues: Issue[];
  /** The ids of the fields that are asked. */
  shown: ReadonlySet<number>;
};

/**
 * Decides what a response holds once `given` is laid over `stored`, the same in the browser and on the server.
 * A blank answer takes the stored one away, a field that `given` does not name keeps it, a hidden field has none, and
 * answers of fields that have left the form stay. Every issue is told; nothing is thrown.
 */
export const evaluate = (
  form: FormDefinition,
  given: Answers,
  stored: Answers,
  context: EvaluationContext,
): Evaluation => {
  const entries = inOrder(form);
  const asked = entries.filter((entry) => !entry.settings.hide);
  const onForm = new Set(entries.map((entry) => String(entry.field_id)));
  const results = asked.map((entry) => ({ entry, ...resultOf(entry, given, stored, context) }));

  return {
    answers: Object.fromEntries([
      ...Object.entries(stored).filter(([id]) => !onForm.has(id)),
      ...results.filter(({ value }) => value !== undefined).map(({ entry, value }) => [entry.field_id, value]),
    ]),
    issues: [
      ...results.flatMap(({ entry, message }) => (message ? [issueAt(entry.field_id, message)] : [])),
      ...Object.keys(given)
        .filter((id) => !onForm.has(id))
        .map((id) => issueAt(id, 'This field is not on the form')),
    ],
    shown: new Set(asked.map((entry) => entry.field_id)),
  };
};

/** The answer to store, or undefined, and what is wrong with it. */
type Result = { value?: unknown; message?: string };

const resultOf = (entry: FormField, given: Answers, stored: Answers, context: EvaluationContext): Result => {
  const id = String(entry.field_id);
  const before = Object.hasOwn(stored, id) ? stored[id] : undefined;
  const result = Object.hasOwn(given, id) ? checkAnswer(entry, given[id], before, context) : { value: before };
  if (result.message || !entry.is_required) return result;

  const type = fieldType(entry.field.field_type);
  const isAnswered = !type.isBlank(result.value) && type.fulfils(result.value, entry.field);
  return isAnswered ? result : { ...result, message: type.ask(entry.field) };
};

/**
 * Checks one answer by its field, whether or not the field is required, as when the person leaves the input: the value
 * to store (undefined when blank), or the message.
 */
export const checkAnswer = (
  { field, settings }: FormField,
  value: unknown,
  stored: unknown,
  { today }: EvaluationContext,
): Result => {
  const type = fieldType(field.field_type);
  if (type.isBlank(value)) return {};
  const checked = schemaFor(field, { today, settings, stored }).safeParse(value);
  return checked.success ? { value: checked.data } : { message: checked.error.issues[0]!.message };
};

type Remembered = AnswerContext & { schema: z.ZodType };
const remembered = new WeakMap<Field, Remembered>();

/** Building a schema costs more than using it, and most answers are checked again by the same field on the same day. */
const schemaFor = (field: Field, context: AnswerContext): z.ZodType => {
  const last = remembered.get(field);
  const { today, settings, stored } = context;
  if (last && last.today === today && last.settings === settings && last.stored === stored) return last.schema;
  const schema = fieldType(field.field_type).answer(field, context);
  remembered.set(field, { ...context, schema });
  return schema;
};

const issueAt = (id: string | number, message: string): Issue => ({ path: `answers.${id}`, message });
