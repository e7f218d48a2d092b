import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { Item } from './names.ts';
import { type Plan, planOf } from './plan.ts';
import { itemIn, restoredIn } from './restored.ts';
import { rollBack } from './roll-back.ts';

type Context = Pick<MemberContext, 'tx' | 'caller'>;

const isMove = (new_values: unknown): boolean => Object.hasOwn(new_values ?? {}, 'client_id');

/**
 * Returns the versions on which undo is offered to the owner, by record: its newest, where that is a change and no move to another
 * person, which the undo of the merge takes back.
 * @param item_type as history calls them
 */
export const undoableVersions = async ({ tx, caller }: Context, item_type: string, ids: readonly number[]) => {
  const newest = caller.everything
    ? await ofOrganization(tx, 'versions', caller)
        .distinctOn('item_id')
        .select(['item_id', 'id', 'event', 'new_values'])
        .where('item_type', '=', item_type)
        .where('item_id', '=', among(ids))
        .orderBy('item_id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
    : [];
  return new Map(
    newest.flatMap(({ item_id, id, event, new_values }) =>
      event === 'update' && !isMove(new_values) ? [[item_id, id]] : [],
    ),
  );
};

/** Whether a transaction wrote this record, and nothing else. */
const isOnlyOf = (plan: Plan, item: Item): plan is Extract<Plan, { kind: 'rows' }> => {
  if (plan.kind !== 'rows' || plan.strange.length > 0) return false;
  const written = [...plan.changes.map(itemIn), ...restoredIn(plan).map((one) => one.item)];
  return written.every(({ item_type, item_id }) => item_type === item.item_type && item_id === item.item_id);
};

/**
 * Takes the newest change of a record back, as a rollback does: what was before is a change of its own. For records whose
 * changes are more than their own update writes. Whether the caller may change the record was asked before. Throws
 * forbidden for all but the owner, and conflict where it is not the newest any more, or was made together with others.
 */
export const undoNewestOf = async (
  context: Pick<MemberContext, 'tx' | 'caller' | 'keys'>,
  item: Item,
  version_id: number,
): Promise<void> => {
  const { tx, caller } = context;
  if (!caller.everything) throw new Problem('forbidden');
  const version = await ofOrganization(tx, 'versions', caller)
    .select(['transaction_id', 'event'])
    .where('id', '=', version_id)
    .where('item_type', '=', item.item_type)
    .where('item_id', '=', item.item_id)
    .executeTakeFirst();
  if (version?.event !== 'update') throw invalid('version_id', 'Choose a change of this record');
  const where = { tx, organization: caller.organization, transaction_id: version.transaction_id };
  const plan = await planOf(where);
  if (!isOnlyOf(plan, item))
    throw new Problem('conflict', {
      base: ['This was changed together with other records. The platform team can roll back all changes.'],
    });
  await rollBack(context, version.transaction_id);
};
