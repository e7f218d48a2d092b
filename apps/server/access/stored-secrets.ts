// Over 300 lines: all that is encrypted, table by table, stands in one place.
import { type Selectable, sql } from 'kysely';
import { turn } from '../host/migrate.ts';
import type { Database, DB, Tx } from '../kit/db.ts';
import type { Key, Keyring, Secrets } from '../kit/keyring.ts';
import { among } from '../kit/rows.ts';
import { keyFor } from '../kit/secret-box.ts';
import { StartError } from '../kit/start-error.ts';
import { addressKey, sealedAddressKey } from './address-keys.ts';
import { draftContent, sealedDraft } from './draft-content.ts';
import { type PublicDraft, publicDraft, sealedPublicDraft } from './public-draft-content.ts';
import { referralKey, sealedReferralKey } from './referral-key.ts';
import { sealedSsn, ssnOf } from './ssn.ts';
import { sealedSecret, secretBeforeKeys, secretOf } from './totp-secrets.ts';
import { sealedWebhookSecrets, type WebhookSecrets, webhookSecrets } from './webhook-secrets.ts';

/** How many rows are encrypted in one transaction, which locks them. */
const batch = 500;

type Person = { organization_id: number; id: number; sealed_as: string; digits: string };

/** Encrypts people of one organization. */
const sealPeople = async (tx: Tx, keys: Keyring, people: Person[]): Promise<void> => {
  const [first] = people;
  if (!first) return;
  const sealed = people.map((person) => sealedSsn(keys.newest(), person, person.digits));
  await sql`
    update clients set ssn_key_id = sealed.key_id, ssn_sealed = sealed.content, ssn_hash = sealed.hash
      from unnest(${people.map(({ id }) => id)}::bigint[], ${sealed.map((one) => one.ssn_key_id)}::integer[],
                  ${sealed.map((one) => one.ssn_sealed)}::bytea[], ${sealed.map((one) => one.ssn_hash)}::bigint[])
           sealed (id, key_id, content, hash)
     where clients.organization_id = ${first.organization_id} and clients.id = sealed.id`.execute(tx);
};

type Secret = { user_id: number; content: Buffer };

const sealSecrets = async (tx: Tx, keys: Keyring, secrets: Secret[]): Promise<void> => {
  for (const { user_id, content } of secrets)
    await tx
      .updateTable('second_factors')
      .set(sealedSecret(keys.newest(), user_id, content))
      .where('user_id', '=', user_id)
      .execute();
};

type SecretRow = { organization_id: number; id: number; content: string };

const taken = async (tx: Tx, kind: string): Promise<SecretRow[]> => {
  const { rows } = await sql<SecretRow>`
    delete from unencrypted
     where ctid = any(array(select ctid from unencrypted where kind = ${kind} limit ${sql.lit(batch)}))
    returning organization_id, id, content`.execute(tx);
  return rows;
};

/** What an earlier version encrypted with a key that followed from SECRET. */
const secretBefore = ({ secret, secretBefore }: Secrets, user_id: number, content: string): Buffer => {
  for (const one of [secret, secretBefore])
    try {
      if (one) return secretBeforeKeys(keyFor(one, 'second factor'), user_id, Buffer.from(content, 'hex'));
    } catch {
      // Encrypted with the other one, or with none of them.
    }
  throw new StartError(
    `The second factor of user ${user_id} was encrypted with another SECRET. Set SECRET_BEFORE to that one.`,
  );
};

const stillStored = {
  clients: async (tx: Tx, keys: Keyring): Promise<number> => {
    const rows = await taken(tx, 'clients');
    for (const [organization_id, some] of Map.groupBy(rows, (row) => row.organization_id)) {
      const places = await tx
        .selectFrom('clients')
        .select(['id', 'sealed_as'])
        .where('organization_id', '=', organization_id)
        .where('id', '=', among(some.map(({ id }) => id)))
        .execute();
      const sealedAs = new Map(places.map(({ id, sealed_as }) => [id, sealed_as]));
      await sealPeople(
        tx,
        keys,
        some.map(({ id, content }) => ({
          organization_id,
          id,
          sealed_as: sealedAs.get(id) as string,
          digits: content,
        })),
      );
    }
    return rows.length;
  },
  second_factors: async (tx: Tx, keys: Keyring, secrets: Secrets): Promise<number> => {
    const rows = await taken(tx, 'second_factors');
    await sealSecrets(
      tx,
      keys,
      rows.map(({ id, content }) => ({ user_id: id, content: secretBefore(secrets, id, content) })),
    );
    return rows.length;
  },
};

