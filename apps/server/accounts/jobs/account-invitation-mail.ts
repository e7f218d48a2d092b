import { sql } from 'kysely';
import { newSecret } from '#server/access/tokens.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import { originOf } from '#server/kit/origins.ts';
import type { Tasks } from '#server/schema/background-work.ts';

/** Writes the mail with the link to set the first password, for 14 days; earlier links stop working. */
export const accountInvitationMail = async (
  { database, mailer, config }: JobServices,
  { user_id }: Tasks['account_invitation_mail'],
): Promise<void> => {
  const { secret, hash } = newSecret();
  const invited = await database.transaction(async ({ tx }) => {
    // Two at the same time: the second waits here, so that one link is the newest.
    const person = await tx
      .selectFrom('users')
      .select(['email', 'is_superuser'])
      .where('id', '=', user_id)
      .where('id', 'not in', (eb) => eb.selectFrom('passwords').select('user_id').where('user_id', '=', user_id))
      .forUpdate()
      .executeTakeFirst();
    if (!person) return null;
    await tx
      .updateTable('password_resets')
      .set({ used_at: sql`now()` })
      .where('user_id', '=', user_id)
      .where('used_at', 'is', null)
      .execute();
    const { id } = await tx
      .insertInto('password_resets')
      .values({ user_id, token_hash: hash, expires_at: sql`now() + interval '14 days'` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ...person, id };
  });
  if (!invited) return;
  await mailer.send({
    id: `account-invitation-${invited.id}`,
    ...systemMail({
      to: invited.email,
      subject: 'Set up your Hearth account',
      paragraphs: [
        invited.is_superuser
          ? 'You’ve been invited to the Hearth platform team. Set a password to get started.'
          : 'Someone created a Hearth account for you. Set a password to get started.',
        'The link works once and expires in 14 days.',
      ],
      action: { label: 'Set a password', url: `${originOf(config, null)}/password_resets/${secret}` },
      footer: 'If you weren’t expecting this email, you can ignore it.',
    }),
  });
};
