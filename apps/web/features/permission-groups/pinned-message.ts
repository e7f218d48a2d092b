import type { z } from 'zod';
import type { pinnedMessage } from '#contract/resources/pinned-messages.ts';
import { type DayAndTime, dayAndTimeOf } from '#web/ui/day-and-time.ts';
import { plainText } from '#web/ui/markdown-text.ts';

export type PinnedMessage = z.output<typeof pinnedMessage>;

/** A message as the form holds it. */
export type MessageValues = {
  subject: string;
  body: string;
  expired_at: DayAndTime;
  /** What is wrong with the text of the date, which is not a value yet. */
  problem: string | null;
  lock_version: number;
};

export const valuesOf = ({ subject, body, expired_at, lock_version }: PinnedMessage, zone: string): MessageValues => ({
  subject,
  body,
  expired_at: dayAndTimeOf(expired_at, zone),
  problem: null,
  lock_version,
});

export const blankMessage: MessageValues = {
  subject: '',
  body: '',
  expired_at: { date: null, time: null },
  problem: null,
  lock_version: 0,
};

const longest = 80;

/** What a message begins with, without its formatting. */
export const previewOf = (body: string): string => {
  const signs = [...plainText(body)];
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : signs.join('');
};
