import { useState } from 'react';
import { flushSync } from 'react-dom';
import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Errors } from '#contract/kit/issues.ts';
import type { FormError } from '#web/ui/error-summary.tsx';
import { ApiError } from './api.ts';
import { failures, readableErrors } from './failures.ts';

/** The errors without those of one value and of what is inside it; the same object when there are none of them. */
export const withoutErrorsOf = (errors: Errors, path: string): Errors => {
  const all = Object.entries(errors);
  const others = all.filter(([key]) => key !== path && !key.startsWith(`${path}.`));
  return others.length === all.length ? errors : Object.fromEntries(others);
};

export type Field<K, T> = { id: K; value: T; onChange: (value: T) => void; error: string | null };

export type Form<V> = {
  values: V;
  /** What the form began with: it tells which values were changed here. */
  initial: V;
  /** A value as its control takes it: named by its path, with what is wrong with it. */
  field: <K extends keyof V & string>(key: K) => Field<K, V[K]>;
  /** Sets one value, and takes away its errors and those of what is inside it. */
  set: <K extends keyof V>(key: K, value: V[K]) => void;
  errors: Errors;
  /** The same for the ErrorSummary; what is said of a field links to the control with the field's path as its id. */
  summary: FormError[];
  /** What is wrong with a field, if anything; for `FieldProps.error`. */
  error: (path: string) => string | null;
  setErrors: (errors: Errors) => void;
  /** Takes away the errors of one value and of what is inside it. */
  forget: (path: string) => void;
  /** Says what is wrong with one value, as when the person leaves it: beside the field, not in the summary. */
  say: (path: string, message: string) => void;
  /** Counts failed submits, so that the summary takes the focus each time. */
  attempt: number;
  isDirty: boolean;
  isSaving: boolean;
  /** The conflict with someone else's save, on a screen that shows it itself. Nothing typed is lost. */
  conflict: Errors | null;
  clearConflict: () => void;
  /** Saves; a second call while one is under way does nothing. */
  submit: () => Promise<void>;
  /** Takes other values, and saves them: what a conflict with `theirs` was resolved to. */
  submitWith: (values: V, theirs: V) => Promise<void>;
  /** Takes other values, as if the form had begun with them, or with `initial`. */
  reset: (values: V, initial?: V) => void;
};

type After<A> = ((answer: A) => void) | { saved?: (answer: A) => void; showsConflict?: boolean };

const summaryOf = (errors: Errors): FormError[] =>
  Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => (path === 'base' ? { message } : { id: path, message })),
  );

/**
 * The values of a form on the screen, and what the server says of them. Whatever fails, nothing that was typed is lost.
 * @param save is given the values; it throws ApiError as `call` does
 * @param after `saved` is given what `save` answered, once the form no longer counts as changed: the place to leave the
 * screen. `showsConflict` tells that the screen shows `conflict` itself; otherwise the summary says it in words
 */
export const useForm = <V extends object, A>(
  start: V,
  save: (values: V) => Promise<A>,
  after: After<A> = {},
): Form<V> => {
  const { saved, showsConflict = false } = typeof after === 'function' ? { saved: after } : after;
  const [initial, setInitial] = useState(start);
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Errors>({});
  const [remarks, setRemarks] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Errors | null>(null);

  const fail = (error: unknown, retry: () => void) => {
    if (!(error instanceof ApiError && [409, 413, 422, 429].includes(error.status))) failures.report(error, retry);
    else if (error.status === 409 && showsConflict) setConflict(error.errors);
    else {
      setErrors(readableErrors(error));
      setAttempt((count) => count + 1);
    }
  };

  const send = async (sent: V) => {
    if (isSaving) return;
    setSaving(true);
    try {
      const answer = await save(sent);
      flushSync(() => {
        setErrors({});
        setDirty(false);
      });
      saved?.(answer);
    } catch (error) {
      fail(error, () => void send(sent));
    } finally {
      setSaving(false);
    }
  };

  const forget = (path: string) => {
    for (const put of [setErrors, setRemarks]) put((before) => withoutErrorsOf(before, path));
  };

  const set: Form<V>['set'] = (key, value) => {
    setValues((before) => ({ ...before, [key]: value }));
    forget(String(key));
    setDirty(true);
  };
  const reset = (next: V, start = next) => {
    setInitial(start);
    setValues(next);
    setErrors({});
    setDirty(next !== start);
    setConflict(null);
  };
  const error = (path: string) => inSentences(errors[path] ?? remarks[path]);

  return {
    values,
    initial,
    field: (key) => ({ id: key, value: values[key], onChange: (value) => set(key, value), error: error(key) }),
    set,
    errors,
    summary: summaryOf(errors),
    error,
    setErrors: (next) => {
      setErrors(next);
      if (Object.keys(next).length) setAttempt((count) => count + 1);
    },
    forget,
    say: (path, message) => setRemarks((before) => ({ ...before, [path]: [message] })),
    attempt,
    isDirty,
    isSaving,
    conflict,
    clearConflict: () => setConflict(null),
    submit: () => send(values),
    submitWith: (next, theirs) => {
      reset(next, theirs);
      return send(next);
    },
    reset,
  };
};
