import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { FormField } from '#forms/definition/form-definition.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import { type FieldState, fillsItself } from '#forms/logic/compile.ts';
import { saveFile } from '#web/access/picture.ts';
import { AnswerInput } from '#web/fields/answer-input.tsx';
import { frameOf } from '#web/fields/answer-props.ts';
import { type Filling, pathOf, type QuestionState } from './filling.ts';
import { isAnswerable } from './sections.ts';

const helpOf = (field: Field, { source, rule }: QuestionState): string | undefined =>
  [frameOf(field).help, source && `Filled from ${source}`, rule && `Suggested by the rule “${rule}”`]
    .filter(Boolean)
    .join(' · ') || undefined;

/** Why an answer cannot be changed; undefined when it can. */
const lockOf = ({ locked, heldBy }: FieldState): string | undefined => {
  if (heldBy !== null) return `Set by the rule “${heldBy}”`;
  return locked ? 'Locked by a rule of this form' : undefined;
};

/** One question of a form. It is drawn again when its own answer or error changes, and not otherwise. */
export const Question = memo(
  ({ filling, entry, progress }: { filling: Filling; entry: FormField; progress?: number }) => {
    const { field_id, field } = entry;
    const subscribe = useMemo(() => filling.subscribe(field_id), [filling, field_id]);
    const question = useSyncExternalStore(subscribe, () => filling.questionState(field_id));
    const { value, error, state, parameters, why } = question;
    const lock = lockOf(state);
    const isRequired = state.required && isAnswerable(entry);
    const change = useCallback((next: unknown) => filling.set(entry, next), [filling, entry]);
    const leave = useCallback(() => filling.check(entry), [filling, entry]);
    return (
      <AnswerInput
        field={field}
        fieldId={field_id}
        frame={{
          ...frameOf(field),
          id: pathOf(field_id),
          error,
          help: helpOf(field, question),
          required: isRequired,
          optional: !isRequired && !lock && isAnswerable(entry) && !fillsItself(entry),
          ...(lock ? { locked: lock } : {}),
          ...(why ? { why } : {}),
        }}
        {...(state.options ? { options: state.options } : {})}
        {...(parameters ? { parameters } : {})}
        value={value}
        onChange={change}
        onLeave={leave}
        onOpenFile={({ url, filename }) => void saveFile(url, filename)}
        {...(progress === undefined ? {} : { progress })}
      />
    );
  },
);
