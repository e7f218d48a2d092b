/** Why the server has not what was typed last: it cannot be reached, or it refused it, in its words. */
export type Trouble = { why: 'unreached' } | { why: 'refused'; words: string };

/** Where what somebody types on one form is kept. */
export type DraftState = {
  /** Counts the changes; 0 while nothing was typed. */
  revision: number;
  /** The last of them that the server has, and that this device has, encrypted. */
  stored: number;
  here: number;
  /** The one that is on its way, if any. */
  sending: number | null;
  /** When the first change was typed that is not on its way yet, in milliseconds. */
  since: number | null;
  /** When the server took the last one: its own time. */
  savedAt: string | null;
  trouble: Trouble | null;
  /** Why this device could not keep it either. */
  lost: 'no room' | 'no key' | null;
  /** When to try again what could not be sent. */
  retryAt: number | null;
  /** Whether the person asked for it, so that they are told how it goes. */
  isAsked: boolean;
  /** Whether files are on their way. */
  isBringing: boolean;
  /** The names of chosen files that the server refused, or could not take yet. */
  without: readonly string[];
  /** What was typed is saved, or was discarded: nothing is kept any more. */
  isOver: boolean;
};

export const nothingTyped: DraftState = {
  revision: 0,
  stored: 0,
  here: 0,
  sending: null,
  since: null,
  savedAt: null,
  trouble: null,
  lost: null,
  retryAt: null,
  isAsked: false,
  isBringing: false,
  without: [],
  isOver: false,
};

export type DraftEvent =
  | { type: 'typed'; at: number }
  /** The person asked for a draft, or the page goes. */
  | { type: 'asked' }
  | { type: 'sent' }
  | { type: 'taken'; revision: number; saved_at: string }
  /** The server says that there was an end of this draft elsewhere: it begins anew. */
  | { type: 'ended elsewhere'; at: number }
  | { type: 'failed'; revision: number; trouble: Trouble; at: number }
  | { type: 'kept here'; revision: number }
  | { type: 'not kept here'; lost: NonNullable<DraftState['lost']> }
  | { type: 'bringing files' }
  /** Files came, but for those with these names. */
  | { type: 'brought files'; without: readonly string[] }
  /** The network is back, or somebody has signed in again. */
  | { type: 'back'; at: number }
  | { type: 'over' };

/** What was typed is on its way this many milliseconds later: more is never lost. */
export const keepAfter = 2000;
/** How long to wait before the server is tried again. */
export const retryAfter = 5000;

/** One call may be under way while the page goes and sends another. */
const stillSending = ({ sending }: DraftState, { revision }: { revision: number }) =>
  sending === revision ? null : sending;

/** What becomes of it when something happens. */
export const reduceDraft = (before: DraftState, event: DraftEvent): DraftState => {
  if (before.isOver) return before;
  switch (event.type) {
    case 'typed':
      return { ...before, revision: before.revision + 1, since: before.since ?? event.at };
    case 'asked':
      return { ...before, isAsked: before.revision > before.stored };
    case 'sent':
      return { ...before, sending: before.revision, since: null };
    case 'taken': {
      const stored = Math.max(before.stored, event.revision);
      const isAll = stored === before.revision;
      return {
        ...before,
        stored,
        sending: stillSending(before, event),
        savedAt: event.saved_at,
        trouble: null,
        lost: null,
        retryAt: null,
        isAsked: before.isAsked && !isAll,
      };
    }
    case 'ended elsewhere':
      return { ...before, stored: 0, sending: null, since: event.at, retryAt: null };
    case 'failed':
      return {
        ...before,
        sending: stillSending(before, event),
        trouble: event.trouble,
        retryAt: event.trouble.why === 'refused' ? null : event.at + retryAfter,
        isAsked: false,
      };
    case 'kept here':
      return { ...before, here: event.revision, lost: null };
    case 'not kept here':
      return { ...before, lost: event.lost };
    case 'bringing files':
      return { ...before, isBringing: true };
    case 'brought files':
      return { ...before, isBringing: false, without: event.without };
    case 'back':
      return { ...before, retryAt: before.retryAt === null ? null : event.at };
    case 'over':
      return { ...before, isOver: true, since: null, retryAt: null };
  }
};

/** Whether there is something that neither is on the server nor on its way there. */
export const isUnsent = ({ revision, stored, sending, isOver }: DraftState): boolean =>
  !isOver && revision > Math.max(stored, sending ?? 0);

/** When to send; null when there is nothing to send, or it waits for what is on its way. */
export const dueAt = (keeping: DraftState): number | null => {
  const { sending, since, retryAt, isAsked } = keeping;
  if (sending !== null || !isUnsent(keeping)) return null;
  if (isAsked) return 0;
  const typed = since === null ? null : since + keepAfter;
  if (retryAt === null) return typed;
  // What is typed meanwhile is kept on the device in time, so that it need not wait for the next attempt.
  return keeping.here < keeping.revision && typed !== null ? Math.min(typed, retryAt) : retryAt;
};

/** What the person is told of it. */
export type DraftStatus =
  | { kind: 'nothing' | 'waiting' | 'saving' }
  | { kind: 'saved'; at: string; without: readonly string[] }
  | { kind: 'here' }
  | { kind: 'lost'; lost: NonNullable<DraftState['lost']> | null }
  | { kind: 'refused'; words: string };

/** While somebody goes on typing, what stands there does not change each time: it is said aloud. */
export const draftStatus = (keeping: DraftState): DraftStatus => {
  const { revision, sending, savedAt, trouble, here, lost, isAsked, stored, isBringing, without } = keeping;
  if (revision === 0) return { kind: 'nothing' };
  if (trouble?.why === 'refused') return { kind: 'refused', words: trouble.words };
  if (trouble) return here > stored && lost === null ? { kind: 'here' } : { kind: 'lost', lost };
  if (isBringing || (sending !== null && (isAsked || savedAt === null))) return { kind: 'saving' };
  return savedAt === null ? { kind: 'waiting' } : { kind: 'saved', at: savedAt, without };
};
