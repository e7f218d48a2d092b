/** Who asks for a connection. */
export type Asker = {
  /** The organization, or a caller who is not known as a member of one. */
  key: string;
  /** Whether the work reads much at once, as a report does. */
  isHeavy: boolean;
  /** Calls `leave` once nobody waits for the answer; returns what stops that. */
  onGone?: (leave: () => void) => () => void;
};

/** How much may run at a time: in all and of each asker, and how much of that may be heavy. */
export type Shares = {
  most: number;
  each: number;
  heavy: number;
  heavyEach: number;
  /** How many may wait of each asker. */
  places: number;
  /** How long light and heavy work waits, in milliseconds. */
  timeoutMs?: number;
  heavyTimeoutMs?: number;
};

/** Too many wait of one asker. */
export class Crowded extends Error {
  constructor() {
    super('Too many calls of one organization wait for the database');
  }
}

/** Somebody has waited for too long, or is gone. */
export class WaitedTooLong extends Error {
  constructor() {
    super('No connection to the database became free in time');
  }
}

type QueueEntry = { asker: Asker | null; begin: () => void };
type RunningCounts = { all: number; heavy: number };

/**
 * Shares out what can run at the same time: askers take turns, and no asker takes it all, so that whoever asks a hundred
 * times holds up nobody else. Heavy work waits while light work of the same asker goes ahead.
 * @returns a function that runs work once it is the asker's turn. Work of nobody (null) has no share of its own: it only
 * counts. Throws Crowded, WaitedTooLong.
 */
export const fairShares = ({
  most,
  each,
  heavy,
  heavyEach,
  places,
  timeoutMs = 5000,
  heavyTimeoutMs = 20_000,
}: Shares) => {
  const total: RunningCounts = { all: 0, heavy: 0 };
  const running = new Map<string, RunningCounts>();
  /** By asker, in the order in which it is their turn. */
  const waiting = new Map<string | null, QueueEntry[]>();

  const hasRoom = (asker: Asker | null): boolean => {
    if (total.all >= most) return false;
    if (!asker) return true;
    const own = running.get(asker.key) ?? { all: 0, heavy: 0 };
    return own.all < each && (!asker.isHeavy || (total.heavy < heavy && own.heavy < heavyEach));
  };

  const count = (asker: Asker | null, by: 1 | -1): void => {
    total.all += by;
    if (!asker) return;
    const own = running.get(asker.key) ?? { all: 0, heavy: 0 };
    own.all += by;
    if (asker.isHeavy) {
      total.heavy += by;
      own.heavy += by;
    }
    if (own.all === 0) running.delete(asker.key);
    else running.set(asker.key, own);
  };

  const leave = (one: QueueEntry): void => {
    const key = one.asker?.key ?? null;
    const others = (waiting.get(key) ?? []).filter((other) => other !== one);
    if (others.length > 0) waiting.set(key, others);
    else waiting.delete(key);
  };

  /** Begins the next piece of work for which there is room. */
  const beginNext = (): boolean => {
    for (const [key, queue] of waiting) {
      const next = queue.find(({ asker }) => hasRoom(asker));
      if (!next) continue;
      leave(next);
      // Whose turn it was goes to the end of the line.
      const rest = waiting.get(key);
      waiting.delete(key);
      if (rest) waiting.set(key, rest);
      count(next.asker, 1);
      next.begin();
      return true;
    }
    return false;
  };

  const turnOf = (asker: Asker | null): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(asker?.key ?? null) ?? [];
      if (asker && queue.length >= places) return reject(new Crowded());
      const giveUp = () => {
        settle();
        leave(one);
        reject(new WaitedTooLong());
      };
      const late = setTimeout(giveUp, asker?.isHeavy ? heavyTimeoutMs : timeoutMs);
      const stop = asker?.onGone?.(giveUp);
      const settle = () => {
        clearTimeout(late);
        stop?.();
      };
      const one: QueueEntry = {
        asker,
        begin: () => {
          settle();
          resolve();
        },
      };
      waiting.set(asker?.key ?? null, [...queue, one]);
    });

  return async <T>(asker: Asker | null, work: () => Promise<T>): Promise<T> => {
    if (hasRoom(asker)) count(asker, 1);
    else await turnOf(asker);
    try {
      return await work();
    } finally {
      count(asker, -1);
      while (beginNext());
    }
  };
};
