import { z } from 'zod';
import { composed, isInvisible, maxShort, withoutInvisible } from '#forms/clean-text.ts';
import type { Errors } from './issues.ts';

export { composed };

/**
 * Required text of at most `max` characters. Blank text has become null before it comes here, and is refused.
 * @param missing what is said then, where "Enter …" with the field's name is not it
 */
export const text = (max: number, missing?: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .overwrite(shortened(max))
    .min(1, missing)
    .max(max);

/** What a text of at most `max` characters is saved as: a short one without invisible signs. */
const shortened = (max: number) => (text: string) => (max <= maxShort ? withoutInvisible(text).trim() : text);

/** Text that may be absent. */
export const optionalText = (max: number) => z.string().overwrite(shortened(max)).max(max).nullable();

/** A name: it is short whatever `max` is, so it has no invisible signs; inner runs of spaces are collapsed. */
export const name = (max = 255) =>
  z
    .string()
    .overwrite((value) => shortened(1)(value).replace(/\s+/g, ' '))
    .min(1)
    .max(max);

/** Returns whether a text is a plain email address that mail can be sent to. */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && z.email().safeParse(text).success;

/** An email address, stored in lower case. What is accepted here can be mailed. */
export const email = z
  .string()
  .max(255)
  .refine(isEmailAddress, 'Enter an e-mail address like name@example.org')
  .transform((value) => value.toLowerCase());

/** A password by its length; what else is refused depends on the person and is checked by the server. */
export const password = z
  .string()
  .transform(composed)
  .pipe(z.string().min(12, 'Use at least 12 characters').max(128, 'Use at most 128 characters'));

/** Years before 1000 are typing mistakes, and the year 0 is none that the database knows. */
const isLate = (value: string) => value >= '1000';
const askForDate = 'Enter a date like 03/14/1985';

export const timestamp = z.iso.datetime({ precision: 3 });
/** A moment as it may be sent: ISO 8601 with any offset, kept in UTC. */
export const moment = z.iso
  .datetime({ offset: true, error: 'Enter a time like 2026-11-20T09:30:00.000Z' })
  .transform((value) => new Date(value).toISOString())
  .refine(isLate, 'Enter a time after the year 1000');
export const date = z.iso.date(askForDate).refine(isLate, askForDate);

const slugPattern = /^[a-z](?:[a-z0-9]|-(?!$)){2,39}$/;
const reserved = new Set(['www', 'api', 'admin', 'app', 'mail', 'static', 'public', 'login']);

/** The part of the address that names an organization. */
export const slug = z
  .string()
  .regex(slugPattern, 'Use 3 to 40 lowercase letters, digits and hyphens, starting with a letter')
  .refine((value) => !reserved.has(value), 'This address is reserved. Choose another.');

const skipped = /password/;

/** No payload of ours nests deeper; beyond a few thousand levels reading it would exhaust the stack. */
const deepest = 50;

/**
 * Prepares what came in as JSON: text is NFC and trimmed, text in which nothing can be seen is null, half a surrogate pair, which the database
 * refuses, is replaced. Passwords are left as typed.
 * @returns the cleaned value, and by dotted path what no text may hold and no value may be
 */
export const cleaned = (input: unknown): { value: unknown; errors: Errors } => {
  const errors = new Map<string, string[]>();
  const text = (value: string, path: string): string => {
    if (value.includes('\0')) errors.set(path || 'base', ['Remove the NUL character']);
    return composed(value);
  };
  const visit = (value: unknown, path: string, depth: number): unknown => {
    if (typeof value === 'string') {
      const trimmed = text(value, path).trim();
      return isInvisible(trimmed) ? null : trimmed;
    }
    if (value === null || typeof value !== 'object') return value;
    if (depth === deepest) {
      errors.set(path, [`Send at most ${deepest} levels of lists and objects`]);
      return null;
    }
    const below = (key: string | number) => (path ? `${path}.${key}` : String(key));
    if (Array.isArray(value)) return value.map((one, index) => visit(one, below(index), depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        text(key, path),
        skipped.test(key) ? one : visit(one, below(key), depth + 1),
      ]),
    );
  };
  const value = visit(input, '', 0);
  return { value, errors: Object.fromEntries(errors) };
};
