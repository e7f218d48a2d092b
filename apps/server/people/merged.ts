import type { Tx } from '#server/kit/db.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';

type Context = { tx: Tx; caller: { organization: { id: number } } };

/** A record that was merged into one that was merged is so many steps from it at most; nobody merges as often. */
const maxSteps = 20;

/** Returns the remaining person of each of these records that was merged, also through several merges. */
export const remainingOf = async ({ tx, caller }: Context, ids: readonly number[]): Promise<Map<number, number>> => {
  const remaining = new Map<number, number>();
  let next = new Map(ids.map((id) => [id, [id]]));
  for (let step = 0; step < maxSteps && next.size > 0; step++) {
    const rows = await ofOrganization(tx, 'clients', caller)
      .select(['id', 'merged_into_id'])
      .where('id', '=', among([...next.keys()]))
      .where('merged_into_id', 'is not', null)
      .execute();
    const later = new Map<number, number[]>();
    for (const { id, merged_into_id } of rows) {
      const from = next.get(id) ?? [];
      for (const one of from) remaining.set(one, merged_into_id as number);
      later.set(merged_into_id as number, [...(later.get(merged_into_id as number) ?? []), ...from]);
    }
    next = later;
  }
  return remaining;
};

/** Returns the IDs of the records that were merged into each of these people, also through several merges. */
export const formerIdsOf = async ({ tx, caller }: Context, ids: readonly number[]): Promise<Map<number, number[]>> => {
  const former = new Map<number, number[]>();
  let heads = new Map(ids.map((id) => [id, id]));
  for (let step = 0; step < maxSteps && heads.size > 0; step++) {
    const rows = await ofOrganization(tx, 'clients', caller)
      .select(['id', 'merged_into_id'])
      .where('merged_into_id', '=', among([...heads.keys()]))
      .orderBy('id')
      .execute();
    const below = new Map<number, number>();
    for (const { id, merged_into_id } of rows) {
      const head = heads.get(merged_into_id as number) as number;
      former.set(head, [...(former.get(head) ?? []), id]);
      below.set(id, head);
    }
    heads = below;
  }
  return former;
};
