import { sql } from 'kysely';
import type { HandlerInput } from '#contract/kit/route.ts';
import type { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { codeHash, publicDraft, sealedPublicDraft } from '#server/access/public-draft-content.ts';
import { allowed, attempted, limits } from '#server/access/rate-limits.ts';
import { newCode, readCode } from '#server/access/readable-codes.ts';
import type { VisitorContext } from '#server/kit/handlers.ts';
import { networkOf } from '#server/kit/networks.ts';
import { invalid, keeping } from '#server/kit/problem.ts';
import { networkAt, startIn } from './submit.ts';
import { isOpenStill, type PublicFormContext, unavailable, visited } from './visitors.ts';

/** For so many days what was typed is kept. */
const days = 14;

type Keep = HandlerInput<typeof publicFormRoutes.keep>;
type Resume = HandlerInput<typeof publicFormRoutes.resume>;

/** Whether a mail may go to this address, from this network: whoever asks is told nothing else than that it may not. */
const mayMail = async (context: VisitorContext, place: PublicFormContext, email: string): Promise<boolean> =>
  (await allowed(context.tx, limits.publicMail, networkAt(context, place))) &&
  (await allowed(context.tx, limits.publicMailTo, email));

/** Keeps what somebody typed under a code that they alone are told. */
export const keep = async ({ params, body }: Keep, context: VisitorContext) => {
  const place = await visited(context, params.access_key);
  if (!isOpenStill(place)) throw unavailable();
  startIn(context, place, body.start_token);
  const { tx, keys, enqueue } = context;
  await attempted(tx, limits.publicKeep, networkAt(context, place));
  const { organization_id, id: public_form_id } = place.setting;
  const code = body.code ? readCode(body.code) : newCode(3);
  const code_hash = codeHash(organization_id, code);
  const email = body.email ?? null;
  const sealed = sealedPublicDraft(
    keys.newest(),
    { organization_id, code_hash },
    { content: body.content, code, email },
  );
  const kept_until = new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
  const row = body.code
    ? await tx
        .updateTable('public_drafts')
        .set({ ...sealed, kept_until })
        .where('public_form_id', '=', public_form_id)
        .where('code_hash', '=', code_hash)
        .returning('id')
        .executeTakeFirst()
    : await tx
        .insertInto('public_drafts')
        .values({ organization_id, public_form_id, code_hash, ...sealed, kept_until })
        .returning('id')
        .executeTakeFirst();
  if (!row) throw keeping(invalid('code', 'The draft for this code no longer exists. Save again without the code.'));
  const mailed = email !== null && (await mayMail(context, place, email));
  if (mailed) await enqueue('public_draft_mail', { public_draft_id: row.id });
  return { code, kept_until, mailed };
};

/** What is kept under a code. Guesses are counted; a code of another form opens nothing. */
export const resume = async ({ params, body }: Resume, context: VisitorContext) => {
  const place = await visited(context, params.access_key);
  if (!isOpenStill(place)) throw unavailable();
  const { tx, keys } = context;
  await attempted(tx, limits.publicResume, networkOf(context.address));
  const { organization_id, id } = place.setting;
  const row = await tx
    .selectFrom('public_drafts')
    .selectAll()
    .where('public_form_id', '=', id)
    .where('code_hash', '=', codeHash(organization_id, readCode(body.code)))
    .where('kept_until', '>', sql<string>`now()`)
    .executeTakeFirst();
  if (!row) throw keeping(invalid('code', 'No draft found for this code. Check the code, or start again.'));
  return { content: publicDraft(keys, row).content, kept_until: row.kept_until };
};
