/**
 * A limit in milliseconds, by a clock whose milliseconds only ever grow. Where the clock runs on while the machine is
 * busy elsewhere, no more than `pause` counts between two readings: that is not the rules' doing.
 */
export type TimeLimit = { clock: () => number; milliseconds: number; pause?: number };

/** Nobody else waits for a browser. */
const ofOnePerson: TimeLimit = { clock: () => performance.now(), milliseconds: 250, pause: 25 };

/** In looks at one short value. Mostly this is spent before the time is. */
const workLimit = 120_000;
/** The clock is read after so much work. */
const interval = 2048;

/** Thrown when the work or the time is spent. */
export class Overload extends Error {}

/** Counts work before it is done. */
export type Budget = { spend: (work: number) => void };

export const newBudget = ({
  clock,
  milliseconds,
  pause = Number.POSITIVE_INFINITY,
}: TimeLimit = ofOnePerson): Budget => {
  let [spent, readAt] = [0, 0];
  let [elapsed, last] = [0, clock()];
  return {
    spend: (work) => {
      spent += work;
      if (spent > workLimit) throw new Overload();
      if (spent - readAt < interval) return;
      readAt = spent;
      const now = clock();
      elapsed += Math.min(now - last, pause);
      last = now;
      if (elapsed > milliseconds) throw new Overload();
    },
  };
};
