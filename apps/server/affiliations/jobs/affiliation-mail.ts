import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import { originOf } from '#server/kit/origins.ts';
import type { AffiliationStep } from '#server/schema/background-work.ts';

type Words = { subject: (other: string) => string; says: (other: string, own: string) => string };

const words: Record<AffiliationStep, Words> = {
  asked: {
    subject: (other: string) => `${other} asks to share forms with you`,
    says: (other: string, own: string) =>
      `${other} would like to share forms with ${own} in Hearth. Until you answer, nothing is shared.`,
  },
  approved: {
    subject: (other: string) => `${other} approved your affiliation`,
    says: (other: string, own: string) => `${other} approved. From now on ${own} can share forms with them.`,
  },
  rejected: {
    subject: (other: string) => `${other} rejected your affiliation`,
    says: (other: string) => `${other} rejected. You may ask again after 30 days.`,
  },
  left: {
    subject: (other: string) => `${other} left your affiliation`,
    says: (other: string) =>
      `${other} no longer takes your forms. What they recorded with them stays theirs. You may ask again after 30 days.`,
  },
  revoked: {
    subject: (other: string) => `${other} ended your affiliation`,
    says: (other: string, own: string) =>
      `${other} no longer shares forms with ${own}. The forms are inactive now; what you recorded with them stays yours.`,
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
      paragraphs: [says(other.name, organization.name), 'People, answers, notes and files never cross.'],
      action: {
        label: step === 'asked' ? 'Answer' : 'Open affiliations',
        url: `${originOf(config, organization.slug)}/organization/affiliations${step === 'asked' ? `/${affiliation_id}/edit` : ''}`,
      },
      footer: 'You get this mail because you own the organization.',
    }),
  });
};
