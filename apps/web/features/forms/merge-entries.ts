import { differ } from './draft.ts';
import type { Entry } from './entries.ts';

type Side = 'mine' | 'theirs';

const byId = (entries: readonly Entry[]) => new Map(entries.map((entry) => [entry.field_id, entry]));

/** The order of `first`, with what only `second` has put behind what it stands behind there. */
const interleaved = (first: readonly number[], second: readonly number[]): number[] => {
  const order = [...first];
  for (const [index, id] of second.entries()) {
    if (order.includes(id)) continue;
    const before = second.slice(0, index).findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
};

/**
 * The fields of a form that two people changed: what either added stays, and what either took away is gone.
 * @param preferred whose order and settings count where both changed the same
 * @returns also whether there is anything to prefer
 */
export const mergeEntries = (
  before: readonly Entry[],
  sides: Record<Side, readonly Entry[]>,
  preferred: Side,
): { entries: Entry[]; isClash: boolean } => {
  const was = byId(before);
  const [mine, theirs] = [byId(sides.mine), byId(sides.theirs)];
  let isClash = false;
  const kept = (id: number): Entry | null => {
    const [base, ours, other] = [was.get(id), mine.get(id), theirs.get(id)];
    if (!base) return ours ?? other ?? null;
    const isOurs = !ours || differ(base, ours);
    const isOther = !other || differ(base, other);
    // What is said of the field itself is as it was stored last.
    const field = other?.field ?? base.field;
    if (isOurs && isOther && (ours && other ? differ(ours, other) : ours !== other)) {
      isClash = true;
      const chosen = preferred === 'mine' ? ours : other;
      return chosen ? { ...chosen, field } : null;
    }
    const changed = isOurs ? ours : other;
    return changed ? { ...changed, field } : null;
  };
  const common = (entries: readonly Entry[]) =>
    entries.map(({ field_id }) => field_id).filter((id) => was.has(id) && mine.has(id) && theirs.has(id));
  const [old, ours, other] = [common(before).join(), common(sides.mine).join(), common(sides.theirs).join()];
  const isMoved = ours !== old && other !== old && ours !== other;
  const [my, their] = [sides.mine, sides.theirs].map((entries) => entries.map(({ field_id }) => field_id));
  const isMyOrder = isMoved ? preferred === 'mine' : ours !== old;
  const order = isMyOrder ? interleaved(my ?? [], their ?? []) : interleaved(their ?? [], my ?? []);
  const entries = order.flatMap((id) => kept(id) ?? []);
  return { entries, isClash: isClash || isMoved };
};
