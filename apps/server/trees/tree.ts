import { type RawBuilder, sql } from 'kysely';
import type { Issue } from '#contract/kit/issues.ts';
import { recordTypes } from '#contract/record-types.ts';
import { categorized } from '#contract/resources/categories.ts';
import { grouped } from '#contract/resources/data-groups.ts';
import { deepest, pathMark } from '#contract/resources/trees.ts';
import { holds } from '#server/access/demands.ts';
import { recordTables } from '#server/access/record-types.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { always, type RecordTable, type Where } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';

type One = 'data_group' | 'category';
/** What may stand in a tree. */
export type AttachedType = (typeof grouped | typeof categorized)[number];

/** A tree into which records are put: what its tables are called, and what may stand in it. */
export type Tree<K extends One = One, T extends AttachedType = AttachedType> = {
  name: 'data_groups' | 'categories';
  one: K;
  types: readonly T[];
  /** Whether a row of what stands in it came by conditions. */
  automatic: RawBuilder<boolean>;
};

export const dataGroupTree: Tree<'data_group', (typeof grouped)[number]> = {
  name: 'data_groups',
  one: 'data_group',
  types: grouped,
  automatic: sql`attached.automatic`,
};
export const categoryTree: Tree<'category', (typeof categorized)[number]> = {
  name: 'categories',
  one: 'category',
  types: categorized,
  automatic: sql`false`,
};

/** The table of one tree. */
export const tableOf = ({ name }: Tree) => sql.table(name);
/** The table of what stands in it, and the column there that names which of it. */
export const recordsOf = ({ one }: Tree) => sql.table(`${one}_records`);
export const keyOf = ({ one }: Tree) => sql.ref(`attached.${one}_id`);

/** What the caller may see of a tree: all of it with `use`, by which it is picked elsewhere. */
export const shownOf = ({ name }: Tree, caller: Member): Where<RecordTable> =>
  holds(caller, { entity: name, action: 'use' }) ? always : recordTables[name].scope(caller, 'read');

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;
type Node = { id: number; name: string; parent_id: number | null; ancestor_ids: number[]; sort_path: string };

/** One of a tree as it stands now, if the caller may see it, or `where` says which. */
const nodeOf = async (
  { tx, caller }: CallerContext,
  tree: Tree,
  { id, where = shownOf(tree, caller) }: { id: number; where?: Where<RecordTable> },
): Promise<Node | undefined> => {
  const { rows } = await sql<Node>`
    select id, name, parent_id, ancestor_ids, sort_path from ${tableOf(tree)}
     where organization_id = ${caller.organization.id} and id = ${id} and ${where}`.execute(tx);
  return rows[0];
};

/**
 * Has those who change the shape of a tree take turns until their transaction ends: two moves that are right by
 * themselves would make a ring together.
 */
export const lockTree = async ({ tx, caller }: CallerContext, { name }: Tree): Promise<void> => {
  await takeTurn(tx, name, caller.organization.id);
};

type NodeInput = { name?: string | undefined; parent_id?: number | null | undefined };
type ExistingNode = { id: number };

/** How many levels there are below one of a tree. */
const levelsBelow = async ({ tx, caller }: CallerContext, tree: Tree, { id, ancestor_ids }: Node): Promise<number> => {
  const { rows } = await sql<{ depth: number | null }>`
    select max(cardinality(ancestor_ids)) as depth from ${tableOf(tree)}
     where organization_id = ${caller.organization.id} and ${id} = any(ancestor_ids)`.execute(tx);
  return Math.max((rows[0]?.depth ?? 0) - ancestor_ids.length, 0);
};

/** What is wrong with the parent that was chosen: unknown, the record itself or below it, or too deep down. */
export const parentIssues = async (
  context: CallerContext,
  tree: Tree,
  { parent_id, before }: { parent_id: number | null | undefined; before?: ExistingNode | undefined },
): Promise<Issue[]> => {
  if (!parent_id) return [];
  await lockTree(context, tree);
  const { one, many } = recordTypes[tree.name].title;
  const refused = (message: string) => [{ path: 'parent_id', message }];
  const parent = await nodeOf(context, tree, { id: parent_id });
  if (!parent) return refused(`Choose a ${one} of this organization`);
  if (before && [parent.id, ...parent.ancestor_ids].includes(before.id))
    return refused(`A ${one} can’t be below itself. Choose another parent.`);
  const moved = before && (await nodeOf(context, tree, { ...before, where: always }));
  const levels = moved ? await levelsBelow(context, tree, moved) : 0;
  return parent.ancestor_ids.length + 2 + levels > deepest
    ? refused(`${capital(many)} can be at most ${deepest} levels deep. Choose a parent further up.`)
    : [];
};

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

