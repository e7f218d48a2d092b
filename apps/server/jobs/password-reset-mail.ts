import { sql } from 'kysely';
import { newSecret } from '../access/tokens.ts';
import { systemMail } from '../kit/mail/template.ts';
import type { JobServices } from './worker.ts';

/** Writes the mail with the link to set a new password, if the address has an account. Only the newest link works. */
export const passwordResetMail = async (
  { database, mailer }: JobServices,
  { email, origin }: { email: string; origin: string },
): Promise<void> => {
  const { secret, hash } = newSecret();
  const reset = await database.transaction(async ({ tx }) => {
    const person = await tx
      .selectFrom('users')
      .innerJoin('passwords', 'passwords.user_id', 'users.id')
      .select('users.id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (!person) return null;
    await tx
      .updateTable('password_resets')
      .set({ used_at: sql`now()` })
      .where('user_id', '=', person.id)
      .where('used_at', 'is', null)
      .execute();
    return tx
      .insertInto('password_resets')
      .values({ user_id: person.id, token_hash: hash, expires_at: sql`now() + interval '60 minutes'` })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  if (!reset) return;
  await mailer.send({
    id: `password-reset-${reset.id}`,
    ...systemMail({
      to: email,
      subject: 'Set a new password for Hearth',
      paragraphs: [
        'Somebody, hopefully you, asked to set a new password for this address.',
        'The link works once, within 60 minutes.',
      ],
      action: { label: 'Set a new password', url: `${origin}/password_resets/${secret}` },
      footer: 'If it was not you, ignore this mail: your password stays as it is.',
    }),
  });
};
