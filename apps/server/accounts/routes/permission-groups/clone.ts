import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { holdsEverythingOf } from '#server/access/compare.ts';
import { visibleUsers } from '#server/access/scopes.ts';
import { nameOfCopy } from '#server/kit/copy-name.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { insertRow, ofOrganization, type Row } from '#server/kit/rows.ts';

type Group = Row<'permission_groups'>;

/** The members of a group, but for who needs none and who is archived. */
const membersOf = ({ tx, caller }: MemberContext, group_id: number) =>
  ofOrganization(tx, 'memberships', caller)
    .select('memberships.id')
    .where('memberships.archived_at', 'is', null)
    .where('memberships.id', '!=', caller.organization.owner_id ?? 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('membership_permission_groups as held')
          .select('held.id')
          .whereRef('held.membership_id', '=', 'memberships.id')
          .where('held.permission_group_id', '=', group_id),
      ),
    );

/** Puts the members of a group into its copy. Throws forbidden for who may not change each of them. */
const copyMembers = async (context: MemberContext, group: Group, copy: Group): Promise<void> => {
  const { tx, caller } = context;
  const all = await membersOf(context, group.id).execute();
  const changeable = await membersOf(context, group.id).where(visibleUsers(caller, 'write')).execute();
  if (changeable.length < all.length) throw new Problem('forbidden');
  if (all.length === 0) return;
  await tx
    .insertInto('membership_permission_groups')
    .values(
      all.map(({ id }) => ({ organization_id: copy.organization_id, membership_id: id, permission_group_id: copy.id })),
    )
    .execute();
};

/**
 * A copy of a group; with its data also its members, grants on records, pinned messages and locations. Throws forbidden
 * for who does not hold all that the copy would give, or may not give it to each of the members.
 */
export const cloneGroup = async (context: MemberContext, group: Group, includeData: boolean): Promise<Group> => {
  const { tx, caller } = context;
  const { organization_id, id, privileges, record_permission_assignments } = group;
  const holdings = {
    entity_privileges: [privileges, record_permission_assignments] as EntityPrivileges[],
    principals: includeData ? [-id] : [],
  };
  if (!(await holdsEverythingOf(tx, caller, holdings))) throw new Problem('forbidden');
  const copy = await insertRow(tx, 'permission_groups', {
    organization_id,
    name: await nameOfCopy(tx, 'permission_groups', group.name),
    privileges: JSON.stringify(privileges),
    record_permission_assignments: JSON.stringify(record_permission_assignments),
  });
  if (!includeData) return copy;
  await copyMembers(context, group, copy);
  await sql`
    insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions)
    select ${organization_id}::bigint, entity, record_id, ${copy.id}::bigint, actions from record_permissions
     where organization_id = ${organization_id} and permission_group_id = ${id}
    returning id`.execute(tx);
  await sql`
    insert into pinned_messages (organization_id, permission_group_id, subject, body, expired_at)
    select ${organization_id}::bigint, ${copy.id}::bigint, subject, body, expired_at from pinned_messages
     where organization_id = ${organization_id} and permission_group_id = ${id} order by id
    returning id`.execute(tx);
  await sql`
    insert into permission_group_locations (organization_id, permission_group_id, position, name, address, latitude, longitude)
    select ${organization_id}::bigint, ${copy.id}::bigint, position, name, address, latitude, longitude from permission_group_locations
     where organization_id = ${organization_id} and permission_group_id = ${id}
    returning id`.execute(tx);
  return copy;
};
