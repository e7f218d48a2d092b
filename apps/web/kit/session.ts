import { useSyncExternalStore } from 'react';

const storageKey = 'hearth.auth';
/** The token is written at most this often, in milliseconds. */
const writeEvery = 1000;

type Claims = { iat: number; exp: number };

const claimsOf = (token: string): Claims => {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return { iat: 0, exp: 0 };
  }
};

/** How a session came to its end: by signing out, after idle minutes, or because the server would not go on with it. */
export type Ending = 'signed out' | 'timed out' | 'refused';

let token: string | null = localStorage.getItem(storageKey);
/** When the token came here, by this machine's clock, which need not be the server's. */
let arrived = Date.now();
let ending: Ending | null = null;
let pending: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

const write = () => {
  pending = undefined;
  if (token) localStorage.setItem(storageKey, token);
  else localStorage.removeItem(storageKey);
};

const hasRunOut = (one: string) => claimsOf(one).exp * 1000 <= Date.now();

const take = (fresh: string | null) => {
  const before = token;
  token = fresh;
  arrived = Date.now();
  if ((before !== null) !== (fresh !== null)) changed();
};

// Tabs follow each other: a sign-out, a sign-in and a renewed token in one are those of all.
const follow = (stored: string | null) => {
  if (token && !stored) ending = hasRunOut(token) ? 'timed out' : 'signed out';
  take(stored);
};
addEventListener('storage', (event) => {
  if (event.key === storageKey || event.key === null) follow(event.key === null ? null : event.newValue);
});
// A page that the browser kept as it was, for its Back button, has not heard of a sign-out meanwhile.
addEventListener('pageshow', (event) => {
  if (event.persisted) follow(localStorage.getItem(storageKey));
});

/** The token of the session; it is the only thing kept in the browser. */
export const session = {
  token: (): string | null => token,
  /** When the token was issued to this machine and when it will have run out, by this machine's clock. */
  span: (): { from: number; to: number } => {
    const { iat, exp } = claimsOf(token ?? '');
    return { from: arrived, to: arrived + (exp - iat) * 1000 };
  },
  /** How the last session ended; null before the first one did. */
  ending: (): Ending | null => ending,
  /** Begins a session with a token from signing in. */
  start: (fresh: string): void => {
    ending = null;
    take(fresh);
    write();
  },
  /** Takes a renewed token, unless a newer one is there already. */
  renew: (renewed: string): void => {
    if (!token || claimsOf(renewed).iat <= claimsOf(token).iat) return;
    take(renewed);
    pending ??= setTimeout(write, writeEvery);
  },
  /** Forgets the session, here and in every other tab. Without `how`, the token's age tells. */
  end: (how?: Ending): void => {
    clearTimeout(pending);
    if (token) ending = how ?? (hasRunOut(token) ? 'timed out' : 'refused');
    take(null);
    write();
  },
  /** Calls back when a session begins or ends; returns what stops that. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether somebody is signed in. */
export const useSignedIn = (): boolean => useSyncExternalStore(session.subscribe, () => token !== null);
