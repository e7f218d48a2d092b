/** Days of the calendar, from the first to the last. */
export type Days = { from: string; to: string };

/** What one part of a search may mean: any of these. */
export type Meaning = { born: Days[]; ssn: string | null; id: number | null };

/** What somebody typed to find a person: names, and what else must be true of them. */
export type PersonSearch = { names: string[]; meanings: Meaning[] };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const two = (figures: number | string): string => String(figures).padStart(2, '0');

/** What no name is known by: the same characters that kit.squeezed takes out. */
const leftOut = /['`´‘’ʻʼʽʾʿ′.·\-‐‑‒–—―−\u200c\u30fb]/g;
/** Signs that nobody sees: no space stands for them, and none divides two names. */
const unseen = /\u034f|\u200d|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** A name as the database compares it, but for accents and capitals. */
const squeezed = (name: string): string => name.replace(leftOut, '') || name;

/** The words of a text, divided by spaces and commas. */
const wordsOf = (text: string): string[] =>
  text
    .replace(unseen, '')
    .split(/[\s,]+/)
    .filter(Boolean);

/** The words of a search that knows of names alone, as the database compares names. */
export const typedNames = (query: string | undefined): string[] => wordsOf(query ?? '').map(squeezed);

/** A day of the calendar; two figures of a year mean the past. Null when there is no such day. */
const day = ([year, month, date]: readonly [string, string | number, string], today: string): Days | null => {
  const rest = `-${two(month)}-${two(date)}`;
  const recent = `20${year}${rest}`;
  const written = year.length === 4 ? `${year}${rest}` : recent > today ? `19${year}${rest}` : recent;
  const parsed = new Date(`${written}T00:00:00Z`);
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(written);
  return isReal && written >= '1000' ? { from: written, to: written } : null;
};

/** All days of a month. */
const monthOf = (year: string, month: string): Days | null => {
  if (Number(month) < 1 || Number(month) > 12) return null;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return { from: `${year}-${two(month)}-01`, to: `${year}-${two(month)}-${last}` };
};

/** A date whose parts are divided: 03/14/1985, 3-14-85, 3.14.85, 3 14 1985, 1985-03-14, and without its day 03/1985. */
const dividedDate = (text: string, today: string): Days | null => {
  const [, month = '', date = '', year = ''] = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/.exec(text) ?? [];
  if (year) return day([year, month, date], today);
  const iso = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text);
  if (iso) return day([iso[1] as string, iso[2] as string, iso[3] as string], today);
  const short = /^(\d{1,2})[/.-]([12]\d{3})$/.exec(text);
  if (short) return monthOf(short[2] as string, short[1] as string);
  const shortIso = /^([12]\d{3})[/.-](\d{1,2})$/.exec(text);
  return shortIso && monthOf(shortIso[1] as string, shortIso[2] as string);
};

/** A date in words: Mar 14 1985, 14 March 1985, March 14th 1985. */
const wordedDate = ([first = '', second = '', year = '']: string[], today: string): Days | null => {
  if (!/^(\d{4}|\d{2})$/.test(year)) return null;
  const [name, number] = /^\d/.test(first) ? [second, first] : [first, second];
  const month = /^[a-z]{3,9}\.?$/i.test(name) ? months.indexOf(name.slice(0, 3).toLowerCase()) + 1 : 0;
  const [, date] = /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(number) ?? [];
  return month && date ? day([year, month, date], today) : null;
};

/** What figures alone may mean: a year or a day of birth, the last 4 of SSN, an ID. */
const figures = (text: string, today: string): Meaning => {
  const at = (from: number, to: number) => text.slice(from, to);
  const days =
    text.length === 8
      ? [day([at(4, 8), at(0, 2), at(2, 4)], today), day([at(0, 4), at(4, 6), at(6, 8)], today)]
      : text.length === 6
        ? [day([at(4, 6), at(0, 2), at(2, 4)], today)]
        : [];
  const isYear = text.length === 4 && text >= '1900' && text <= today.slice(0, 4);
  return {
    born: isYear ? [{ from: `${text}-01-01`, to: `${text}-12-31` }] : days.filter((one) => one !== null),
    ssn: text.length === 4 ? text : null,
    id: Number(text),
  };
};

const only = (part: Partial<Meaning>): Meaning => ({ born: [], ssn: null, id: null, ...part });

/**
 * Reads a search for people. Parts are divided by spaces and commas; what is neither a date nor a number nor an ID is a
 * name, given without apostrophes, hyphens and dots.
 * @param today as YYYY-MM-DD: two figures of a year do not lie after it
 */
export const readTyped = (query: string | undefined, today = new Date().toISOString().slice(0, 10)): PersonSearch => {
  const parts = wordsOf(query ?? '');
  const names: string[] = [];
  const meanings: Meaning[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string;
    const next = parts.slice(at, at + 3);
    const three = next.length === 3 ? (wordedDate(next, today) ?? dividedDate(next.join(' '), today)) : null;
    const one = dividedDate(part, today);
    const numbered =
      /^(?:id|#|id[:#])(\d{1,15})$/i.exec(part) ?? /^(?:id:?|#) (\d{1,15})$/i.exec(next.slice(0, 2).join(' '));
    if (three) meanings.push(only({ born: [three] }));
    else if (one) meanings.push(only({ born: [one] }));
    else if (numbered) meanings.push(only({ id: Number(numbered[1]) }));
    else if (/^\d{1,15}$/.test(part)) meanings.push(figures(part, today));
    else names.push(squeezed(part));
    if (three) at += 2;
    else if (numbered?.[0].includes(' ')) at += 1;
  }
  return { names, meanings };
};
