import { timedOut } from '#web/access/timed-out.ts';

/** What a screen that leads to signing in says about it. */
export type Arrival = {
  /** Where to go afterwards. */
  from?: string;
  timedOut?: boolean;
  /** The page was left because somebody signed out, in another tab. */
  signedOut?: boolean;
  invitationComplete?: boolean;
  passwordChanged?: boolean;
};

const noticeOf = ({ timedOut: isTimedOut, signedOut, invitationComplete, passwordChanged }: Arrival): string | null => {
  if (invitationComplete) return 'Invitation Complete!';
  if (passwordChanged) return 'Your password was changed. Sign in with the new one.';
  if (isTimedOut) return timedOut;
  if (signedOut) return 'You were signed out. Forms you started are kept as drafts.';
  return null;
};

/**
 * Reads the state with which somebody arrives at the sign-in.
 * @returns where signing in leads to, which is always a screen of this application, and what to tell first
 */
export const arrivalOf = (state: unknown): { from: string; notice: string | null } => {
  const arrival: Arrival = typeof state === 'object' && state !== null ? state : {};
  const isOwn = typeof arrival.from === 'string' && /^\/(?![/\\])/.test(arrival.from);
  return { from: isOwn ? (arrival.from as string) : '/', notice: noticeOf(arrival) };
};
