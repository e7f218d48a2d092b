import { sql } from 'kysely';
import { knownAs, type Names } from '#server/access/member-names.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';
import { mayManage } from './membership.ts';

type NameChange = { names: Partial<Names>; isElsewhere: boolean };

/**
 * Gives a member other names; what is the same, or not sent, stays. Refuses to rename the owner, who may do more than
 * the caller, and who works for others too: an organization must not change what the others see.
 * @param given isElsewhere: whether they work for others too, asked before anything was written
 */
export const rename = async (
  context: MemberContext,
  row: Row<'memberships'>,
  { sent, isElsewhere }: { sent: Record<string, unknown>; isElsewhere: boolean },
): Promise<void> => {
  const { tx, caller } = context;
  const { rows } = await sql<Names>`
    select known.first_name, known.last_name from users, lateral ${knownAs(row.organization_id, 'users.id')} known
     where users.id = ${row.id}`.execute(tx);
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
  mayRename(context, row.id, { names: changed, isElsewhere });
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
  await tx.updateTable('invitations').set(names).where('id', '=', invitation.id).execute();
  const used = await tx
    .selectFrom('passwords')
    .select('user_id')
    .where('user_id', '=', membership_id)
    .executeTakeFirst();
  if (!used)
    await tx
      .updateTable('users')
      .set({ ...names, updated_at: sql`now()` })
      .where('id', '=', membership_id)
      .execute();
  return true;
};

/** Refuses to name for everybody a person who works for others too, or for the platform. */
const mayRename = ({ caller }: MemberContext, id: number, { names, isElsewhere }: NameChange): void => {
  if (id !== caller.person.id && isElsewhere)
    throw new Problem(
      'invalid',
      Object.fromEntries(
        Object.keys(names).map((column) => [column, ['Only this person can change their name, in their profile']]),
      ),
    );
};
