import { sql } from 'kysely';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';
import { mayManage } from './membership.ts';

/** The names of a member as the organization knows them: until they accept, those of their invitation. */
export type Names = { first_name: string | null; last_name: string | null };

/**
 * Gives a member other names; what is the same, or not sent, stays. Refuses to rename the owner, who may do more than
 * the caller, and who works for others too: an organization must not change what the others see.
 */
export const rename = async (
  context: MemberContext,
  row: Row<'memberships'>,
  sent: Record<string, unknown>,
): Promise<void> => {
  const { tx, caller } = context;
  const { rows } = await sql<Names>`select * from kit.member_names(${row.organization_id}, ${row.id})`.execute(tx);
  const names = Object.entries(rows[0] ?? {})
    .filter(([column, known]) => sent[column] !== undefined && sent[column] !== known)
    .map(([column]) => [column, sent[column]]);
  if (names.length === 0) return;
  // Nobody but a superuser touches the owner's row.
  if (row.id === caller.organization.owner_id && row.id !== caller.person.id && !caller.is_superuser)
    throw new Problem('forbidden');
  await mayManage(context, row);
  const changed = Object.fromEntries(names) as Partial<Names>;
  if (await renameInvited(context, row.id, changed)) return;
  await mayRename(context, row.id, changed);
  await tx
    .updateTable('users')
    .set({ ...changed, updated_at: sql`now()` })
    .where('id', '=', row.id)
    .execute();
};

/**
 * Changes the names under which somebody was invited who has not accepted yet; those of an account that they have
 * already stay.
 * @returns whether there is such an invitation
 */
const renameInvited = async (
  { tx, caller }: MemberContext,
  membership_id: number,
  names: Partial<Names>,
): Promise<boolean> => {
  const invitations = await ofOrganization(tx, 'invitations', caller)
    .select(['id', 'accepted_at'])
    .where('membership_id', '=', membership_id)
    .orderBy('id', 'desc')
    .execute();
  const [invitation] = invitations;
  if (!invitation || invitations.some(({ accepted_at }) => accepted_at !== null)) return false;
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

/** Refuses to name for everybody a person who works for others too, or for the platform. */
const mayRename = async ({ tx, caller }: MemberContext, id: number, names: Partial<Names>): Promise<void> => {
  if (id === caller.person.id) return;
  const { is_superuser } = await tx
    .selectFrom('users')
    .select('is_superuser')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: number }>`select id from kit.organizations_of(${id})`.execute(tx);
  if (is_superuser || rows.some((one) => one.id !== caller.organization.id))
    throw new Problem(
      'invalid',
      Object.fromEntries(
        Object.keys(names).map((column) => [column, ['Only the person can change their name, in their profile']]),
      ),
    );
};
