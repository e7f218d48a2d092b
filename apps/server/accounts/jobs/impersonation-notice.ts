import { sql } from 'kysely';
import { accountName } from '#server/access/member-names.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { systemMail } from '#server/kit/mail/template.ts';

/** Tells somebody that another person works in their place, and who: nobody does so behind their back. */
export const impersonationNotice = async (
  { database, mailer }: JobServices,
  { organization_id, user_id, impersonator_id, expires_at }: InOrganization<'impersonation_notice'>,
): Promise<void> => {
  const { rows } = await database.inOrganization({ organization_id }, (tx) =>
    sql<{ email: string; organization: string; actor: string; is_superuser: boolean }>`
      select u.email, o.name as organization, a.is_superuser, ${accountName('a')} as actor
        from users u, users a, organizations o
       where u.id = ${user_id} and a.id = ${impersonator_id} and o.id = ${organization_id}`.execute(tx),
  );
  const [told] = rows;
  if (!told) return;
  const actor = told.is_superuser ? `${told.actor} of the platform team` : told.actor;
  await mailer.send({
    id: `impersonation-${user_id}-${impersonator_id}-${Date.parse(expires_at)}`,
    ...systemMail({
      to: told.email,
      subject: `${actor} works in your place at ${told.organization}`,
      paragraphs: [
        `${actor} began to work in Hearth in your place at ${told.organization}. It ends by itself after an hour at most.`,
        'What is done meanwhile stands in the history of the records with both names.',
      ],
      footer: 'If you do not know why, ask the person, or the owner of your organization.',
    }),
  });
};
