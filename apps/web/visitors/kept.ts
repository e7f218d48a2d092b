import type { FillingDraft } from '#web/forms/filling/draft.ts';
import type { Receipt } from './open-form.ts';

/** What stays on this device while somebody fills in a form: in this tab, and until it is closed. */
export type LocalDraft = {
  /** The same as long as the answers were not taken, so that they are taken once. */
  start_token: string;
  draft: FillingDraft | null;
  /** Under which it is kept on the server as well. */
  code?: string;
};

const keyOf = (access_key: string) => `public-form ${access_key}`;
const languageKeyOf = (access_key: string) => `public-language ${access_key}`;
const receiptKeyOf = (access_key: string) => `public-receipt ${access_key}`;

const read = <T>(key: string): T | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full, or refused: the answers are on the screen all the same.
  }
};

/** What was typed into a form in this tab and not sent. */
export const kept = {
  read: (access_key: string): LocalDraft | null => read<LocalDraft>(keyOf(access_key)),
  write: (access_key: string, value: LocalDraft): void => write(keyOf(access_key), value),
  forget: (access_key: string): void => sessionStorage.removeItem(keyOf(access_key)),
};

type KeptReceipt = Receipt & { language: string };

/** What was answered when a form was sent, and in which language, for a reload of the page that says so. */
export const receipts = {
  read: (access_key: string): KeptReceipt | null => read<KeptReceipt>(receiptKeyOf(access_key)),
  write: (access_key: string, receipt: KeptReceipt): void => write(receiptKeyOf(access_key), receipt),
};

/** The language that somebody chose for a form in this tab. */
export const chosenLanguages = {
  read: (access_key: string): string | null => read<string>(languageKeyOf(access_key)),
  write: (access_key: string, code: string): void => write(languageKeyOf(access_key), code),
};
