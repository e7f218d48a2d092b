import { sql } from 'kysely';
import { newSecret } from '#server/access/tokens.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import { originOf } from '#server/kit/origins.ts';

/**
 * Writes the mail of an invitation. The secret of its link is made here, so that it stands in the mail only; a second
 * run of the job makes a new one, and the link of the first stops working.
 */
export const invitationMail = async (
  { database, mailer, config }: JobServices,
  { organization_id, invitation_id }: InOrganization<'invitation_mail'>,
): Promise<void> => {
  const { secret, hash } = newSecret();
  const invitation = await database.inOrganization({ organization_id }, async (tx) => {
    const found = await tx
      .updateTable('invitations')
      .set({ token_hash: hash })
      .where('id', '=', invitation_id)
      .where('accepted_at', 'is', null)
      .where('superseded_at', 'is', null)
      .returning('membership_id')
      .executeTakeFirst();
    if (!found) return null;
    return tx
      .selectFrom('users')
      .innerJoin('organizations', (join) => join.on('organizations.id', '=', organization_id))
      .select([
        'users.email',
        'organizations.name',
        'organizations.slug',
        sql<string>`users.first_name`.as('first_name'),
      ])
      .where('users.id', '=', found.membership_id)
      .executeTakeFirstOrThrow();
  });
  if (!invitation) return;
  const { email, name, slug, first_name } = invitation;
  await mailer.send({
    id: `invitation-${organization_id}-${invitation_id}`,
    ...systemMail({
      to: email,
      subject: `${name} invites you to Hearth`,
      paragraphs: [
        first_name ? `Hello ${first_name},` : 'Hello,',
        `${name} keeps its records in Hearth and invites you to join.`,
        'The link below is only for you. It works once and expires in 14 days.',
      ],
      action: { label: 'Accept the invitation', url: `${originOf(config, slug)}/invitations/${secret}` },
      footer: 'If you weren’t expecting this email, you can ignore it.',
    }),
  });
};
