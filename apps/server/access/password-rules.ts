import type { Issue } from '#contract/kit/issues.ts';
import { composed } from '#contract/kit/text.ts';
import { refuse } from '../kit/problem.ts';
import { isCommon } from './common-passwords.ts';

const folded = (value: string) => value.normalize('NFKD').toLowerCase();

/**
 * Finds what is wrong with a new password: its confirmation differs, it is a common one, or it holds the person's name or
 * address, the organization's name or the product's.
 * @param known names and addresses that must not be part of it
 */
export const passwordIssues = async (
  password: string,
  confirmation: string | undefined,
  known: (string | null | undefined)[],
): Promise<Issue[]> => {
  const parts = ['hearth', ...known].flatMap((one) => folded(one ?? '').split(/@.*$/)).map((one) => one.trim());
  const found = parts.find((one) => one.length >= 3 && folded(password).includes(one));
  const weakness = (await isCommon(folded(password)))
    ? 'This password is too common'
    : found && `Leave "${found}" out of your password: it is easy to guess`;
  return [
    ...(weakness ? [{ path: 'password', message: weakness }] : []),
    ...(composed(confirmation ?? '') === password
      ? []
      : [{ path: 'password_confirmation', message: 'Passwords do not match' }]),
  ];
};

/** Refuses a password that others would guess: see `passwordIssues`. */
export const goodPassword = async (...args: Parameters<typeof passwordIssues>): Promise<void> =>
  refuse(await passwordIssues(...args));
