import { type Expression, type SqlBool, sql } from 'kysely';
import { ssnHashes } from '#server/access/ssn.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { conditionOn, type Source, type Where } from '#server/kit/rows.ts';
import { remainingOf } from './merged.ts';
import { type Meaning, readTyped } from './typed-words.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'keys' | 'caller'>;

/** A word of one or two letters means the beginning of a first or last name. */
const within = (word: string): string => `${word.length > 2 ? '' : ' '}${word}`;

/** Names as patterns; a `search_name` that holds them all is like each. */
export const patternsOf = (names: readonly string[]) =>
  sql<string[]>`array(select kit.pattern(word) from unnest(${names.map(within)}::text[]) word)`;

/**
 * The people whose names hold every word of the search, through the index of name parts; null when none is a name.
 */
export const namedPeople = (query: string | undefined): Source | null => {
  const [longest, ...others] = readTyped(query).names.toSorted((a, b) => b.length - a.length);
  if (!longest) return null;
  return sql`kit.clients_named(kit.pattern(${within(longest)}), ${patternsOf(others)})`;
};

/** That names hold every word of the search, for where all of the list is read and the note of who reads it was written. */
export const holdingNames = (query: string | undefined): Where<'clients'> =>
  conditionOn('clients').and(
    readTyped(query).names.map((name) => sql<boolean>`search_name like kit.pattern(${within(name)})`),
  );

/** Whom the id of a record that was merged means, by that id. */
type Remaining = ReadonlyMap<number, number>;

/** That a person is what one part of a search may mean. */
const meant = (
  { born, ssn, id }: Meaning,
  { keys, caller }: CallerContext,
  remaining: Remaining,
): Expression<SqlBool> => {
  const person = conditionOn('clients');
  return person.or([
    ...born.map(({ from, to }) => (from === to ? person('dob', '=', from) : person.between('dob', from, to))),
    ...(ssn === null ? [] : [person('ssn_hash', 'in', ssnHashes(keys, caller.organization.id, ssn))]),
    ...(id === null ? [] : [person('id', 'in', [id, ...(remaining.has(id) ? [remaining.get(id) as number] : [])])]),
  ]);
};

/** What a search asks for besides names: dates of birth, the last 4 of SSN, IDs, also of records that were merged. */
export const meaning = async (query: string | undefined, context: CallerContext): Promise<Where<'clients'>> => {
  const { meanings } = readTyped(query);
  const ids = meanings.flatMap(({ id }) => id ?? []);
  const remaining = ids.length > 0 ? await remainingOf(context, ids) : new Map<number, number>();
  return conditionOn('clients').and(meanings.map((one) => meant(one, context, remaining)));
};
