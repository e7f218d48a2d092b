import { useState } from 'react';
import { flushSync } from 'react-dom';
import { formRoutes } from '#contract/resources/forms.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm, withoutErrorsOf } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { bodyOf, countChanges, type Entry, type FormRecord, type FormValues } from './draft.ts';
import { useSteps } from './use-steps.ts';

/**
 * A form that is being edited: its values, every change of which can be undone, and how they are saved.
 * @param start what the editor begins with, @param saved is given the saved form, @param id of the form that it changes
 */
export const useEditor = (start: FormValues, saved: (form: FormRecord) => void, id?: number) => {
  const create = useWrite(formRoutes.create);
  const update = useWrite(formRoutes.update);
  const keyFor = useIdempotencyKey();
  const steps = useSteps(start);
  // Nothing counts as changed once it is saved, or leaving for the record would be asked about.
  const [isSaved, setSaved] = useState(false);
  const form = useForm(
    start,
    async (values): Promise<FormRecord> => {
      const body = bodyOf(values);
      if (id === undefined) return create.mutateAsync({ sent: { body }, idempotencyKey: keyFor(values) });
      return update.mutateAsync({ sent: { params: { id }, body: { ...body, lock_version: values.lock_version } } });
    },
    (record) => {
      flushSync(() => setSaved(true));
      saved(record);
    },
  );
  const { values } = steps;
  const change = (path: keyof FormValues, next: (values: FormValues) => FormValues, tag?: string) => {
    steps.change(next, tag);
    form.setErrors(withoutErrorsOf(form.errors, path === 'entries' ? 'form_fields' : path));
  };
  return {
    ...steps,
    form,
    /** How many things differ from what is saved. */
    changes: isSaved ? 0 : countChanges(form.initial, values),
    /** Sets one part; quick changes of the same text are one step. */
    set: <K extends keyof FormValues>(key: K, value: FormValues[K]) =>
      change(key, (before) => ({ ...before, [key]: value }), typeof value === 'string' ? key : undefined),
    setEntries: (next: (entries: Entry[]) => Entry[]) =>
      change('entries', (before) => ({ ...before, entries: next(before.entries) })),
    replace: (next: FormValues) => steps.change(() => next),
    save: () => form.submitWith(values, form.initial),
  };
};

export type Editor = ReturnType<typeof useEditor>;
