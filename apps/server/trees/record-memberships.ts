import { sql } from 'kysely';
import { recordTypes } from '#contract/record-types.ts';
import { findRecord, recordTables } from '#server/access/record-types.ts';
import { findFor } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { always, type RecordTable, type Where } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { type AttachedType, keyOf, pathsOf, recordsOf, shownOf, type Tree, tableOf } from './tree.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;
export type OfRecord = { record_type: AttachedType; record_id: number };
type Row = { id: number; node_id: number; name: string; ancestor_ids: number[]; automatic: boolean };

const rowsOf = async (
  { tx, caller }: CallerContext,
  tree: Tree,
  { record_type, record_id, where }: OfRecord & { where: Where<RecordTable> },
): Promise<Row[]> => {
  const own = sql.ref(`${tree.name}.id`);
  const { rows } = await sql<Row>`
    select attached.id, ${own} as node_id, ${sql.ref(`${tree.name}.name`)}, ${sql.ref(`${tree.name}.ancestor_ids`)},
           ${tree.automatic} as automatic
      from ${recordsOf(tree)} as attached
      join ${tableOf(tree)} on ${sql.ref(`${tree.name}.organization_id`)} = ${caller.organization.id} and ${own} = ${keyOf(tree)}
     where attached.organization_id = ${caller.organization.id} and attached.record_type = ${record_type}
       and attached.record_id = ${record_id} and ${where}
     order by ${sql.ref(`${tree.name}.sort_path`)}, attached.id`.execute(tx);
  return rows;
};

/** Where a record stands in a tree, by path, as far as the caller may see the tree. The record was found before. */
export const standingOf = async (context: CallerContext, tree: Tree, record: OfRecord) => {
  const rows = await rowsOf(context, tree, { ...record, where: shownOf(tree, context.caller) });
  const pathOf = await pathsOf(
    context,
    tree,
    rows.map(({ node_id, name, ancestor_ids }) => ({ id: node_id, name, ancestor_ids })),
  );
  return rows.map(({ id, node_id, name, ancestor_ids, automatic }) => ({
    id,
    node_id,
    automatic,
    path_name: pathOf({ id: node_id, name, ancestor_ids }).path_name,
  }));
};

/** The record of the path, which the caller may read; for a write that needs it, also change. */
export const recordOfPath = async (context: MemberContext, { record_type, record_id }: OfRecord, writes: boolean) => {
  if (!writes) return findRecord(context, { record_type, record_id }, 'read');
  return findFor(recordTables[record_type], record_id, { ...context, action: 'write' });
};

type MembershipChange = OfRecord & { ids: readonly number[]; seen: readonly number[] | undefined };

/**
 * Has a record stand in these of a tree and in no others; what came there automatically stays. Refuses what the caller
 * may not see of the tree, and a list that is another one than they saw (conflict).
 * @returns the ids of those in which it does not stand any more
 */
export const setStanding = async (
  context: CallerContext,
  tree: Tree,
  { record_type, record_id, ids, seen }: MembershipChange,
): Promise<number[]> => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const { rows: known } = await sql<{ id: number }>`
    select id from ${tableOf(tree)}
     where organization_id = ${organization_id} and id = any(${ids}::bigint[]) and ${shownOf(tree, caller)}
     for key share`.execute(tx);
  const there = new Set(known.map(({ id }) => id));
  refuse(
    ids.flatMap((id, index) =>
      there.has(id)
        ? []
        : [
            {
              path: `${tree.one}_records.${index}.${tree.one}_id`,
              message: `Choose a ${recordTypes[tree.name].title.one} of this organization`,
            },
          ],
    ),
  );
  // Who saves the list of the same record waits, and is then told that it is another one.
  await takeTurn(tx, tree.name, 'of', organization_id, record_type, record_id);
  const before = await rowsOf(context, tree, { record_type, record_id, where: always });
  const own = before.filter(({ automatic }) => !automatic);
  if (seen && !isSame(seen, before)) throw new Problem('conflict');
  const gone = own.filter(({ node_id }) => !ids.includes(node_id));
  const added = [...new Set(ids)].filter((id) => !before.some(({ node_id }) => node_id === id));
  if (gone.length)
    await sql`
      delete from ${recordsOf(tree)}
       where organization_id = ${organization_id} and id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(tx);
  if (added.length)
    await sql`
      insert into ${recordsOf(tree)} (organization_id, ${sql.ref(`${tree.one}_id`)}, record_type, record_id)
      select ${organization_id}::bigint, added.id, ${record_type}::text, ${record_id}::bigint
        from unnest(${added}::bigint[]) added (id)
      on conflict (organization_id, record_type, record_id, ${sql.ref(`${tree.one}_id`)}) do nothing
      returning id`.execute(tx);
  return gone.map(({ node_id }) => node_id);
};

const isSame = (seen: readonly number[], before: readonly Row[]) => {
  const now = new Set(before.map(({ node_id }) => node_id));
  return now.size === new Set(seen).size && seen.every((id) => now.has(id));
};
