import type { z } from 'zod';
import type { CalculationValue } from '../calculations/calculation.ts';
import type { FormDefinition, FormField } from '../definition/form-definition.ts';
import type { AnswerContext, Field } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import type { Issue } from '../issue.ts';
import { compiledForm, type FieldState, fillsItself } from '../logic/compile.ts';
import type { ScopeValues } from '../logic/scopes.ts';
import { settle } from '../logic/settle.ts';

/** Answers by field id. */
export type Answers = Record<string, unknown>;

/** When, where and by whom the answers are given: what the pure rules must not look up for themselves. */
export type EvaluationContext = {
  /** The date in the organisation's time zone, `YYYY-MM-DD`. */
  today: string;
  /** The moment, ISO 8601. */
  now: string;
  timeZone: string;
  /** What conditions may ask beside the answers; nothing on public forms. */
  scopes?: ScopeValues;
};

export type Evaluation = {
  /** What to store. */
  answers: Answers;
  issues: Issue[];
  /** The ids of the fields that are asked. */
  shown: ReadonlySet<number>;
  /** The results of the form's calculations, by their ids. */
  calculations: ReadonlyMap<number, CalculationValue>;
};

export const contradiction = 'The rules of this form contradict each other.';

/**
 * Decides what a response holds once `given` is laid over `stored`, the same in the browser and on the server.
 * A blank answer takes the stored one away, a field that `given` does not name keeps it, a hidden field has none, a
 * locked one keeps the stored one, a field that a rule sets has what the rule says, and answers of fields that have left
 * the form stay. Every issue is told; nothing is thrown.
 */
export const evaluate = (
  form: FormDefinition,
  given: Answers,
  stored: Answers,
  context: EvaluationContext,
): Evaluation => {
  const { entries, byId } = compiledForm(form);
  const checked = new Map(entries.map((entry) => [entry.field_id, laidOver(entry, given, stored, context)]));
  const laid = Object.fromEntries(
    entries.flatMap(({ field_id }) => {
      const { value, message } = checked.get(field_id) as Result;
      // What cannot be stored still decides what else is asked.
      return [[field_id, message && Object.hasOwn(given, field_id) ? given[field_id] : value]];
    }),
  );
  const settled = settle(form, laid, stored, context);
  const asked = entries.filter(({ field_id }) => !settled.states.get(field_id)?.hidden);
  const results = asked.map((entry) => {
    const state = settled.states.get(entry.field_id) as FieldState;
    const value = settled.answers[entry.field_id];
    const before = fillsItself(entry) ? {} : (checked.get(entry.field_id) as Result);
    return { entry, ...(isKept(state) ? { value } : resultOf(entry, state, value, before, stored, context)) };
  });
  const kept = Object.entries(stored).filter(([id]) => !byId.has(Number(id)));

  return {
    answers: Object.fromEntries([
      ...kept,
      ...results.filter(({ value }) => value !== undefined).map(({ entry, value }) => [entry.field_id, value]),
    ]),
    issues: [
      ...(settled.contradicts ? [{ path: 'base', message: contradiction }] : []),
      ...results.flatMap((one) => ('message' in one && one.message ? [issueAt(one.entry.field_id, one.message)] : [])),
      ...Object.keys(given)
        .filter((id) => !byId.has(Number(id)))
        .map((id) => issueAt(id, 'This field is not on the form')),
    ],
    shown: new Set(asked.map((entry) => entry.field_id)),
    calculations: settled.calculations,
  };
};

/** The answer to store, or undefined, and what is wrong with it. */
type Result = { value?: unknown; message?: string };

/** The person cannot change it, so they are not asked to mend it. */
const isKept = ({ locked, heldBy }: FieldState) => locked && heldBy === null;

const laidOver = (entry: FormField, given: Answers, stored: Answers, context: EvaluationContext): Result => {
  const id = String(entry.field_id);
  const before = Object.hasOwn(stored, id) ? stored[id] : undefined;
  return Object.hasOwn(given, id) ? checkAnswer(entry, given[id], before, context) : { value: before };
};

const resultOf = (
  entry: FormField,
  { required, heldBy, options }: FieldState,
  value: unknown,
  before: Result,
  stored: Answers,
  context: EvaluationContext,
): Result => {
  const { field } = entry;
  const type = fieldType(field.field_type);
  const found = heldBy !== null ? checkAnswer(entry, value, undefined, context) : { ...before, value };
  if (found.message) return found;
  if (options && !isAmong(options, found.value, stored[entry.field_id]))
    return { ...found, message: 'Choose one of the options' };
  if (!required || !type.isAnswerable) return found;
  const isAnswered = !type.isBlank(found.value) && type.fulfils(found.value, field);
  return isAnswered ? found : { ...found, message: type.ask(field) };
};

/** Whether what was chosen is still offered, or was chosen before. */
const isAmong = (options: readonly { value: string | number }[], value: unknown, stored: unknown): boolean => {
  const kept = new Set([...options.map((option) => String(option.value)), ...[stored].flat().map(String)]);
  return value === undefined || [value].flat().every((one) => kept.has(String(one)));
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
