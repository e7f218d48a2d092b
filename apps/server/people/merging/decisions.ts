import { type Decision, decisionsAbout, endDecisions, tellApart } from '../pairs.ts';
import type { Way } from './way.ts';

/** Decisions that two people are distinct: the master's own before a merge, and those carried over from merged records. */
type MergeDecisions = { own: Decision[]; carried: Decision[] };

type Where = Parameters<typeof tellApart>[0];

const otherThan = (id: number, { client_id, other_client_id }: Decision) =>
  client_id === id ? other_client_id : client_id;

const between = (one: number, other: number) => ({
  client_id: Math.min(one, other),
  other_client_id: Math.max(one, other),
});

/** Returns the decisions about the records of a merge and people outside it, as the master's. Call it before the merge. */
export const decisionsToCarry = async (where: Where, { master_id, client_ids }: Way): Promise<MergeDecisions> => {
  const merged = new Set([master_id, ...client_ids]);
  const all = await decisionsAbout(where, [...merged]);
  const outside = all.filter((one) => !(merged.has(one.client_id) && merged.has(one.other_client_id)));
  const isOwn = (one: Decision) => one.client_id === master_id || one.other_client_id === master_id;
  const own = outside.filter(isOwn);
  const known = new Set(own.map((one) => otherThan(master_id, one)));
  const carried: Decision[] = [];
  for (const one of outside.filter((other) => !isOwn(other))) {
    const stranger = merged.has(one.client_id) ? one.other_client_id : one.client_id;
    if (known.has(stranger)) continue;
    known.add(stranger);
    carried.push({ ...one, ...between(master_id, stranger) });
  }
  return { own, carried };
};

/** Tells the master apart from all of them: other values of the master ended decisions, and it is the same person still. */
export const carryDecisions = (where: Where, { own, carried }: MergeDecisions): Promise<void> =>
  tellApart(where, [...own, ...carried]);

/** Removes decisions that were carried over, unless somebody has decided again since. */
export const returnDecisions = async (
  where: Where,
  { master_id }: Pick<Way, 'master_id'>,
  carried: readonly Decision[],
): Promise<void> => {
  const now = await decisionsAbout(where, [master_id]);
  const isStill = (one: Decision) =>
    now.some(
      (other) =>
        other.client_id === one.client_id &&
        other.other_client_id === one.other_client_id &&
        other.decided_at === one.decided_at,
    );
  await endDecisions(where, carried.filter(isStill));
};
