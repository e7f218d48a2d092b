import { type RawBuilder, sql } from 'kysely';

/** In minutes: after how long something is tried again that could not be sent, attempt by attempt. */
export const retryDelays: readonly number[] = [1, 5, 30, 120, 720];

/** What delays count in: minutes, and milliseconds in tests. */
export type DelayUnit = '1 minute' | '1 millisecond';

/** The moment in the database that is so much later than now. */
export const later = (delay: number, unit: DelayUnit = '1 minute'): RawBuilder<string> =>
  sql<string>`now() + ${delay}::float8 * ${unit}::interval`;

/** What waits in the database to be sent, one item after the other. */
export type Outbox<Item, Result> = {
  /**
   * Takes the item that has waited longest, in a transaction of its own, and holds it for a while, so that no other
   * process sends it and it is tried again if this one dies. Returns null when nothing is due, and 'skipped' for an item
   * that is no longer sent.
   */
  take: () => Promise<Item | 'skipped' | null>;
  /** Sends the item while no transaction is open. */
  send: (item: Item) => Promise<Result>;
  /** Stores the outcome, in another transaction. */
  keep: (item: Item, result: Result) => Promise<void>;
  /** Whether the receiver can't be reached: then the rest waits as it is, as it would only be tried in vain. */
  isDown: (result: Result) => boolean;
};

const drainLane = async <Item, Result>(
  { take, send, keep, isDown }: Outbox<Item, Result>,
  until: number,
): Promise<Result | null> => {
  while (Date.now() < until) {
    const item = await take();
    if (item === null) return null;
    if (item === 'skipped') continue;
    const result = await send(item);
    await keep(item, result);
    if (isDown(result)) return result;
  }
  return null;
};

/**
 * Sends what is due until nothing is, the receiver can't be reached or the time is over.
 * @param lanes how many items are on their way at once: mostly they wait for the receiver
 * @param until in milliseconds since 1970; what is left then is for the next run
 * @returns the result that said that the receiver can't be reached; null where none did
 */
export const drain = async <Item, Result>(
  outbox: Outbox<Item, Result>,
  { lanes = 1, until = Number.POSITIVE_INFINITY }: { lanes?: number; until?: number } = {},
): Promise<Result | null> => {
  const ends = await Promise.all(Array.from({ length: lanes }, () => drainLane(outbox, until)));
  return ends.find((end) => end !== null) ?? null;
};

/**
 * Lets one run at a time work for a key in each process. A call that comes during a run doesn't wait: it makes that run
 * start over when it is done.
 */
export const oneAtATime = () => {
  const running = new Map<number | string, { again: boolean }>();
  return async (key: number | string, work: () => Promise<unknown>): Promise<void> => {
    const other = running.get(key);
    if (other) {
      other.again = true;
      return;
    }
    const mine = { again: true };
    running.set(key, mine);
    try {
      while (mine.again) {
        mine.again = false;
        await work();
      }
    } finally {
      running.delete(key);
    }
  };
};
