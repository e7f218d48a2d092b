import type { NodeMembership } from './trees.ts';

/** What was ticked and unticked, held here until Save. */
export type Changes = { added: readonly number[]; removed: readonly number[] };

export const unchanged: Changes = { added: [], removed: [] };

const without = (ids: readonly number[], id: number) => ids.filter((one) => one !== id);

/** The changes after one was ticked or unticked: what is taken back is no change. */
export const ticked = (
  { added, removed }: Changes,
  { id, isTicked, stored }: { id: number; isTicked: boolean; stored: readonly NodeMembership[] },
): Changes => {
  const isStored = stored.some(({ node_id }) => node_id === id);
  if (isTicked) return { added: isStored ? added : [...without(added, id), id], removed: without(removed, id) };
  return { added: without(added, id), removed: isStored ? [...without(removed, id), id] : removed };
};

/** The list with the changes made to it, whatever else was changed there meanwhile. */
export const changed = (stored: readonly NodeMembership[], { added, removed }: Changes): number[] => [
  ...new Set([...stored.map(({ node_id }) => node_id).filter((id) => !removed.includes(id)), ...added]),
];

/** "1 added, 1 removed, not saved yet". */
export const changeWords = ({ added, removed }: Changes): string =>
  [
    ...(added.length ? [`${added.length} added`] : []),
    ...(removed.length ? [`${removed.length} removed`] : []),
    ...(added.length + removed.length ? ['not saved yet'] : []),
  ].join(', ');
