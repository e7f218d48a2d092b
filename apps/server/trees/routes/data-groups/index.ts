import { isDeepStrictEqual } from 'node:util';
import { dataGroupRoutes, dataGroups } from '#contract/resources/data-groups.ts';
import { heldOrganization } from '#server/access/members.ts';
import { visibleDataGroups } from '#server/access/scopes.ts';
import { crud, named, type Serving } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';
import { oneOf, undoBy } from '#server/kit/undo.ts';
import { countsOf, summed } from '#server/trees/attached.ts';
import { gatheringColumns, rejoin } from '#server/trees/gathering.ts';
import { treeHandlers } from '#server/trees/handlers.ts';
import { dataGroupTree, lockTree, parentIssues, pathsOf, placed } from '#server/trees/tree.ts';
import { conditionIssues, creatorsOf } from './conditions.ts';

type DataGroup = Row<'data_groups'>;

const serializeListed = async (rows: DataGroup[], context: MemberContext) => {
  const ids = rows.map(({ id }) => id);
  const [countOf, pathOf] = await Promise.all([
    countsOf(context, dataGroupTree, ids),
    pathsOf(context, dataGroupTree, rows),
  ]);
  return rows.map((row) => {
    const counts = countOf(row.id);
    return {
      ...row,
      ...pathOf(row),
      ...summed(counts),
      smart_conditions: row.smart_conditions,
      number_automatic: counts.reduce((sum, { automatic }) => sum + automatic, 0),
      updating: row.gathered_version < row.smart_version,
    };
  });
};

const subGroupsOf = async (context: MemberContext, { id }: DataGroup) => {
  const { tx, caller } = context;
  const rows = await ofOrganization(tx, 'data_groups', caller)
    .select(['id', 'name', 'smart_types'])
    .where('parent_id', '=', id)
    .where(visibleDataGroups(caller, 'read'))
    .orderBy('sort_name')
    .execute();
  const countOf = await countsOf(
    context,
    dataGroupTree,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    smart: row.smart_types !== null,
    number_of_records: summed(countOf(row.id)).number_of_records,
  }));
};

const serialize = async (rows: DataGroup[], context: MemberContext) => {
  const listed = await serializeListed(rows, context);
  return Promise.all(
    rows.map(async (row, index) => ({
      ...listed[index]!,
      sub_groups: await subGroupsOf(context, row),
      creators: await creatorsOf(context, row.smart_conditions),
    })),
  );
};

const serving: Serving<typeof dataGroups, 'data_groups'> = {
  table: 'data_groups',
  scope: visibleDataGroups,
  filter: ({ query }) => [named(query)],
  order: {
    by: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_path'],
  },
  check: async ({ parent_id, smart_conditions }, context, before) => [
    ...(await parentIssues(context, dataGroupTree, { parent_id, before })),
    ...(await conditionIssues(context, smart_conditions, before?.smart_conditions)),
  ],
  write: async ({ smart_conditions, ...sent }, context, before) => {
    const { columns, after } = await placed(context, dataGroupTree, { sent, before });
    const stored = before?.smart_conditions ?? null;
    const isNew = smart_conditions !== undefined && !isDeepStrictEqual(smart_conditions, stored);
    const gathering = isNew && {
      ...gatheringColumns(smart_conditions, await heldOrganization(context.tx, context.caller.organization.id)),
      smart_conditions: smart_conditions && JSON.stringify(smart_conditions),
      smart_version: (before?.smart_version ?? 0) + 1,
    };
    return {
      columns: { ...sent, ...columns, ...gathering },
      after: async (row) => {
        await after(row);
        if (isNew) await context.startJob('gather_records', { data_group_id: row.id });
      },
    };
  },
  serialize,
  serializeListed,
  removing: (_, context) => lockTree(context, dataGroupTree),
};

const crudHandlers = crud(dataGroups, serving);

/** Takes a change of a data group back; its records are gathered anew where its conditions change. */
export const undoDataGroup = undoBy({
  changes: dataGroups.changes,
  restores: oneOf(...Object.keys(dataGroups.fields.shape)),
  bodyOf: (was) => was,
  handle: crudHandlers.update.handle,
});

/** Sets of people and responses, some of which gather by conditions. */
export const dataGroupsFeature = implement(
  dataGroupRoutes,
  {
    ...crudHandlers,
    ...treeHandlers(dataGroupTree, {
      find: serving,
      changesRecord: false,
      // What conditions gather is taken out by hand only until they are asked again, which is now.
      afterRemoval: ({ tx, caller }, { record_type, record_id }, ids) =>
        rejoin(tx, { organization_id: caller.organization.id, type: record_type, record_id }, ids),
    }),
  },
  {
    data_groups_name_taken: ['name', 'A data group with this name already exists here. Choose another name.'],
    data_groups_have_sub_groups: ['base', 'This data group has sub-groups. Move or delete them first.'],
  },
);
