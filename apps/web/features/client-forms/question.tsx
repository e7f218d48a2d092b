import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { FormField } from '#forms/definition/form-definition.ts';
import { AnswerInput } from '#web/fields/answer-input.tsx';
import { frameOf } from '#web/fields/answer-props.ts';
import { saveFile } from '#web/kit/picture.ts';
import { type Filling, pathOf } from './filling.ts';

/** A form marks the rarer kind of its questions: the required ones with a star, or the optional ones in words. */
export type Marks = 'required' | 'optional';

export const marksOf = (entries: FormField[]): Marks =>
  entries.filter(({ is_required }) => is_required).length * 2 > entries.length ? 'optional' : 'required';

/** One question of a form. It is drawn again when its own answer or error changes, and not otherwise. */
export const Question = memo(
  ({ filling, entry, marks, progress }: { filling: Filling; entry: FormField; marks: Marks; progress?: number }) => {
    const { field_id, field, is_required } = entry;
    const subscribe = useMemo(() => filling.subscribe(field_id), [filling, field_id]);
    const { value, error } = useSyncExternalStore(subscribe, () => filling.asked(field_id));
    const change = useCallback((next: unknown) => filling.set(entry, next), [filling, entry]);
    const leave = useCallback(() => filling.check(entry), [filling, entry]);
    return (
      <AnswerInput
        field={field}
        frame={{
          ...frameOf(field),
          id: pathOf(field_id),
          error,
          required: is_required,
          unmarked: marks === 'optional',
          optional: marks === 'optional' && !is_required,
        }}
        value={value}
        onChange={change}
        onLeave={leave}
        onOpenFile={({ url, filename }) => void saveFile(url, filename)}
        {...(value instanceof File && progress !== undefined ? { progress } : {})}
      />
    );
  },
);