/**
 * Encrypts what an earlier version stored in clear, and lets the database refuse such a thing from then on. Processes
 * that start together take turns; one that was interrupted is gone on with.
 * @param owner as the role that migrates
 */
export const encryptStored = async (
  { adminTransaction }: Pick<Database, 'adminTransaction'>,
  keys: Keyring,
  secrets: Secrets,
): Promise<void> => {
  /** Answers what `work` does, or null when there is nothing left to encrypt. */
  const step = <T>(work: (tx: Tx) => Promise<T>): Promise<T | null> =>
    adminTransaction(async ({ tx }) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`select pg_advisory_xact_lock(${sql.lit(turn)})`.execute(tx);
      // Not to_regclass, which may not have heard yet of what was dropped while this waited.
      const { rows } = await sql<{ left: boolean }>`
        select exists (select from pg_tables where schemaname = 'public' and tablename = 'unencrypted') as left`.execute(
        tx,
      );
      return rows[0]?.left ? work(tx) : null;
    });
  for (const encrypt of Object.values(stillStored)) while (await step((tx) => encrypt(tx, keys, secrets)));
  await step((tx) => sql`call kit.everything_is_encrypted()`.execute(tx));
};

/** A row that no key opens: it was altered, or moved here from another place. */
export type Fault = string;

type Cursor = { organization_id: number; id: number };
type Batch = { last: Cursor | null; faults: Fault[] };

/** Those rows whose content opens, with it; the others become faults. */
const opened = <R, T>(rows: R[], open: (row: R) => T, name: (row: R) => string): { good: T[]; faults: Fault[] } => {
  const good: T[] = [];
  const faults: Fault[] = [];
  for (const row of rows)
    try {
      good.push(open(row));
    } catch {
      faults.push(`${name(row)} cannot be decrypted: it was changed, or its key no longer exists`);
    }
  return { good, faults };
};

/** The place before what belongs to the next organization: rows are locked an organization at a time. */
const nextOrganization = async (tx: Tx, { organization_id }: Cursor): Promise<Cursor | null> => {
  const next = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '>', organization_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return next ? { organization_id: next.id, id: 0 } : null;
};

/** Where the next batch goes on: after these rows, or with the next organization when they were the last of theirs. */
const endOf = async (tx: Tx, rows: readonly Cursor[], after: Cursor): Promise<Cursor | null> =>
  (rows.length < batch ? await nextOrganization(tx, after) : rows.at(-1)) ?? null;

type SecretCodec<R, C> = {
  open: (keys: Keyring, row: R) => C;
  seal: (by: Key, row: R, content: C) => Record<string, unknown>;
  /** What a row is called, before its number. */
  name: string;
};

/** A batch of a table whose rows are encrypted each for its place, row by row. */
const rowByRow =
  <T, C>(
    table: 'drafts' | 'public_drafts' | 'webhooks',
    { open, seal, name }: SecretCodec<Selectable<T> & Cursor, C>,
  ) =>
  async (tx: Tx, keys: Keyring, after: Cursor): Promise<Batch> => {
    // Kysely cannot follow a choice of tables: one of them stands in for all.
    const rows = (await tx
      .selectFrom(table as 'drafts')
      .selectAll()
      .where('organization_id', '=', after.organization_id)
      .where('id', '>', after.id)
      .where('key_id', '!=', keys.newest().id)
      .orderBy('id')
      .limit(batch)
      .forNoKeyUpdate()
      .execute()) as unknown as (Selectable<T> & Cursor)[];
    const { good, faults } = opened(
      rows,
      (row) => ({ row, content: open(keys, row) }),
      ({ organization_id, id }) => `${name} ${id} of organization ${organization_id}`,
    );
    for (const { row, content } of good)
      await tx
        .updateTable(table as 'drafts')
        .set(seal(keys.newest(), row, content))
        .where('organization_id', '=', row.organization_id)
        .where('id', '=', row.id)
        .execute();
    return { last: await endOf(tx, rows, after), faults };
  };

