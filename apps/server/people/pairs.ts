import { sql } from 'kysely';
import { takeTurn } from '#server/kit/take-turn.ts';
import { ssnHashes, ssnOf } from '../access/ssn.ts';
import type { Tx } from '../kit/db.ts';
import type { Keyring } from '../kit/keyring.ts';
import { among, ofOrganization, type Row } from '../kit/rows.ts';
import { isKnownSsn, type MatchFields, matchKeys, possibleDuplicate } from './match.ts';

/** What of a person's row the rules read. */
export const matchColumns = [
  'id',
  'organization_id',
  'first_name',
  'last_name',
  'dob',
  'sealed_as',
  'ssn_key_id',
  'ssn_sealed',
] as const;
export type MatchRow = Pick<Row<'clients'>, (typeof matchColumns)[number]>;

type Where = { tx: Tx; keys: Keyring; organization_id: number };

/** Of those who share a key, the newest this many are compared: a day of birth that stands for "unknown" has thousands. */
const maxCompared = 300;
/** Of these, the newest this many become pairs. */
const maxPairs = 50;

const comparedOf = (keys: Keyring, row: MatchRow): MatchFields => ({ ...row, ssn_suffix: ssnOf(keys, row) });

type MatchQuery = { id: number; person: MatchFields };
type Candidate = MatchRow & { of_id: number };

/** Those who may be the same as some people, found by what they have in common; the newest first. */
export const candidatesFor = async (
  { tx, keys, organization_id }: Where,
  sought: readonly MatchQuery[],
): Promise<Candidate[]> => {
  const all = sought.map(({ id, person }) => ({ id, ...matchKeys(person) }));
  const born = all.flatMap(({ id, born }) => born.map((key) => ({ id, key })));
  const named = all.flatMap(({ id, named }) => named.map((key) => ({ id, key })));
  const digits = new Set(sought.map(({ person }) => person.ssn_suffix).filter(isKnownSsn));
  const hashes = [...digits].flatMap((one) => ssnHashes(keys, organization_id, one));
  const columns = sql.join(matchColumns.map((column) => sql.ref(`found.${column}`)));
  const those = (wanted: { id: number; key: string }[]) =>
    sql`unnest(${wanted.map(({ id }) => id)}::bigint[], ${wanted.map(({ key }) => key)}::text[]) mine (id, key)`;
  const { rows } = await sql<Candidate>`
    select mine.id as of_id, ${columns}
      from ${those(born)}
     cross join lateral (
       select shared.client_id from client_match_keys shared
        where shared.organization_id = ${organization_id} and shared.key = mine.key collate "C"
        order by shared.client_id desc limit ${sql.lit(maxCompared)}) shared
      join clients found on found.organization_id = ${organization_id} and found.id = shared.client_id
     where found.archived_at is null and found.id <> mine.id
    union
    select mine.id as of_id, ${columns}
      from ${those(named)}
     cross join lateral (
       select one.* from client_match_keys shared
         join clients one on one.organization_id = ${organization_id} and one.id = shared.client_id
        where shared.organization_id = ${organization_id} and shared.key = mine.key collate "C"
          and one.ssn_hash = any(${hashes}::bigint[]) and one.archived_at is null
        order by shared.client_id desc limit ${sql.lit(maxCompared)}) found
     where found.id <> mine.id
     order by id desc`.execute(tx);
  return rows;
};

/** Lets nobody in the organization write of people, until the transaction ends. */
const takeAllTurns = async ({ tx, organization_id }: Where): Promise<void> => {
  await takeTurn(tx, 'client_pairs', organization_id);
};

/** For more people than this one lock stands in for all: PostgreSQL keeps locks in a table of fixed size. */
const maxWithOwnLocks = 20;

