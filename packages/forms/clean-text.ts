import { z } from 'zod';

/** One letter carries at most this many marks, as in Unicode's stream-safe text. */
const maxMarks = 30;

/**
 * Text in Unicode's composed form (NFC), with half a surrogate pair, which PostgreSQL refuses, replaced. Marks beyond
 * the thirtieth on one letter are left out: putting them in order takes the square of their number, so that a megabyte
 * of them would take minutes.
 */
export const composed = (text: string): string => {
  const sparing = text.replace(/\p{M}+/gu, (marks) =>
    marks.length > maxMarks ? [...marks.slice(0, 2 * maxMarks)].slice(0, maxMarks).join('') : marks,
  );
  return sparing.toWellFormed().normalize('NFC');
};

/**
 * A schema of text that is composed and trimmed, has no NUL and is at most `max` characters long. `ask` is the message
 * for what is not text; `recase` changes the text before it is measured.
 */
export const cleanText = (max: number, ask = 'Enter text', recase = (text: string) => text) => {
  const tooLong = `Use at most ${max.toLocaleString('en-US')} characters`;
  return (
    z
      .string(ask)
      // Composing and trimming shorten a text, but not to a fourth: what is far too long is not worked on at all.
      .refine((text) => text.length <= 4 * max + 1000, { error: tooLong, abort: true })
      .overwrite((text) => composed(recase(text)).trim())
      .refine((text) => !text.includes('\0'), 'Remove the NUL character')
      .max(max, tooLong)
  );
};

/** The schema of a name, a label or another short text that must not be blank. */
export const shortText = (ask: string) => cleanText(255, ask).min(1, ask);
