import { words } from '#contract/kit/issues.ts';
import { formatDate } from '#forms/calendar.ts';

/** A value as people read it; a moment is shown in the zone of who reads it. */
export type ReadableValue = string | { at: string };

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** A key of stored values in words. */
export const inWords = (key: string) => words(key.replace(/^is_/, ''));

/** What people see of a value of which nothing else is known; null where there is nothing to see. */
export const plain = (value: unknown): ReadableValue | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return dated(value);
  if (Array.isArray(value)) return value.map(inside).filter(Boolean).join(', ') || null;
  if (typeof value === 'object') return partsOf(value) || null;
  return String(value);
};

const dated = (text: string): ReadableValue => {
  if (text === '(changed)') return 'Not shown';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text);
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text)) return text;
  const at = new Date(text).toISOString();
  // In another zone the last hours of a calendar lie beyond it.
  return /^\d{4}-/.test(at) ? { at } : text;
};

/** A value within another. */
const inside = (value: unknown): string => {
  const shown = plain(value);
  return typeof shown === 'object' && shown !== null ? shown.at : (shown ?? '');
};

/** A part of a value: "Position: 2", "Required"; the name alone of one with parts of its own; nothing of what is off. */
const partOf = (key: string, part: unknown): string[] => {
  const name = capital(inWords(key));
  const isList = Array.isArray(part) && part.every((one) => typeof one === 'string');
  if (part === true) return [name];
  if (part === false || key.endsWith('_id')) return [];
  if (key === 'position' && typeof part === 'number') return [`${name}: ${part + 1}`];
  if (typeof part === 'object' && part !== null && !isList) return Object.keys(part).length > 0 ? [name] : [];
  const text = inside(part);
  return text ? [`${name}: ${text}`] : [];
};

/** A value that has parts: the name that is among them, else all of them. */
const partsOf = (value: object): string => {
  const { filename, label, name } = value as Record<string, unknown>;
  const known = [filename, label, name].find((one) => typeof one === 'string');
  if (typeof known === 'string') return known;
  return Object.entries(value)
    .flatMap(([key, part]) => partOf(key, part))
    .join(', ');
};
