import { sql } from 'kysely';
import { ref, type Sql } from './relation.ts';

/** Who is behind a row, and how many people are behind a group, as statements call them. */
export const personName = 'person';
export const peopleName = 'people';
export const keptOutName = 'kept_out';

/** How many people are behind the rows of a group, or behind those of them that meet a condition. */
export const countPeople = (where: Sql | null = null): Sql =>
  sql`count(distinct ${ref(personName)})${where ? sql` filter (where ${where})` : sql``}`;

/** Whether so many people are few. Nobody is not. */
export const areFew = (people: Sql, below: number): Sql => sql`${people} between 1 and ${below - 1}::integer`;

/** Functions that give the value of one row as it is: it tells of those who have that value, not of the whole group. */
export const ofOneRow: readonly (string | null)[] = ['min', 'max', 'first', 'last'];

/**
 * What a function gave of groups: its names, how many people are behind it, whether it counts, and the name under which
 * a group says that it is kept out.
 */
export type Part = {
  names: readonly string[];
  people: string;
  keptOut: string;
  isCount: boolean;
  /** The conditions of a count's own column as text, equal for equal conditions; null if it has none. */
  conditions: string | null;
  /** Under which name a group says how many people are behind all rows that the function could count. */
  population: string;
  /** Whether it tells of all rows, where these would tell of few people. */
  isOfAll: boolean;
  /** Of a percentage: what the groups of its whole have in common. */
  whole: readonly string[] | null;
};

type Groups = {
  below: number;
  /** What tells the groups apart, and what else is handed on. */
  by: readonly string[];
  passed: readonly string[];
  /** How many people are behind a group, in each period whose rows it has. */
  populations: readonly string[];
  /** Whether not even the number of rows is told. */
  hidesRows: boolean;
  parts: readonly Part[];
};

/** Counts out of the same people, each with conditions of its own, and these conditions. */
type Division = { population: string; counts: readonly Part[]; conditions: readonly (string | null)[] };

/** The divisions with at least three conditions. With two, the complement of a small count is hidden anyway. */
const divisionsIn = (parts: readonly Part[]): Division[] => {
  const counts = parts.filter(({ conditions, isOfAll }) => conditions !== null && !isOfAll);
  return [...Map.groupBy(counts, ({ population }) => population)]
    .map(([population, own]) => ({ population, counts: own, conditions: distinct(own) }))
    .filter(({ conditions }) => conditions.length > 2);
};
const distinct = (counts: readonly Part[]) => [...new Set(counts.map(({ conditions }) => conditions))];

/** The column of a group that says which conditions' counts are hidden together with a count of few people. */
const besideName = (population: string) => `beside_${population}`;

/**
 * SQL of which conditions' counts a group hides together with a count of few people: their place in the division, from 1;
 * 0 for none. Without it, all people less the shown counts would tell the small one. Counts with the same conditions are
 * hidden together, since they tell the same.
 */
const besideFew = ({ population, counts, conditions }: Division, below: number): Sql => {
  const own = counts.map(({ people }) => ref(people));
  const places = counts.map((one) => conditions.indexOf(one.conditions) + 1);
  const all = ref(`groups.${population}`);
  const [isFew, isAllButFew] = [areFew(sql`own`, below), areFew(sql`(${all} - own)`, below)];
  const told = sql`
    select place, bool_or(${isFew}) as has_few, max(own) as most, max(own) filter (where not (${isFew} or ${isAllButFew})) as shown
      from unnest(array[${sql.join(own)}], array[${sql.join(places)}]::integer[]) counts (own, place) group by place`;
  const isEnoughHidden = sql`coalesce(bool_or(shown is null and most >= ${below}::integer), false)`;
  const next = sql`array_agg(place order by shown, place) filter (where not has_few and shown >= ${below}::integer)`;
  return sql`coalesce((
    select case when bool_or(has_few) and not ${isEnoughHidden} and ${all} - coalesce(sum(shown), 0) < ${below}::integer
                then (${next})[1] end
      from (${told}) told), 0)`;
};

/** SQL of whether a group hides a count together with one of few people; null if it's in no division. */
const isBesideFew = (divisions: readonly Division[], part: Part): Sql | null => {
  const division = divisions.find(({ counts }) => counts.includes(part));
  return division
    ? sql`${ref(besideName(part.population))} = ${division.conditions.indexOf(part.conditions) + 1}::integer`
    : null;
};

/**
 * Groups without what tells of few people. With those that are few goes the smallest other one, so that what is left
 * taken from the total tells of enough; and with a count of few goes the count of all but few. Within a group, with counts
 * of few under conditions of their own goes the smallest other one that has some, where the others leave few.
 */
