import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { holdsEverythingOf } from '#server/access/compare.ts';
import { nameOfCopy } from '#server/kit/copy-name.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { insertRow, type Row } from '#server/kit/rows.ts';

type Group = Row<'permission_groups'>;

/**
 * A copy of a group without its members; with its data also its grants on records, pinned messages and locations.
 * Throws forbidden for who does not hold all that the copy would give.
 */
export const cloneGroup = async (context: MemberContext, group: Group, includeData: boolean): Promise<Group> => {
  const { tx, caller } = context;
  const { organization_id, id, name, privileges, record_permission_assignments } = group;
  const holdings = {
    entity_privileges: [privileges, record_permission_assignments] as EntityPrivileges[],
    principals: includeData ? [-id] : [],
  };
  if (!(await holdsEverythingOf(tx, caller, holdings))) throw new Problem('forbidden');
  const copy = await insertRow(tx, 'permission_groups', organization_id, {
    name: await nameOfCopy(tx, 'permission_groups', organization_id, name),
    privileges: JSON.stringify(privileges),
    record_permission_assignments: JSON.stringify(record_permission_assignments),
  });
  if (!includeData) return copy;
  await sql`
    insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions)
    select organization_id, entity, record_id, ${copy.id}, actions from record_permissions
     where organization_id = ${organization_id} and permission_group_id = ${id}`.execute(tx);
  await sql`
    insert into pinned_messages (organization_id, permission_group_id, subject, body, expired_at)
    select organization_id, ${copy.id}, subject, body, expired_at from pinned_messages
     where organization_id = ${organization_id} and permission_group_id = ${id} order by id`.execute(tx);
  await sql`
    insert into permission_group_locations (organization_id, permission_group_id, position, name, address, latitude, longitude)
    select organization_id, ${copy.id}, position, name, address, latitude, longitude from permission_group_locations
     where organization_id = ${organization_id} and permission_group_id = ${id}`.execute(tx);
  return copy;
};
