import type { MatchReason } from '#contract/resources/clients.ts';
import { jaroWinkler } from './jaro-winkler.ts';
import { formalNames } from './nicknames.ts';
import { normalName } from './normal-name.ts';

/** What two people are compared by. The last 4 of SSN are null where nobody has said them yet, and may be unknown or declined. */
export type MatchFields = { first_name: string; last_name: string; dob: string; ssn_suffix: string | null };

/** From here on names count as alike. */
const alike = 0.9;

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((name) => other.has(name));

/** The same name, or one a nickname of the other. */
const isSame = (one: string, other: string): boolean => one === other || overlap(formalNames(one), formalNames(other));

const figuresIn = (name: string): string => name.replace(/\P{N}/gu, '');

/** Figures tell names apart that are otherwise alike. */
const isAlike = (one: string, other: string): boolean =>
  jaroWinkler(one, other) >= alike && figuresIn(one) === figuresIn(other);

/** How two dates of birth are to each other; null when they are nothing but different. */
export const datesOfBirth = (one: string, other: string): Extract<MatchReason, `${string}dob${string}`> | null => {
  if (one === other) return 'same_dob';
  const [year, month, day] = one.split('-');
  if (other === `${year}-${day}-${month}`) return 'dob_swapped';
  const differing = [...one].filter((figure, at) => figure !== other[at]).length;
  return differing === 1 && one.length === other.length ? 'dob_one_digit' : null;
};

/**
 * Tells whether the last 4 of SSN are known: not when they are unknown or declined, nor as 0000, which is typed where
 * nobody knows them. Only known ones count as a match.
 */
export const isKnownSsn = (ssn_suffix: string | null): ssn_suffix is string =>
  ssn_suffix !== null && /^\d{4}$/.test(ssn_suffix) && ssn_suffix !== '0000';

const isSameSsn = (one: MatchFields, other: MatchFields): boolean =>
  isKnownSsn(one.ssn_suffix) && one.ssn_suffix === other.ssn_suffix;

/** How two names are to each other, in the words that people are told, and as the rules ask. */
const compareNames = (one: MatchFields, other: MatchFields) => {
  const [first, last] = [normalName(one.first_name), normalName(one.last_name)];
  const [otherFirst, otherLast] = [normalName(other.first_name), normalName(other.last_name)];
  const sameFirst = isSame(first, otherFirst);
  const sameLast = last === otherLast;
  const isSwapped = !(sameFirst && sameLast) && isSame(first, otherLast) && isSame(otherFirst, last);
  const alikeFirst = sameFirst || isAlike(first, otherFirst);
  const alikeLast = sameLast || isAlike(last, otherLast);
  const reasons = (): MatchReason[] => {
    if (isSwapped) return ['names_swapped'];
    if (first === otherFirst && sameLast) return ['same_names'];
    return [
      first === otherFirst ? 'same_first_name' : alikeFirst ? 'first_names_alike' : 'first_name_differs',
      sameLast ? 'same_last_name' : alikeLast ? 'last_names_alike' : 'last_name_differs',
    ];
  };
  return { sameFirst, sameLast, isSwapped, alikeFirst, alikeLast, reasons };
};

/**
 * Why two people may be the same one, by four rules; null when none of them holds:
 * - the same date of birth and last 4 of SSN, and one name the same, or the names swapped;
 * - the same date of birth and last name, and first names that are the same, nicknames of each other, or alike;
 * - the same names, or the names swapped, and the same last 4 of SSN, with day and month of birth swapped or one figure of
 *   the date another;
 * - the same date of birth and first name, and last names that are alike.
 */
export const possibleDuplicate = (one: MatchFields, other: MatchFields): MatchReason[] | null => {
  const born = datesOfBirth(one.dob, other.dob);
  if (born === null) return null;
  const sameSsn = isSameSsn(one, other);
  const { sameFirst, sameLast, isSwapped, alikeFirst, alikeLast, reasons } = compareNames(one, other);
  const holds =
    born === 'same_dob'
      ? (sameSsn && (sameFirst || sameLast || isSwapped)) || (sameLast && alikeFirst) || (sameFirst && alikeLast)
      : sameSsn && ((sameFirst && sameLast) || isSwapped);
  return holds ? [...reasons(), born, ...(sameSsn ? (['same_ssn'] as const) : [])] : null;
};

/** All that there is to say of two people who are likely the same for another reason than the rules. */
export const likeness = (one: MatchFields, other: MatchFields): MatchReason[] => {
  const born = datesOfBirth(one.dob, other.dob);
  const sameSsn = isSameSsn(one, other);
  return [
    ...compareNames(one, other).reasons(),
    ...(born === null ? [] : [born]),
    ...(sameSsn ? (['same_ssn'] as const) : []),
  ];
};

/**
 * What people must have in common for a rule to hold, so that those who may be duplicates are found by equality alone:
 * the day of birth with one name, whichever, or both names. A person has a few.
 */
export const matchKeys = ({ first_name, last_name, dob }: Pick<MatchFields, 'first_name' | 'last_name' | 'dob'>) => {
  const first = [...formalNames(normalName(first_name))];
  const last = [...formalNames(normalName(last_name))];
  const born = new Set([...first, ...last, normalName(last_name)].map((name) => `${dob} ${name}`));
  const named = new Set(first.flatMap((one) => last.map((other) => [one, other].sort().join(' '))));
  return { born: [...born], named: [...named] };
};
