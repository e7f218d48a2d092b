import { randomBytes, scryptSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Database } from './db.ts';
import { keyFor, sealed, unsealed } from './secret-box.ts';
import { StartError } from './start-error.ts';

/** The secret that wraps the keys, and the one that it replaces, which only unwraps. */
export type Secrets = { secret: string; secretBefore?: string | null };

/** A key that signs and encrypts. Each purpose has a key of its own that follows from it. */
export type Key = { id: number; for: (purpose: string) => Buffer };

export type Keyring = {
  /** What signs and encrypts from now on. */
  newest: () => Key;
  /** Every key, the newest first: what any of them signed or encrypted counts. */
  all: () => Key[];
  /** Throws when it was retired. */
  find: (id: number) => Key;
  /** Looks for new and retired keys at once, instead of some seconds later. */
  refresh: () => Promise<void>;
  close: () => void;
};

/** How often a process looks for new keys, and how old a key must be before it is used, so that every process knows it. */
export type Pace = { every: number; settling: number };
export const pace: Pace = { every: 5_000, settling: 15_000 };

type WrappedKey = { id: number; use: string; wrapped: Buffer };

const wrappingKeys = new Map<string, Buffer>();
/** Slow on purpose: who has a copy of the database must not find out a poor SECRET by trying. */
const wrappingKey = (secret: string): Buffer => {
  const known = wrappingKeys.get(secret) ?? scryptSync(secret, 'hearth encryption_keys', 32);
  wrappingKeys.set(secret, known);
  return known;
};

const placeOf = ({ id, use }: Pick<WrappedKey, 'id' | 'use'>) => `encryption_keys ${id} ${use}`;

const unwrapped = ({ secret, secretBefore }: Secrets, row: WrappedKey): Buffer => {
  for (const one of [secret, secretBefore])
    try {
      if (one) return unsealed(wrappingKey(one), row.wrapped, placeOf(row));
    } catch {
      // Wrapped by the other one, or by none of them.
    }
  throw new StartError(
    'SECRET doesn’t match the keys of this database. Set it to the SECRET that was used before, ' +
      'or set SECRET_BEFORE to that while you replace it. Encrypted data can’t be read without it.',
  );
};

/** Throws StartError unless the secrets unwrap a key. */
export const unwraps = (secrets: Secrets, row: WrappedKey): void => {
  unwrapped(secrets, row);
};

/** Adds a key, wrapped by the secret, and answers its id. The caller holds a lock against others who do. */
export const addKey = async (client: Client, { secret }: Secrets, use: 'records' | 'roles'): Promise<number> => {
  const { rows } = await client.query<{ next: number }>(
    'select coalesce(max(id), 0) + 1 as next from public.encryption_keys',
  );
  const id = use === 'roles' ? 0 : (rows[0]?.next as number);
  const wrapped = sealed(wrappingKey(secret), randomBytes(32), placeOf({ id, use }));
  await client.query('insert into public.encryption_keys (id, use, wrapped) values ($1, $2, $3)', [id, use, wrapped]);
  return id;
};

/** Wraps every key with the secret, so that the one before is needed no more. */
export const wrapAnew = async (client: Client, secrets: Secrets): Promise<void> => {
  const { rows } = await client.query<WrappedKey>('select id, use, wrapped from public.encryption_keys');
  for (const row of rows)
    await client.query('update public.encryption_keys set wrapped = $2 where id = $1', [
      row.id,
      sealed(wrappingKey(secrets.secret), unwrapped(secrets, row), placeOf(row)),
    ]);
};

/**
 * Makes the first keys of a database, and answers the one that the passwords of its roles follow from. It stays the
 * same whatever happens to SECRET, so that no running process is locked out. The caller holds a lock. Throws StartError
 * when the secrets unwrap not every key.
 */
export const ensureKeys = async (client: Client, secrets: Secrets): Promise<Buffer> => {
  await client.query(
    `create table if not exists public.encryption_keys (
       id integer primary key,
       -- records: signs and encrypts; the greatest id is the newest. roles, with id 0: the passwords of the database's
       -- roles follow from it.
       use text not null check (use in ('records', 'roles')),
       wrapped bytea not null,
       created_at timestamptz not null default now())`,
  );
  const read = async () =>
    (await client.query<WrappedKey>('select id, use, wrapped from public.encryption_keys order by id')).rows;
  const known = await read();
  for (const use of ['roles', 'records'] as const)
    if (!known.some((row) => row.use === use)) await addKey(client, secrets, use);
  const keys = (await read()).map((row) => ({ use: row.use, key: unwrapped(secrets, row) }));
  return keys.find(({ use }) => use === 'roles')?.key as Buffer;
};

/** A key for several purposes, each worked out once. */
const keyOf = (id: number, content: Buffer): Key => {
  const known = new Map<string, Buffer>();
  return {
    id,
    for: (purpose) => {
      const key = known.get(purpose) ?? keyFor(content, purpose);
      known.set(purpose, key);
      return key;
    },
  };
};

/**
 * The keys of a database, looked at again every few seconds. A new one is used once it is so old that every process has
 * seen it, so that nobody meets what they cannot read.
 */
export const openKeyring = async (
  { adminTransaction }: Pick<Database, 'adminTransaction'>,
  secrets: Secrets,
  { every, settling }: Pace = pace,
): Promise<Keyring> => {
  type UsableKey = { key: Key; usableFrom: number };
  let known: UsableKey[] = [];
  const refresh = async () => {
    const { rows } = await adminTransaction(({ tx }) =>
      sql<WrappedKey & { age: number }>`
        select id, use, wrapped, extract(epoch from now() - created_at)::float8 * 1000 as age
          from encryption_keys where use = 'records' order by id desc`.execute(tx),
    );
    // By the database's clock: those of the processes need not agree.
    known = rows.map((row) => ({
      key: known.find(({ key }) => key.id === row.id)?.key ?? keyOf(row.id, unwrapped(secrets, row)),
      usableFrom: performance.now() + settling - row.age,
    }));
  };
  await refresh();
  // While the database does not answer, the keys that are known go on.
  const timer = setInterval(() => refresh().catch(() => {}), every).unref();
  return {
    newest: () => {
      const usable = known.find(({ usableFrom }) => usableFrom <= performance.now()) ?? known.at(-1);
      return (usable as UsableKey).key;
    },
    all: () => known.map(({ key }) => key),
    find: (id) => {
      const found = known.find(({ key }) => key.id === id);
      if (!found) throw new Error(`There is no key ${id}: it was retired, or this process cannot unwrap it`);
      return found.key;
    },
    refresh,
    close: () => clearInterval(timer),
  };
};
