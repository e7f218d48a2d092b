import type { accountRoutes } from '#contract/resources/account.ts';
import { goodPassword } from '#server/access/password-rules.ts';
import { passwordHash, setPassword } from '#server/access/passwords.ts';
import { allowed, attempted, limits } from '#server/access/rate-limits.ts';
import { giveNotice } from '#server/access/security-notice.ts';
import { endSessions } from '#server/access/sessions.ts';
import { noteSignInFrom } from '#server/access/sign-in-networks.ts';
import { hashOf } from '#server/access/tokens.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Handler } from '#server/kit/handlers.ts';
import { networkOf } from '#server/kit/networks.ts';
import { Problem } from '#server/kit/problem.ts';
import { organizationsOf } from './organizations-of.ts';

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

const resetOf = (tx: Tx, secret: string) =>
  tx
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.id', 'user_id', 'expires_at', 'used_at', 'users.email', 'first_name', 'last_name'])
    .where('token_hash', '=', hashOf(secret));

const demandUsable = ({ used_at, expires_at }: { used_at: string | null; expires_at: string }) => {
  if (used_at || Date.parse(expires_at) < Date.now())
    throw new Problem('gone', { base: ['This link has expired or was already used. Request a new one.'] });
};

/** Asked when the link is opened, so that nobody thinks of a password for a link that is dead. */
export const passwordReset: Handler<typeof accountRoutes.passwordReset> = async ({ params }, { tx }) => {
  const reset = await resetOf(tx, params.token).executeTakeFirst();
  if (!reset) throw new Problem('not_found');
  demandUsable(reset);
  return {};
};

/** Sets the password, uses the link up and ends every session of the person. */
export const resetPassword: Handler<typeof accountRoutes.resetPassword> = async ({ params, body }, context) => {
  const { tx, about, address } = context;
  const reset = await resetOf(tx, params.token).forUpdate('password_resets').executeTakeFirst();
  if (!reset) throw new Problem('not_found');
  about(reset.user_id);
  demandUsable(reset);
  await goodPassword(body.password, body.password_confirmation, [reset.email, reset.first_name, reset.last_name]);
  const organizations = await organizationsOf(tx, reset.user_id);
  const hash = await passwordHash(body.password);
  await setPassword(tx, reset.user_id, hash);
  await endSessions(tx, reset.user_id);
  await noteSignInFrom(tx, reset.user_id, networkOf(address));
  await giveNotice(context, reset.user_id, 'password_changed');
  return { organizations: organizations.map(({ id, name, slug }) => ({ id, name, slug })) };
};
