import type { Answers } from '#forms/definition/answer.ts';
import type { FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { compiledForm } from '#forms/logic/compile.ts';
import { checkable, parted } from './files.ts';
import type { FillingState } from './state.ts';

/** `settled` says that the rules which fill in and empty had their say here: it stands. */
type SentAnswer = { field_id: number; value: unknown; settled?: true };

/** What goes to the server: answers, and the files that stand for answers. */
export type OutgoingAnswers = { answers: SentAnswer[]; files: Record<string, File[]> };

const isHidden = ({ settled }: FillingState, field_id: number): boolean =>
  settled.states.get(field_id)?.hidden === true;

/** What to send: every answer that was changed here and counts. */
export const outgoingOf = (state: FillingState): OutgoingAnswers => {
  const { form, given, saved, changed, filled, ruled } = state;
  const { entries, moments } = compiledForm(form);
  // What a rule keeps or locks is sent as it was given: a rule may look at what it keeps.
  const isSent = (id: number) => changed.has(id) || filled.has(id) || ruled.has(id);
  // A hidden field has no answer: that is said where it had one, or a rule could fill one in.
  const isTold = (id: number) => !isHidden(state, id) || moments.length > 0 || saved?.[id] != null;
  const answers = entries
    .filter(({ field_id }) => isSent(field_id) && isTold(field_id))
    .map(({ field_id }) => ({
      field_id,
      ...parted(isHidden(state, field_id) ? null : given.get(field_id)),
      ...(ruled.has(field_id) ? { settled: true as const } : {}),
    }));
  return {
    // A file that stands alone is its own answer.
    answers: answers
      .filter(({ value, files }) => value !== null || files.length === 0)
      .map(({ files: _, ...answer }) => answer),
    files: Object.fromEntries(
      answers.filter(({ files }) => files.length > 0).map(({ field_id, files }) => [`answers[${field_id}]`, files]),
    ),
  };
};

/** The answers that the rules hide now, and that will not be kept. */
export const hiddenAnswersOf = (state: FillingState): FormField[] =>
  compiledForm(state.form).entries.filter(
    ({ field_id, field }) =>
      isHidden(state, field_id) &&
      !state.suggested.has(field_id) &&
      !fieldType(field.field_type).isBlank(checkable(state.given.get(field_id))),
  );

/** What was typed, chosen or filled in and differs from what is stored, whether or not the rules let it count. */
export const typedOf = ({ form, given, saved }: FillingState): Answers =>
  Object.fromEntries(
    compiledForm(form)
      .entries.map(({ field_id }) => [field_id, given.get(field_id) ?? null] as const)
      .filter(([id, value]) => value !== (saved?.[id] ?? null)),
  );
