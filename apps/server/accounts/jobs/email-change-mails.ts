import { newSecret } from '#server/access/tokens.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import type { Tasks } from '#server/schema/background-work.ts';
import { hostOrigin } from './host-origin.ts';

const footer = 'If this wasn’t you, ignore this email. Nothing will change.';

/**
 * Asks a new address whether it belongs to the person who wants it. The secret of the link is made here, so that it
 * stands in the mail only. An address with an account of its own is told so, and gets no link.
 */
export const emailChangeMail = async (
  { database, mailer, config }: JobServices,
  { email_change_id, host }: Tasks['email_change_mail'],
): Promise<void> => {
  const { secret, hash } = newSecret();
  const change = await database.transaction(async ({ tx }) => {
    const change = await tx
      .selectFrom('email_changes')
      .select('email')
      .where('id', '=', email_change_id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (!change) return null;
    const taken = await tx.selectFrom('users').select('id').where('email', '=', change.email).executeTakeFirst();
    if (!taken)
      await tx.updateTable('email_changes').set({ token_hash: hash }).where('id', '=', email_change_id).execute();
    return { ...change, isTaken: taken !== undefined, origin: await hostOrigin(tx, config, host) };
  });
  if (!change) return;
  const mail = change.isTaken
    ? {
        subject: 'This address already has a Hearth account',
        paragraphs: [
          'Someone asked to use this address for another Hearth account. It already has its own account, so nothing was changed.',
        ],
      }
    : {
        subject: 'Confirm your new email address for Hearth',
        paragraphs: [
          'Someone, hopefully you, asked to use this address to sign in to Hearth.',
          'The link works once and expires in 60 minutes.',
        ],
        action: { label: 'Confirm address', url: `${change.origin}/email_changes/${secret}` },
      };
  await mailer.send({ id: `email-change-${email_change_id}`, ...systemMail({ to: change.email, footer, ...mail }) });
};

/** Tells the address in use that another one was asked for. */
export const emailChangeNotice = async (
  { database, mailer }: JobServices,
  { email_change_id }: Tasks['email_change_notice'],
): Promise<void> => {
  const person = await database.transaction(({ tx }) =>
    tx
      .selectFrom('email_changes')
      .innerJoin('users', 'users.id', 'email_changes.user_id')
      .select('users.email')
      .where('email_changes.id', '=', email_change_id)
      .executeTakeFirst(),
  );
  if (!person) return;
  await mailer.send({
    id: `email-change-notice-${email_change_id}`,
    ...systemMail({
      to: person.email,
      subject: 'Someone asked to change your Hearth email address',
      paragraphs: [
        'Someone, hopefully you, asked to use a different email address to sign in to Hearth. Until that address is confirmed, you sign in with this one.',
      ],
      footer: 'If this wasn’t you, change your password immediately and contact the owner of your organization.',
    }),
  });
};
