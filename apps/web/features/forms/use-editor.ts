import { useCallbackRef } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { ResultsChoice } from '#contract/resources/calculations.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import type { EditedParts } from '#web/forms/form-contributions.ts';
import { counted } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { useSteppedForm } from '#web/screens/use-stepped-form.ts';
import { type NewFieldDraft, nothingUnadded } from './add-field.tsx';
import { bodyOf, countChanges, type FormValues, issuesOf } from './draft.ts';
import type { Entry } from './entries.ts';

const isAnything = ({ text, creating }: NewFieldDraft) => text.trim() !== '' || creating !== null;

/**
 * A form that is being edited: its values, every change of which can be undone, and how they are saved.
 * @param start what the editor begins with, @param saved is given the saved form, @param id of the form that it changes
 */
export const useEditor = (start: FormValues, saved: (form: FormRecord) => void, id?: number) => {
  const create = useWrite(formRoutes.create);
  const update = useWrite(formRoutes.update);
  /** What becomes of results that responses have, as it was chosen for the save that follows. */
  const results = useRef<ResultsChoice>(undefined);
  const unadded = useRef(nothingUnadded);
  const [begun, setBegun] = useState(nothingUnadded);
  const [hasUnadded, setHasUnadded] = useState(false);
  const stepped = useSteppedForm<FormValues, FormRecord>({
    start,
    subject: id === undefined ? draftSubjects.newForm : draftSubjects.form(id),
    changesOf: countChanges,
    showsConflict: id !== undefined,
    about: ({ name, entries }) => [name, counted(entries.length, 'field')].filter(Boolean).join(', '),
    issuesOf,
    beside: {
      isTyped: () => isAnything(unadded.current),
      content: () => unadded.current,
      restore: (content) => {
        unadded.current = content as NewFieldDraft;
        setBegun(unadded.current);
        setHasUnadded(isAnything(unadded.current));
      },
    },
    save: async (values, { drafts, idempotencyKey }) => {
      const body = bodyOf(values);
      if (id === undefined) return create.mutateAsync({ sent: { body }, idempotencyKey, drafts });
      const chosen = results.current && { results: results.current };
      const sent = { params: { id }, body: { ...body, ...chosen, lock_version: values.lock_version } };
      return update.mutateAsync({ sent, drafts });
    },
    saved,
  });
  const { values, form, change, amend, typed } = stepped;
  return {
    ...stepped,
    results,
    /** The text for a question that is not on the form yet, and its initial text. */
    unadded,
    begun,
    hasUnadded,
    setUnadded: useCallbackRef((next: NewFieldDraft) => {
      unadded.current = next;
      setHasUnadded(isAnything(next));
      typed();
    }),
    /** Corrects the list of fields in every step. */
    amendEntries: useCallbackRef((next: (entries: Entry[]) => Entry[]) =>
      amend((before) => {
        const entries = next(before.entries);
        return entries === before.entries ? before : { ...before, entries };
      }),
    ),
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
  };
};

export type Editor = ReturnType<typeof useEditor>;
