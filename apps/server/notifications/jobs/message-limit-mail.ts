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
      subject: `Most emails of today are sent: ${inWords(sent)} of ${inWords(limit)}`,
      paragraphs: [
        `The forms of ${organization.name} have sent ${inWords(sent)} emails today, of ${inWords(limit)} that may be sent in a day.`,
        'What comes beyond is not sent. It stands in the history of each form, where it can be sent again tomorrow.',
        'If you did not expect so many, look at which notifications are active: one without conditions tells of everything.',
      ],
      footer: 'You get this mail because you own the organization.',
    }),
  });
};