export const withoutFew = (groups: Sql, { below, by, passed, populations, hidesRows, parts }: Groups): Sql => {
  const few = sql`(${sql.join(
    populations.map((one) => areFew(ref(one), below)),
    sql` or `,
  )})`;
  const enough = sql`(${sql.join(
    populations.map((one) => sql`${ref(one)} >= ${below}::integer`),
    sql` and `,
  )})`;
  const order = sql.join([ref(peopleName), ...by.map(ref)]);
  // Of several periods, a group may be neither: without one that is enough in all of them, nothing is left.
  const alone = populations.length > 1 ? sql`bool_or(${few}) over () and not bool_or(${enough}) over () or ` : sql``;
  const divisions = divisionsIn(parts);
  const besides = divisions.map(
    (division) => sql`, ${besideFew(division, below)} as ${sql.ref(besideName(division.population))}`,
  );
  const marked = sql`
    select groups.*, ${alone}${few} or (${enough} and bool_or(${few}) over ()
           and row_number() over (partition by ${enough} order by ${order}) = 1) as ${sql.ref(keptOutName)}${sql.join(besides, sql``)}
      from (${groups}) groups`;
  const told = parts.flatMap((part) => {
    const { names, people: own, keptOut, isCount, population, isOfAll } = part;
    const rest = isCount ? sql` or ${areFew(sql`(${ref(population)} - ${ref(own)})`, below)}` : sql``;
    const beside = isBesideFew(divisions, part);
    const isSecond = beside ? sql` or ${beside}` : sql``;
    const isOut = isOfAll ? sql`true` : sql`${ref(keptOutName)} or ${areFew(ref(own), below)}${rest}${isSecond}`;
    return [
      ...names.map((name) => sql`case when ${isOut} then null else ${ref(name)} end as ${sql.ref(name)}`),
      sql`${isOut} as ${sql.ref(keptOut)}`,
    ];
  });
  const kept = sql`select ${sql.join([...by, ...passed, keptOutName].map(ref).concat(told))},
           case when ${hidesRows} or bool_and(${ref(keptOutName)}) over () then 0 else row_count end as row_count
      from (${marked}) groups`;
  if (parts.every(({ whole }) => whole === null)) return kept;
  const shown = parts.flatMap(({ names, keptOut, whole }) => {
    const all = [...names, keptOut].map(ref);
    if (!whole) return all;
    const by = whole.length > 0 ? sql`partition by ${sql.join(whole.map(ref))}` : sql``;
    // Of a percentage, its whole follows: taken from it, what is shown leaves what is kept out.
    const isOut = sql`bool_or(${ref(keptOut)}) over (${by})`;
    return [
      ...names.map((name) => sql`case when ${isOut} then null else ${ref(name)} end as ${sql.ref(name)}`),
      sql`${isOut} as ${sql.ref(keptOut)}`,
    ];
  });
  return sql`select ${sql.join([...by, ...passed, keptOutName].map(ref).concat(shown))}, row_count
      from (${kept}) groups`;
};

/** The line that says so. */
export const keptOutSentence = (below: number): string =>
  `Counts of fewer than ${below} people, and any totals that would reveal them, are hidden.`;

type Entry = { x_label: string; group: string | null; people: number };

/**
 * Which entries of a chart are kept out, by their places: those of few people, and of each line of them, along an axis or
 * of all, the smallest other one, so that no total tells what is missing.
 */
export const entriesKeptOut = (entries: readonly Entry[], below: number): ReadonlySet<number> => {
  const peopleAt = (place: number) => (entries[place] as Entry).people;
  const places = entries.map((_, place) => place);
  const out = new Set(places.filter((place) => peopleAt(place) >= 1 && peopleAt(place) < below));
  const lines = [
    places,
    ...Map.groupBy(places, (place) => entries[place]?.x_label).values(),
    ...Map.groupBy(places, (place) => entries[place]?.group).values(),
  ].filter(({ length }) => length > 1);
  /** Keeps another one out where a line needs it. @returns whether it did */
  const completed = (line: readonly number[]): boolean => {
    const gone = line.filter((place) => out.has(place));
    if (gone.length === 0 || gone.some((place) => peopleAt(place) >= below)) return false;
    const [next] = line
      .filter((place) => !out.has(place) && peopleAt(place) >= below)
      .toSorted((one, other) => peopleAt(one) - peopleAt(other));
    if (next === undefined) return false;
    out.add(next);
    return true;
  };
  while (lines.map(completed).some(Boolean));
  return out;
};
