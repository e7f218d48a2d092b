import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import type { Tx } from '../kit/db.ts';
import type { Member, MemberContext, Organization } from '../kit/handlers.ts';
import { invalid, Problem } from '../kit/problem.ts';
import { ofOrganization } from '../kit/rows.ts';
import { holdsEverythingOf } from './compare.ts';
import { memberNow } from './members.ts';

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
      base: ['API access is turned off for this organization. Ask the platform team to turn it on.'],
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
    .select('privileges')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!group) throw invalid('permission_group_id', 'Choose a permission group of this organization');
  if (!(await holdsGroup(tx, caller, { id, privileges: group.privileges }))) throw new Problem('forbidden');
};

/** Returns whether someone holds all that a permission group gives. */
const holdsGroup = (tx: Tx, caller: Member, { id, privileges }: { id: number; privileges: EntityPrivileges }) =>
  holdsEverythingOf(tx, caller, { entity_privileges: [privileges], principals: [-id] });

/**
 * Returns whether whoever has set up a program that works through a group could still do so: they are an administrator
 * of the organization, and hold all that the group gives.
 */
export const canAnswerForProgram = async (
  { tx, organization }: { tx: Tx; organization: Organization },
  { author_id, group }: { author_id: number | null; group: { id: number; privileges: EntityPrivileges } },
): Promise<boolean> => {
  const author = author_id === null ? null : await memberNow(tx, organization, author_id);
  return author !== null && author.role !== 'orguser' && holdsGroup(tx, author, group);
};
