import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { invalid, Problem } from '../kit/problem.ts';
import { ofOrganization } from '../kit/rows.ts';
import { holdsEverythingOf } from './compare.ts';

/**
 * What other programs are given is for the owner, administrators and superusers, while the platform has switched API
 * access on. Throws forbidden.
 */
export const mayCareForPrograms = async ({ tx, caller }: MemberContext): Promise<void> => {
  if (caller.role === 'orguser') throw new Problem('forbidden');
  const { api_access_enabled } = await tx
    .selectFrom('organizations')
    .select('api_access_enabled')
    .where('id', '=', caller.organization.id)
    .executeTakeFirstOrThrow();
  if (!api_access_enabled)
    throw new Problem('forbidden', {
      base: ['API access is switched off for this organization. Ask the platform team'],
    });
};

/** Nobody makes a key or a secret in another's place. Throws forbidden. */
export const notActing = ({ caller }: MemberContext): void => {
  if (caller.impersonator_id) throw new Problem('forbidden');
};

/**
 * The group through which a program works must not give more than the caller holds. Throws forbidden, and invalid for a
 * group of another organization.
 */
export const groupForProgram = async ({ tx, caller }: MemberContext, id: number): Promise<void> => {
  const group = await ofOrganization(tx, 'permission_groups', caller)
    .select(['privileges', 'record_permission_assignments'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!group) throw invalid('permission_group_id', 'Choose a permission group of this organization');
  const holdings = { entity_privileges: [group.privileges as EntityPrivileges], principals: [-id] };
  if (!(await holdsEverythingOf(tx, caller, holdings))) throw new Problem('forbidden');
};