type Place = { ancestor_ids: number[]; sort_path: RawBuilder<string> };

/**
 * The columns that say where something stands, and what follows for all below it; nothing of both when neither its name
 * nor its parent was sent. The parent was checked.
 */
export const placed = async (
  context: CallerContext,
  tree: Tree,
  { sent, before }: { sent: NodeInput; before?: ExistingNode | undefined },
): Promise<{ columns: Partial<Place>; after: (row: Omit<Node, 'parent_id'>) => Promise<void> }> => {
  const after = async () => {};
  if (before && sent.name === undefined && sent.parent_id === undefined) return { columns: {}, after };
  await lockTree(context, tree);
  const was = before && (await nodeOf(context, tree, { ...before, where: always }));
  const parent_id = sent.parent_id === undefined ? was?.parent_id : sent.parent_id;
  const parent = parent_id ? await nodeOf(context, tree, { id: parent_id, where: always }) : undefined;
  const columns = {
    ancestor_ids: parent ? [...parent.ancestor_ids, parent.id] : [],
    sort_path: sql<string>`${parent ? `${parent.sort_path}\t` : ''}::text || kit.fold(${sent.name ?? was?.name})`,
  };
  return { columns, after: was ? (row) => moveBelow(context, tree, { was, is: row }) : after };
};

/** Has all below something follow it. */
const moveBelow = async (
  { tx, caller }: CallerContext,
  tree: Tree,
  { was, is: { id, ancestor_ids, sort_path } }: { was: Node; is: Omit<Node, 'parent_id'> },
): Promise<void> => {
  if (sort_path === was.sort_path && String(ancestor_ids) === String(was.ancestor_ids)) return;
  await sql`
    update ${tableOf(tree)} as below
       set ancestor_ids = ${ancestor_ids}::bigint[] || below.ancestor_ids[${was.ancestor_ids.length + 1}::integer:],
           sort_path = ${sort_path} || substr(below.sort_path, ${was.sort_path.length + 1}::integer)
     where below.organization_id = ${caller.organization.id} and ${id} = any(below.ancestor_ids)`.execute(tx);
};

type NodePath = Pick<Node, 'id' | 'name' | 'ancestor_ids'>;
export type Path = { path: { id: number; name: string }[]; path_name: string };

/** The paths of some of a tree by their ids, with those ancestors that the caller may see. */
export const pathsOf = async (
  { tx, caller }: CallerContext,
  tree: Tree,
  rows: readonly NodePath[],
): Promise<(row: NodePath) => Path> => {
  const ids = [...new Set(rows.flatMap(({ ancestor_ids }) => ancestor_ids))];
  const above = ids.length
    ? await sql<{ id: number; name: string }>`
        select id, name from ${tableOf(tree)}
         where organization_id = ${caller.organization.id} and id = any(${ids}::bigint[])
           and ${shownOf(tree, caller)}`.execute(tx)
    : { rows: [] };
  const names = new Map(above.rows.map((one) => [one.id, one]));
  return ({ name, ancestor_ids }) => {
    const path = ancestor_ids.flatMap((id) => names.get(id) ?? []);
    return { path, path_name: [...path.map((one) => one.name), name].join(pathMark) };
  };
};

/** What the caller may read or use of a tree, by path. */
export const pickable = async (context: CallerContext, tree: Tree) => {
  const { tx, caller } = context;
  const isSmart = tree.name === 'data_groups' ? sql<boolean>`smart_types is not null` : sql<boolean>`false`;
  const { rows } = await sql<NodePath & { parent_id: number | null; smart: boolean }>`
    select id, name, parent_id, ancestor_ids, ${isSmart} as smart from ${tableOf(tree)}
     where organization_id = ${caller.organization.id} and ${shownOf(tree, caller)}
     order by sort_path, id`.execute(tx);
  const pathOf = await pathsOf(context, tree, rows);
  return rows.map(({ ancestor_ids, ...row }) => {
    const { path, path_name } = pathOf({ ...row, ancestor_ids });
    return { ...row, path_name, depth: path.length };
  });
};
