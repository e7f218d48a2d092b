/** Lets at most `most` pieces of work run at a time; the others wait for their turn, first come first served. */
export const turns = (most: number) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
};

type QueueEntry = { begin: () => void; refuse: () => void };

/**
 * Lets at most `most` pieces of work run at a time, one of each asker, and askers take turns: who asks a hundred times
 * holds up nobody else. At most `places` wait. Once all are taken, whoever waits most often gives up their last place.
 * A request gives up after `timeoutMs`: proxies close connections on which nothing happens.
 * @param refused makes what the one who gave up is thrown
 */
export const fairTurns = (
  { most, places, timeoutMs = 30_000 }: { most: number; places: number; timeoutMs?: number },
  refused: () => Error,
) => {
  let free = most;
  let taken = 0;
  const running = new Set<unknown>();
  /** By asker, in the order in which it is their turn. */
  const waiting = new Map<unknown, QueueEntry[]>();

  const giveUpOne = () => {
    // Of those who wait equally often, the one who came last.
    const [greediest] = [...waiting.values()].toReversed().toSorted((one, other) => other.length - one.length);
    greediest?.pop()?.refuse();
    taken--;
  };

  const begin = (asker: unknown, queue: QueueEntry[]) => {
    const next = queue.shift();
    if (queue.length === 0) waiting.delete(asker);
    if (!next) return;
    taken--;
    free--;
    running.add(asker);
    next.begin();
  };

  const beginAll = () => {
    for (const [asker, queue] of [...waiting]) if (free > 0 && !running.has(asker)) begin(asker, queue);
  };

  const leave = (asker: unknown, one: QueueEntry) => {
    const others = (waiting.get(asker) ?? []).filter((other) => other !== one);
    if (others.length > 0) waiting.set(asker, others);
    else waiting.delete(asker);
    taken--;
    one.refuse();
  };

  const end = (asker: unknown) => {
    running.delete(asker);
    free++;
    // Whose turn it was goes to the end of the line.
    const queue = waiting.get(asker);
    waiting.delete(asker);
    if (queue) waiting.set(asker, queue);
    beginAll();
  };

  return async <T>(asker: unknown, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => leave(asker, one), timeoutMs);
      const settled = (then: () => void) => () => {
        clearTimeout(late);
        then();
      };
      const one = { begin: settled(resolve), refuse: settled(() => reject(refused())) };
      const queue = waiting.get(asker);
      if (queue) queue.push(one);
      else waiting.set(asker, [one]);
      taken++;
      beginAll();
      if (taken > places) giveUpOne();
    });
    try {
      return await work();
    } finally {
      end(asker);
    }
  };
};
