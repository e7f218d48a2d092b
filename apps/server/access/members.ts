import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import type { WeekStart } from '#forms/calendar.ts';
import type { Tx } from '../kit/db.ts';
import type { Member, Organization, SignedIn } from '../kit/handlers.ts';
import { memberName } from './member-names.ts';
import { isSuspended } from './suspension.ts';

/** What somebody holds through several groups. */
const union = (all: EntityPrivileges[]): EntityPrivileges => {
  const held: EntityPrivileges = {};
  for (const one of all)
    for (const [entity, actions] of Object.entries(one) as [keyof EntityPrivileges, EntityPrivileges['clients']][])
      held[entity] = [...new Set([...(held[entity] ?? []), ...(actions ?? [])])];
  return held;
};

export type MembershipRights = {
  role: 'orgadmin' | 'orguser';
  group_ids: number[] | null;
  /** Those of each group. */
  privileges: EntityPrivileges[] | null;
};

/**
 * A person as a member of an organization, with what they hold there: all of it as its owner or a superuser, else what
 * their groups give, and the grants to them and to their groups. Who is in no group holds nothing.
 */
export const memberWith = (
  person: SignedIn,
  organization: Organization,
  { role, group_ids, privileges }: MembershipRights,
): Member => {
  const isOwner = organization.owner_id === person.person.id;
  const everything = isOwner || person.is_superuser;
  const groups = group_ids ?? [];
  return {
    ...person,
    organization,
    role: person.is_superuser ? 'superuser' : isOwner ? 'orgadmin' : role,
    everything,
    api_credential_id: null,
    entity_privileges: union(privileges ?? []),
    principals: everything || groups.length > 0 ? [person.person.id, ...groups.map((id) => -id)] : [],
  };
};

type Row = MembershipRights & {
  id: number;
  first_name: string | null;
  last_name: string | null;
  email: string;
  is_superuser: boolean;
};

/**
 * The members of an organization who accepted and are not archived, each as the caller that they would be.
 * @param id one of them alone
 * @param withInvited those too who have not accepted yet, as the callers that they will be
 */
export const membersOf = async (
  tx: Tx,
  organization: Organization,
  { id, withInvited = false }: { id?: number | undefined; withInvited?: boolean } = {},
): Promise<Member[]> => {
  const { rows } = await sql<Row>`
    select u.id, u.first_name, u.last_name, u.email, u.is_superuser, m.role, g.group_ids, g.privileges
      from memberships m
      join users u on u.id = m.id
      left join lateral (
        select array_agg(p.id order by p.id) as group_ids, jsonb_agg(p.privileges order by p.id) as privileges
          from membership_permission_groups held
          join permission_groups p on p.id = held.permission_group_id
         where held.organization_id = ${organization.id} and p.organization_id = ${organization.id}
           and held.membership_id = m.id) g on true
     where m.organization_id = ${organization.id} and m.archived_at is null
       and (m.accepted_at is not null or ${withInvited})
       ${id === undefined ? sql`` : sql`and m.id = ${id}`}
     order by kit.fold(${memberName(organization.id, 'u.id')}) collate "C", u.id`.execute(tx);
  return rows.map(({ role, group_ids, privileges, ...person }) =>
    memberWith(calling(person), organization, { role, group_ids, privileges }),
  );
};

/** The day on which an organization's weeks begin, as a column of `organizations`. */
export const weekStartsOn = sql<WeekStart>`organizations.week_starts_on`.as('week_starts_on');

/** What of an organization those who call in it know, as columns of `organizations`. */
export const organizationColumns = [
  'id',
  'name',
  'slug',
  'time_zone',
  weekStartsOn,
  'fiscal_year_start_month',
  'owner_id',
] as const;

/** The organization with this number, as its members belong to it. */
export const organizationWith = (tx: Tx, id: number): Promise<Organization> =>
  tx.selectFrom('organizations').select(organizationColumns).where('id', '=', id).executeTakeFirstOrThrow();

/** The same, kept from changing until the transaction ends: for what is stored by its time zone or its weeks. */
export const heldOrganization = (tx: Tx, id: number): Promise<Organization> =>
  tx.selectFrom('organizations').select(organizationColumns).where('id', '=', id).forShare().executeTakeFirstOrThrow();

/**
 * What somebody may do in an organization at this moment, for a job that they asked for; null: nothing any more, or
 * nothing while it is suspended.
 */
export const memberNow = async (tx: Tx, organization: Organization, id: number): Promise<Member | null> => {
  const [member] = await membersOf(tx, organization, { id });
  if (member) return member.is_superuser || !(await isSuspended(tx, organization.id)) ? member : null;
  const superuser = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'is_superuser'])
    .where('id', '=', id)
    .where('is_superuser', '=', true)
    .executeTakeFirst();
  return superuser
    ? memberWith(calling(superuser), organization, { role: 'orguser', group_ids: null, privileges: null })
    : null;
};

/** A person as a caller, outside any session. */
const calling = ({ is_superuser, ...person }: Omit<Row, keyof MembershipRights>): SignedIn => ({
  session_id: '',
  person: { ...person, time_zone: null },
  impersonator_id: null,
  impersonation: null,
  is_superuser,
  agreed: true,
  has_second_factor: false,
  last_activity_at: new Date().toISOString(),
});

/** Somebody who belongs to one group and to nothing else: for what acts by a group, and is nobody. */
export const withGroupAlone = (organization: Organization, group_id: number, privileges: EntityPrivileges): Member =>
  memberWith(calling({ id: 0, first_name: null, last_name: null, email: '', is_superuser: false }), organization, {
    role: 'orguser',
    group_ids: [group_id],
    privileges: [privileges],
  });
