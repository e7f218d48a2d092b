/** Things in memory, of which those that were asked for longest ago go as soon as all together are too large. */
export type KeptBySize<T> = {
  get: (key: string) => T | undefined;
  /** What is too large by itself is not kept. */
  set: (key: string, one: T, size: number) => void;
  /** How large all of them are together. */
  size: () => number;
};

/** @param limit how large all may be together, in the unit in which they are measured */
export const keptBySize = <T>(limit: number): KeptBySize<T> => {
  // A map goes through its keys in the order in which they were set.
  const kept = new Map<string, { one: T; size: number }>();
  let total = 0;
  const remove = (key: string) => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.one;
    },
    set: (key, one, size) => {
      remove(key);
      if (size > limit) return;
      kept.set(key, { one, size });
      total += size;
      for (const oldest of kept.keys()) {
        if (total <= limit) return;
        remove(oldest);
      }
    },
    size: () => total,
  };
};
