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
 * Signs that nobody sees, and before them those that change what stands beside them: joiners after a letter that they shape, as
 * in Persian, Hindi or Malayalam, and in emoji; styles of signs; and flags of regions.
 */
const invisible =
  /((?<=(?!\p{scx=Hani})[\p{Lo}\p{M}])(?:\u200d|\u200c(?=[\p{Lo}\p{M}]))|(?<=\p{ExtPict}|\p{EMod}|\ufe0f)\u200d|(?<=\p{Emoji}|\p{Lo})[\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<=\u{1f3f4})[\u{e0020}-\u{e007f}]+)|\p{DI}/gu;

/**
 * Returns a name or another short text without signs that nobody sees or that change its direction. A joiner stays where it
 * shapes a letter or an emoji.
 */
export const withoutInvisible = (text: string): string => text.replace(invisible, (_, kept: string = '') => kept);

/** Returns whether there is nothing to see in a text: white space, and signs that nobody sees. */
export const isInvisible = (text: string): boolean => /^[\s\p{DI}\u2800]*$/u.test(text);

/** Texts of at most so many characters are names, labels and short answers. */
export const maxShort = 255;

/**
 * A schema of text that is composed and trimmed, has no NUL, no invisible signs where it is short, and is at most `max`
 * characters long. `ask` is the message for what is not text; `recase` changes the text before it is measured.
 */
export const cleanText = (max: number, ask = 'Enter text', recase = (text: string) => text) =>
  textOf(max, ask, (text) => {
    const clean = composed(recase(text));
    if (isInvisible(clean)) return '';
    return (max <= maxShort ? withoutInvisible(clean) : clean).trim();
  });

/**
 * The same of a text that stands for something else, such as the value of an option: signs that nobody sees stay, so that
 * what was stored with some is still found.
 */
export const exactText = (max: number, ask = 'Enter text') => textOf(max, ask, (text) => composed(text).trim());

const textOf = (max: number, ask: string, clean: (text: string) => string) => {
  const tooLong = `Use at most ${max.toLocaleString('en-US')} characters`;
  return (
    z
      .string(ask)
      // Composing and trimming shorten a text, but not to a fourth: what is far too long is not worked on at all.
      .refine((text) => text.length <= 4 * max + 1000, { error: tooLong, abort: true })
      .overwrite(clean)
      .refine((text) => !text.includes('\0'), 'Remove the NUL character')
      .max(max, tooLong)
  );
};

/** The schema of a name, a label or another short text that must not be blank. */
export const shortText = (ask: string) => cleanText(255, ask).min(1, ask);
