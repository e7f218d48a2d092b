import type { Errors } from '#contract/kit/issues.ts';
import { problems } from '#contract/problems.ts';
import { type Answers, checkAnswer, type EvaluationContext, evaluate } from '#forms/answers/evaluate.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { FormError } from '#web/ui/error-summary.tsx';

/** The most that the server takes of one file, in bytes. */
const maxFileSize = 25 * 1024 * 1024;

export type Asked = { value: unknown; error: string | null };

/** What goes to the server: answers, and the files that stand for answers. */
export type Sent = { answers: { field_id: number; value: unknown }[]; files: Record<string, File> };

/** What the screen shows of the form as a whole; it changes seldom, a question at each key. */
export type Overview = {
  /** Required questions without an answer. */
  missing: FormField[];
  answered: number;
  isDirty: boolean;
  /** The errors of the last attempt to save that still stand. */
  errors: FormError[];
};

/** The id of a question's control, which is also the path of its errors. */
export const pathOf = (field_id: number | string): string => `answers.${field_id}`;

/** A file that is chosen but not stored yet, as the rules know files. */
const checkable = (value: unknown): unknown =>
  value instanceof File
    ? {
        file_id: 1,
        filename: value.name,
        content_type: value.type || 'application/octet-stream',
        size: value.size,
        url: '/',
      }
    : value;

/** What is wrong with an answer that the rules for stored answers cannot know. */
const problemHere = (value: unknown): string | null => {
  if (value instanceof File && value.size > maxFileSize) return problems.too_large.message;
  if (Array.isArray(value) && value.includes('')) return 'Enter the other answer, or take the tick away';
  return null;
};

/**
 * The answers while a form is being filled in. Each question subscribes to its own, so that a key press draws one
 * question again, however many there are.
 */
