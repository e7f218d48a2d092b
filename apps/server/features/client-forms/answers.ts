import { evaluate } from '#forms/answers/evaluate.ts';
import { type FormDefinition, formDefinitions } from '#server/access/form-definitions.ts';
import { fillable } from '#server/access/scopes.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { detectType } from '#server/kit/files/content-type.ts';
import { safeFilename } from '#server/kit/files/receive.ts';
import { storeFile } from '#server/kit/files/store-file.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, refuse } from '#server/kit/problem.ts';

type Answers = Record<string, unknown>;

/** A client form that the caller may fill in; refused under form_id, where the person chose it. */
export const fillableForm = async ({ tx, caller }: MemberContext, form_id: number): Promise<FormDefinition> => {
  const forms = await formDefinitions(tx, caller.organization.id, [form_id], fillable(caller));
  const form = forms.get(form_id);
  if (form?.form_type !== 'client') throw invalid('form_id', 'Choose a form of this organization that you may fill in');
  return form;
};

const fieldOfPart = (part: string) => part.slice('answers['.length, -1);

/** Stores the files that came for attachment fields, and answers with what each answer becomes. */
const fileAnswers = async (
  context: MemberContext,
  form: FormDefinition,
): Promise<{ answers: Answers; ids: number[] }> => {
  const answers: Answers = {};
  const ids: number[] = [];
  for (const [part, { filename, spooled }] of context.files) {
    const field_id = fieldOfPart(part);
    const entry = form.form_fields.find((one) => String(one.field_id) === field_id);
    if (entry?.field_type !== 'attachment') throw invalid(`answers.${field_id}`, 'This field takes no file');
    const name = safeFilename(filename);
    const detected = await detectType(spooled, name);
    if (detected.refusal !== undefined) throw invalid(`answers.${field_id}`, detected.refusal);
    const file = await storeFile(context, spooled, { filename: name, content_type: detected.content_type });
    ids.push(file.id);
    // The address depends on the response, which has no id yet; it is made when the answer is shown.
    answers[field_id] = {
      file_id: file.id,
      filename: file.filename,
      content_type: file.content_type,
      size: file.size,
      url: '/',
    };
  }
  return { answers, ids };
};

/** An attachment that is sent back names a file that the response has already; its other parts are ours. */
const keptFiles = (form: FormDefinition, given: Answers, stored: Answers): Answers => {
  const kept: Answers = {};
  for (const { field_id, field_type } of form.form_fields) {
    const value = given[field_id] as { file_id?: unknown } | null | undefined;
    if (field_type !== 'attachment' || !value) continue;
    const before = stored[field_id] as { file_id?: unknown } | undefined;
    if (!before || before.file_id !== value.file_id)
      throw invalid(`answers.${field_id}`, 'Choose the file again: it does not belong to this response');
    kept[field_id] = before;
  }
  return kept;
};

/**
 * What a response holds once these answers are laid over the stored ones, by the same rules that the browser ran.
 * Throws every issue at once, each under `answers.<field id>`.
 */
export const checkedAnswers = async (
  context: MemberContext,
  form: FormDefinition,
  sent: { field_id: number; value?: unknown }[],
  stored: Answers,
): Promise<{ answers: Answers; file_ids: number[] }> => {
  const twice = sent.find(({ field_id }, index) => sent.findIndex((one) => one.field_id === field_id) < index);
  if (twice) throw invalid(`answers.${twice.field_id}`, 'This field was answered twice');
  const given: Answers = Object.fromEntries(sent.map(({ field_id, value }) => [field_id, value ?? null]));
  const { time_zone } = context.caller.organization;
  const files = await fileAnswers(context, form);
  const all = { ...given, ...keptFiles(form, given, stored), ...files.answers };
  const now = new Date();
  const { answers, issues } = evaluate(form, all, stored, {
    today: todayIn(time_zone, now),
    now: now.toISOString(),
    timeZone: time_zone,
  });
  refuse(issues);
  return { answers, file_ids: files.ids };
};
