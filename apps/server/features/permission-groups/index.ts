import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { actionsOf, type Entity } from '#contract/kit/privileges.ts';
import { permissionGroupRoutes, permissionGroups } from '#contract/resources/permission-groups.ts';
import { holdsAll } from '#server/access/demands.ts';
import { visiblePermissionGroups } from '#server/access/scopes.ts';
import { crud, findFor, named } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import type { Row } from '#server/kit/rows.ts';
import { cloneGroup } from './clone.ts';
import { locationsOf, setLocations } from './locations.ts';

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
    .select([
      'held.permission_group_id',
      'users.id',
      sql<string>`kit.member_name(held.organization_id, users.id)`.as('name'),
    ])
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
      .map(({ id, name }) => ({ id, name }));
    return { ...row, users, user_count: users.length };
  });
};

type Group = Row<'permission_groups'>;

/** Answers to a form that was granted to one group alone would be open to all who may read answers, were it gone (R29). */
const keepRestrictions = async (group: Group, { tx }: MemberContext) => {
  const [form] = await tx
    .selectFrom('record_permissions as given')
    .innerJoin('forms', (join) =>
      join.onRef('forms.organization_id', '=', 'given.organization_id').onRef('forms.id', '=', 'given.record_id'),
    )
    .select('forms.name')
    .where('given.organization_id', '=', group.organization_id)
    .where('given.entity', '=', 'forms')
    .groupBy(['forms.id', 'forms.name'])
    .having(sql<boolean>`bool_and(given.principal = ${-group.id})`)
    .limit(1)
    .execute();
  if (form)
    throw invalid('base', `Answers to ${form.name} are open to this group alone. Give the form to somebody else first`);
};

const serving = {
  table: 'permission_groups' as const,
  scope: visiblePermissionGroups,
  filter: ({ query }: { query?: string | undefined }) => [
    named<'permission_groups'>(query, 'kit.fold(permission_groups.name)'),
  ],
  order: {
    by: { name: 'kit.fold(name) collate "C"', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['kit.fold(name) collate "C"'],
  },
  write,
  present,
  removing: keepRestrictions,
};

/** What the members of each group may do. */
export const permissionGroupsFeature = implement(permissionGroupRoutes, {
  ...crud(permissionGroups, serving),
  clone: async ({ params, body }, context) => {
    const group = await findFor(serving, params.id, { ...context, action: 'read' });
    const copy = await cloneGroup(context, group, body.include_data ?? false);
    return (await present([copy], context))[0] as never;
  },
  applyExtended: async ({ params }, context) => {
    const group = await findFor(serving, params.id, context);
    if (!holdsAll(context.caller, group.record_permission_assignments as EntityPrivileges))
      throw new Problem('forbidden');
    await context.enqueue('apply_extended_permissions', {
      permission_group_id: group.id,
      user_id: context.caller.person.id,
      impersonator_id: context.caller.impersonator_id,
    });
    return {};
  },
  locations: async ({ params }, context) => locationsOf(context, await findFor(serving, params.id, context)),
  setLocations: async ({ params, body }, context) => {
    const group = await findFor(serving, params.id, context);
    await setLocations(context, group, body.locations, body.lock_version);
    return locationsOf(context, group);
  },
});
