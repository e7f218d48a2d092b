import { ApiError } from '#web/kit/api.ts';
import { connection } from '#web/kit/connection.ts';
import { randomKey } from '#web/kit/idempotency.ts';
import { createDraftFiles, type DraftFilesNeeds, isRefusal } from './draft-files.ts';
import {
  type DraftEvent,
  type DraftState,
  dueAt,
  isUnsent,
  nothingTyped,
  reduceDraft,
  retryAfter,
  type Trouble,
} from './draft-state.ts';

/** What is kept of a form: how the screen writes it down, as which change, and which files are chosen no more. */
export type DraftSnapshot = { key: string; content: string; revision: number; removes: number[] };

export type DraftSyncOptions = DraftFilesNeeds & {
  /** Whether anything differs from what the form began with. */
  isTyped: () => boolean;
  /** What is typed at this moment. */
  content: () => object;
  /** Sends it to the server, and answers when it was taken; null when there was an end of this draft. */
  send: (typed: DraftSnapshot, isLast: boolean) => Promise<string | null>;
  /** Takes it away from the server. */
  discard: (key: string) => Promise<unknown>;
  /** Keeps it on this device, encrypted. Answers why it could not. */
  keepHere: (typed: DraftSnapshot) => Promise<DraftState['lost']>;
  forgetHere: (key: string) => Promise<unknown>;
};

/** How long files wait at most before they are sent again: each attempt sends them whole. */
const maxRetry = 5 * 60_000;

const underWay = new Set<Promise<unknown>>();
const follow = <T>(work: Promise<T>): Promise<T> => {
  underWay.add(work);
  const done = () => underWay.delete(work);
  work.then(done, done);
  return work;
};

/** Waits until what this page sends of drafts has arrived, or for so many milliseconds. */
export const draftsSent = async (timeoutMs: number): Promise<void> => {
  if (underWay.size === 0) return;
  const late = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([Promise.allSettled([...underWay]), late]);
};

const live = new Set<{ over: () => void }>();

/** The session is over: nothing that was typed in it is sent any more, whoever signs in next. */
export const stopKeeping = (): void => {
  for (const keeper of live) keeper.over();
  live.clear();
};

const troubleOf = (error: unknown): Trouble => {
  // What the server could not do now is tried again.
  if (isRefusal(error)) return { why: 'refused', words: Object.values(error.errors).flat()[0] ?? error.message };
  return { why: 'unreached' };
};

/**
 * Keeps what somebody types on one form: on the server, and on this device only while the server cannot be reached.
 * Each form on each screen has a key of its own.
 */
