const isSame = (a: unknown, b: unknown) =>
  a === b || (!(a instanceof File) && !(b instanceof File) && JSON.stringify(a) === JSON.stringify(b));

/** What becomes of a value that both sides changed: `isClash` when it depends on whose change counts. */
export type Merge<T> = (
  before: T,
  sides: { mine: T; theirs: T },
  preferred: 'mine' | 'theirs',
) => { value: T; isClash: boolean };

const either = <T>(_: T, sides: { mine: T; theirs: T }, preferred: 'mine' | 'theirs') => ({
  value: sides[preferred],
  isClash: true,
});

/**
 * Where both sides changed the same value to different things, and what becomes of the rest.
 * @param merges of values that are lists of things: what both changed there need not clash
 * @param taken the values in which their change counts, not mine
 */
export const compare = <V extends object>(
  before: V,
  { mine, theirs }: { mine: V; theirs: V },
  { merges = {}, taken = new Set() }: { merges?: { [K in keyof V]?: Merge<V[K]> }; taken?: ReadonlySet<keyof V> } = {},
): { clashes: (keyof V)[]; merged: V } => {
  const keys = Object.keys(mine) as (keyof V)[];
  const changed = keys.filter((key) => !isSame(mine[key], before[key]));
  const both = changed.filter((key) => !isSame(theirs[key], before[key]) && !isSame(theirs[key], mine[key]));
  const settled = both.map((key) => {
    const merge = (merges[key] ?? either) as Merge<V[keyof V]>;
    const sides = { mine: mine[key], theirs: theirs[key] };
    return [key, merge(before[key], sides, taken.has(key) ? 'theirs' : 'mine')] as const;
  });
  return {
    clashes: settled.flatMap(([key, { isClash }]) => (isClash ? [key] : [])),
    merged: {
      ...theirs,
      ...Object.fromEntries(changed.map((key) => [key, mine[key]])),
      ...Object.fromEntries(settled.map(([key, { value }]) => [key, value])),
    },
  };
};
