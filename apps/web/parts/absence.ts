import { type Absence, NotArrived } from '#web/ui/arrival.ts';

/**
 * What is said where the network or the server is missing: in place of what was to be shown (`title`, `helper`), of a
 * call (`call`), and of a call that was to save what somebody entered (`kept`).
 */
export const absenceWords = {
  offline: {
    title: 'You are offline',
    helper: 'This page loads when you’re back online.',
    call: 'You are offline. Check your connection, then try again',
    kept: 'You are offline. Your answers are still here',
  },
  unreachable: {
    title: 'This page could not be loaded',
    helper: 'Hearth cannot be reached. Try again in a moment.',
    call: 'Hearth cannot be reached. Try again in a moment',
    kept: 'Hearth cannot be reached. Your answers are still here',
  },
  gone: {
    title: 'This page could not be loaded',
    helper: 'Hearth was updated. Reload the page.',
  },
} as const satisfies Record<Absence, { title: string; helper: string; call?: string; kept?: string }>;

let drafts = 0;

/** From now on a draft of what is typed is kept. @returns to be called when it is kept no longer */
export const draftIsKept = (): (() => void) => {
  drafts += 1;
  return () => {
    drafts -= 1;
  };
};

/** What is said of a call that was to save what somebody entered, and did not arrive. */
export const keptWords = (why: 'offline' | 'unreachable'): string =>
  why === 'offline' && drafts > 0 ? 'You are offline. Your draft is kept on this device.' : absenceWords[why].kept;

/** Why a part of the application is missing; null where it came, and broke. */
export const absenceOf = (error: unknown): Absence | null => {
  if (error instanceof NotArrived) return error.why;
  // An import() that found its files gone from the browser's cache, and nobody to ask for them.
  return error instanceof TypeError && /import|module/i.test(error.message) ? 'unreachable' : null;
};
