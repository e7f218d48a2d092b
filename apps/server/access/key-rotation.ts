import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Connection } from '../host/connect.ts';
import type { Database, Tx } from '../kit/db.ts';
import { addKey, openKeyring, type Pace, type Secrets, pace as usualPace, wrapAnew } from '../kit/keyring.ts';
import { StartError } from '../kit/start-error.ts';
import { encryptAnew, type Fault } from './stored-secrets.ts';
import { clockTolerance, lifetime } from './tokens.ts';

/** A key as `list` tells of it: how much is encrypted with it, and from when on no token signed with it is good. */
export type KnownKey = {
  id: number;
  created_at: string;
  is_newest: boolean;
  people: number;
  second_factors: number;
  drafts: number;
  webhooks: number;
  /** Keys of organizations at other services. */
  service_keys: number;
  remembered_answers: number;
  /** Null for the newest. */
  unused_from: string | null;
};

/** Held while keys are changed, so that two of these do not. */
const turn = 4_327_845;

/** Something that was asked for and cannot be done; the message says why, and what to do. */
export class KeyError extends StartError {
  override name = 'KeyError';
}

/** How many rows of a table each key encrypts. */
const countsIn = async (
  tx: Tx,
  table: string,
  columns: readonly string[] = ['key_id'],
): Promise<Map<number, number>> => {
  const counts = new Map<number, number>();
  for (const column of columns) {
    const { rows } = await sql<{ key: number; count: number }>`
      select ${sql.ref(column)} as key, count(*) as count from ${sql.table(table)}
       where ${sql.ref(column)} is not null group by 1`.execute(tx);
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
};

const list = async (tx: Tx, { every, settling }: Pace): Promise<KnownKey[]> => {
  const tokens = (settling + every) / 1000 + lifetime + clockTolerance;
  const { rows } = await sql<Pick<KnownKey, 'id' | 'created_at' | 'is_newest' | 'unused_from'>>`
    with numbered as (
      select id, created_at, lead(created_at) over (order by id) as followed_at
        from encryption_keys where use = 'records')
    select id, created_at, followed_at is null as is_newest,
           followed_at + make_interval(secs => ${tokens}) as unused_from
      from numbered order by id desc`.execute(tx);
  const people = await countsIn(tx, 'clients', ['ssn_key_id']);
  const factors = await countsIn(tx, 'second_factors', ['key_id', 'pending_key_id']);
  const drafts = await countsIn(tx, 'drafts');
  const publicDrafts = await countsIn(tx, 'public_drafts');
  const webhooks = await countsIn(tx, 'webhooks');
  const serviceKeys = await countsIn(tx, 'address_settings');
  const referralKeys = await countsIn(tx, 'case_worthy_affiliations');
  const answers = await countsIn(tx, 'idempotency_keys');
  const platformAnswers = await countsIn(tx, 'platform_idempotency_keys');
  return rows.map((row) => ({
    ...row,
    people: people.get(row.id) ?? 0,
    second_factors: factors.get(row.id) ?? 0,
    drafts: (drafts.get(row.id) ?? 0) + (publicDrafts.get(row.id) ?? 0),
    webhooks: webhooks.get(row.id) ?? 0,
    service_keys: (serviceKeys.get(row.id) ?? 0) + (referralKeys.get(row.id) ?? 0),
    remembered_answers: (answers.get(row.id) ?? 0) + (platformAnswers.get(row.id) ?? 0),
  }));
};

const forgetOldAnswers = async (tx: Tx, id: number): Promise<void> => {
  for (const table of ['idempotency_keys', 'platform_idempotency_keys'] as const)
    await tx
      .deleteFrom(table)
      .where('key_id', '=', id)
      .where(sql<boolean>`created_at < now() - interval '24 hours'`)
      .execute();
};

/** Why a key may not go yet; null when it may. */
const needed = ({ id, is_newest, unused_from, ...counts }: KnownKey, now: number): string | null => {
  if (is_newest) return `Key ${id} signs and encrypts. Make a new one first: npm run keys -- rotate`;
  if (unused_from && Date.parse(unused_from) > now)
    return `Key ${id} signed tokens that are valid until ${unused_from}. Retire it after that, so that no one is signed out.`;
  if (counts.people || counts.second_factors || counts.drafts || counts.webhooks || counts.service_keys)
    return `Key ${id} still encrypts ${counts.people} people, ${counts.second_factors} second factors, ${counts.drafts} drafts, ${counts.webhooks} webhooks and ${counts.service_keys} keys of other services. Encrypt them with a new one: npm run keys -- rotate`;
  if (counts.remembered_answers)
    return `Key ${id} still encrypts ${counts.remembered_answers} stored answers for repeated requests. Retire it tomorrow, when they have expired.`;
  return null;
};

/** The keys of a database, beside the product as it runs. */
export type Keys = {
  list: () => Promise<KnownKey[]>;
  /**
   * Makes a new key, waits until every process uses it, and encrypts everything anew. Also wraps all keys with SECRET.
   * @returns the new key's id, and what could not be decrypted
   */
  rotate: (say?: (words: string) => void) => Promise<{ id: number; faults: Fault[] }>;
  /** Takes a key away. Throws KeyError while anything needs it. */
  retire: (id: number) => Promise<void>;
};

/** The database as the role that migrates: one connection that holds a lock, and others that work. */
export type Owner = { client: Connection; database: Database };

/** Throws KeyError for a database that this version of Hearth was not started with yet. */
export const keysOf = async ({ client, database }: Owner, secrets: Secrets, pace: Pace = usualPace): Promise<Keys> => {
  if (!(await isReady(client)))
    throw new KeyError('This database has no keys yet. Start Hearth with it once, then try again.');
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => database.adminTransaction(({ tx }) => work(tx));
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [turn]);
    if (!rows[0]?.free) throw new KeyError('Someone else is changing the keys. Try again later.');
    return work().finally(() => client.query('select pg_advisory_unlock($1)', [turn]));
  };
  return {
    list: () => transaction((tx) => list(tx, pace)),

    rotate: (say = () => {}) =>
      exclusively(async () => {
        await wrapAnew(client, secrets);
        const id = await addKey(client, secrets, 'records');
        say(`Made key ${id}. Waiting ${Math.ceil(pace.settling / 1000)} s until every process uses it …`);
        await sleep(pace.settling + pace.every);
        const keys = await openKeyring(database, secrets, pace);
        try {
          say('Encrypting everything with the new key. Hearth keeps running …');
          await encryptAnew(transaction, keys);
          // A transaction that began with the older key may have ended since.
          await sleep(pace.every);
          return { id, faults: await encryptAnew(transaction, keys) };
        } finally {
          keys.close();
        }
      }),

    retire: (id) =>
      exclusively(() =>
        transaction(async (tx) => {
          await forgetOldAnswers(tx, id);
          const known = await list(tx, pace);
          const key = known.find((one) => one.id === id);
          if (!key) throw new KeyError(`There is no key ${id}. There are: ${known.map((one) => one.id).join(', ')}.`);
          const reason = needed(key, Date.now());
          if (reason) throw new KeyError(reason);
          // What was encrypted with it this moment holds it by a foreign key.
          await sql`delete from encryption_keys where id = ${id}`.execute(tx);
        }),
      ),
  };
};

const isReady = async (client: Connection): Promise<boolean> => {
  const { rows } = await client.query<{ ready: boolean }>(
    `select to_regclass('public.encryption_keys') is not null and to_regclass('public.platform_idempotency_keys') is not null
        and to_regclass('public.unencrypted') is null as ready`,
  );
  return rows[0]?.ready ?? false;
};
