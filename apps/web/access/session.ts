import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import type { impersonation } from '#contract/resources/impersonations.ts';

const storageKey = 'hearth.auth';
const actingKey = 'hearth.acting';
/** The token is written at most this often, in milliseconds. */
const writeEvery = 1000;
/** Stands in the token's place for a moment before it goes: other tabs tell signing out from a session that was ended. */
const signedOut = 'signed out';

type Claims = { sid?: string; iat: number; exp: number };

const claimsOf = (token: string): Claims => {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return { iat: 0, exp: 0 };
  }
};

/** How a session came to its end: by signing out, after idle minutes, or because the server would not go on with it. */
export type SessionEnd = 'signed out' | 'timed out' | 'refused';

/** Whose place is taken, in which organization and until when. `by` is the name of the person who takes it. */
export type Impersonation = z.output<typeof impersonation> & { by?: string };

const readActing = (stored: string | null): Impersonation | null => {
  try {
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
};

let token: string | null = localStorage.getItem(storageKey);
/** When the token came here, by this machine's clock, which need not be the server's. */
let arrived = Date.now();
let ending: SessionEnd | null = null;
/** Whether what is on the screen may stay there while somebody signs in again, and whether it waits for that. */
let isHeld = false;
let isInterrupted = false;
let pending: ReturnType<typeof setTimeout> | undefined;
let acting: Impersonation | null = token ? readActing(localStorage.getItem(actingKey)) : null;
/** For whom the session acted when this page was loaded: what the page shows is theirs. */
const loadedFor = acting;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

const write = () => {
  pending = undefined;
  if (token) localStorage.setItem(storageKey, token);
  else localStorage.removeItem(storageKey);
};

const writeActing = () => {
  if (acting) localStorage.setItem(actingKey, JSON.stringify(acting));
  else localStorage.removeItem(actingKey);
};

const hasRunOut = (one: string) => claimsOf(one).exp * 1000 <= Date.now();

const isSame = (one: Impersonation | null, other: Impersonation | null) =>
  one?.user.id === other?.user.id && one?.organization.id === other?.organization.id;

const take = (fresh: string | null) => {
  token = fresh;
  arrived = Date.now();
  if (fresh === null) acting = null;
  changed();
};

const finish = (how: SessionEnd) => {
  if (token || how === 'signed out') ending = how;
  // Acting for somebody ends with the session; their page cannot go on.
  isInterrupted = isHeld && !acting && ending !== 'signed out';
  take(null);
};

const takeActing = (fresh: Impersonation | null) => {
  acting = token ? fresh : null;
  changed();
};

// Tabs follow each other: a sign-out, a sign-in and a renewed token in one are those of all, and so is acting.
const follow = (stored: string | null) => {
  if (stored === signedOut) return finish('signed out');
  if (!stored) return token ? finish(hasRunOut(token) ? 'timed out' : 'refused') : undefined;
  // Another session may be somebody else's: this page goes on only when it is known who that is.
  if (token && claimsOf(token).sid !== claimsOf(stored).sid) isInterrupted = isHeld;
  take(stored);
};
addEventListener('storage', (event) => {
  if (event.key === storageKey || event.key === null) follow(event.key === null ? signedOut : event.newValue);
  if (event.key === actingKey) takeActing(readActing(event.newValue));
});
// A page that the browser kept as it was, for its Back button, has not heard of a sign-out meanwhile.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  follow(localStorage.getItem(storageKey) ?? signedOut);
  takeActing(readActing(localStorage.getItem(actingKey)));
});

/** The token of the session, and for whom it acts; these are the only things kept in the browser. */
export const session = {
  token: (): string | null => token,
  /** When the token was issued to this machine and when it will have run out, by this machine's clock. */
  span: (): { from: number; to: number } => {
    const { iat, exp } = claimsOf(token ?? '');
    return { from: arrived, to: arrived + (exp - iat) * 1000 };
  },
  /** How the last session ended; null before the first one did. */
  ending: (): SessionEnd | null => ending,
  /** Begins a session with a token from signing in. */
  start: (fresh: string): void => {
    ending = null;
    take(fresh);
    write();
    writeActing();
  },
  /** Takes a renewed token, unless a newer one is there already. */
  renew: (renewed: string): void => {
    if (!token || claimsOf(renewed).iat <= claimsOf(token).iat) return;
    take(renewed);
    pending ??= setTimeout(write, writeEvery);
  },
  /** Forgets the session, here and in every other tab. Without `how`, the token's age tells. */
  end: (how?: SessionEnd): void => {
    clearTimeout(pending);
    finish(how ?? (token && hasRunOut(token) ? 'timed out' : 'refused'));
    if (how === 'signed out') localStorage.setItem(storageKey, signedOut);
    write();
    writeActing();
  },
  /** Told that the server refused a token, which ends the session unless it has a newer one by now. */
  refused: (used: string | null): void => {
    if (used !== null && used === token) session.end();
  },
  /**
   * From now on a session that ends by itself interrupts the page instead of ending it: somebody can sign in again, and
   * it goes on for the same person. Returns what stops that.
   */
  hold: (): (() => void) => {
    isHeld = true;
    return () => {
      isHeld = false;
    };
  },
  /** Goes on with the page that was interrupted. */
  resume: (): void => {
    isInterrupted = false;
    changed();
  },
  /** Whether a page waits for somebody to sign in again, or for the answer who it was. */
  isInterrupted: (): boolean => isInterrupted,
  /** Whether nobody is signed in, and no page waits for it. */
  isOver: (): boolean => token === null && !isInterrupted,
  /** Waits as long as the page is interrupted. @returns whether somebody is signed in then */
  settled: (signal?: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const look = () => {
        if (isInterrupted && !signal?.aborted) return;
        listeners.delete(look);
        resolve(token !== null);
      };
      listeners.add(look);
      signal?.addEventListener('abort', look);
      look();
    }),
  /** For whom the session acts, as far as this browser knows. */
  acting: (): Impersonation | null => acting,
  /** Remembers for whom the session acts from now on; null when it stopped. Other tabs follow. */
  act: (fresh: Impersonation | null): void => {
    takeActing(fresh);
    writeActing();
    if (pending === undefined) return;
    // The page is about to be loaded anew, and would forget the renewed token.
    clearTimeout(pending);
    write();
  },
  /** Whether the session acts for somebody else by now than when the page was loaded, so that it must be loaded anew. */
  isSomebodyElses: (): boolean => !isSame(acting, loadedFor),
  /** Calls back when a session begins, ends, is renewed, or acts for somebody else; returns what stops that. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether somebody is signed in. */
export const useSignedIn = (): boolean => useSyncExternalStore(session.subscribe, () => token !== null);

/** Whether a page waits for somebody to sign in again. */
export const useInterrupted = (): boolean => useSyncExternalStore(session.subscribe, session.isInterrupted);
