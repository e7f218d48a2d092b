import { invite, personWith } from '#server/access/invitations.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';

type Invitee = { email: string; first_name: string; last_name: string; role?: string | undefined } | { id: number };

/** Adds a member and invites them; for a member that is there already, sends a new invitation. */
export const inviteMember = async (context: MemberContext, invited: Invitee): Promise<Row<'memberships'>> => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  await attempted(tx, limits.invitations, String(organization_id));
  const id = 'id' in invited ? invited.id : await newMember(context, invited);
  await attempted(tx, limits.invitationsOf, `${organization_id} ${id}`);
  const names = 'id' in invited ? await namesOf(context, id) : invited;
  await invite(context, { ...names, organization_id, membership_id: id });
  return ofOrganization(tx, 'memberships', caller).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
};

/** The names of the invitation before. */
const namesOf = async ({ tx, caller }: MemberContext, membership_id: number) =>
  (await ofOrganization(tx, 'invitations', caller)
    .select(['first_name', 'last_name'])
    .where('membership_id', '=', membership_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? {};

const newMember = async ({ tx, caller }: MemberContext, invited: Exclude<Invitee, { id: number }>): Promise<number> => {
  const { email, first_name, last_name, role } = invited;
  const id = await personWith(tx, { email, first_name, last_name });
  const added = await tx
    .insertInto('memberships')
    .values({ organization_id: caller.organization.id, id, role: role ?? 'orguser' })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw invalid('email', 'This person is already a user of the organization');
  return id;
};
