import { EventEmitter } from 'node:events';
import type { Job, Worker, WorkerEvents } from 'graphile-worker';

/** Shares out a worker's places. The flags of each queue entry name the organization it counts for. */
type PlaceLimits = {
  /** How many places an organization takes at most. */
  each: number;
  /** How many places jobs take at most, which may be long: those of everybody, and those of one organization. */
  jobs: number;
  jobsEach: number;
  /** After so many entries an organization lets those of others go first. */
  turn: number;
};

/** Of four places. One is always left to short tasks, and to another organization. */
const usual: PlaceLimits = { each: 3, jobs: 3, jobsEach: 2, turn: 8 };

/** How long a worker waits for another to have found an entry, in milliseconds. */
const timeoutMs = 5000;

const flagsOf = ({ flags }: Pick<Job, 'flags'>): string[] => Object.keys(flags ?? {});

/**
 * Shares the places of a worker out, so that an organization that adds ten thousand entries to the queue holds up nobody
 * else. What is held back stays in the queue.
 */
export const sharedPlaces = ({ each, jobs, jobsEach, turn }: PlaceLimits = usual) => {
  const running = new Map<string, number>();
  /** How many entries each organization has begun since everybody else had none to begin. */
  const begun = new Map<string, number>();
  const most = (flag: string): number => {
    if (flag === 'jobs') return jobs;
    return flag.startsWith('jobs of ') ? jobsEach : each;
  };
  const count = (flag: string, by: 1 | -1) => running.set(flag, (running.get(flag) ?? 0) + by);
  const hadTheirTurn = () => [...begun].filter(([, times]) => times >= turn).map(([flag]) => flag);
  return {
    /** Returns the flags of entries that are not begun now. */
    heldBack: (): string[] => [
      ...[...running].filter(([flag, times]) => times >= most(flag)).map(([flag]) => flag),
      ...hadTheirTurn(),
    ],
    began: (flags: readonly string[]): void => {
      for (const flag of flags) {
        count(flag, 1);
        if (flag.startsWith('organization ')) begun.set(flag, (begun.get(flag) ?? 0) + 1);
      }
    },
    ended: (flags: readonly string[]): void => {
      for (const flag of flags) if (count(flag, -1).get(flag) === 0) running.delete(flag);
    },
    /** Begins the next round. Returns whether somebody waited for it. */
    nextRound: (): boolean => {
      const waited = hadTheirTurn().length > 0;
      begun.clear();
      return waited;
    },
  };
};

/** What graphile-worker is given to keep to shared places: which flags it passes over, and where it says what it does. */
export const keepingPlaces = () => {
  const places = sharedPlaces();
  const events: WorkerEvents = new EventEmitter();
  // One place after the other looks for an entry: what the one before it begins has to be counted by then.
  let looking: Promise<void> = Promise.resolve();
  let looked = () => {};
  events.on('job:start', ({ job }) => {
    places.began(flagsOf(job));
    looked();
  });
  const released = new WeakSet<Worker>();
  events.on('worker:release', ({ worker }) => released.add(worker));
  events.on('worker:getJob:empty', ({ worker }) => {
    looked();
    if (places.nextRound() && !released.has(worker)) worker.nudge();
  });
  events.on('worker:getJob:error', () => looked());
  events.on('job:complete', ({ job }) => places.ended(flagsOf(job)));
  const forbiddenFlags = async (): Promise<string[]> => {
    const before = looking;
    const { promise, resolve } = Promise.withResolvers<void>();
    looking = promise;
    await before;
    const late = setTimeout(resolve, timeoutMs).unref();
    looked = () => {
      clearTimeout(late);
      resolve();
    };
    return places.heldBack();
  };
  return { events, forbiddenFlags };
};
