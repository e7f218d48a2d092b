import { compiledForm } from '#forms/logic/compile.ts';
import { type AnswerFiles, type CheckedAnswers, checkedAnswers, type GivenAnswer } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { keeping } from '#server/forms/kept-results.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { checkVersion, type Row } from '#server/kit/rows.ts';
import { type RemovalEffects, removeResponses, type WriteContext, type WriteEffects, writeResponses } from './store.ts';

type Answers = Record<string, unknown>;
type Response = Row<'responses'>;

/** By which public form it came, the number that who sent it was given, and the language in which it was filled in. */
type Publicly = Pick<Row<'responses'>, 'public_form_id' | 'reference' | 'language'>;
type New = CheckedAnswers & {
  client_id: number | null;
  form: FormDefinition;
  publicly?: Publicly;
  /** @see ResponseWrite.scored */
  scored?: Response;
  /** When it was answered, where that is not now. */
  completed_at?: string;
  effects: WriteEffects;
};

/**
 * Records a response whose answers were checked. Without a client it is a record of an internal form, or what a stranger
 * sent.
 */
export const recordResponse = async (
  context: WriteContext,
  { form, publicly, completed_at, effects, ...checked }: New,
): Promise<Response> => {
  const write = { ...checked, before: null, completed_at, ...(publicly ? { columns: publicly } : {}) };
  const [row] = await writeResponses(context, { form, writes: [write] }, { effects });
  return row as Response;
};

type Changes = {
  answers?: GivenAnswer[] | undefined;
  /** What the response held at another time: files and records of then may be given again. */
  formerly?: Answers;
  /** The files that came along. */
  files: AnswerFiles | null;
  completed_at?: string | undefined;
  form_id?: number | undefined;
  lock_version?: number | undefined;
  /** Asked only when a rule of the form speaks of the person; null for what strangers sent. */
  findClient: () => Promise<Row<'clients'> | null>;
  effects: WriteEffects;
};

/** Whoever corrects what a stranger sent, it was answered by nobody whom the rules know. */
const strangely = ({ caller, keys }: MemberContext) => ({
  keys,
  caller: { organization: caller.organization, person: null },
});

/** Changes a response: answers that are not sent stay. Responses to an inactive form can still be corrected. */
export const changeResponse = async (context: MemberContext, before: Response, changes: Changes): Promise<Response> => {
  const { completed_at, lock_version, effects } = changes;
  if (changes.form_id !== undefined && changes.form_id !== before.form_id)
    throw invalid('form_id', 'The form of a response can’t change');
  if (completed_at && Date.parse(completed_at) > Date.now())
    throw invalid('completed_at', 'Time Recorded must not be in the future');
  const { organization_id, form_id, client_id } = before;
  const form = (await formDefinitions(context.tx, organization_id, [form_id])).get(form_id) as FormDefinition;
  const client = compiledForm(form).scopes.has('client') ? await changes.findClient() : null;
  const checked = await checkedAnswers(context, form, {
    sent: changes.answers ?? [],
    before: before.answers,
    formerly: changes.formerly,
    clock: keeping(
      evaluationContext(before.public_form_id === null ? context : strangely(context), client, before),
      form,
      before,
    ),
    files: changes.files,
  });
  // A time that comes back as it was shown has lost what is smaller than a millisecond.
  const isStored = completed_at !== undefined && Date.parse(completed_at) === Date.parse(before.completed_at);
  const write = { ...checked, before, client_id, completed_at: isStored ? undefined : completed_at, lock_version };
  const [row] = await writeResponses(context, { form, writes: [write] }, { effects });
  return row as Response;
};

/** Deletes a response. Throws conflict when the caller saw another version, and not_found when it is gone already. */
export const removeResponse = async (
  context: MemberContext,
  row: Response,
  { lock_version, effects }: { lock_version?: number | undefined; effects: RemovalEffects },
): Promise<void> => {
  await checkVersion(context.tx, 'responses', { row, lock_version });
  const { id, form_id } = row;
  const removed = await removeResponses(context, { form_id, ids: [id] }, { effects });
  if (removed === 0) throw new Problem('not_found');
};
