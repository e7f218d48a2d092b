import { sql } from 'kysely';
import { recordTypes } from '#contract/record-types.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { always, type Where } from '#server/kit/rows.ts';
import { type AttachedType, keyOf, recordsOf, shownOf, type Tree, tableOf } from './tree.ts';

/**
 * Returns the condition for the records of a type that stand in one of a tree or below it; all of them without an id.
 * Refuses one that the caller can't see.
 */
export const inTree = async <T extends Exclude<AttachedType, 'client_forms'>>(
  tree: Tree,
  { type, id }: { type: T; id: number | undefined },
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
): Promise<Where<T>> => {
  if (id === undefined) return always;
  const organization_id = caller.organization.id;
  const { rows } = await sql<{ id: number }>`
    select id from ${tableOf(tree)}
     where organization_id = ${organization_id} and (id = ${id} or ${id} = any(ancestor_ids))
       and (id <> ${id} or ${shownOf(tree, caller)})`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (!ids.includes(id)) throw invalid(tree.one, `Choose a ${recordTypes[tree.name].title.one} of this organization`);
  return sql<boolean>`${sql.ref(`${type}.id`)} = any(array(
    select attached.record_id from ${recordsOf(tree)} attached
     where attached.organization_id = ${organization_id} and attached.record_type = ${type}
       and ${keyOf(tree)} = any(${ids}::bigint[])))`;
};
