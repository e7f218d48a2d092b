import { setImmediate } from 'node:timers/promises';
import { type Evaluation, evaluation } from '#forms/answers/evaluate.ts';
import type { Answers } from '#forms/definition/answer.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { fillable } from '#server/access/scopes.ts';
import { definitionWhere, type FormDefinition } from '#server/forms/definitions.ts';
import { pickedRecords } from '#server/forms/records.ts';
import type { Content, StoredContent } from '#server/kit/files/content.ts';
import { detectType } from '#server/kit/files/content-type.ts';
import { safeFilename } from '#server/kit/files/safe-filename.ts';
import { dropFiles, keepFiles } from '#server/kit/files/store-file.ts';
import type { AnsweringContext, IncomingFile, MemberContext, PrepareContext } from '#server/kit/handlers.ts';
import { invalid, refuse } from '#server/kit/problem.ts';
import { pathOfPart } from '#server/kit/read-multipart.ts';

/** The field types whose answers are files. */
const fileTypes: readonly FieldTypeName[] = ['attachment', 'signature'];

/** The largest signature, in bytes. */
const largestSignature = 256 * 1024;

/** A client form that the caller may fill in; refused under form_id, where the person chose it. */
export const fillableForm = async ({ tx, caller }: MemberContext, form_id: number): Promise<FormDefinition> => {
  const form = await definitionWhere(tx, { organization_id: caller.organization.id, id: form_id }, fillable(caller));
  if (form?.form_type !== 'client') throw invalid('form_id', 'Choose a form of this organization that you can fill in');
  return form;
};

/**
 * Finds out of what type a file is. Throws invalid, at the path that it came for, when an answer takes no file of that
 * type.
 */
export const checkedContent = async (path: string, { filename: given, spooled }: IncomingFile): Promise<Content> => {
  const filename = safeFilename(given);
  const detected = await detectType(spooled, filename);
  if (detected.refusal !== undefined) throw invalid(path, detected.refusal);
  return { content: spooled, filename, content_type: detected.content_type };
};

/** The files of answers in the storage, by the field that they came for. */
export type AnswerFiles = ReadonlyMap<string, readonly StoredContent[]>;

/** Finds out of what type the files of answers are and stores them; the form has the last word, in the transaction. */
export const prepareAnswerFiles = async ({
  files,
  store,
}: Pick<PrepareContext, 'files' | 'store'>): Promise<AnswerFiles> => {
  const checked = new Map<string, Content[]>();
  for (const [part, incoming] of files) {
    const path = pathOfPart(part);
    const contents: Content[] = [];
    for (const file of incoming) contents.push(await checkedContent(path, file));
    checked.set(path.slice('answers.'.length), contents);
  }
  const answers = new Map<string, StoredContent[]>();
  for (const [field_id, contents] of checked) {
    const stored: StoredContent[] = [];
    for (const content of contents) stored.push(await store(content));
    answers.set(field_id, stored);
  }
  return answers;
};

/** Adds the rows of the files that came for answers: what each answer becomes, by its field. */
const newFiles = async (context: AnsweringContext, form: FormDefinition, prepared: AnswerFiles) => {
  for (const [field_id, files] of prepared) {
    const path = `answers.${field_id}`;
    const field_type = form.form_fields.find((one) => String(one.field_id) === field_id)?.field_type;
    if (!field_type || !fileTypes.includes(field_type)) throw invalid(path, 'This field doesn’t accept files');
    if (field_type === 'signature' && files.some(({ size }) => size > largestSignature))
      throw invalid(path, 'Sign again: the signature is too large');
  }
  const rows = await keepFiles(context, [...prepared.values()].flat());
  // The address depends on the response, which has no id yet; it is made when the answer is shown.
  const answers = rows.map(({ id, filename, content_type, size }) => ({
    file_id: id,
    filename,
    content_type,
    size,
    url: '/',
  }));
  return new Map([...prepared].map(([field_id, files]) => [field_id, answers.splice(0, files.length)]));
};

/**
 * The answers that are files: those that are sent back name files that the response has already, whose other parts are
 * ours; new ones are added to them, and stand alone where none are sent back.
 */
const fileAnswers = async (
  context: AnsweringContext,
  form: FormDefinition,
  { given, known, files: prepared }: { given: Answers; known: Answers[]; files: AnswerFiles },
) => {
  const added = await newFiles(context, form, prepared);
  const answers: Answers = {};
  for (const { field_id, field_type } of form.form_fields) {
    if (!fileTypes.includes(field_type)) continue;
    const named = filesOf(given[field_id]).map((sent) => {
      const file = known.flatMap((one) => filesOf(one[field_id])).find(({ file_id }) => file_id === sent?.file_id);
      if (!file) throw invalid(`answers.${field_id}`, 'Choose the file again: it doesn’t belong to this response');
      return file;
    });
    const files = [...new Set(named), ...(added.get(String(field_id)) ?? [])];
    if (files.length > 0) answers[field_id] = files.length === 1 ? files[0] : files;
  }
  return { answers, ids: [...added.values()].flat().map(({ file_id }) => file_id) };
};

/** In milliseconds: after so long, others have their turn. */
const turn = 10;

/** Does something step by step, and lets other requests go on in between. */
export const inTurns = async <T>(steps: Generator<void, T>): Promise<T> => {
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - begun < turn) continue;
    await setImmediate();
    begun = performance.now();
  }
};

export type GivenAnswer = { field_id: number; value?: unknown; settled?: boolean | undefined };
export type CheckedAnswers = Pick<Evaluation, 'answers' | 'calculations'> & { file_ids: number[] };

type AnswersInput = {
  sent: GivenAnswer[];
  /** The stored ones; null for a new response. */
  before: Answers | null;
  /** What it held at another time, of which files and records may be given again. */
  formerly?: Answers | undefined;
  clock: EvaluationContext;
  /** Those that came along. */
  files?: AnswerFiles | null | undefined;
};

/**
 * What a response holds once these answers are laid over the stored ones, by the same rules that the browser ran.
 * Throws every issue at once, each under `answers.<field id>`.
 */
export const checkedAnswers = async (
  context: AnsweringContext,
  form: FormDefinition,
  { sent, before, formerly = {}, clock, files: incoming }: AnswersInput,
): Promise<CheckedAnswers> => {
  const twice = sent.find(({ field_id }, index) => sent.findIndex((one) => one.field_id === field_id) < index);
  if (twice) throw invalid(`answers.${twice.field_id}`, 'Answer this field only once');
  const given: Answers = Object.fromEntries(sent.map(({ field_id, value }) => [field_id, value ?? null]));
  const laying = { given, known: [before ?? {}, formerly] };
  const files = await fileAnswers(context, form, { ...laying, files: incoming ?? new Map() });
  const records = await pickedRecords(context, form, laying);
  const standing = new Set(sent.filter(({ settled }) => settled).map(({ field_id }) => field_id));
  const laid = { ...given, ...records, ...files.answers };
  const { answers, issues, calculations } = await inTurns(
    evaluation(form, { given: laid, saved: before, context: clock, standing }),
  );
  refuse(issues);
  // A file for a field that is hidden or locked belongs to no answer.
  const held = new Set(
    Object.keys(files.answers).flatMap((field_id) => filesOf(answers[field_id]).map(({ file_id }) => file_id)),
  );
  await dropFiles(
    context,
    files.ids.filter((id) => !held.has(id)),
  );
  return { answers, calculations, file_ids: files.ids.filter((id) => held.has(id)) };
};
