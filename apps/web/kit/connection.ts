import type { Reach } from './reach.ts';

/** Who calls, and for which organization: what every call carries, and what becomes of it. */
export type Connection = {
  /** The organization that calls are about. */
  organization: string;
  /** What a write loads afresh. */
  reach: Reach;
  token: () => string | null;
  /** Takes a renewed token. */
  renew: (token: string) => void;
  /** Hears that the server refused a token. */
  refused: (token: string | null) => void;
  /** Waits while somebody may sign in again. @returns whether somebody is signed in then */
  settled: (signal?: AbortSignal) => Promise<boolean>;
  /** Whether the page waits for somebody to sign in again. */
  isInterrupted: () => boolean;
};

let current: Connection | null = null;

/** Says whose calls these are; once, before the first of them. */
export const connect = (connection: Connection): void => {
  current = connection;
};

/** Whose calls these are. Throws when nobody has said it yet. */
export const connection = (): Connection => {
  if (!current) throw new Error('connect() comes before the first call');
  return current;
};
