import { z } from 'zod';

/** Text as it is kept: Unicode NFC and trimmed; half a surrogate pair, which PostgreSQL refuses, is replaced. */
const cleaned = (text: string) => text.toWellFormed().normalize('NFC').trim();

/**
 * A schema of text that is cleaned, has no NUL and is at most `max` characters long. `ask` is the message for what is
 * not text; `recase` changes the text before it is measured.
 */
export const cleanText = (max: number, ask = 'Enter text', recase = (text: string) => text) =>
  z
    .string(ask)
    .overwrite((text) => cleaned(recase(text)))
    .refine((text) => !text.includes('\0'), 'Remove the NUL character')
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters`);

/** The schema of a name, a label or another short text that must not be blank. */
export const shortText = (ask: string) => cleanText(255, ask).min(1, ask);