export const createFilling = (form: FormDefinition, begun: Answers, context: () => EvaluationContext) => {
  let stored = begun;
  let outgoing: Sent | undefined;
  const { shown } = evaluate(form, {}, stored, context());
  const entries = form.form_fields.toSorted((a, b) => a.position - b.position).filter((one) => shown.has(one.field_id));
  const asked = new Map<number, Asked>();
  const listeners = new Map<number | 'overview', Set<() => void>>();
  let changed = new Set<number>();
  let missing = new Set<number>();
  let answered = new Set<number>();
  /** The questions of which the error summary tells. */
  let told = new Set<number>();
  let general: FormError[] = [];
  let overview: Overview = { missing: [], answered: 0, isDirty: false, errors: [] };

  const tell = (topic: number | 'overview') => {
    for (const listener of listeners.get(topic) ?? []) listener();
  };

  const survey = () => {
    const errors = [
      ...general,
      ...entries.flatMap(({ field_id }) => {
        const error = told.has(field_id) && asked.get(field_id)?.error;
        return error ? [{ id: pathOf(field_id), message: error }] : [];
      }),
    ];
    const isSaid = JSON.stringify(errors) === JSON.stringify(overview.errors);
    overview = {
      missing: entries.filter(({ field_id }) => missing.has(field_id)),
      answered: answered.size,
      isDirty: changed.size > 0,
      // The same list as long as it says the same: what shows it need not be drawn again.
      errors: isSaid ? overview.errors : errors,
    };
    tell('overview');
  };

  /** Notes whether a question is answered; tells whether that changed. */
  const count = ({ field_id, field, is_required }: FormField, value: unknown): boolean => {
    const type = fieldType(field.field_type);
    const isBlank = type.isBlank(value);
    const isMissing = is_required && (isBlank || !type.fulfils(value, field));
    const before = `${missing.has(field_id)} ${answered.has(field_id)}`;
    missing[isMissing ? 'add' : 'delete'](field_id);
    answered[isBlank ? 'delete' : 'add'](field_id);
    return before !== `${missing.has(field_id)} ${answered.has(field_id)}`;
  };

  const setError = (field_id: number, error: string | null) => {
    const before = asked.get(field_id);
    if (!before || before.error === error) return false;
    asked.set(field_id, { ...before, error });
    tell(field_id);
    return true;
  };

  const begin = (answers: Answers) => {
    outgoing = undefined;
    changed = new Set();
    missing = new Set();
    answered = new Set();
    told = new Set();
    general = [];
    for (const entry of entries) {
      const value = answers[entry.field_id] ?? null;
      asked.set(entry.field_id, { value, error: null });
      count(entry, value);
    }
    for (const { field_id } of entries) tell(field_id);
    survey();
  };
  begin(stored);

  const values = (): Answers =>
    Object.fromEntries(entries.map(({ field_id }) => [field_id, asked.get(field_id)!.value]));

  return {
    entries,
    subscribe: (topic: number | 'overview') => (listener: () => void) => {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => all.delete(listener);
    },
    asked: (field_id: number): Asked => asked.get(field_id)!,
    overview: (): Overview => overview,
    values,

    /** Takes an answer as it is typed. Whatever was wrong with the one before is forgotten. */
    set: (entry: FormField, value: unknown): void => {
      const { field_id } = entry;
      const wasDirty = changed.size > 0;
      const hadError = asked.get(field_id)!.error !== null;
      // A file cannot be half typed: what is wrong with it is known at once.
      const error = value instanceof File ? problemHere(value) : null;
      asked.set(field_id, { value, error });
      outgoing = undefined;
      changed.add(field_id);
      told.delete(field_id);
      tell(field_id);
      if (count(entry, value) || !wasDirty || hadError) survey();
    },

    /** Checks one answer, when the person leaves it. That it is missing is said when they save. */
    check: (entry: FormField): void => {
      const { field_id } = entry;
      const { value, error } = asked.get(field_id)!;
      if (error && told.has(field_id)) return;
      const found = checkAnswer(entry, checkable(value), stored[field_id], context());
      setError(field_id, problemHere(value) ?? found.message ?? null);
    },

    /** Checks all answers by the rules of the server. Answers whether they may be sent. */
    checkAll: (): boolean => {
      const given = values();
      const { issues } = evaluate(
        form,
        Object.fromEntries(Object.entries(given).map(([id, value]) => [id, checkable(value)])),
        stored,
        context(),
      );
      const found = new Map(issues.map(({ path, message }) => [path, message]));
      for (const { field_id } of entries)
        setError(field_id, problemHere(given[field_id]) ?? found.get(pathOf(field_id)) ?? null);
      told = new Set(entries.map(({ field_id }) => field_id));
      general = [];
      survey();
      return overview.errors.length === 0;
    },

    /** Shows what the server found fault with, each under its question where it has one. */
    refuse: (errors: Errors): void => {
      const onForm = new Set(entries.map(({ field_id }) => pathOf(field_id)));
      for (const { field_id } of entries) setError(field_id, errors[pathOf(field_id)]?.join('. ') ?? null);
      told = new Set(entries.map(({ field_id }) => field_id));
      general = Object.entries(errors)
        .filter(([path]) => !onForm.has(path))
        .flatMap(([path, messages]) =>
          messages.map((message) => (path === 'completed_at' ? { id: path, message } : { message })),
        );
      survey();
    },

    /** What to send: every answer that was changed here. The same object until another answer is changed. */
    sent: (): Sent => {
      if (outgoing) return outgoing;
      const given = [...changed].map((field_id) => ({ field_id, value: asked.get(field_id)!.value }));
      const files = given.filter((one): one is { field_id: number; value: File } => one.value instanceof File);
      outgoing = {
        answers: given.filter(({ value }) => !(value instanceof File)),
        files: Object.fromEntries(files.map(({ field_id, value }) => [`answers[${field_id}]`, value])),
      };
      return outgoing;
    },

    /** Takes other answers. Those that differ from what is stored now, `from`, count as changed here. */
    replace: (answers: Answers, from: Answers): void => {
      stored = from;
      begin(answers);
      changed = new Set(
        entries.map(({ field_id }) => field_id).filter((id) => (answers[id] ?? null) !== (from[id] ?? null)),
      );
      survey();
    },

    /** Nothing counts as changed any more: it has been saved. */
    settle: (): void => {
      changed = new Set();
      survey();
    },
  };
};

export type Filling = ReturnType<typeof createFilling>;
