import { sql } from 'kysely';
import { genders } from '#contract/resources/clients.ts';
import { ssnText } from '#forms/genders.ts';
import { type Column, clientColumns } from '#reports/columns.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { ageSql, wholeNameSql } from '#server/access/person-sql.ts';
import { ssnHashes, ssnOf } from '#server/access/ssn.ts';
import type { ReportContext, ViewerCalendar } from './context.ts';
import { householdTitle } from './household-title.ts';
import type { Sql, SqlColumn } from './relation.ts';
import { shownAs } from './show.ts';

const results = new Map(clientColumns.map(({ field, result }) => [field, result]));

/**
 * Joins the current household of each person to a relation that has `clients` in it. Where archived people count, theirs
 * is the one they were in when they were archived: archiving ends one membership at most.
 */
export const presentHousehold = ({ caller }: ReportContext, { archived }: Pick<Plan, 'archived'>): Sql => sql`
  left join household_members membership on membership.organization_id = ${caller.organization.id}
    and membership.client_id = clients.id and ${
      archived
        ? sql`(membership.ended_on is null or (membership.ended_by = 'archiving' and clients.archived_at is not null))`
        : sql`membership.ended_on is null`
    }`;

/** Under which name the person of a row is joined late. */
export const personJoin = 'person';

/**
 * The person of a row whom the caller may see, as `clients`, for a relation that tells the person's id.
 * @param of.household whether the household comes along
 */
export const joinedPerson = (
  context: ReportContext,
  id: Sql,
  { household, plan }: { household: boolean; plan: Pick<Plan, 'archived'> },
): Sql => sql`
  join clients on clients.organization_id = ${context.caller.organization.id} and clients.id = ${id}
  ${household ? presentHousehold(context, plan) : sql``}`;

/** The names of columns for which a relation joins `presentHousehold`. */
export const needsHousehold = (field: string): boolean => field.startsWith('household_');

type SealedSsn = { ssn_key_id: number; sealed_as: string; ssn_sealed: string };

/** The last 4 of SSN are found by their hash, and opened row by row. */
const ssnColumn = ({ caller, keys }: ReportContext): SqlColumn => {
  const organization_id = caller.organization.id;
  const isOneOf = (value: unknown): Sql => {
    const hashes = [value].flat().flatMap((digits) => ssnHashes(keys, organization_id, String(digits)));
    return sql`clients.ssn_hash = any(${hashes}::bigint[])`;
  };
  return {
    plain: sql`clients.ssn_hash::text`,
    // Where nobody is, there is nothing to open.
    shown: sql`case when clients.ssn_sealed is not null then
      jsonb_build_object('ssn_key_id', clients.ssn_key_id, 'sealed_as', clients.sealed_as,
        'ssn_sealed', encode(clients.ssn_sealed, 'base64')) end`,
    holds: ({ op, value }) => {
      if (op === 'EMPTY') return sql`clients.ssn_hash is null`;
      if (op === 'NEMPTY') return sql`clients.ssn_hash is not null`;
      return op === 'EQ' || op === 'IN' ? isOneOf(value) : sql`(${isOneOf(value)}) is not true`;
    },
    read: (raw) => {
      const { ssn_sealed, ...place } = raw as SealedSsn;
      return ssnOf(keys, { ...place, organization_id, ssn_sealed: Buffer.from(ssn_sealed, 'base64') });
    },
    show: (value) => ssnText(String(value)),
  };
};

/** What reports know of a person, for a relation that has `clients` in it. */
export const clientColumn = (field: string, context: ReportContext, { zone, today }: ViewerCalendar): SqlColumn => {
  const show = shownAs(results.get(field) ?? 'text', zone);
  const plain = (value: Sql): SqlColumn => ({ plain: value, show });
  switch (field) {
    case 'client_id':
      return { ...plain(sql`clients.id`), isId: true };
    case 'client_full_name':
      // Where nobody is, there is no name either.
      return plain(sql`nullif(${wholeNameSql('clients')}, '')`);
    case 'client_age':
      return plain(sql`${ageSql('clients', today)}::float8`);
    case 'client_gender':
      return { plain: sql`clients.gender`, words: genderWords, show: (value) => genderWords.get(String(value)) ?? '' };
    case 'client_ssn_suffix':
      return ssnColumn(context);
    case 'household_id':
      return plain(sql`membership.household_id`);
    case 'household_title':
      return plain(sql`case when membership.household_id is not null then
        coalesce(${householdTitle(context.caller, sql`membership.household_id`)}, clients.last_name || ' household') end`);
    default:
      return plain(sql`${sql.ref(`clients.${field.replace('client_', '')}`)}`);
  }
};

/** Whether a condition on a column of people needs more of the person than the id. */
export const asksPerson = ({ field, restricted }: Column): boolean => !restricted && field !== 'client_id';

/** What reports know of the person of a row: their id at once, the rest from `clients`, which is joined late. */
export const personColumn = (
  field: string,
  id: Sql,
  { context, viewing }: { context: ReportContext; viewing: ViewerCalendar },
): SqlColumn => {
  const own = clientColumn(field, context, viewing);
  return field === 'client_id' ? { ...own, plain: id } : { ...own, late: personJoin };
};

const genderWords = new Map(Object.entries(genders));
