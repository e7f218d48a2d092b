import { sql } from 'kysely';
import type { categorized } from '#contract/resources/categories.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { always, type Where } from '#server/kit/rows.ts';
import { categoryTree, shownOf } from './tree.ts';

/**
 * The records of a type that stand in a category or below it; all of them without one. Refuses a category that the
 * caller may not see.
 */
export const inCategory = async <T extends (typeof categorized)[number]>(
  type: T,
  category: number | undefined,
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
): Promise<Where<T>> => {
  if (category === undefined) return always;
  const organization_id = caller.organization.id;
  const { rows } = await sql<{ id: number }>`
    select id from categories
     where organization_id = ${organization_id} and (id = ${category} or ${category} = any(ancestor_ids))
       and (id <> ${category} or ${shownOf(categoryTree, caller)})`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (!ids.includes(category)) throw invalid('category', 'Choose a category of this organization');
  return sql<boolean>`${sql.ref(`${type}.id`)} = any(array(
    select attached.record_id from category_records attached
     where attached.organization_id = ${organization_id} and attached.record_type = ${type}
       and attached.category_id = any(${ids}::bigint[])))`;
};
