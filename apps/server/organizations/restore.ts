import { type RawBuilder, sql } from 'kysely';
import { invite } from '#server/access/invitations.ts';
import { sealedSsn, ssnOf } from '#server/access/ssn.ts';
import { asCopied, type Tx, type UnscopedTx } from '#server/kit/db.ts';
import { enqueueIn } from '#server/kit/enqueue.ts';
import { randomKey } from '#server/kit/files/keys.ts';
import type { Keyring } from '#server/kit/keyring.ts';
import type { RestoreSummary } from '#server/schema/json-columns.ts';
import type { StoredColumn } from './catalogue.ts';
import type { Manifest } from './manifest.ts';
import { type Archive, linesOf, rowsOf } from './read-archive.ts';
import { accountColumns, keptInArchive, newColumns, restoredTables } from './tables.ts';

/** A new organization, as it is asked for. */
export type WantedOrganization = { name: string; slug: string; owner_email: string; requested_by_id: number };

type RestoreContext = {
  tx: Tx;
  keys: Keyring;
  archive: Archive;
  manifest: Manifest;
  columns: ReadonlyMap<string, readonly StoredColumn[]>;
  organization_id: number;
  /** Accounts by the number that they have in the archive, and those of them that are new. */
  accounts: ReadonlyMap<number, number>;
  made: ReadonlySet<number>;
  /** Where the content of files is, by the file. */
  contents: ReadonlyMap<number, string>;
  mapped: RestoreSummary;
};

type Line = Record<string, unknown>;
/** A row as it is to be; null leaves it out. */
type Change = (row: Line, restoring: RestoreContext) => Line | null | Promise<Line | null>;

/** The numbers of changes, drawn some at a time: those of one change follow each other. */
const drawing = () => {
  let drawn: number[] = [];
  let last = { was: null as unknown, is: 0 };
  return async (tx: Tx, was: unknown): Promise<number> => {
    if (last.was === was) return last.is;
    if (drawn.length === 0) {
      const { rows } = await sql<{ id: number }>`
        select nextval('kit.transaction_ids') as id from generate_series(1, 1000)`.execute(tx);
      drawn = rows.map(({ id }) => id).reverse();
    }
    last = { was, is: drawn.pop() as number };
    return last.is;
  };
};

/** What is not taken over as it stands in the archive. */
const changes = (): Partial<Record<string, Change>> => {
  const draw = drawing();
  return {
    files: (row, { contents }) => {
      const storage_key = contents.get(row.id as number);
      return storage_key ? { ...row, storage_key } : null;
    },
    // An account that is new has not accepted anything.
    memberships: (row, { made }) => (made.has(row.id as number) ? { ...row, accepted_at: null } : row),
    clients: (row, { keys, manifest, organization_id }) => {
      const { sealed_as, ssn_key_id, ssn_sealed } = row as {
        sealed_as: string;
        ssn_key_id: number;
        ssn_sealed: string;
      };
      const box = Buffer.from(ssn_sealed.slice(2), 'hex');
      const before = { organization_id: manifest.organization.id, sealed_as, ssn_key_id, ssn_sealed: box };
      const sealed = sealedSsn(keys.newest(), { organization_id, sealed_as }, ssnOf(keys, before));
      return { ...row, ...sealed, ssn_sealed: `\\x${sealed.ssn_sealed.toString('hex')}` };
    },
    publish_settings: (row, { mapped }) => {
      mapped.access_keys_made += 1;
      return { ...row, access_key: randomKey() };
    },
    // What was not sent then is not sent now, and no summary tells of what is old.
    notification_messages: (row) =>
      row.state === 'queued'
        ? { ...row, state: 'skipped', reason: 'The organization was restored from an archive' }
        : row,
    notices: (row) => ({ ...row, awaits_digest: false }),
    notes: (row, { accounts }) =>
      row.record_type === 'users' ? { ...row, record_id: accounts.get(row.record_id as number) ?? row.record_id } : row,
    versions: async (row, { tx, accounts, organization_id }) => {
      const { item_type, item_id } = row as { item_type: string; item_id: number };
      const numbered: Record<string, number | undefined> = {
        users: accounts.get(item_id),
        organizations: organization_id,
      };
      return {
        ...row,
        transaction_id: await draw(tx, row.transaction_id),
        item_id: numbered[item_type] ?? item_id,
      };
    },
  };
};

/** Accounts as the database takes them: a number becomes that of the account that has the address now. */
const accountIn = (accounts: string, { name, isArray }: StoredColumn): RawBuilder<unknown> => {
  const now = (one: RawBuilder<unknown>) => sql`coalesce((${accounts}::jsonb ->> (${one})::text)::bigint, ${one})`;
  return isArray
    ? sql`array(select ${now(sql`one`)} from unnest(${sql.ref(`r.${name}`)}) one)`
    : now(sql.ref(`r.${name}`));
};

