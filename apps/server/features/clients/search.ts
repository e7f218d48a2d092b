import { type Expression, type SqlBool, sql } from 'kysely';
import { words } from '#server/kit/crud.ts';
import { conditionOn, type Source, type Where } from '#server/kit/rows.ts';

/** A date as people type it: 03/14/1985, 3-14-85, 1985-03-14. Two figures of a year are the past. */
export const typedDate = (text: string): string | null => {
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const [year, month, day] = american ? [american[3], american[1], american[2]] : iso ? iso.slice(1) : [];
  if (!year || !month || !day) return null;
  const full = year.length === 2 ? (Number(year) > new Date().getFullYear() % 100 ? `19${year}` : `20${year}`) : year;
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  return isReal && full >= '1000' ? date : null;
};

/** The range of sort names that begin with a text. */
const startingWith = (text: string) =>
  sql<boolean>`(sort_name >= kit.fold(${text}) collate "C" and sort_name < (kit.fold(${text}) || U&'\\FFFF') collate "C")`;

/** The words of a search that are names, the longest first. */
const namesIn = (query: string | undefined): string[] =>
  words(query)
    .filter((word) => !typedDate(word) && !/^\d{1,15}$/.test(word))
    .toSorted((a, b) => b.length - a.length);

/** Beside longer words, one of one or two letters means the beginning of a name. */
const within = (word: string): string => `${word.length > 2 ? '' : ' '}${word}`;

/**
 * The people whose names hold every word of the search, through the index of name parts; null when no word is long
 * enough for it.
 */
export const namedPeople = (query: string | undefined): Source | null => {
  const [longest, ...others] = namesIn(query);
  if (!longest || longest.length < 3) return null;
  return sql`kit.clients_named(kit.pattern(${within(longest)}),
    array(select kit.pattern(other) from unnest(${others.map(within)}::text[]) other))`;
};

/**
 * What else a search asks for: a date finds dates of birth, four digits also the last 4 of SSN, a number the ID.
 * When every name in it is of one or two letters, the first means the beginning of the last name.
 * @param hashesOf what may be stored of four digits
 */
export const matching = (query: string | undefined, hashesOf: (digits: string) => number[]): Where<'clients'> => {
  const person = conditionOn('clients');
  const conditions: Expression<SqlBool>[] = [];
  for (const word of words(query)) {
    const date = typedDate(word);
    if (date) conditions.push(person('dob', '=', date));
    else if (/^\d{4}$/.test(word))
      conditions.push(person.or([person('ssn_hash', 'in', hashesOf(word)), person('id', '=', Number(word))]));
    else if (/^\d{1,15}$/.test(word)) conditions.push(person('id', '=', Number(word)));
  }
  if (!namedPeople(query)) {
    const [first, ...others] = words(query).filter((word) => namesIn(query).includes(word));
    if (first) conditions.push(startingWith(first));
    for (const other of others) conditions.push(sql<boolean>`search_name like kit.pattern(${within(other)})`);
  }
  return person.and(conditions);
};
