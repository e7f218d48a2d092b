import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { problems } from '#contract/problems.ts';
import { type Holdings, holdsEverythingOf } from '#server/access/compare.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';

type Membership = Row<'memberships'>;

/** A role is given by the owner, an orgadmin or a superuser; the owner's own is fixed. */
export const mayGiveRole = (
  { caller }: MemberContext,
  role: string | undefined,
  before: Membership | undefined,
): void => {
  if (role === undefined || role === (before?.role ?? 'orguser')) return;
  if (before && before.id === caller.organization.owner_id)
    throw invalid('role', 'The owner is always an organization administrator');
  if (!caller.everything && caller.role !== 'orgadmin') throw new Problem('forbidden');
};

type Group = Pick<Row<'permission_groups'>, 'id' | 'privileges' | 'record_permission_assignments'>;

/** What some groups give. */
const givenBy = (groups: Group[]): Holdings => ({
  entity_privileges: groups.flatMap(
    ({ privileges, record_permission_assignments }) =>
      [privileges, record_permission_assignments] as EntityPrivileges[],
  ),
  principals: groups.map(({ id }) => -id),
});

/** The groups of these ids, and those that the member is in. */
const groupsAround = async ({ tx, caller }: MemberContext, { id }: Membership, ids: number[]) => {
  const groups = await ofOrganization(tx, 'permission_groups', caller)
    .leftJoin('membership_permission_groups as held', (join) =>
      join
        .onRef('held.organization_id', '=', 'permission_groups.organization_id')
        .onRef('held.permission_group_id', '=', 'permission_groups.id')
        .on('held.membership_id', '=', id),
    )
    .select(['permission_groups.id', 'privileges', 'record_permission_assignments', 'held.id as held_id'])
    .where((eb) => eb.or([eb('held.id', 'is not', null), eb('permission_groups.id', '=', among(ids))]))
    .execute();
  return groups.map(({ held_id, ...group }) => ({ ...group, isHeld: held_id !== null }));
};

/** Nobody puts anybody, themselves included, into a group that gives what they lack, nor takes anybody out of one. */
export const mayChangeGroups = async (context: MemberContext, row: Membership, ids: number[]): Promise<void> => {
  const { tx, caller } = context;
  if (row.id === caller.organization.owner_id && ids.length)
    throw invalid('permission_group_ids', 'The owner doesn’t need permission groups');
  const groups = await groupsAround(context, row, ids);
  if (ids.some((one) => !groups.some(({ id }) => id === one)))
    throw invalid('permission_group_ids', 'Choose permission groups of this organization');
  const changed = groups.filter(({ id, isHeld }) => isHeld !== ids.includes(id));
  if (!(await holdsEverythingOf(tx, caller, givenBy(changed))))
    throw new Problem('forbidden', {
      base: [problems.forbidden.message],
      permission_group_ids: ['You can only add or remove groups whose permissions you have yourself'],
    });
};

/** The groups of a new user for whom none are named. */
export const defaultGroups = async ({ tx, caller }: MemberContext): Promise<number[]> => {
  const groups = await ofOrganization(tx, 'permission_groups', caller)
    .select('id')
    .where('default', '=', true)
    .execute();
  return groups.map(({ id }) => id);
};

/**
 * Nobody archives, brings back, renames or demotes a member who may do more than they. The owner is looked after by the rules
 * for owners.
 */
export const mayManage = async (context: MemberContext, row: Membership): Promise<void> => {
  const { tx, caller } = context;
  if (caller.everything || row.id === caller.organization.owner_id) return;
  const { is_superuser } = await tx
    .selectFrom('users')
    .select('is_superuser')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const isAbove = is_superuser || (row.role === 'orgadmin' && caller.role === 'orguser');
  const { entity_privileges, principals } = givenBy(await groupsAround(context, row, []));
  const holdings = { entity_privileges, principals: [row.id, ...principals] };
  if (isAbove || !(await holdsEverythingOf(tx, caller, holdings)))
    throw new Problem('forbidden', {
      base: ['This person has more permissions than you. Ask the owner of the organization.'],
    });
};

/** Makes these the member's groups, writing only what differs. */
export const setGroups = async ({ tx, caller }: MemberContext, row: Membership, ids: number[]): Promise<void> => {
  const organization_id = caller.organization.id;
  const wanted = sql<number[]>`${ids}::bigint[]`;
  await tx
    .deleteFrom('membership_permission_groups')
    .where('membership_id', '=', row.id)
    .where('permission_group_id', '!=', sql<number>`all(${wanted})`)
    .execute();
  if (ids.length === 0) return;
  await tx
    .insertInto('membership_permission_groups')
    .values(
      [...new Set(ids)].map((permission_group_id) => ({ organization_id, membership_id: row.id, permission_group_id })),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'membership_id', 'permission_group_id']).doNothing())
    .execute();
};
