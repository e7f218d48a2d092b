import { composed } from '#contract/kit/text.ts';
import { Problem } from '../kit/problem.ts';
import { isCommon } from './common-passwords.ts';

const folded = (value: string) => value.normalize('NFKD').toLowerCase();

/**
 * Refuses a password that others would guess: a common one, or one that holds the person's name or address, the
 * organization's name or the product's.
 * @param known names and addresses that must not be part of it
 */
export const goodPassword = async (
  password: string,
  confirmation: string | undefined,
  known: (string | null | undefined)[],
): Promise<void> => {
  const refuse = (field: string, message: string) => {
    throw new Problem('invalid', { [field]: [message] });
  };
  if (composed(confirmation ?? '') !== password) refuse('password_confirmation', 'Passwords do not match');
  if (await isCommon(folded(password))) refuse('password', 'This password is too common');
  const parts = ['hearth', ...known].flatMap((one) => folded(one ?? '').split(/@.*$/)).map((one) => one.trim());
  const found = parts.find((one) => one.length >= 3 && folded(password).includes(one));
  if (found) refuse('password', `Leave "${found}" out of your password: it is easy to guess`);
};