/** Lets nobody else write of people who share a key with one of these, so that two who come at once see each other. */
const takeTurns = async (where: Where, people: readonly MatchRow[]): Promise<void> => {
  if (people.length > maxWithOwnLocks) return takeAllTurns(where);
  const { tx, organization_id } = where;
  const shared = people.flatMap((person) => Object.values(matchKeys(person)).flat());
  const turns = shared.map((key) => `client_pairs ${organization_id} ${key}`);
  await Promise.all([
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${`client_pairs ${organization_id}`}, 0))`.execute(tx),
    // In one order for all, so that nobody waits for somebody who waits for them.
    sql`
      select pg_advisory_xact_lock(turn)
        from (select distinct hashtextextended(key, 0) as turn from unnest(${turns}::text[]) key order by 1) turns
    `.execute(tx),
  ]);
};

const forgetKeys = async ({ tx, organization_id }: Where, ids: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom('client_match_keys')
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', among(ids))
    .execute();
};

const writeKeys = async ({ tx, organization_id }: Where, people: readonly MatchRow[]): Promise<void> => {
  const rows = people.flatMap((person) =>
    Object.values(matchKeys(person))
      .flat()
      .map((key) => ({ organization_id, client_id: person.id, key })),
  );
  await tx
    .insertInto('client_match_keys')
    .values(rows)
    .onConflict((one) => one.doNothing())
    .execute();
};

const forgetPairs = async (
  { tx, organization_id }: Where,
  ids: readonly number[],
  states: readonly ('open' | 'distinct')[],
): Promise<void> => {
  await tx
    .deleteFrom('client_pairs')
    .where('organization_id', '=', organization_id)
    .where('state', 'in', states)
    .where((eb) => eb.or([eb('client_id', '=', among(ids)), eb('other_client_id', '=', among(ids))]))
    .execute();
};

/** Writes the pairs that the rules find for these people; one that somebody has decided about stays as it is. */
const findPairs = async (where: Where, people: readonly MatchRow[]): Promise<void> => {
  const { tx, keys, organization_id } = where;
  const sought = new Map(people.map((row) => [row.id, { id: row.id, person: comparedOf(keys, row) }]));
  const candidates = await candidatesFor(where, [...sought.values()]);
  const counts = new Map<number, number>();
  const pairs = new Map<string, { client_id: number; other_client_id: number; reasons: string[] }>();
  for (const { of_id, ...row } of candidates) {
    const person = sought.get(of_id)?.person;
    const count = counts.get(of_id) ?? 0;
    const reasons = person && count < maxPairs ? possibleDuplicate(person, comparedOf(keys, row)) : null;
    if (!reasons) continue;
    counts.set(of_id, count + 1);
    const [client_id, other_client_id] = [Math.min(of_id, row.id), Math.max(of_id, row.id)];
    pairs.set(`${client_id} ${other_client_id}`, { client_id, other_client_id, reasons });
  }
  if (pairs.size === 0) return;
  await tx
    .insertInto('client_pairs')
    .values([...pairs.values()].map((pair) => ({ organization_id, ...pair })))
    .onConflict((one) => one.columns(['organization_id', 'client_id', 'other_client_id']).doNothing())
    .execute();
};

/** Looks for duplicates of people who have just come: recorded, or back from the archive. */
export const peopleCame = async (where: Where, people: readonly MatchRow[]): Promise<void> => {
  if (people.length === 0) return;
  await takeTurns(where, people);
  await writeKeys(where, people);
  await findPairs(where, people);
};

const forgetPeople = async (where: Where, ids: readonly number[]): Promise<void> => {
  await forgetKeys(where, ids);
  await forgetPairs(where, ids, ['open']);
};

/** Lets people leave who were archived: their open pairs close. What was told apart stays told apart. */
export const peopleLeft = async (where: Where, people: readonly MatchRow[]): Promise<void> => {
  if (people.length === 0) return;
  await takeTurns(where, people);
  await forgetPeople(
    where,
    people.map(({ id }) => id),
  );
};

/**
 * Does the same for a transaction that archives any number of people, batch by batch. It holds one lock from the first batch
 * on, however small that is: whoever takes a second one later may wait for somebody who waits for the first.
 */
export const manyPeopleLeft = async (where: Where, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await takeAllTurns(where);
  await forgetPeople(where, ids);
};

/** Looks again after one of the names, the date of birth or the last 4 of SSN has changed: decisions no longer hold. */
export const personChanged = async (where: Where, before: MatchRow, after: MatchRow): Promise<void> => {
  const isSame =
    before.first_name === after.first_name &&
    before.last_name === after.last_name &&
    before.dob === after.dob &&
    ssnOf(where.keys, before) === ssnOf(where.keys, after);
  if (isSame) return;
  await takeTurns(where, [before, after]);
  await forgetKeys(where, [after.id]);
  await forgetPairs(where, [after.id], ['open', 'distinct']);
  await writeKeys(where, [after]);
  await findPairs(where, [after]);
};

/** Looks again for the duplicates of many people, whatever was known of them; decisions stay. */
export const comparePeople = async (where: Where, people: readonly MatchRow[]): Promise<void> => {
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  await takeAllTurns(where);
  await forgetKeys(where, ids);
  await forgetPairs(where, ids, ['open']);
  await writeKeys(where, people);
  await findPairs(where, people);
};

/** Two people, the lower id first. */
type Two = { client_id: number; other_client_id: number };

const columnsOf = (pairs: readonly Two[]) => [
  pairs.map(({ client_id }) => client_id),
  pairs.map(({ other_client_id }) => other_client_id),
];

/** A decision that two people are distinct, with who made it and when, to the microsecond. */
export type Decision = Two & { decided_by_id: number | null; decided_at: string };

/** Writes decisions. A pair that has one keeps its first author and time. */
export const tellApart = async (
  { tx, organization_id }: Pick<Where, 'tx' | 'organization_id'>,
  decisions: readonly (Omit<Decision, 'decided_at'> & { decided_at: string | null })[],
): Promise<void> => {
  if (decisions.length === 0) return;
  await sql`
    insert into client_pairs (organization_id, client_id, other_client_id, reasons, state, decided_by_id, decided_at)
    select ${organization_id}::bigint, client_id, other_client_id, '{}', 'distinct', decided_by_id, coalesce(decided_at, now())
      from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb)
        as two (client_id bigint, other_client_id bigint, decided_by_id bigint, decided_at timestamptz)
        on conflict (organization_id, client_id, other_client_id) do update
       set state = excluded.state, decided_by_id = excluded.decided_by_id, decided_at = excluded.decided_at,
           updated_at = excluded.updated_at
     where client_pairs.state = 'open' returning id`.execute(tx);
};

/** Marks each two people as distinct. Those who were already keep who decided so first, and when. */
export const markDistinct = (
  where: Pick<Where, 'tx' | 'organization_id'>,
  pairs: readonly Two[],
  decided_by_id: number,
): Promise<void> =>
  tellApart(
    where,
    pairs.map(({ client_id, other_client_id }) => ({ client_id, other_client_id, decided_by_id, decided_at: null })),
  );

/** Returns the decisions that these people and others are distinct. */
export const decisionsAbout = (
  { tx, organization_id }: Pick<Where, 'tx' | 'organization_id'>,
  ids: readonly number[],
): Promise<Decision[]> =>
  ofOrganization(tx, 'client_pairs', { organization: { id: organization_id } })
    .select(['client_id', 'other_client_id', 'decided_by_id', sql<string>`decided_at::text`.as('decided_at')])
    .where('state', '=', 'distinct')
    .where((eb) => eb.or([eb('client_id', '=', among(ids)), eb('other_client_id', '=', among(ids))]))
    .orderBy('id')
    .execute();

/**
 * Takes back that each two people were marked as distinct. Pairs that the rules had found are open again.
 * @returns how many those are
 */
export const endDecisions = async ({ tx }: Pick<Where, 'tx'>, pairs: readonly Two[]): Promise<number> => {
  if (pairs.length === 0) return 0;
  const [ones, others] = columnsOf(pairs);
  const isDecided = sql<boolean>`state = 'distinct' and (client_id, other_client_id) in (
    select * from unnest(${ones}::bigint[], ${others}::bigint[]))`;
  const reopened = await tx
    .updateTable('client_pairs')
    .set({ state: 'open', decided_by_id: null, decided_at: null, updated_at: sql`now()` })
    .where(isDecided)
    .where(sql<boolean>`reasons <> '{}'`)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('client_pairs').where(isDecided).execute();
  return Number(reopened.numUpdatedRows);
};
