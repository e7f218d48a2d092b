import { templatesSlug } from '#contract/resources/templates.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';

/** The organizations that got a copy of a template, by name; none for what is no template. */
export const templateCopies = async ({ tx, caller }: MemberContext, record_type: 'fields' | 'forms', id: number) => {
  if (caller.organization.slug !== templatesSlug) return [];
  return ofOrganization(tx, 'template_copies', caller)
    .innerJoin('organizations', 'organizations.id', 'template_copies.copy_organization_id')
    .select(['organizations.id as organization_id', 'organizations.name as organization_name'])
    .where('record_type', '=', record_type)
    .where('record_id', '=', id)
    .orderBy('organizations.name')
    .execute();
};
