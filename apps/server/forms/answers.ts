import { type Answers, type Evaluation, type EvaluationContext, evaluate } from '#forms/answers/evaluate.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fillable } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { pickedRecords } from '#server/forms/records.ts';
import { detectType } from '#server/kit/files/content-type.ts';
import { safeFilename } from '#server/kit/files/receive.ts';
import { storeFile } from '#server/kit/files/store-file.ts';
import type { IncomingFile, MemberContext } from '#server/kit/handlers.ts';
import { invalid, refuse } from '#server/kit/problem.ts';

/** The field types whose answers are files. */
const fileTypes: readonly FieldTypeName[] = ['attachment', 'signature'];

/** The largest signature, in bytes (security 40). */
const largestSignature = 256 * 1024;

/** A client form that the caller may fill in; refused under form_id, where the person chose it. */
export const fillableForm = async ({ tx, caller }: MemberContext, form_id: number): Promise<FormDefinition> => {
  const forms = await formDefinitions(tx, caller.organization.id, [form_id], fillable(caller));
  const form = forms.get(form_id);
  if (form?.form_type !== 'client') throw invalid('form_id', 'Choose a form of this organization that you may fill in');
  return form;
};

const fieldOfPart = (part: string) => part.slice('answers['.length, -1);

const stored = async (context: MemberContext, path: string, field_type: FieldTypeName, file: IncomingFile) => {
  const filename = safeFilename(file.filename);
  const detected = await detectType(file.spooled, filename);
  if (detected.refusal !== undefined) throw invalid(path, detected.refusal);
  if (field_type === 'signature' && file.spooled.size > largestSignature)
    throw invalid(path, 'Sign again: the picture of the signature is too large');
  const { id, ...row } = await storeFile(context, file.spooled, { filename, content_type: detected.content_type });
  // The address depends on the response, which has no id yet; it is made when the answer is shown.
  return { file_id: id, filename: row.filename, content_type: row.content_type, size: row.size, url: '/' };
};

/** Stores the files that came for answers: what each answer becomes, by its field. */
const newFiles = async (context: MemberContext, form: FormDefinition) => {
  const answers = new Map<string, Awaited<ReturnType<typeof stored>>[]>();
  for (const [part, files] of context.files) {
    const field_id = fieldOfPart(part);
    const path = `answers.${field_id}`;
    const field_type = form.form_fields.find((one) => String(one.field_id) === field_id)?.field_type;
    if (!field_type || !fileTypes.includes(field_type)) throw invalid(path, 'This field takes no file');
    const added = [];
    for (const file of files) added.push(await stored(context, path, field_type, file));
    answers.set(field_id, added);
  }
  return answers;
};

/**
 * The answers that are files: those that are sent back name files that the response has already, whose other parts are
 * ours; new ones are added to them, and stand alone where none are sent back.
 */
const fileAnswers = async (context: MemberContext, form: FormDefinition, given: Answers, before: Answers) => {
  const added = await newFiles(context, form);
  const answers: Answers = {};
  for (const { field_id, field_type } of form.form_fields) {
    if (!fileTypes.includes(field_type)) continue;
    const named = filesOf(given[field_id]).map((sent) => {
      const file = filesOf(before[field_id]).find(({ file_id }) => file_id === sent?.file_id);
      if (!file) throw invalid(`answers.${field_id}`, 'Choose the file again: it does not belong to this response');
      return file;
    });
    const files = [...new Set(named), ...(added.get(String(field_id)) ?? [])];
    if (files.length > 0) answers[field_id] = files.length === 1 ? files[0] : files;
  }
  return { answers, ids: [...added.values()].flat().map(({ file_id }) => file_id) };
};

export type CheckedAnswers = Pick<Evaluation, 'answers' | 'calculations'> & { file_ids: number[] };

/**
 * What a response holds once these answers are laid over the stored ones, by the same rules that the browser ran.
 * Throws every issue at once, each under `answers.<field id>`.
 */
export const checkedAnswers = async (
  context: MemberContext,
  form: FormDefinition,
  sent: { field_id: number; value?: unknown }[],
  before: Answers,
  evaluation: EvaluationContext,
): Promise<CheckedAnswers> => {
  const twice = sent.find(({ field_id }, index) => sent.findIndex((one) => one.field_id === field_id) < index);
  if (twice) throw invalid(`answers.${twice.field_id}`, 'This field was answered twice');
  const given: Answers = Object.fromEntries(sent.map(({ field_id, value }) => [field_id, value ?? null]));
  const files = await fileAnswers(context, form, given, before);
  const records = await pickedRecords(context, form, given, before);
  const laid = { ...given, ...records, ...files.answers };
  const { answers, issues, calculations } = evaluate(form, laid, before, evaluation);
  refuse(issues);
  // A file for a field that is hidden or locked belongs to no answer.
  const held = new Set(
    Object.keys(files.answers).flatMap((field_id) => filesOf(answers[field_id]).map(({ file_id }) => file_id)),
  );
  return { answers, calculations, file_ids: files.ids.filter((id) => held.has(id)) };
};
