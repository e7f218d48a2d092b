import type { HandlerInput } from '#contract/kit/route.ts';
import type { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { isWebAddress } from '#forms/field-types/web-address.ts';
import { codeHash } from '#server/access/public-draft-content.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import { newCode, readCode } from '#server/access/readable-codes.ts';
import { startOf } from '#server/access/start-tokens.ts';
import { type AnswerFiles, checkedAnswers } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { dropFiles } from '#server/kit/files/store-file.ts';
import type { VisitorContext } from '#server/kit/handlers.ts';
import { networkOf } from '#server/kit/networks.ts';
import { invalid, keeping, Problem } from '#server/kit/problem.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { recordResponse } from '#server/responses/save.ts';
import { strangersForm } from './strangers-form.ts';
import {
  definitionOf,
  isOpenNow,
  isOpenStill,
  type PublicFormContext,
  strangerIn,
  unavailable,
  visited,
} from './visitors.ts';
import { answeredIn } from './words.ts';

type SubmissionBody = HandlerInput<typeof publicFormRoutes.submit>['body'];
type Submission = { reference: string; created_at: string };

const gigabyte = 2 ** 30;
/** What strangers may upload to an organization in a day, in bytes. */
const maxBytesADay = 2 * gigabyte;

/** Whose attempts at a form are counted together. */
export const networkAt = ({ address }: VisitorContext, { setting }: PublicFormContext): string =>
  `${networkOf(address)} ${setting.organization_id} ${setting.id}`;

const receipt = ({ reference, created_at }: Submission, { form }: PublicFormContext) => ({
  reference,
  received_at: created_at,
  redirect_url: form.redirect_url !== null && isWebAddress(form.redirect_url, ['https:']) ? form.redirect_url : null,
});

const bytesOf = ({ files }: VisitorContext): number =>
  [...files.values()].flat().reduce((sum, { spooled }) => sum + spooled.size, 0);

const checkRoom = async ({ tx }: VisitorContext, organization_id: number, bytes: number): Promise<void> => {
  if (bytes === 0) return;
  await takeTurn(tx, 'public_submissions', organization_id);
  const { sum } = await tx
    .selectFrom('public_submissions')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('bytes'), eb.lit(0)).as('sum'))
    .where((eb) => eb('bytes', '>', eb.lit(0)))
    .where('created_at', '>', new Date(Date.now() - 24 * 60 * 60_000).toISOString())
    .executeTakeFirstOrThrow();
  if (Number(sum) + bytes > maxBytesADay)
    throw new Problem('too_large', {
      base: ['No more files can be sent today. Submit the form without files, or tomorrow.'],
    });
};

/** What was sent with this start before. */
const known = async ({ tx }: VisitorContext, start_id: string) =>
  tx
    .selectFrom('public_submissions')
    .select(['reference', 'created_at'])
    .where('start_id', '=', start_id)
    .executeTakeFirst();

/** The start that a token names; the same refusal as for a form that is not open, where that is why. */
export const startIn = (context: VisitorContext, place: PublicFormContext, token: string): string => {
  const { organization_id, id } = place.setting;
  const start = startOf(context.keys, { organization_id, public_form_id: id }, token);
  if (start !== null) return start;
  throw isOpenNow(place)
    ? invalid('start_token', 'This page was open for too long. Reload it: your answers are kept.')
    : unavailable();
};

/** The answers as they are to be stored. A refusal counts as an attempt where no rows of files stand in its way. */
const check = async (context: VisitorContext, place: PublicFormContext, { form, body, files }: SubmissionInput) => {
  const stranger = strangerIn(context, place.organization);
  const clock = evaluationContext(stranger, null, null);
  const answering = { sent: body.answers, before: null, clock, files };
  const checked = await checkedAnswers(stranger, form, answering).catch((error: unknown) => {
    throw error instanceof Problem && files === null ? keeping(error) : error;
  });
  return { stranger, checked };
};

/** Records the answers under this start, unless another call with the same start is doing so; then that one's result. */
const record = async (
  context: VisitorContext,
  place: PublicFormContext,
  recorded: SubmissionInput,
): Promise<Submission> => {
  const { form, body, start_id } = recorded;
  const { tx } = context;
  const { setting } = place;
  const { organization_id } = setting;
  const bytes = bytesOf(context);
  await checkRoom(context, organization_id, bytes);
  const { stranger, checked } = await check(context, place, recorded);
  const reference = newCode(2);
  // Two at the same time: the second waits here until the first is committed, and then answers the same.
  const begun = await tx
    .insertInto('public_submissions')
    .values({ organization_id, public_form_id: setting.id, start_id, reference, bytes })
    .onConflict((conflict) => conflict.columns(['organization_id', 'start_id']).doNothing())
    .returning(['reference', 'created_at'])
    .executeTakeFirst();
  if (!begun) {
    await dropFiles(stranger, checked.file_ids);
    return (await known(context, start_id)) as Submission;
  }
  const publicly = { public_form_id: setting.id, reference, language: await answeredIn(context, place, body.language) };
  await recordResponse(stranger, {
    client_id: null,
    form,
    ...checked,
    publicly,
    effects: { webhooks: true, referrals: false, notifications: 'public_form_submitted' },
  });
  if (body.draft_code)
    await tx
      .deleteFrom('public_drafts')
      .where('public_form_id', '=', setting.id)
      .where('code_hash', '=', codeHash(organization_id, readCode(body.draft_code)))
      .execute();
  return begun;
};

type SubmissionInput = { start_id: string; form: FormDefinition; body: SubmissionBody; files: AnswerFiles | null };

/** Before files are read: whether anybody would take them. It has a transaction of its own, so the attempt counts. */
export const admitUpload = async (
  { params }: { params: { access_key: string } },
  context: VisitorContext,
): Promise<void> => {
  const place = await visited(context, params.access_key);
  if (!isOpenStill(place)) throw unavailable();
  await attempted(context.tx, limits.publicUpload, networkAt(context, place));
};

/** Takes the answers of a stranger, once for each start. */
export const submit = async (
  { params, body }: { params: { access_key: string }; body: SubmissionBody },
  context: VisitorContext,
  files: AnswerFiles | null,
) => {
  const place = await visited(context, params.access_key);
  const start_id = startIn(context, place, body.start_token);
  // Asked together: neither waits for the other's answer.
  const [before, definition] = await Promise.all([known(context, start_id), definitionOf(context, place)]);
  if (before) return receipt(before, place);
  if (!isOpenStill(place)) throw unavailable();
  await attempted(context.tx, limits.publicSubmit, networkAt(context, place));
  if (body.website) throw keeping(invalid('base', 'Leave the field Website empty: it’s there to catch spam programs.'));
  return receipt(await record(context, place, { start_id, form: strangersForm(definition), body, files }), place);
};
