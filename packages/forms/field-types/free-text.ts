import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { commonMetadata, oneOf } from './metadata.ts';

const capitalizations = ['none', 'uppercase', 'lowercase', 'capitalize'] as const;
type Capitalization = (typeof capitalizations)[number];

const recase: Record<Capitalization, (text: string) => string> = {
  none: (text) => text,
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  capitalize: (text) => text.replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase()),
};

const length = () => z.int('Enter a whole number of characters').min(0, 'Enter 0 or more');

/** The settings of both kinds of free text of at most `limit` characters; `min` and `max` count them. */
export const freeTextMetadata = (limit: number) => ({
  ...commonMetadata,
  min: length().max(limit, `Enter ${limit} or less`).optional(),
  max: length().optional(),
  format: cleanText(255).optional(),
  capitalization: oneOf(capitalizations).optional(),
});

export type FreeTextSettings = {
  min?: number | undefined;
  max?: number | undefined;
  capitalization?: Capitalization | undefined;
};

/** The schema of a typed text: at most `limit` characters, and what the field's settings ask for. */
export const freeText = (limit: number, { min = 0, max = limit, capitalization = 'none' }: FreeTextSettings) =>
  cleanText(Math.min(limit, max), 'Enter text', recase[capitalization]).min(min, `Use at least ${min} characters`);