export const createDraftSync = ({
  isTyped,
  content,
  send,
  discard,
  keepHere,
  forgetHere,
  ...filesNeeds
}: DraftSyncOptions) => {
  const files = createDraftFiles(filesNeeds);
  let keeping = nothingTyped;
  let key = randomKey();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  let isWaiting = false;
  /** Set while files wait to be sent again. */
  let filesTimer: ReturnType<typeof setTimeout> | undefined;
  let filesRetry = retryAfter;
  let isSendingFiles = false;
  const listeners = new Set<() => void>();

  const dispatch = (event: DraftEvent) => {
    keeping = reduceDraft(keeping, event);
    clearTimeout(timer);
    const due = dueAt(keeping);
    if (due !== null) timer = setTimeout(() => void transmit(false), Math.max(0, due - Date.now()));
    for (const listener of listeners) listener();
  };

  /** What stands in the form now. Files are named in it in the order in which the form lists them. */
  const written = (): DraftSnapshot => {
    const chosen = files.named(key);
    const all = chosen.length > 0 ? { ...content(), chosen } : content();
    return { key, content: JSON.stringify(all), revision: keeping.revision, removes: files.unwanted(key) };
  };

  /** Brings chosen files to the draft, once there is one for them to belong to, and then names them in it. */
  const bringFiles = async (): Promise<void> => {
    const isOut = () => keeping.isOver || keeping.stored === 0 || connection().isInterrupted();
    if (isSendingFiles || filesTimer !== undefined || isOut()) return;
    const of = key;
    const areMissing = files.areMissing(of);
    if (areMissing) {
      isSendingFiles = true;
      dispatch({ type: 'bringing files' });
      await follow(files.send(of, () => key === of && !isOut())).then(
        () => {
          filesRetry = retryAfter;
        },
        () => {
          filesTimer = setTimeout(retryFiles, filesRetry);
          filesRetry = Math.min(2 * filesRetry, maxRetry);
        },
      );
      isSendingFiles = false;
    }
    dispatch({ type: 'brought files', without: files.absent(key) });
    if (areMissing && key === of && filesTimer === undefined) {
      dispatch({ type: 'typed', at: Date.now() });
      dispatch({ type: 'asked' });
    }
    forgetIfDone();
  };

  const retryFiles = () => {
    clearTimeout(filesTimer);
    filesTimer = undefined;
    void bringFiles();
  };

  const keepOnDevice = async (typed: DraftSnapshot) => {
    const lost = await keepHere(typed).catch(() => 'no room' as const);
    // The server may have taken it meanwhile.
    if (typed.key !== key) return;
    if (keeping.isOver || keeping.stored >= typed.revision) await forgetHere(typed.key).catch(() => {});
    else dispatch(lost ? { type: 'not kept here', lost } : { type: 'kept here', revision: typed.revision });
  };

  const areFilesDue = () => isSendingFiles || filesTimer !== undefined;

  const forgetIfDone = () => {
    if (isLeft && (keeping.isOver || (keeping.stored >= keeping.revision && !areFilesDue()))) live.delete(keeper);
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

  const failed = async (error: unknown, typed: DraftSnapshot) => {
    const { revision } = typed;
    if (error instanceof ApiError && error.status === 401) return wait(revision);
    const trouble = troubleOf(error);
    if (typed.key === key) dispatch({ type: 'failed', revision, trouble, at: Date.now() });
    if (trouble.why === 'unreached') await keepOnDevice(typed);
  };

  const heard = (saved_at: string | null, { revision, removes }: DraftSnapshot) => {
    if (saved_at !== null) {
      files.forget(key, removes);
      dispatch({ type: 'taken', revision, saved_at });
      void bringFiles();
    }
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
    const typed = written();
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
    keeping: (): DraftState => keeping,
    /** The key of the draft: a call that saves names it, and the draft ends with it. */
    key: (): string => key,
    /** Something was typed. */
    typed: (): void => {
      live.add(keeper);
      // What was undone needs no draft.
      if (isTyped()) {
        dispatch({ type: 'typed', at: Date.now() });
        // A file is chosen once and at once: it does not wait for what is typed next.
        if (!areFilesDue() && files.areMissing(key)) dispatch({ type: 'asked' });
      } else if (keeping.revision > 0 && !keeping.isOver) {
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
    retry: (): void => {
      dispatch({ type: 'back', at: Date.now() });
      retryFiles();
    },
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
    /** Files come into the form out of another draft, which goes on as this one. */
    take: (file: File, id: number): void => files.take(key, file, id),
    /** The form is on the screen. */
    enter: (): void => {
      isLeft = false;
    },
    /**
     * Lets what is typed stay as a draft of its own, and begins a new one in its place: another draft comes into the form.
     * Answers the one that stays; null when nothing was typed.
     */
    setAside: (): DraftSnapshot | null => {
      if (keeping.revision === 0 || !isTyped()) return null;
      const typed = written();
      if (isUnsent(keeping)) void follow(send(typed, false)).catch((error: unknown) => failed(error, typed));
      key = randomKey();
      keeping = nothingTyped;
      return typed;
    },
  };
  return keeper;
};

export type DraftSync = ReturnType<typeof createDraftSync>;
