import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { FormField } from '#forms/definition/form-definition.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import { type FieldState, fillsItself, isFilledIn } from '#forms/logic/compile.ts';
import { frameOf } from '#web/fields/answer-props.ts';
import type { Filling } from './filling.ts';
import { isAnswerable } from './sections.ts';
import { pathOf, type QuestionState } from './state.ts';

const helpOf = (field: Field, { source, rule }: QuestionState): string | undefined =>
  [frameOf(field).help, source && `Filled from ${source}`, rule && `Suggested by the rule “${rule}”`]
    .filter(Boolean)
    .join(' · ') || undefined;

/** Why an answer cannot be changed; undefined when it can. */
const lockOf = ({ locked, heldBy }: FieldState): string | undefined => {
  if (heldBy !== null) return heldBy ? `Filled in by a rule: ${heldBy}` : 'This follows from other answers';
  return locked ? 'Locked by a rule on this form' : undefined;
};

export type QuestionProps = { filling: Filling; entry: FormField; progress?: number };

/** What the input of a question takes, as the question stands now; drawn again when its own answer or error changes. */
export const useQuestion = ({ filling, entry, progress }: QuestionProps) => {
  const { field_id, field } = entry;
  const subscribe = useMemo(() => filling.subscribe(field_id), [filling, field_id]);
  const question = useSyncExternalStore(subscribe, () => filling.questionState(field_id));
  const { value, error, state, parameters, why } = question;
  const lock = lockOf(state);
  const isRequired = state.required && isAnswerable(entry) && !isFilledIn(entry, state);
  const change = useCallback((next: unknown) => filling.set(entry, next), [filling, entry]);
  const leave = useCallback(() => filling.check(entry), [filling, entry]);
  return {
    field,
    fieldId: field_id,
    frame: {
      ...frameOf(field),
      id: pathOf(field_id),
      error,
      help: helpOf(field, question),
      required: isRequired,
      optional: !isRequired && !lock && isAnswerable(entry) && !fillsItself(entry),
      ...(lock ? { locked: lock } : {}),
      ...(why ? { why } : {}),
    },
    ...(state.options ? { options: state.options } : {}),
    ...(parameters ? { parameters } : {}),
    value,
    onChange: change,
    onLeave: leave,
    ...(progress === undefined ? {} : { progress }),
  };
};
