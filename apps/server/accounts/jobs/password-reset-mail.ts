import { sql } from 'kysely';
import { newSecret } from '#server/access/tokens.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import type { Tasks } from '#server/schema/background-work.ts';
import { hostOrigin } from './host-origin.ts';

/**
 * Writes the mail with the link to set a new password, for who has a password. Only the newest link works; earlier ones
 * stop once the mail is composed.
 * @param host the slug that the host named where it was asked for; the link leads there when there is such an organization
 */
export const passwordResetMail = async (
  { database, mailer, config }: JobServices,
  { user_id, host }: Tasks['password_reset_mail'],
): Promise<void> => {
  if (user_id === null) return;
  const { secret, hash } = newSecret();
  const { person, origin } = await database.transaction(async ({ tx }) => ({
    origin: await hostOrigin(tx, config, host),
    person: await tx
      .selectFrom('users')
      .innerJoin('passwords', 'passwords.user_id', 'users.id')
      .select('users.email')
      .where('users.id', '=', user_id)
      .executeTakeFirst(),
  }));
  if (!person) return;
  const mail = systemMail({
    to: person.email,
    subject: 'Set a new password for Hearth',
    paragraphs: [
      'Someone, hopefully you, asked to set a new password for this address.',
      'The link works once and expires in 60 minutes.',
    ],
    action: { label: 'Set a new password', url: `${origin}/password_resets/${secret}` },
    footer: 'If this wasn’t you, ignore this email. Your password won’t change.',
  });
  const { id } = await database.transaction(async ({ tx }) => {
    // Two at the same time: the second waits here, so that one link is the newest.
    await tx.selectFrom('passwords').select('user_id').where('user_id', '=', user_id).forUpdate().execute();
    await tx
      .updateTable('password_resets')
      .set({ used_at: sql`now()` })
      .where('user_id', '=', user_id)
      .where('used_at', 'is', null)
      .execute();
    return tx
      .insertInto('password_resets')
      .values({ user_id, token_hash: hash, expires_at: sql`now() + interval '60 minutes'` })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  await mailer.send({ id: `password-reset-${id}`, ...mail });
};