/** What is encrypted with other keys than the newest, a batch from `after` on. `last` is null when there is no more. */
const withOlderKeys = {
  clients: async (tx: Tx, keys: Keyring, after: Cursor): Promise<Batch> => {
    const rows = await tx
      .selectFrom('clients')
      .select(['organization_id', 'id', 'sealed_as', 'ssn_key_id', 'ssn_sealed'])
      .where('organization_id', '=', after.organization_id)
      .where('id', '>', after.id)
      .where('ssn_key_id', '!=', keys.newest().id)
      .orderBy('id')
      .limit(batch)
      .forNoKeyUpdate()
      .execute();
    const { good, faults } = opened(
      rows,
      (row) => ({ ...row, digits: ssnOf(keys, row) }),
      ({ organization_id, id }) => `The last 4 of SSN of person ${id} of organization ${organization_id}`,
    );
    await sealPeople(tx, keys, good);
    return { last: await endOf(tx, rows, after), faults };
  },
  second_factors: async (tx: Tx, keys: Keyring, after: Cursor): Promise<Batch> => {
    const rows = await tx
      .selectFrom('second_factors')
      .select(['user_id', 'key_id', 'secret'])
      .where('user_id', '>', after.id)
      .where('key_id', '!=', keys.newest().id)
      .orderBy('user_id')
      .limit(batch)
      .forNoKeyUpdate()
      .execute();
    const { good, faults } = opened(
      rows,
      (row) => ({ user_id: row.user_id, content: secretOf(keys, row) }),
      ({ user_id }) => `The second factor of user ${user_id}`,
    );
    await sealSecrets(tx, keys, good);
    // Who is just setting one up begins again.
    await tx
      .updateTable('second_factors')
      .set({ pending_secret: null, pending_key_id: null })
      .where('pending_key_id', '!=', keys.newest().id)
      .execute();
    const last = rows.at(-1);
    return { last: last ? { organization_id: 0, id: last.user_id } : null, faults };
  },
  drafts: rowByRow<DB['drafts'], string>('drafts', {
    open: (keys, row) => draftContent(keys, row) as string,
    seal: sealedDraft,
    name: 'Draft',
  }),
  public_drafts: rowByRow<DB['public_drafts'], PublicDraft>('public_drafts', {
    open: publicDraft,
    seal: sealedPublicDraft,
    name: 'Public draft',
  }),
  webhooks: rowByRow<DB['webhooks'], WebhookSecrets>('webhooks', {
    open: webhookSecrets,
    seal: sealedWebhookSecrets,
    name: 'The secrets of webhook',
  }),
  case_worthy_affiliations: async (tx: Tx, keys: Keyring, after: Cursor): Promise<Batch> => {
    const rows = await tx
      .selectFrom('case_worthy_affiliations')
      .select(['organization_id', 'key_id', 'api_key'])
      .where('organization_id', '=', after.organization_id)
      .where('key_id', '!=', keys.newest().id)
      .forNoKeyUpdate()
      .execute();
    const { good, faults } = opened(
      rows,
      (row) => ({ ...row, text: referralKey(keys, row) }),
      ({ organization_id }) => `The key of the referral system of organization ${organization_id}`,
    );
    for (const { organization_id, text } of good)
      await tx
        .updateTable('case_worthy_affiliations')
        .set(sealedReferralKey(keys.newest(), organization_id, text))
        .where('organization_id', '=', organization_id)
        .execute();
    return { last: await nextOrganization(tx, after), faults };
  },
  address_settings: async (tx: Tx, keys: Keyring, after: Cursor): Promise<Batch> => {
    const rows = await tx
      .selectFrom('address_settings')
      .select(['organization_id', 'key_id', 'key_sealed'])
      .where('organization_id', '=', after.organization_id)
      .where('key_id', '!=', keys.newest().id)
      .forNoKeyUpdate()
      .execute();
    const { good, faults } = opened(
      rows,
      (row) => ({ ...row, key: addressKey(keys, row) }),
      ({ organization_id }) => `The key of organization ${organization_id} at the service of addresses`,
    );
    for (const { key, organization_id } of good) {
      const columns = sealedAddressKey(keys.newest(), organization_id, key);
      await tx.updateTable('address_settings').set(columns).where('organization_id', '=', organization_id).execute();
    }
    return { last: await nextOrganization(tx, after), faults };
  },
};

/**
 * Encrypts everything with the newest key, a batch and a transaction at a time, while others work. Nothing of it stands
 * in any history. What nobody can decrypt stays as it is.
 * @returns how many rows were done, and what could not be
 */
export const encryptAnew = async (
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  keys: Keyring,
): Promise<Fault[]> => {
  const faults: Fault[] = [];
  for (const encrypt of Object.values(withOlderKeys)) {
    let last: Cursor | null = { organization_id: 0, id: 0 };
    while (last) {
      const from: Cursor = last;
      const done: Batch = await transaction((tx) => encrypt(tx, keys, from));
      faults.push(...done.faults);
      last = done.last;
    }
  }
  return faults;
};
