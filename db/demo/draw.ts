/** Draws that look like chance and come out the same at every run. */
export type Draw = {
  /** A whole number from `least` to `most`, both included. */
  whole: (least: number, most: number) => number;
  /** True in this share of the cases. */
  chance: (share: number) => boolean;
  /** One of a list that is not empty. */
  pick: <T>(list: readonly T[]) => T;
  /** One of the keys, as often as its weight says. */
  weighted: <K extends string>(weights: Partial<Record<K, number>>) => K;
  /** From `least` to `most` different ones of a list, in the order of the list. */
  some: <T>(list: readonly T[], least: number, most: number) => T[];
};

/** Everything drawn from one seed follows from it (mulberry32). */
export const drawFrom = (seed: number): Draw => {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    chance: (share) => next() < share,
    pick: (list) => list[whole(0, list.length - 1)]!,
    weighted: <K extends string>(weights: Partial<Record<K, number>>) => {
      const entries = Object.entries<number | undefined>(weights) as [K, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const drawn = entries.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return drawn![0];
    },
    some: (list, least, most) => {
      let wanted = Math.min(list.length, whole(least, most));
      return list.filter((_, index) => {
        const taken = next() * (list.length - index) < wanted;
        if (taken) wanted--;
        return taken;
      });
    },
  };
};
