import type { z } from 'zod';
import type { apiCredential } from '#contract/resources/api-credentials.ts';
import type { Tone } from '#web/ui/status-badge.tsx';

export type Credential = z.output<typeof apiCredential>;

const soon = 14 * 24 * 60 * 60_000;

/** Whether an API key works, and how much longer. */
export const stateOf = (
  { expired, expires_at }: Pick<Credential, 'expired' | 'expires_at'>,
  now: number,
): { tone: Tone; word: string } => {
  const left = Date.parse(expires_at) - now;
  if (expired || left <= 0) return { tone: 'error', word: 'Expired' };
  return left < soon ? { tone: 'warn', word: 'Expires soon' } : { tone: 'ok', word: 'Active' };
};
