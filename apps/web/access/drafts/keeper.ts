import { ApiError } from '#web/kit/api.ts';
import { connection } from '#web/kit/connection.ts';
import { randomKey } from '#web/kit/idempotency.ts';
import {
  dueAt,
  isUnsent,
  type Keeping,
  type KeepingEvent,
  keepingAfter,
  nothingTyped,
  type Trouble,
} from './keeping.ts';

/** What is kept of a form: how the screen writes it down, and as which change. */
export type Typed = { key: string; content: string; revision: number };

export type KeeperNeeds = {
  /** Whether anything differs from what the form began with. */
  isTyped: () => boolean;
  /** What is typed at this moment. */
  content: () => object;
  /** Sends it to the server, and answers when it was taken; null when there was an end of this draft. */
  send: (typed: Typed, isLast: boolean) => Promise<string | null>;
  /** Takes it away from the server. */
  discard: (key: string) => Promise<unknown>;
  /** Keeps it on this device, encrypted. Answers why it could not. */
  keepHere: (typed: Typed) => Promise<Keeping['lost']>;
  forgetHere: (key: string) => Promise<unknown>;
};

const underWay = new Set<Promise<unknown>>();
const follow = <T>(work: Promise<T>): Promise<T> => {
  underWay.add(work);
  const done = () => underWay.delete(work);
  work.then(done, done);
  return work;
};

/** Waits until what this page sends of drafts has arrived, or for so many milliseconds. */
export const draftsSent = async (patience: number): Promise<void> => {
  if (underWay.size === 0) return;
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.allSettled([...underWay]), late]);
};

const live = new Set<{ over: () => void }>();

/** The session is over: nothing that was typed in it is sent any more, whoever signs in next. */
export const stopKeeping = (): void => {
  for (const keeper of live) keeper.over();
  live.clear();
};

const troubleOf = (error: unknown): Trouble => {
  // Only the server's own answers carry a request's id; what it could not do now is tried again.
  if (error instanceof ApiError && error.requestId !== undefined && error.status < 500)
    return { why: 'refused', words: Object.values(error.errors).flat()[0] ?? error.message };
  return { why: 'unreached' };
};

/**
 * Keeps what somebody types on one form: on the server, and on this device only while the server cannot be reached.
 * Each form on each screen has a key of its own.
 */
export const createKeeper = ({ isTyped, content, send, discard, keepHere, forgetHere }: KeeperNeeds) => {
  let keeping = nothingTyped;
  let key = randomKey();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  let isWaiting = false;
  const listeners = new Set<() => void>();

  const dispatch = (event: KeepingEvent) => {
    keeping = keepingAfter(keeping, event);
    clearTimeout(timer);
    const due = dueAt(keeping);
    if (due !== null) timer = setTimeout(() => void transmit(false), Math.max(0, due - Date.now()));
    for (const listener of listeners) listener();
  };

  const keepOnDevice = async (typed: Typed) => {
    const lost = await keepHere(typed).catch(() => 'no room' as const);
    // The server may have taken it meanwhile.
    if (typed.key !== key) return;
    if (keeping.isOver || keeping.stored >= typed.revision) await forgetHere(typed.key).catch(() => {});
    else dispatch(lost ? { type: 'not kept here', lost } : { type: 'kept here', revision: typed.revision });
  };

  const forgetIfDone = () => {
    if (isLeft && (keeping.isOver || keeping.stored >= keeping.revision)) live.delete(keeper);
  };

  /** The session ended: sent when the same person has signed in again. */
  const wait = async (revision: number) => {
    if (isWaiting) return;
    isWaiting = true;
    dispatch({ type: 'failed', revision, trouble: { why: 'unreached' }, at: Date.now() });
    const isBack = await connection().settled();
    isWaiting = false;
    if (isBack) dispatch({ type: 'back', at: Date.now() });
  };

  const failed = async (error: unknown, typed: Typed) => {
    const { revision } = typed;
    if (error instanceof ApiError && error.status === 401) return wait(revision);
    const trouble = troubleOf(error);
    if (typed.key === key) dispatch({ type: 'failed', revision, trouble, at: Date.now() });
    if (trouble.why === 'unreached') await keepOnDevice(typed);
  };

  const heard = (saved_at: string | null, { revision }: Typed) => {
    if (saved_at !== null) dispatch({ type: 'taken', revision, saved_at });
    // Whoever left it may have gone on with it elsewhere.
    else if (isLeft) dispatch({ type: 'over' });
    else {
      key = randomKey();
      dispatch({ type: 'ended elsewhere', at: Date.now() });
    }
    forgetIfDone();
  };

  const transmit = async (isLast: boolean): Promise<void> => {
    // Until it is known who has signed in, nothing of this page may go out as theirs.
    if (connection().isInterrupted()) return wait(keeping.revision);
    const typed = { key, content: JSON.stringify(content()), revision: keeping.revision };
    const wasHere = keeping.here > 0;
    dispatch({ type: 'sent' });
    try {
      const saved_at = await follow(send(typed, isLast));
      // Another draft may have taken its place on the screen meanwhile.
      if (typed.key === key) heard(saved_at, typed);
      if (wasHere) await forgetHere(typed.key).catch(() => {});
    } catch (error) {
      await failed(error, typed);
    }
  };

  const keeper = {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    keeping: (): Keeping => keeping,
    /** The key of the draft: a call that saves names it, and the draft ends with it. */
    key: (): string => key,
    /** Something was typed. */
    typed: (): void => {
      live.add(keeper);
      // What was undone needs no draft.
      if (isTyped()) dispatch({ type: 'typed', at: Date.now() });
      else if (keeping.revision > 0 && !keeping.isOver) {
        const ended = key;
        key = randomKey();
        keeping = nothingTyped;
        dispatch({ type: 'back', at: Date.now() });
        void follow(discard(ended)).catch(() => {});
      }
    },
    /** Sends at once what is not sent yet: because somebody asked, or, when it `isLast`, because the page goes. */
    flush: (isLast = false): void => {
      if (!isLast) dispatch({ type: 'asked' });
      else if (isUnsent(keeping)) {
        clearTimeout(timer);
        void transmit(true);
      }
    },
    /** The network is back. */
    retry: (): void => dispatch({ type: 'back', at: Date.now() }),
    /** What was typed is saved: nothing is sent any more. */
    over: (): void => {
      const wasHere = keeping.here > 0;
      dispatch({ type: 'over' });
      if (wasHere) void forgetHere(key).catch(() => {});
    },
    /** The form goes from the screen. */
    leave: (): void => {
      isLeft = true;
      clearTimeout(timer);
      if (isUnsent(keeping)) void transmit(true);
      forgetIfDone();
    },
    /** The form is on the screen. */
    enter: (): void => {
      isLeft = false;
    },
    /**
     * Lets what is typed stay as a draft of its own, and begins a new one in its place: another draft comes into the form.
     * Answers the one that stays; null when nothing was typed.
     */
    setAside: (): Typed | null => {
      if (keeping.revision === 0 || !isTyped()) return null;
      const typed = { key, content: JSON.stringify(content()), revision: keeping.revision };
      if (isUnsent(keeping)) void follow(send(typed, false)).catch((error: unknown) => failed(error, typed));
      key = randomKey();
      keeping = nothingTyped;
      return typed;
    },
  };
  return keeper;
};

export type Keeper = ReturnType<typeof createKeeper>;
