import { sql } from 'kysely';
import { type Relationship, relationships } from '#contract/relationships.ts';
import { type Gender, genders } from '#contract/resources/clients.ts';
import { memberStatuses } from '#contract/resources/households.ts';
import { nameColumns } from '#forms/person-columns.ts';
import { householdTitles } from '#server/access/household-titles.ts';
import { wholeNameSql } from '#server/access/person-sql.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { type ColumnOf, describedSheet } from '#server/kit/sheets/described.ts';
import { type CallerContext, peopleIds, type RecordFile, readRows } from './record-file.ts';

type Member = {
  household_id: number;
  client_id: number | null;
  name: string;
  dob: string;
  gender: Gender;
  dod: string | null;
  relationship: Relationship | null;
  is_head: boolean;
  started_on: string;
  ended_on: string | null;
};
type MemberRow = Member & { title: string | null; isHeadSeen: boolean };

const statusOf = ({ ended_on, dod }: Member): keyof typeof memberStatuses => {
  if (ended_on !== null) return 'former';
  return dod === null ? 'active' : 'deceased';
};
const toHead = ({ is_head, isHeadSeen, relationship }: MemberRow): string | null => {
  if (is_head) return 'Head';
  return isHeadSeen && relationship ? relationships[relationship] : null;
};

const columns: ColumnOf<MemberRow>[] = [
  {
    label: 'Household ID',
    kind: 'number',
    meaning: 'The ID of the household, the same for all its members',
    of: ({ household_id }) => household_id,
  },
  {
    label: 'Household',
    kind: 'text',
    meaning: 'The name of the household; empty if it would name someone you can’t see',
    of: ({ title }) => title,
  },
  {
    label: 'Client ID',
    kind: 'number',
    meaning: 'The ID of the member; empty for a contact',
    of: ({ client_id }) => client_id,
  },
  { label: 'Name', kind: 'text', meaning: 'The name of the member', of: ({ name }) => name },
  { label: 'Date of Birth', kind: 'date', meaning: 'The member’s date of birth', of: ({ dob }) => dob },
  { label: 'Date Deceased', kind: 'date', meaning: 'The member’s date of death; empty if alive', of: ({ dod }) => dod },
  {
    label: 'Gender',
    kind: 'text',
    meaning: `One of ${Object.values(genders).join(', ')}`,
    of: ({ gender }) => genders[gender],
  },
  {
    label: 'Relationship to Head',
    kind: 'text',
    meaning: 'The member’s relationship to the head of the household, or Head; empty if you can’t see the head',
    of: toHead,
  },
  {
    label: 'Status',
    kind: 'text',
    meaning: `One of ${Object.values(memberStatuses).join(', ')}`,
    of: (member) => memberStatuses[statusOf(member)],
  },
  {
    label: 'From',
    kind: 'date',
    meaning: 'The date the member joined the household',
    of: ({ started_on }) => started_on,
  },
  {
    label: 'To',
    kind: 'date',
    meaning: 'The date the member left the household; empty for current members',
    of: ({ ended_on }) => ended_on,
  },
];

/** Those of the households whose head the caller may see: a contact, or a person whom they may read. */
const headsSeen = async ({ tx, caller }: CallerContext, ids: readonly number[]): Promise<Set<number>> => {
  const heads = await ofOrganization(tx, 'household_members', caller)
    .where('is_head', '=', true)
    .where('household_id', '=', among(ids))
    .select(['household_id', 'client_id'])
    .execute();
  const seen = await ofOrganization(tx, 'clients', caller)
    .where('id', '=', among(heads.map(({ client_id }) => client_id)))
    .where(visibleClients(caller, 'read'))
    .select('id')
    .execute();
  const people = new Set(seen.map(({ id }) => id));
  return new Set(
    heads
      .filter(({ client_id }) => client_id === null || people.has(client_id))
      .map(({ household_id }) => household_id),
  );
};

/**
 * Who is and was in the households of people as a table, as far as the caller may see them: of a household where they
 * may see somebody who is there now, its contacts and the people whom they may read.
 */
const statementOf = async (context: CallerContext, query: Parameters<RecordFile['sheet']>[1]) => {
  const { tx, caller } = context;
  const theirs = tx
    .selectFrom('household_members as own')
    .where('own.ended_on', 'is', null)
    .where('own.client_id', 'in', await peopleIds(context, query, 'write'))
    .select('own.household_id');
  const seen = ofOrganization(tx, 'clients', caller)
    .where(visibleClients(caller, 'read'))
    .select(['id', 'dod', 'dob', 'gender', ...nameColumns.map(({ key }) => key)]);
  return ofOrganization(tx, 'household_members', caller)
    .leftJoin(seen.as('person'), 'person.id', 'household_members.client_id')
    .where('household_members.household_id', 'in', theirs)
    .where((eb) => eb.or([eb('household_members.client_id', 'is', null), eb('person.id', 'is not', null)]))
    .select(['household_id', 'client_id', 'relationship', 'is_head', 'started_on', 'ended_on', 'person.dod'])
    .select(sql<string>`coalesce(household_members.name, ${wholeNameSql('person')})`.as('name'))
    .select((eb) => [
      eb.fn.coalesce('household_members.dob', 'person.dob').as('dob'),
      eb.fn.coalesce('household_members.gender', 'person.gender').as('gender'),
    ])
    .orderBy('household_members.household_id')
    .orderBy('household_members.id');
};

/** Households as a table, one after the other, member by member. */
export const households: RecordFile = {
  name: 'Households',
  columns,
  sheet: async (context, query) => {
    const statement = await statementOf(context, query);
    const rows = readRows(context, sql`${statement}`, async (some: Member[]): Promise<MemberRow[]> => {
      const ids = [...new Set(some.map(({ household_id }) => household_id))];
      const [titles, heads] = [await householdTitles(context, ids), await headsSeen(context, ids)];
      return some.map((member) => ({
        ...member,
        title: titles.get(member.household_id) ?? null,
        isHeadSeen: heads.has(member.household_id),
      }));
    });
    return describedSheet('Households', columns, rows);
  },
};
