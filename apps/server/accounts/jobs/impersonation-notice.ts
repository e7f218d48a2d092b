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
      subject: `${actor} is acting as you at ${told.organization}`,
      paragraphs: [
        `${actor} started acting as you in Hearth at ${told.organization}. This ends automatically after an hour at most.`,
        'The history of each record shows both names for changes made during this time.',
      ],
      footer: 'If you don’t know why, ask them or the owner of your organization.',
    }),
  });
};
