export const sorted = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);

/** The time below which this share of the times lies. */
export const quantile = (times: readonly number[], share: number): number =>
  sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

export const median = (times: readonly number[]): number => quantile(times, 0.5);

/** How often a time of `one` is longer than one of `other`: at 0.5 nobody can tell them apart. */
export const toldApart = (one: readonly number[], other: readonly number[]): number => {
  const wins = one.reduce(
    (sum, time) => sum + other.filter((b) => time > b).length + other.filter((b) => time === b).length / 2,
    0,
  );
  return wins / (one.length * other.length);
};
