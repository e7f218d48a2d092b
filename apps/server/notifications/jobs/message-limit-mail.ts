import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { systemMail } from '#server/kit/mail/template.ts';

/** Tells the owner that most of the emails are sent that the organization's forms may send in a day. */
export const messageLimitMail = async (
  { database, mailer }: JobServices,
  { organization_id, day, sent, limit }: InOrganization<'message_limit_mail'>,
): Promise<void> => {
  const organization = await database.inOrganization({ organization_id }, (tx) =>
    tx
      .selectFrom('organizations')
      .innerJoin('users', 'users.id', 'organizations.owner_id')
      .select(['organizations.name', 'users.email'])
      .where('organizations.id', '=', organization_id)
      .executeTakeFirst(),
  );
  if (!organization) return;
  const inWords = (count: number) => count.toLocaleString('en-US');
  await mailer.send({
    id: `message-limit-${organization_id}-${day}`,
    ...systemMail({
      to: organization.email,
      subject: `Close to today’s email limit: ${inWords(sent)} of ${inWords(limit)} sent`,
      paragraphs: [
        `The forms of ${organization.name} have sent ${inWords(sent)} emails today. They can send ${inWords(limit)} a day.`,
        'Emails over the limit aren’t sent. You’ll find them in the history of each form, where you can send them again tomorrow.',
        'If you didn’t expect so many, check the active notifications. A notification without conditions is sent every time.',
      ],
      footer: 'You’re receiving this email because you own the organization.',
    }),
  });
};
