import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { actionsOf, type Entity } from '#contract/kit/privileges.ts';
import { permissionGroupRoutes, permissionGroups } from '#contract/resources/permission-groups.ts';
import { holdsAll } from '#server/access/demands.ts';
import { recordsOf } from '#server/access/scopes.ts';
import { crud, named } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import type { Row } from '#server/kit/rows.ts';

/** Every action must be one that the entity has; on single records, one that can be given there. */
const checked = (given: EntityPrivileges, path: string, onRecords = false): EntityPrivileges => {
  for (const [entity, actions] of Object.entries(given) as [Entity, EntityPrivileges['clients']][])
    for (const action of actions ?? [])
      if (!actionsOf(entity).includes(action) || (onRecords && action === 'use'))
        throw new Problem('invalid', { [`${path}.${entity}`]: [`${action} is not an action of this entity`] });
  return given;
};

const write = (sent: Record<string, unknown>, { caller }: MemberContext) => {
  const { privileges, record_permission_assignments, ...rest } = sent as {
    privileges?: EntityPrivileges;
    record_permission_assignments?: EntityPrivileges;
  };
  for (const given of [privileges, record_permission_assignments])
    if (given && !holdsAll(caller, given)) throw new Problem('forbidden');
  return {
    ...rest,
    ...(privileges && { privileges: JSON.stringify(checked(privileges, 'privileges')) }),
    ...(record_permission_assignments && {
      record_permission_assignments: JSON.stringify(
        checked(record_permission_assignments, 'record_permission_assignments', true),
      ),
    }),
  };
};

const present = async (rows: Row<'permission_groups'>[], { tx, caller }: MemberContext) => {
  const members = await tx
    .selectFrom('membership_permission_groups as held')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.organization_id', '=', 'held.organization_id')
        .onRef('memberships.id', '=', 'held.membership_id'),
    )
    .innerJoin('users', 'users.id', 'held.membership_id')
    .select(['held.permission_group_id', 'users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .where('held.organization_id', '=', caller.organization.id)
    .where('memberships.archived_at', 'is', null)
    .where('held.permission_group_id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => {
    const users = members
      .filter(({ permission_group_id }) => permission_group_id === row.id)
      .map(({ id, first_name, last_name, email }) => ({
        id,
        name: [first_name, last_name].filter(Boolean).join(' ') || email,
      }));
    return { ...row, users, user_count: users.length };
  });
};

/** What the members of each group may do. */
export const permissionGroupsFeature = implement(
  permissionGroupRoutes,
  crud(permissionGroups, {
    table: 'permission_groups',
    scope: recordsOf<'permission_groups'>('permission_groups', 'permission_groups.id'),
    filter: ({ query }) => [named(query, 'kit.fold(name)')],
    order: {
      by: { name: 'kit.fold(name) collate "C"', created_at: 'created_at', updated_at: 'updated_at' },
      usual: ['kit.fold(name) collate "C"'],
    },
    write,
    present,
  }),
);
