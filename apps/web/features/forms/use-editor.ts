import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import type { EditedParts } from '#web/forms/form-contributions.ts';
import { ApiError } from '#web/kit/api.ts';
import { counted } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { useDraft } from '#web/screens/use-draft.tsx';
import { bodyOf, countChanges, type Entry, type FormValues, issuesOf } from './draft.ts';
import { useSteps } from './use-steps.ts';

/**
 * A form that is being edited: its values, every change of which can be undone, and how they are saved.
 * @param start what the editor begins with, @param saved is given the saved form, @param id of the form that it changes
 */
export const useEditor = (start: FormValues, saved: (form: FormRecord) => void, id?: number) => {
  const draft = useDraft({
    subject: id === undefined ? draftSubjects.newForm : draftSubjects.form(id),
    isTyped: () => countChanges(form.initial, steps.values) > 0,
    content: () => ({ values: steps.values, initial: form.initial }),
    about: (content) => {
      const { name, entries } = (content as Record<'values', FormValues>).values;
      return [name, counted(entries.length, 'field')].filter(Boolean).join(', ');
    },
    restore: (content) => {
      const { values: typed, initial } = content as Record<'values' | 'initial', FormValues>;
      form.reset(initial);
      steps.change(() => typed);
    },
  });
  const create = useWrite(formRoutes.create);
  const update = useWrite(formRoutes.update);
  const keyFor = useIdempotencyKey();
  const steps = useSteps(start);
  // Nothing counts as changed once it is saved, or leaving for the record would be asked about.
  const [isSaved, setSaved] = useState(false);
  const form = useForm(
    start,
    async (values): Promise<FormRecord> => {
      const issues = issuesOf(values);
      if (Object.keys(issues).length > 0) throw new ApiError(422, issues);
      const body = bodyOf(values);
      const drafts = draft?.keys() ?? [];
      if (id === undefined) return create.mutateAsync({ sent: { body }, idempotencyKey: keyFor(values), drafts });
      return update.mutateAsync({
        sent: { params: { id }, body: { ...body, lock_version: values.lock_version } },
        drafts,
      });
    },
    (record) => {
      draft?.over();
      flushSync(() => setSaved(true));
      saved(record);
    },
  );
  const { values } = steps;
  const begun = useRef(values);
  const typed = useCallbackRef(() => draft?.typed());
  useEffect(() => {
    if (values !== begun.current) typed();
    begun.current = values;
  }, [values, typed]);
  const change = (path: string, next: (values: FormValues) => FormValues, tag?: string) => {
    steps.change(next, tag);
    form.forget(path);
  };
  return {
    ...steps,
    form,
    draft,
    /** How many things differ from what is saved. */
    changes: isSaved ? 0 : countChanges(form.initial, values),
    /** Sets one part; quick changes of the same text are one step. */
    set: <K extends keyof FormValues>(key: K, value: FormValues[K]) =>
      change(key, (before) => ({ ...before, [key]: value }), typeof value === 'string' ? key : undefined),
    /** Changes the list of fields. The same function always: the list is not drawn again for what stands beside it. */
    setEntries: useCallbackRef((next: (entries: Entry[]) => Entry[]) =>
      change('form_fields', (before) => ({ ...before, entries: next(before.entries) })),
    ),
    /** Changes one field of the list, whose faults are then forgotten; quick changes are one step where there is a `tag`. */
    setEntry: useCallbackRef((field_id: number, next: (entry: Entry) => Entry, tag?: string) => {
      const place = values.entries.findIndex((entry) => entry.field_id === field_id);
      change(
        `form_fields.${place}`,
        (before) => ({
          ...before,
          entries: before.entries.map((entry) => (entry.field_id === field_id ? next(entry) : entry)),
        }),
        tag && `${field_id} ${tag}`,
      );
    }),
    /** Changes the rules and calculations. */
    setParts: useCallbackRef((next: (parts: EditedParts) => EditedParts) => {
      change('calculations', (before) => ({ ...before, ...next(before) }));
      form.forget('logic');
    }),
    /** Changes fields and rules in one step. */
    setFieldsAndRules: useCallbackRef((next: (values: FormValues) => Pick<FormValues, 'entries' | 'logic'>) =>
      change('form_fields', (before) => ({ ...before, ...next(before) })),
    ),
    replace: (next: FormValues) => steps.change(() => next),
    save: () => form.submitWith(values, form.initial),
  };
};

export type Editor = ReturnType<typeof useEditor>;
