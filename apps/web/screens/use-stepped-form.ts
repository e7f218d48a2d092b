import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Errors } from '#contract/kit/issues.ts';
import { ApiError } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useDraft } from './use-draft.tsx';
import { useEditSteps } from './use-edit-steps.ts';

type SteppedFormOptions<V, R> = {
  /** What the editor begins with. */
  start: V;
  /** What a draft of it is kept under: see `draftSubjects`. */
  subject: string;
  /** How many things differ between what was saved and what is there now. */
  changesOf: (saved: V, now: V) => number;
  /** A few words that tell one draft from another. */
  about: (values: V) => string;
  /** Text outside the values that the draft keeps too, such as the name of a question not added yet. */
  beside?: { isTyped: () => boolean; content: () => object; restore: (content: object) => void };
  /** Whether it is stored, so that the screen compares it with what somebody else saved. */
  showsConflict: boolean;
  /** What keeps it from being saved, found here: by path. */
  issuesOf: (values: V) => Errors;
  /** Saves; it throws ApiError as `call` does. */
  save: (values: V, options: { drafts: string[]; idempotencyKey: string }) => Promise<R>;
  /** Given what was saved, once nothing counts as changed: the place to leave the screen. */
  saved: (record: R) => void;
};

/**
 * A form that takes the whole page: every change of it can be undone and done again, a draft of it is kept, and it is
 * saved as a whole, unless something keeps it from being saved.
 */
export const useSteppedForm = <V extends object, R>(of: SteppedFormOptions<V, R>) => {
  const draft = useDraft({
    subject: of.subject,
    isTyped: () => of.beside?.isTyped() || of.changesOf(form.initial, steps.values) > 0,
    content: () => ({ values: steps.values, initial: form.initial, ...(of.beside && { beside: of.beside.content() }) }),
    about: (content) => of.about((content as Record<'values', V>).values),
    restore: (content) => {
      const { values: typed, initial, beside } = content as Record<'values' | 'initial', V> & { beside?: object };
      // A draft may be older than a part of the form.
      form.reset({ ...of.start, ...initial });
      steps.change(() => ({ ...of.start, ...typed }));
      if (beside) of.beside?.restore(beside);
    },
  });
  const keyFor = useIdempotencyKey();
  const steps = useEditSteps(of.start);
  // Nothing counts as changed once it is saved, or leaving for the record would be asked about.
  const [isSaved, setSaved] = useState(false);
  const form = useForm(
    of.start,
    async (values): Promise<R> => {
      const issues = of.issuesOf(values);
      if (Object.keys(issues).length > 0) throw new ApiError(422, issues);
      return of.save(values, { drafts: draft?.keys() ?? [], idempotencyKey: keyFor(values) });
    },
    {
      showsConflict: of.showsConflict,
      saved: (record) => {
        draft?.over();
        flushSync(() => setSaved(true));
        of.saved(record);
      },
    },
  );
  const { values } = steps;
  const begun = useRef(values);
  const typed = useCallbackRef(() => draft?.typed());
  useEffect(() => {
    if (values !== begun.current) typed();
    begun.current = values;
  }, [values, typed]);
  const replace = (next: V) => steps.change(() => next);
  return {
    ...steps,
    form,
    draft,
    /** To be called when something is typed beside the values. */
    typed,
    /** How many things differ from what is saved. */
    changes: isSaved ? 0 : of.changesOf(form.initial, values),
    /** Changes the values, whose faults at the path are then forgotten; quick changes with the same `tag` are one step. */
    change: (path: string, next: (values: V) => V, tag?: string) => {
      steps.change(next, tag);
      form.forget(path);
    },
    save: () => form.submitWith(values, form.initial),
    /** The same for `Conflict`: what is taken from somebody else is one more step. */
    inConflict: {
      ...form,
      values,
      submitWith: (next: V, theirs: V) => {
        replace(next);
        return form.submitWith(next, theirs);
      },
      reset: (theirs: V) => {
        replace(theirs);
        form.reset(theirs);
      },
    },
  };
};
