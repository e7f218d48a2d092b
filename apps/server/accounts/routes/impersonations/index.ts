import { sql } from 'kysely';
import { impersonationMinutes, impersonationRoutes } from '#contract/resources/impersonations.ts';
import { refusalToAct } from '#server/access/acting.ts';
import { membersOf, organizationColumns } from '#server/access/members.ts';
import { implement, type Member, type Organization, type SignedInContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';

const forbidden = (message: string) => new Problem('forbidden', { base: [message] });

/** For whom a session acts; null when for nobody else. */
const current = async ({ tx, caller }: Pick<SignedInContext, 'tx' | 'caller'>) => {
  const found = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.impersonated_user_id')
    .innerJoin('organizations', 'organizations.id', 'sessions.impersonated_organization_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'organizations.id as organization_id',
      'organizations.name',
      'organizations.slug',
      'impersonation_expires_at',
    ])
    .where('sessions.id', '=', caller.session_id)
    .executeTakeFirst();
  if (!found) return null;
  const { organization_id, name, slug, impersonation_expires_at, ...user } = found;
  return {
    user,
    organization: { id: organization_id, name, slug },
    expires_at: impersonation_expires_at as string,
  };
};

const stop = async ({ tx, caller }: Pick<SignedInContext, 'tx' | 'caller'>): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ impersonated_user_id: null, impersonated_organization_id: null, impersonation_expires_at: null })
    .where('id', '=', caller.session_id)
    .execute();
};

/** The member to act for, whoever asks: nobody acts for a superuser, for who has left, or for themselves. */
const actedFor = async (
  { tx, caller }: Pick<SignedInContext, 'tx' | 'caller'>,
  organization: Organization,
  user_id: number,
): Promise<Member> => {
  const [member] = await membersOf(tx, organization, { id: user_id });
  if (!member)
    throw invalid('user_id', 'Choose a user of the organization who has accepted the invitation and is not archived');
  if (member.is_superuser) throw forbidden('No one can act as a superuser.');
  if (user_id === caller.person.id) throw invalid('user_id', 'You are already this person');
  return member;
};

const start = async (context: Pick<SignedInContext, 'tx' | 'caller' | 'enqueue'>, member: Member) => {
  await context.tx
    .updateTable('sessions')
    .set({
      impersonated_user_id: member.person.id,
      impersonated_organization_id: member.organization.id,
      impersonation_expires_at: sql`now() + make_interval(mins => ${impersonationMinutes})`,
    })
    .where('id', '=', context.caller.session_id)
    .execute();
  const begun = await current(context);
  if (!begun) throw new Problem('not_signed_in');
  await context.enqueue('impersonation_notice', {
    user_id: member.person.id,
    impersonator_id: context.caller.person.id,
    expires_at: begun.expires_at,
  });
  return begun;
};

/** Acting for somebody else. It belongs to the session: every version written meanwhile names both people. */
export const impersonationsFeature = implement(impersonationRoutes, {
  current: (_, context) => current(context),
  currentInOrganization: (_, context) => current(context),
  stop: (_, context) => stop(context),
  stopInOrganization: (_, context) => stop(context),

  start: async ({ body: { user_id, organization_id } }, context) => {
    const { tx, caller, enter } = context;
    const organization = await tx
      .selectFrom('organizations')
      .select([...organizationColumns, 'suspended_at'])
      .where('id', '=', organization_id)
      .executeTakeFirst();
    if (!organization) throw invalid('organization_id', 'Choose an organization');
    if (organization.suspended_at !== null) throw new Problem('suspended');
    enter(organization.id, caller.person.id);
    return start(context, await actedFor(context, organization, user_id));
  },

  startInOrganization: async ({ body: { user_id } }, context) => {
    const { tx, caller } = context;
    if (caller.impersonator_id) throw forbidden('You are already acting as someone. Stop first.');
    if (caller.role === 'orguser') throw new Problem('forbidden');
    const member = await actedFor(context, caller.organization, user_id);
    const refusal = await refusalToAct(tx, caller, member);
    if (refusal) throw forbidden(refusal);
    return start(context, member);
  },
});
