import { sql } from 'kysely';
import type { accountRoutes } from '#contract/resources/account.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import { hashOf } from '#server/access/tokens.ts';
import { withdrawEmailChanges, withdrawPasswordResets } from '#server/access/withdraw-links.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Handler, SignedInContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';

/** The address that a person asked for and has not confirmed yet. */
export const pendingChange = (tx: Tx, user_id: number) =>
  tx
    .selectFrom('email_changes')
    .select(['id', 'email'])
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Asks the new address to confirm, and tells the old one. The answer is the same for an address that has an account
 * already: only the mail to it says so.
 */
export const requestEmailChange = async (
  { tx, caller, host, enqueue }: SignedInContext,
  email: string,
): Promise<void> => {
  const user_id = caller.person.id;
  await attempted(tx, limits.emailChange, String(user_id));
  await withdrawEmailChanges(tx, user_id);
  const { id } = await tx
    .insertInto('email_changes')
    .values({ user_id, email, expires_at: sql`now() + interval '60 minutes'` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue('email_change_mail', { email_change_id: id, host });
  await enqueue('email_change_notice', { email_change_id: id });
};

/** Takes on the new address; the link counts once. */
export const confirmEmail: Handler<typeof accountRoutes.confirmEmail> = async ({ params }, { tx, about }) => {
  const change = await tx
    .selectFrom('email_changes')
    .select(['id', 'user_id', 'email', 'expires_at', 'used_at'])
    .where('token_hash', '=', hashOf(params.token))
    .forUpdate()
    .executeTakeFirst();
  if (!change) throw new Problem('not_found');
  about(change.user_id);
  if (change.used_at || Date.parse(change.expires_at) < Date.now())
    throw new Problem('gone', {
      base: ['This link has expired or was already used. Request a new one in your profile.'],
    });
  await withdrawEmailChanges(tx, change.user_id);
  await tx
    .updateTable('users')
    .set({ email: change.email, updated_at: sql`now()` })
    .where('id', '=', change.user_id)
    .execute();
  // A link that went to the old address sets no password any more.
  await withdrawPasswordResets(tx, change.user_id);
  return { email: change.email };
};
