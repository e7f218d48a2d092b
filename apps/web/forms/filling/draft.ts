import type { Answers } from '#forms/definition/answer.ts';
import type { FormField } from '#forms/definition/form-definition.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { checkable, parted } from './files.ts';
import type { Filling } from './filling.ts';

/** An answer in words, for when its question is there no more, or the names of files that could not be kept. */
export type Leftover = { name: string; text: string; isFile?: true };

/** What a draft holds of a form that is being filled in. */
export type FillingDraft = {
  answers: Answers;
  /** What the response had when it was begun, of those questions that were answered anew; null for a new one. */
  from: Answers | null;
  /** Each answer in words, by the id of its field. */
  told: Record<string, Leftover & { type: string }>;
  /** The names of files that were chosen. The files themselves are kept beside the draft, in the same order. */
  files: Record<string, string[]>;
  /** What fitted the form no more when the draft before this one was taken up. */
  leftovers: Leftover[];
};

const textOf = ({ field }: FormField, value: unknown): string => {
  try {
    return fieldType(field.field_type).text(checkable(value), field);
  } catch {
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
};

/** Writes down what is typed into a form, as JSON can hold it. */
export const draftOf = (filling: Filling, leftovers: Leftover[]): FillingDraft => {
  const typed = filling.typed();
  const began = filling.began();
  const byId = new Map(filling.entries().map((entry) => [String(entry.field_id), entry]));
  const draft: FillingDraft = { answers: {}, from: began && {}, told: {}, files: {}, leftovers };
  for (const [id, given] of Object.entries(typed)) {
    const entry = byId.get(id) as FormField;
    const { value, files } = parted(given);
    if (files.length > 0) draft.files[id] = files.map(({ name }) => name);
    draft.answers[id] = value;
    if (draft.from) draft.from[id] = began?.[id] ?? null;
    if (value !== null)
      draft.told[id] = { name: entry.field.name, type: entry.field.field_type, text: textOf(entry, value) };
  }
  return draft;
};

/** Returns the files that were chosen in a form, in the order in which its draft names them. */
export const chosenFiles = (filling: Filling): File[] =>
  Object.values(filling.typed()).flatMap((given) => parted(given).files);

const takesFiles = ({ field }: FormField): boolean => ['attachment', 'signature'].includes(field.field_type);

/** Whether a chosen value is still among the options of its field, for those that have no other. */
const isOffered = ({ field }: FormField, value: unknown): boolean => {
  const { field_options: options, metadata } = field;
  if (!fieldType(field.field_type).hasOptions || options.length === 0 || metadata.allow_other) return true;
  const offered = new Set<unknown>(options.map((option) => option.value));
  return [value].flat().every((one) => offered.has(one));
};

/**
 * What of a draft still fits the form as it is now; what does not, in words; and which files must be chosen again.
 * @param kept the files of the draft in its order, null for those that could not be kept
 */
export const fitting = (
  { answers, told, files, leftovers }: FillingDraft,
  entries: readonly FormField[],
  kept: readonly (File | null)[] = [],
): { answers: Answers; leftovers: Leftover[] } => {
  const byId = new Map(entries.map((entry) => [String(entry.field_id), entry]));
  const fits: Answers = {};
  const left = [...leftovers];
  for (const [id, value] of Object.entries(answers)) {
    const entry = byId.get(id);
    const words = told[id];
    const isSame = entry !== undefined && (!words || entry.field.field_type === words.type) && isOffered(entry, value);
    if (isSame) fits[id] = value;
    else if (words && words.text !== '') left.push({ name: words.name, text: words.text });
  }
  const waiting = [...kept];
  for (const [id, names] of Object.entries(files)) {
    const entry = byId.get(id);
    const came = waiting.splice(0, names.length);
    const isTaken = entry !== undefined && takesFiles(entry);
    const here = isTaken ? came.filter((file) => file !== null) : [];
    const gone = names.filter((_, index) => !isTaken || !came[index]);
    const all: unknown[] = here.length > 0 ? [...filesOf(fits[id]), ...here] : [];
    if (all.length > 0) fits[id] = all.length === 1 ? all[0] : all;
    const name = entry?.field.name ?? told[id]?.name ?? 'File';
    if (gone.length > 0) left.push({ name, text: gone.join(', '), ...(isTaken ? { isFile: true } : {}) });
  }
  return { answers: fits, leftovers: left };
};
