import type { Answers } from '#forms/definition/answer.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { checkable, parted } from './files.ts';
import type { Filling } from './filling.ts';
import type { Leftover } from './state.ts';

/** A drafted answer in words. Of several choices each has its own, for when only some are still offered. */
type AnswerText = Leftover & { type: string; labels?: [value: unknown, label: string][] };

/** What a draft holds of a form that is being filled in. */
export type FillingDraft = {
  answers: Answers;
  /** What the response had when it was begun, of those questions that were answered anew; null for a new one. */
  from: Answers | null;
  /** Each answer in words, by the id of its field. */
  told: Record<string, AnswerText>;
  /** The names of files that were chosen. The files themselves are kept beside the draft, in the same order. */
  files: Record<string, string[]>;
  /** What fitted the form no more when the draft before this one was taken up. */
  leftovers: readonly Leftover[];
};

const textOf = ({ field }: FormField, value: unknown): string => {
  try {
    return fieldType(field.field_type).text(checkable(value), field);
  } catch {
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
};

const labelsOf = (entry: FormField, value: unknown): Pick<AnswerText, 'labels'> =>
  fieldType(entry.field.field_type).hasOptions && Array.isArray(value)
    ? { labels: value.map((one) => [one, textOf(entry, [one])]) }
    : {};

/** Writes down what is typed into a form, as JSON can hold it. */
export const draftOf = (filling: Filling): FillingDraft => {
  const typed = filling.typed();
  const began = filling.began();
  const { leftovers } = filling.overview();
  const byId = new Map(filling.entries().map((entry) => [String(entry.field_id), entry]));
  const draft: FillingDraft = { answers: {}, from: began && {}, told: {}, files: {}, leftovers };
  for (const [id, given] of Object.entries(typed)) {
    const entry = byId.get(id) as FormField;
    const { value, files } = parted(given);
    if (files.length > 0) draft.files[id] = files.map(({ name }) => name);
    draft.answers[id] = value;
    if (draft.from) draft.from[id] = began?.[id] ?? null;
    const { name, field_type: type } = entry.field;
    if (value !== null) draft.told[id] = { name, type, text: textOf(entry, value), ...labelsOf(entry, value) };
  }
  return draft;
};

/** Returns the files that were chosen in a form, in the order in which its draft names them. */
export const chosenFiles = (filling: Filling): File[] =>
  Object.values(filling.typed()).flatMap((given) => parted(given).files);

const takesFiles = ({ field }: FormField): boolean => ['attachment', 'signature'].includes(field.field_type);

/** Whether each chosen value can still be chosen, or is what is stored. Fields with other sources take any. */
const offersOf = ({ field }: FormField, stored: unknown) => {
  const { field_options: options, metadata } = field;
  if (!fieldType(field.field_type).hasOptions || options.length === 0 || metadata.allow_other) return () => true;
  const offered = new Set<unknown>(options.filter(({ hidden }) => !hidden).map(({ value }) => value));
  const before = new Set([stored].flat());
  return (value: unknown) => offered.has(value) || before.has(value);
};

/** What of an answer its question still takes; undefined for nothing. Of several choices those that are offered stay. */
const fittingAnswer = (
  entry: FormField | undefined,
  value: unknown,
  { told, stored }: { told: AnswerText | undefined; stored: unknown },
): unknown => {
  if (!entry || (told && entry.field.field_type !== told.type)) return undefined;
  // What somebody cleared stays so.
  if (value === null) return null;
  const isOffered = offersOf(entry, stored);
  if (!Array.isArray(value)) return isOffered(value) ? value : undefined;
  const left = value.filter(isOffered);
  return left.length > 0 || value.length === 0 ? left : undefined;
};

/** The choices in words that were made and no longer fit. */
const goneOf = ({ name, text, labels = [] }: AnswerText, left: unknown): Leftover => {
  const stays = new Set([left].flat());
  const gone = labels.filter(([value]) => !stays.has(value));
  return { name, text: gone.length > 0 ? gone.map(([, label]) => label).join(', ') : text };
};

/**
 * What of a draft still fits the form as it is now; what does not, in words; and which files must be chosen again.
 * @param kept the files of the draft in its order, null for those that could not be kept
 */
export const fitting = (
  { answers, from, told, files, leftovers }: FillingDraft,
  entries: readonly FormField[],
  kept: readonly (File | null)[] = [],
): { answers: Answers; leftovers: Leftover[] } => {
  const byId = new Map(entries.map((entry) => [String(entry.field_id), entry]));
  const fits: Answers = {};
  const left = [...leftovers];
  for (const [id, value] of Object.entries(answers)) {
    const words = told[id];
    const fit = fittingAnswer(byId.get(id), value, { told: words, stored: from?.[id] });
    if (fit !== undefined) fits[id] = fit;
    const isWhole = fit !== undefined && (!Array.isArray(fit) || fit.length === (value as unknown[]).length);
    if (!isWhole && words && words.text !== '') left.push(goneOf(words, fit));
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

/** Takes up a draft: what fits the form is answered, and what does not is left over. @param kept as in `fitting` */
export const takeUp = (filling: Filling, draft: FillingDraft, kept: readonly (File | null)[] = []): void => {
  const fits = fitting(draft, filling.entries(), kept);
  const began = filling.began();
  const from = began && { ...began, ...draft.from };
  filling.replace({ ...from, ...fits.answers }, from);
  filling.leaveOver(fits.leftovers);
};

const partsOf = ({ form_fields, logic, calculations }: FormDefinition) =>
  JSON.stringify([form_fields, logic, calculations]);

/**
 * Fits what is typed to its form as it is now, and checks it. Answers that the form still takes stay.
 * @param now the form as it is now; null or a failure where it cannot be had
 * @returns whether the form had been changed
 */
export const fitToForm = async (filling: Filling, now: Promise<FormDefinition | null>): Promise<boolean> => {
  const form = await now.catch(() => null);
  if (!form || partsOf(form) === partsOf(filling.form())) return false;
  const [draft, files] = [draftOf(filling), chosenFiles(filling)];
  filling.changeForm(form);
  takeUp(filling, draft, files);
  filling.checkAll();
  return true;
};
