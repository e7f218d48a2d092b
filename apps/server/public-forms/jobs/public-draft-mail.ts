import { publicDraft } from '#server/access/public-draft-content.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import { originOf } from '#server/kit/origins.ts';

/** Writes the mail with the code under which somebody finds what they typed into a public form. */
export const publicDraftMail = async (
  { database, mailer, config, keys }: JobServices,
  { organization_id, public_draft_id }: InOrganization<'public_draft_mail'>,
): Promise<void> => {
  const found = await database.inOrganization({ organization_id }, (tx) =>
    tx
      .selectFrom('public_drafts')
      .innerJoin('publish_settings', (join) =>
        join
          .onRef('publish_settings.organization_id', '=', 'public_drafts.organization_id')
          .onRef('publish_settings.id', '=', 'public_drafts.public_form_id'),
      )
      .innerJoin('organizations', 'organizations.id', 'public_drafts.organization_id')
      .selectAll('public_drafts')
      .select(['publish_settings.access_key', 'organizations.name', 'organizations.slug'])
      .where('public_drafts.id', '=', public_draft_id)
      .executeTakeFirst(),
  );
  if (!found) return;
  const { code, email } = publicDraft(keys, found);
  if (email === null) return;
  const { name, slug, access_key, kept_until } = found;
  await mailer.send({
    id: `public-draft-${organization_id}-${public_draft_id}-${Date.parse(kept_until)}`,
    ...systemMail({
      to: email,
      subject: `Finish your form for ${name}`,
      paragraphs: [
        'Hello,',
        `You started a form for ${name} and asked to finish it later.`,
        `Your code is ${code}. On the form’s page, choose “Continue with a code” and enter it.`,
        'Your answers are kept for 14 days. Files and signatures aren’t kept, so add them at the end.',
      ],
      action: { label: 'Continue your form', url: `${originOf(config, slug)}/public_forms/${access_key}` },
      footer: 'If you didn’t ask for this email, you can ignore it.',
    }),
  });
};
