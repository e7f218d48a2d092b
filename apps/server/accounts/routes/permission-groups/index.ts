import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { permissionGroupRoutes, permissionGroups } from '#contract/resources/permission-groups.ts';
import { holdsEverythingOf } from '#server/access/compare.ts';
import { holdsAll } from '#server/access/demands.ts';
import { keepManagers } from '#server/access/keep-managers.ts';
import { memberName } from '#server/access/member-names.ts';
import { visiblePermissionGroups } from '#server/access/scopes.ts';
import { clone, crud, findFor, named, type Serving } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { among, type Row } from '#server/kit/rows.ts';
import { oneOf, undoBy } from '#server/kit/undo.ts';
import { refuseInUse } from '#server/records/uses.ts';
import { cloneGroup } from './clone.ts';
import { locationsOf, setLocations } from './locations.ts';

type Group = Row<'permission_groups'>;
type GroupServing = Serving<typeof permissionGroups, 'permission_groups'>;

const stronger = 'This group has more permissions than you. Ask the owner of the organization.';

/** A group that gives what the caller lacks is not theirs to weaken, to rename, or to give to newcomers. */
const mayChange = (group: Group, { caller }: MemberContext): void => {
  const { privileges, record_permission_assignments } = group;
  for (const given of [privileges, record_permission_assignments] as EntityPrivileges[])
    if (!holdsAll(caller, given)) throw new Problem('forbidden', { base: [stronger] });
};

const write: GroupServing['write'] = ({ privileges, record_permission_assignments, ...rest }, context, before) => {
  const given = { privileges, record_permission_assignments };
  if (before && Object.values({ ...given, ...rest }).some((value) => value !== undefined)) mayChange(before, context);
  for (const one of Object.values(given)) if (one && !holdsAll(context.caller, one)) throw new Problem('forbidden');
  const columns = Object.entries(given).filter(([, one]) => one);
  return {
    columns: { ...rest, ...Object.fromEntries(columns.map(([name, one]) => [name, JSON.stringify(one)])) },
    after: async () => {
      if (before && privileges) await keepManagers(context, 'privileges');
    },
  };
};

const serialize = async (rows: Row<'permission_groups'>[], { tx, caller }: MemberContext) => {
  const members = await tx
    .selectFrom('membership_permission_groups as held')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.organization_id', '=', 'held.organization_id')
        .onRef('memberships.id', '=', 'held.membership_id'),
    )
    .innerJoin('users', 'users.id', 'held.membership_id')
    .select(['held.permission_group_id', 'users.id', memberName(caller.organization.id, 'users.id').as('name')])
    .where('memberships.archived_at', 'is', null)
    .where('held.permission_group_id', '=', among(rows.map(({ id }) => id)))
    .orderBy(sql`kit.fold(${memberName(caller.organization.id, 'users.id')}) collate "C"`)
    .orderBy('users.id')
    .execute();
  return rows.map((row) => {
    const users = members
      .filter(({ permission_group_id }) => permission_group_id === row.id)
      .map(({ id, name }) => ({ id, name }));
    return {
      ...row,
      privileges: row.privileges,
      record_permission_assignments: row.record_permission_assignments,
      users,
      user_count: users.length,
    };
  });
};

/** With a group go the grants on records that it was given. */
const mayRemove = async ({ id, privileges, record_permission_assignments }: Group, { tx, caller }: MemberContext) => {
  const entity_privileges = [privileges, record_permission_assignments] as EntityPrivileges[];
  if (!(await holdsEverythingOf(tx, caller, { entity_privileges, principals: [-id] })))
    throw new Problem('forbidden', { base: [stronger] });
};

/** Answers to a restricted form that was granted to one group alone would be open to nobody, were it gone. */
const keepRestrictions = async (group: Group, { tx }: MemberContext) => {
  const [form] = await tx
    .selectFrom('record_permissions as given')
    .innerJoin('forms', (join) =>
      join.onRef('forms.organization_id', '=', 'given.organization_id').onRef('forms.id', '=', 'given.record_id'),
    )
    .select('forms.name')
    .where('given.entity', '=', 'forms')
    .where('forms.restricted', '=', true)
    .groupBy(['forms.id', 'forms.name'])
    .having(sql<boolean>`bool_and(given.principal = ${-group.id})`)
    .limit(1)
    .execute();
  if (form)
    throw invalid(
      'base',
      `Only this group has access to answers to ${form.name}. Share the form with someone else first.`,
    );
};

const serving: GroupServing = {
  table: 'permission_groups',
  scope: visiblePermissionGroups,
  filter: ({ query }) => [named(query, 'kit.fold(permission_groups.name)')],
  order: {
    by: { name: 'kit.fold(name) collate "C"', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['kit.fold(name) collate "C"'],
  },
  write,
  serialize,
  removing: async (group, context) => {
    await mayRemove(group, context);
    await keepRestrictions(group, context);
    await refuseInUse(context, 'This permission group', { thing: 'permission_group', id: group.id });
  },
};

const crudHandlers = crud(permissionGroups, serving);

/** Takes a change of a group back, but for its locations. */
export const undoGroup = undoBy({
  changes: permissionGroups.changes,
  restores: oneOf(...Object.keys(permissionGroups.fields.shape)),
  bodyOf: (was) => was,
  handle: crudHandlers.update.handle,
});

/** What the members of each group may do. */
export const permissionGroupsFeature = implement(
  permissionGroupRoutes,
  {
    ...crudHandlers,
    ...clone(serving, (group, context, body: { include_data?: boolean | undefined }) =>
      cloneGroup(context, group, body.include_data ?? false),
    ),
    applyExtended: async ({ params }, context) => {
      const group = await findFor(serving, params.id, context);
      if (!holdsAll(context.caller, group.record_permission_assignments)) throw new Problem('forbidden');
      return { job: await context.startJob('apply_extended_permissions', { permission_group_id: group.id }) };
    },
    locations: async ({ params }, context) => locationsOf(context, await findFor(serving, params.id, context)),
    setLocations: async ({ params, body }, context) => {
      const group = await findFor(serving, params.id, context);
      await setLocations(context, group, body);
      return locationsOf(context, group);
    },
  },
  {
    permission_groups_name_taken: ['name', 'A permission group with this name already exists. Choose another name.'],
    permission_groups_have_members: ['base', 'This permission group has members. Move them to another group first.'],
  },
);
