/** The seed of the gate's samples; without it, as in the long tier, everything is tried. */
const seed = process.env.SEED ? Number(process.env.SEED) : null;
if (seed !== null && !Number.isSafeInteger(seed))
  throw new Error(`SEED is ${process.env.SEED}, and must be a whole number.`);

/** Whether only the gate's share of generated cases is tried. */
export const isSample = seed !== null;

/** How often the same is done: in the gate, or where everything is tried. */
export const times = (inGate: number, inAll: number): number => (isSample ? inGate : inAll);

/**
 * The gate's share of generated cases, or all of them where everything is tried.
 * @param family what the cases are for; families with the same cases have different samples
 * @param every each `every`-th case is tried
 */
export const sampled = <T>(family: string, every: number, cases: readonly T[]): T[] =>
  seed === null ? [...cases] : sampleOf(seed, family, every, cases);

/**
 * Each `every`-th case, beginning with another one for each seed and family, so that `every` seeds in a row try all.
 * At least one, where there are any. Cases that stand side by side come with different seeds.
 */
export const sampleOf = <T>(seed: number, family: string, every: number, cases: readonly T[]): T[] => {
  const step = Math.max(1, Math.min(every, cases.length));
  const begin = seed + [...family].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return cases.filter((_, at) => (at + begin) % step === 0);
};
