import type { SignedInContext } from '../kit/handlers.ts';
import { invite } from './invitations.ts';

type JoinContext = Pick<SignedInContext, 'tx' | 'enqueue'>;

/** Puts a member into the default groups of their organization, without which nobody signs in there. */
export const giveDefaultGroups = async (
  { tx }: Pick<JoinContext, 'tx'>,
  { organization_id, id }: { organization_id: number; id: number },
): Promise<void> => {
  const groups = await tx
    .selectFrom('permission_groups')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('default', '=', true)
    .execute();
  if (groups.length === 0) return;
  await tx
    .insertInto('membership_permission_groups')
    .values(groups.map((group) => ({ organization_id, membership_id: id, permission_group_id: group.id })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'membership_id', 'permission_group_id']).doNothing())
    .execute();
};

/**
 * Makes a person a member of the organization in which the transaction is, and invites them: it counts once they have
 * accepted. Who is a member already stays as they are.
 * @returns whether they were none before
 */
export const addMember = async (
  context: JoinContext,
  membership: { organization_id: number; id: number; role: 'orgadmin' | 'orguser' },
  names: { first_name?: string | null; last_name?: string | null } = {},
): Promise<boolean> => {
  const { organization_id, id } = membership;
  const added = await context.tx
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) await invite(context, { ...names, organization_id, membership_id: id });
  return added !== undefined;
};
