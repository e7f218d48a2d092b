import type { Errors } from '#contract/kit/issues.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import { compiledForm } from '#forms/logic/compile.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { hiddenAnswersOf, type OutgoingAnswers, outgoingOf, typedOf } from './outgoing.ts';
import { begin, type FillingEvent, type PrefilledAnswer, reduce } from './reduce.ts';
import type { Leftover, Overview, QuestionState } from './state.ts';

/** What a part of the screen listens to: a question, the form as a whole, or that somebody typed anything at all. */
type Topic = number | 'overview' | 'typing';

/**
 * Holds a form while it is filled in, and tells the parts of the screen that something changed: each question subscribes
 * to its own answer and state, so that a key press draws one question again, however many there are.
 * @param saved what the response has already; null for a new one
 */
export const createFilling = (form: FormDefinition, saved: Answers | null, context: () => EvaluationContext) => {
  let state = begin(form, saved, context());
  let outgoing: OutgoingAnswers | undefined;
  const listeners = new Map<Topic, Set<() => void>>();

  const tell = (topic: Topic) => {
    for (const listener of listeners.get(topic) ?? []) listener();
  };
  const take = (event: FillingEvent) => {
    const before = state;
    const now = reduce(before, event, context());
    state = now;
    // What is to be sent stays the same object until the rules run over other answers.
    if (now.settled !== before.settled) outgoing = undefined;
    if (now.questions !== before.questions)
      for (const [id, question] of now.questions) if (question !== before.questions.get(id)) tell(id);
    if (now.overview !== before.overview) tell('overview');
    if (['answered', 'replaced', 'left-over'].includes(event.type)) tell('typing');
  };

  return {
    subscribe: (topic: Topic) => (listener: () => void) => {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => all.delete(listener);
    },
    form: (): FormDefinition => state.form,
    entries: (): readonly FormField[] => compiledForm(state.form).entries,
    questionState: (field_id: number): QuestionState => state.questions.get(field_id)!,
    overview: (): Overview => state.overview,
    /** Whether a question needs an answer that it has not. Its subscribers are told when that changes. */
    isMissing: (field_id: number): boolean => state.missing.has(field_id),
    values: (): Answers =>
      Object.fromEntries(state.visible.map(({ field_id }) => [field_id, state.questions.get(field_id)!.value])),
    /** The answers that the response had when this began; null for a new one. */
    began: (): Answers | null => state.saved,
    typed: (): Answers => typedOf(state),
    hiddenAnswers: (): FormField[] => hiddenAnswersOf(state),
    /** What to send. The same object until another answer is changed. */
    sent: (): OutgoingAnswers => {
      outgoing ??= outgoingOf(state);
      return outgoing;
    },

    set: ({ field_id }: FormField, value: unknown): void => take({ type: 'answered', field_id, value }),
    check: (entry: FormField): void => take({ type: 'left', entry }),
    /** Answers whether all answers may be sent. */
    checkAll: (): boolean => {
      take({ type: 'checked' });
      return state.overview.errors.length === 0;
    },
    refuse: (errors: Errors): void => take({ type: 'refused', errors }),
    fill: (answers: readonly PrefilledAnswer[]): void => take({ type: 'prefilled', answers }),
    replace: (answers: Answers, from: Answers | null): void => take({ type: 'replaced', answers, from }),
    leaveOver: (leftovers: readonly Leftover[]): void => take({ type: 'left-over', leftovers }),
    changeForm: (next: FormDefinition): void => take({ type: 'form-changed', form: next }),
    settle: (): void => take({ type: 'saved' }),
  };
};

export type Filling = ReturnType<typeof createFilling>;
