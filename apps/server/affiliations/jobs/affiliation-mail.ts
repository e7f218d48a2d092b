import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import { originOf } from '#server/kit/origins.ts';
import type { AffiliationStep } from '#server/schema/background-work.ts';

type Words = { subject: (other: string) => string; says: (other: string, own: string) => string };

const words: Record<AffiliationStep, Words> = {
  asked: {
    subject: (other: string) => `${other} wants to share forms with you`,
    says: (other: string, own: string) =>
      `${other} wants to share forms with ${own} in Hearth. Nothing is shared until you respond.`,
  },
  approved: {
    subject: (other: string) => `${other} approved your affiliation`,
    says: (other: string, own: string) => `${other} approved the affiliation. ${own} can now share forms with them.`,
  },
  rejected: {
    subject: (other: string) => `${other} rejected your affiliation`,
    says: (other: string) => `${other} rejected the affiliation. You can request it again after 30 days.`,
  },
  left: {
    subject: (other: string) => `${other} left your affiliation`,
    says: (other: string) =>
      `${other} no longer uses your forms, but keeps the responses they recorded. You can request the affiliation again after 30 days.`,
  },
  revoked: {
    subject: (other: string) => `${other} ended your affiliation`,
    says: (other: string, own: string) =>
      `${other} no longer shares forms with ${own}. The forms are now inactive. You keep the responses you recorded.`,
  },
};

/** Tells the owner of an organization what the other side of an affiliation did. */
export const affiliationMail = async (
  { database, mailer, config }: JobServices,
  { organization_id, affiliation_id, other_organization_id, step }: InOrganization<'affiliation_mail'>,
): Promise<void> => {
  const [organization, other] = await database.inOrganization({ organization_id }, async (tx) => {
    const rows = await tx
      .selectFrom('organizations')
      .leftJoin('users', 'users.id', 'organizations.owner_id')
      .select(['organizations.id', 'organizations.name', 'organizations.slug', 'users.email'])
      .where('organizations.id', 'in', [organization_id, other_organization_id])
      .execute();
    return [organization_id, other_organization_id].map((id) => rows.find((row) => row.id === id));
  });
  if (!organization?.email || !other) return;
  const { subject, says } = words[step];
  await mailer.send({
    id: `affiliation-${organization_id}-${affiliation_id}-${step}`,
    ...systemMail({
      to: organization.email,
      subject: subject(other.name),
      paragraphs: [says(other.name, organization.name), 'People, answers, notes and files are never shared.'],
      action: {
        label: step === 'asked' ? 'Review request' : 'Open affiliations',
        url: `${originOf(config, organization.slug)}/organization/affiliations${step === 'asked' ? `/${affiliation_id}/edit` : ''}`,
      },
      footer: 'You’re receiving this email because you own the organization.',
    }),
  });
};