const insertRows = (
  { tx, columns, organization_id, accounts }: RestoreContext,
  table: string,
  lines: readonly string[],
): Promise<unknown> => {
  const named = (columns.get(table) ?? []).filter(
    ({ name }) => name !== 'organization_id' && !newColumns[table]?.includes(name),
  );
  const numbers = JSON.stringify(Object.fromEntries(accounts));
  const values = named.map((column) =>
    accountColumns[table]?.includes(column.name) ? accountIn(numbers, column) : sql.ref(`r.${column.name}`),
  );
  return sql`
    insert into ${sql.table(table)} (organization_id, ${sql.join(named.map(({ name }) => sql.ref(name)))})
    overriding system value
    select ${organization_id}::bigint, ${sql.join(values)}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(',')}]`}::jsonb) r`.execute(tx);
};

/** The rows of a table, written some hundred at a time; answers how many. */
const restoreTable = async (
  restoring: RestoreContext,
  { table, change, wrote }: { table: string; change: Change | undefined; wrote: (rows: number) => void },
): Promise<number> => {
  let count = 0;
  for await (const lines of linesOf(restoring.archive, table)) {
    const changed: string[] = [];
    for (const line of change ? lines : []) {
      const row = await change?.(JSON.parse(line) as Line, restoring);
      if (row) changed.push(JSON.stringify(row));
    }
    const rows = change ? changed : lines;
    if (rows.length > 0) await insertRows(restoring, table, rows);
    count += rows.length;
    wrote(lines.length);
  }
  return count;
};

type Account = {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  time_zone: string | null;
};

/** The accounts of the archive by their addresses, those made that there are not. */
const matchAccounts = async (tx: Tx, archive: Archive) => {
  const accounts = new Map<number, number>();
  const made = new Set<number>();
  for await (const { id, ...person } of rowsOf<Account>(archive, 'users')) {
    const known = await tx.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirst();
    if (known) {
      accounts.set(id, known.id);
      continue;
    }
    const added = await tx.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
    accounts.set(id, added.id);
    made.add(id);
  }
  return { accounts, made };
};

/** The organization's own row: what it had set, under its new name. */
const insertOrganization = async (
  tx: Tx,
  { name, slug }: WantedOrganization,
  { organization }: Manifest,
): Promise<number> => {
  const {
    id: _,
    name: __,
    slug: ___,
    created_at,
    logo_file_id,
    pricing_tier_id,
    ...settings
  } = organization as Line & Manifest['organization'];
  const tier = await tx
    .selectFrom('pricing_tiers')
    .select('id')
    .where('id', '=', (pricing_tier_id as number | null) ?? 0)
    .executeTakeFirst();
  const { id } = await tx
    .insertInto('organizations')
    .values({ ...settings, name, slug, pricing_tier_id: tier?.id ?? null, logo_file_id: logo_file_id as number | null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Who owns it, whether they were a member or not. */
const seatOwner = async ({ tx, organization_id }: RestoreContext, owner_email: string): Promise<void> => {
  const known = await tx.selectFrom('users').select('id').where('email', '=', owner_email).executeTakeFirst();
  const { id } =
    known ?? (await tx.insertInto('users').values({ email: owner_email }).returning('id').executeTakeFirstOrThrow());
  await tx
    .insertInto('memberships')
    .values({ organization_id, id, role: 'orgadmin' })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'id']).doUpdateSet({ role: 'orgadmin', archived_at: null }),
    )
    .execute();
  await tx.updateTable('organizations').set({ owner_id: id }).where('id', '=', organization_id).execute();
};

/** Invites every member who has not accepted yet. */
const inviteMembers = async ({ tx, organization_id, mapped }: RestoreContext): Promise<void> => {
  const waiting = await tx
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('accepted_at', 'is', null)
    .where('archived_at', 'is', null)
    .execute();
  for (const { id } of waiting) await invite({ tx, enqueue: enqueueIn(tx) }, { organization_id, membership_id: id });
  mapped.members_invited = waiting.length;
};

/** How large its files are, which nothing counted on the way. */
const countFiles = ({ tx, organization_id }: RestoreContext) =>
  sql`
    insert into file_totals (organization_id, bytes)
    select ${organization_id}::bigint, coalesce(sum(size), 0) from files where organization_id = ${organization_id}`.execute(
    tx,
  );

/**
 * Makes a new organization of an archive that was checked, all in this transaction. Records keep their numbers; what the
 * whole platform tells apart gets new ones.
 * @param wrote told how many rows of the archive were dealt with
 */
export const restoreOrganization = async (
  { tx, enter }: UnscopedTx,
  wanted: WantedOrganization,
  {
    wrote,
    ...given
  }: Pick<RestoreContext, 'archive' | 'manifest' | 'columns' | 'contents' | 'keys'> & { wrote: (rows: number) => void },
): Promise<{ organization_id: number; counts: Record<string, number>; mapped: RestoreSummary }> => {
  const { archive, manifest } = given;
  await asCopied(tx);
  const organization_id = await insertOrganization(tx, wanted, manifest);
  enter({ organization_id, user_id: wanted.requested_by_id });
  const { accounts, made } = await matchAccounts(tx, archive);
  const mapped: RestoreSummary = {
    accounts_found: accounts.size - made.size,
    accounts_made: made.size,
    members_invited: 0,
    access_keys_made: 0,
    left_behind: Object.fromEntries(keptInArchive.map((table) => [table, manifest.tables[table]?.rows ?? 0])),
    files_missing: manifest.files.missing.length,
  };
  const restoring: RestoreContext = { ...given, tx, organization_id, accounts, made, mapped };
  const changed = changes();
  const counts: Record<string, number> = {};
  for (const table of restoredTables)
    counts[table] = await restoreTable(restoring, { table, change: changed[table], wrote });
  await countFiles(restoring);
  await seatOwner(restoring, wanted.owner_email);
  await inviteMembers(restoring);
  return { organization_id, counts, mapped };
};
