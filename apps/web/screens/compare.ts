const isSame = (a: unknown, b: unknown) =>
  a === b || (!(a instanceof File) && !(b instanceof File) && JSON.stringify(a) === JSON.stringify(b));

/** Where both sides changed the same value to different things, and what becomes of the rest. */
export const compare = <V extends object>(before: V, mine: V, theirs: V): { clashes: (keyof V)[]; merged: V } => {
  const keys = Object.keys(mine) as (keyof V)[];
  const changed = keys.filter((key) => !isSame(mine[key], before[key]));
  return {
    clashes: changed.filter((key) => !isSame(theirs[key], before[key]) && !isSame(theirs[key], mine[key])),
    merged: { ...theirs, ...Object.fromEntries(changed.map((key) => [key, mine[key]])) },
  };
};
