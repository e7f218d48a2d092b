import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { holdsEverythingOf } from '#server/access/compare.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import type { Row } from '#server/kit/rows.ts';

type Membership = Row<'memberships'>;

/** A role is given by the owner, an orgadmin or a superuser; the owner's own is fixed (R19). */
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

/** Nobody puts anybody, themselves included, into a group that grants what they lack. */
export const mayGiveGroups = async ({ tx, caller }: MemberContext, row: Membership, ids: number[]): Promise<void> => {
  const organization_id = caller.organization.id;
  if (row.id === caller.organization.owner_id && ids.length)
    throw invalid('permission_group_ids', 'The owner needs no permission groups');
  const groups = await tx
    .selectFrom('permission_groups')
    .select(['id', 'privileges', 'record_permission_assignments'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  if (groups.length < new Set(ids).size) throw invalid('permission_group_ids', 'Choose groups of this organization');
  const held = await tx
    .selectFrom('membership_permission_groups')
    .select('permission_group_id')
    .where('organization_id', '=', organization_id)
    .where('membership_id', '=', row.id)
    .execute();
  const added = groups.filter(({ id }) => !held.some(({ permission_group_id }) => permission_group_id === id));
  const holdings = {
    entity_privileges: added.flatMap(
      (group) => [group.privileges, group.record_permission_assignments] as EntityPrivileges[],
    ),
    principals: added.map(({ id }) => -id),
  };
  if (!(await holdsEverythingOf(tx, caller, holdings))) throw new Problem('forbidden');
};

/** Makes these the member's groups, writing only what differs. */
export const setGroups = async ({ tx, caller }: MemberContext, row: Membership, ids: number[]): Promise<void> => {
  const organization_id = caller.organization.id;
  const wanted = sql<number[]>`${ids}::bigint[]`;
  await tx
    .deleteFrom('membership_permission_groups')
    .where('organization_id', '=', organization_id)
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

/**
 * Changes the names under which somebody was invited who has not accepted yet; those of an account that they have
 * already stay.
 * @returns whether there is such an invitation
 */
export const renameInvited = async (
  { tx, caller }: MemberContext,
  membership_id: number,
  names: Record<string, unknown>,
): Promise<boolean> => {
  const [invitation] = await tx
    .selectFrom('invitations')
    .select(['id', 'accepted_at', 'first_name'])
    .where('organization_id', '=', caller.organization.id)
    .where('membership_id', '=', membership_id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  if (!invitation || invitation.accepted_at !== null || invitation.first_name === null) return false;
  await tx
    .updateTable('invitations')
    .set(names)
    .where('organization_id', '=', caller.organization.id)
    .where('id', '=', invitation.id)
    .execute();
  await tx
    .updateTable('users')
    .set({ ...names, updated_at: sql`now()` })
    .where('id', '=', membership_id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('passwords').select('user_id').whereRef('passwords.user_id', '=', 'users.id'))),
    )
    .execute();
  return true;
};

/**
 * Whether there is a name to change. A person who works for others too is named by themselves alone: an organisation
 * must not change what the others see.
 */
export const mayRename = async (
  { tx, caller }: MemberContext,
  id: number,
  names: Record<string, unknown>,
): Promise<boolean> => {
  const person = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'is_superuser'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const changed = Object.entries(names).filter(([key, name]) => person[key as keyof typeof person] !== name);
  if (changed.length === 0) return false;
  const { rows } = await sql<{ id: number }>`select id from kit.organizations_of(${id})`.execute(tx);
  // Nobody but a superuser touches the owner's row.
  if (id === caller.organization.owner_id && id !== caller.person.id && !caller.is_superuser)
    throw new Problem('forbidden');
  if (id !== caller.person.id && (person.is_superuser || rows.some((one) => one.id !== caller.organization.id)))
    throw new Problem(
      'invalid',
      Object.fromEntries(changed.map(([key]) => [key, ['Only the person can change their name, in their profile']])),
    );
  return true;
};
