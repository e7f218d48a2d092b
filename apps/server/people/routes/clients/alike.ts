import { sql } from 'kysely';
import type { z } from 'zod';
import type { clientRoutes, MatchReason } from '#contract/resources/clients.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { ssnOf } from '#server/access/ssn.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { serializePerson } from '#server/people/duplicates.ts';
import { likeness, type MatchFields, matchKeys, possibleDuplicate } from '#server/people/match.ts';
import { candidatesFor } from '#server/people/pairs.ts';
import { distance } from './differences.ts';
import { folded } from './folded.ts';

type AlikeQuery = z.output<NonNullable<typeof clientRoutes.alike.body>>;

/** How many people are told who may be the same as a new one. */
const most = 5;

/** How many letters of a whole name may differ for two people of one birthday to be taken for one. */
const sameName = 2;

/** Of those born on a day, this many are looked at by how their names are written: "unknown" days have thousands. */
const maxBorn = 1000;

/** Dates that somebody may have meant who wrote this one: a figure mistaken, or day and month, or two figures, swapped. */
export const datesNear = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-');
  const plain = `${year}${month}${day}`;
  const written = [`${year}${day}${month}`];
  for (let at = 2; at < 8; at++) {
    for (let figure = 0; figure < 10; figure++) written.push(`${plain.slice(0, at)}${figure}${plain.slice(at + 1)}`);
    written.push(`${plain.slice(0, at - 1)}${plain[at]}${plain[at - 1]}${plain.slice(at + 1)}`);
  }
  const dates = written.map((one) => `${one.slice(0, 4)}-${one.slice(4, 6)}-${one.slice(6)}`);
  const isReal = (one: string) => {
    const parsed = new Date(`${one}T00:00:00Z`);
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(one);
  };
  return [...new Set(dates)].filter((one) => one !== date && isReal(one));
};

type Client = Row<'clients'>;

/** The people whom the caller may read, as far as `narrowed` leaves them. */
const readable = ({ tx, caller }: MemberContext) =>
  ofOrganization(tx, 'clients', caller).where(visibleClients(caller, 'read')).selectAll('clients');

/** Those who bear these names, or one a nickname of the other, in either order, and were born on nearly this day. */
const bornNearly = (person: MatchFields, context: MemberContext): Promise<Client[]> => {
  const named = ofOrganization(context.tx, 'client_match_keys', context.caller)
    .where('key', 'in', matchKeys(person).named)
    .select('client_id');
  return readable(context)
    .where('clients.dob', '=', sql<string>`any(${datesNear(person.dob)}::date[])`)
    .where('clients.id', 'in', named)
    .limit(most)
    .execute();
};

/** Those born on this day whose names are written almost so, in either order, each with the letters that differ. */
const writtenAlmostSo = async (person: MatchFields, context: MemberContext) => {
  const words = await folded(context, [person.first_name, person.last_name]);
  const born = await readable(context).where('dob', '=', person.dob).limit(maxBorn).execute();
  return born.flatMap((row) => {
    const far = distance(words, row.search_name);
    return far === null || far > sameName ? [] : [{ row, far }];
  });
};

/**
 * The people who may be the one about to be recorded, with the reasons: those whom the rules for duplicates find; then those
 * born on the same day with a name that is almost the same; then those of the same name with a birthday that is almost the
 * same. At most 5 of those that the caller may read.
 */
export const alikePeople = async (typed: AlikeQuery, context: MemberContext) => {
  const { caller, keys } = context;
  const person: MatchFields = { ...typed, ssn_suffix: typed.ssn_suffix ?? null };
  const where = { tx: context.tx, keys, organization_id: caller.organization.id };
  const [candidates, nearly, almost] = await Promise.all([
    candidatesFor(where, [{ id: 0, person }]),
    bornNearly(person, context),
    writtenAlmostSo(person, context),
  ]);
  const comparedTo = (row: (typeof candidates)[number] | Client): MatchFields => ({
    ...row,
    ssn_suffix: ssnOf(keys, row),
  });
  const ruled = candidates.filter((row) => possibleDuplicate(person, comparedTo(row)));
  const known = await readable(context)
    .where('id', '=', among(ruled.map(({ id }) => id)))
    .execute();
  const ranked = new Map<number, { row: Client; far: number }>();
  const rank = (row: Client, far: number) => {
    if (far < (ranked.get(row.id)?.far ?? Number.POSITIVE_INFINITY)) ranked.set(row.id, { row, far });
  };
  for (const row of known) {
    const reasons = possibleDuplicate(person, comparedTo(row)) ?? [];
    rank(row, reasons.includes('same_names') && reasons.includes('same_dob') ? 0 : 1);
  }
  for (const { row, far } of almost) rank(row, far + (far === 0 ? 0 : 1));
  for (const row of nearly) rank(row, sameName + 2);
  const data = [...ranked.values()]
    .sort((a, b) => a.far - b.far || a.row.id - b.row.id)
    .slice(0, most)
    .map(({ row }) => ({
      ...serializePerson(row, context),
      reasons: (possibleDuplicate(person, comparedTo(row)) ?? likeness(person, comparedTo(row))) as MatchReason[],
    }));
  return { data };
};
