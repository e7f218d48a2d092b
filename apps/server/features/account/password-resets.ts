import type { accountRoutes } from '#contract/resources/account.ts';
import { giveNotice } from '#server/access/notices.ts';
import { goodPassword } from '#server/access/password-rules.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { allowed, attempted, limits } from '#server/access/rate-limits.ts';
import { endSessions } from '#server/access/sessions.ts';
import { noteSignInFrom } from '#server/access/sign-in-networks.ts';
import { hashOf } from '#server/access/tokens.ts';
import type { Handler } from '#server/kit/handlers.ts';
import { networkOf } from '#server/kit/networks.ts';
import { Problem } from '#server/kit/problem.ts';
import { organizationsOf } from './organizations-of.ts';
import { withdrawEmailChanges, withdrawPasswordResets } from './withdraw-links.ts';

/**
 * Always the same answer and the same work, whether or not the address has an account; the job's is to find out.
 * Strangers who ask for somebody do not use up that person's own requests; only the mails are few, whoever asks.
 */
export const requestPasswordReset: Handler<typeof accountRoutes.requestPasswordReset> = async ({ body }, context) => {
  const { tx, enqueue, host, address } = context;
  const network = networkOf(address);
  await attempted(tx, limits.passwordReset, `${body.email} ${network}`);
  await attempted(tx, limits.passwordResetFrom, network);
  const person = await tx.selectFrom('users').select('id').where('email', '=', body.email).executeTakeFirst();
  if (await allowed(tx, limits.passwordResetMail, body.email))
    await enqueue('password_reset_mail', { user_id: person?.id ?? null, host });
  return {};
};

/** Sets the password, uses the link up and ends every session of the person. */
export const resetPassword: Handler<typeof accountRoutes.resetPassword> = async ({ params, body }, context) => {
  const { tx, about, address } = context;
  const reset = await tx
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.id', 'user_id', 'expires_at', 'used_at', 'users.email', 'first_name', 'last_name'])
    .where('token_hash', '=', hashOf(params.token))
    .forUpdate('password_resets')
    .executeTakeFirst();
  if (!reset) throw new Problem('not_found');
  about(reset.user_id);
  if (reset.used_at || Date.parse(reset.expires_at) < Date.now())
    throw new Problem('gone', { base: ['This link was used already or has expired. Ask for a new one.'] });
  await goodPassword(body.password, body.password_confirmation, [reset.email, reset.first_name, reset.last_name]);
  const organizations = await organizationsOf(tx, reset.user_id);
  const hash = await passwordHash(body.password);
  await tx
    .insertInto('passwords')
    .values({ user_id: reset.user_id, hash })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ hash, changed_at: eb.ref('excluded.changed_at') })),
    )
    .execute();
  await withdrawPasswordResets(tx, reset.user_id);
  await withdrawEmailChanges(tx, reset.user_id);
  await endSessions(tx, reset.user_id);
  await noteSignInFrom(tx, reset.user_id, networkOf(address));
  await giveNotice(context, reset.user_id, 'password_changed');
  return { organizations: organizations.map(({ id, name, slug }) => ({ id, name, slug })) };
};
