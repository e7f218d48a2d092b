import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tables } from '#db/tables.ts';
import { asCopied, type Owner, type Tx } from '#server/kit/db.ts';
import type { FileStorage } from '#server/kit/files/storage.ts';
import { among } from '#server/kit/rows.ts';
import { sortedJson } from './manifest.ts';

type EraseContext = { owner: Owner; storage: FileStorage };
type Erasure = { id: number; organization_id: number };

/** Whose rows lead to content in the storage. */
const withContent = ['files', 'exports', 'draft_files'] as const;
/** Who belonged to it, which is asked at the very end. */
const withAccounts = ['memberships', 'api_credentials'] as const;
const plain = tables.distributed.filter(
  (table) => !([...withContent, ...withAccounts] as readonly string[]).includes(table),
);

/** Adds to what the certificate counts, in the transaction that deleted it. */
const count = async (tx: Tx, { id }: Erasure, [table, rows]: [table: string, rows: number]): Promise<void> => {
  await sql`
    update erasure_certificates
       set tables = jsonb_set(tables, array[${table}::text], to_jsonb(coalesce((tables ->> ${table}::text)::bigint, 0) + ${rows}::bigint)),
           files = files + ${table === 'files' ? rows : 0}::bigint
     where id = ${id}`.execute(tx);
};

const deleteRows = async (tx: Tx, table: string, { organization_id }: Erasure): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where organization_id = ${organization_id}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** So much content is taken away before its rows are. */
const batch = 200;

/** Content first, then the rows that name it: whatever interrupts this, what is left is still named. */
const eraseContents = async ({ owner, storage }: EraseContext, erasure: Erasure): Promise<void> => {
  const { organization_id } = erasure;
  for (const table of withContent)
    for (;;) {
      const rows = await owner.transaction(({ tx }) =>
        tx
          .selectFrom(table)
          .select(['id', 'storage_key'])
          .where('organization_id', '=', organization_id)
          .limit(batch)
          .execute(),
      );
      for (const { storage_key } of rows) if (storage_key) await storage.remove(storage_key);
      const ids = rows.map(({ id }) => id);
      await owner.transaction(async ({ tx }) => {
        await asCopied(tx);
        const { numDeletedRows } = await tx
          .deleteFrom(table)
          .where('organization_id', '=', organization_id)
          .where('id', '=', among(ids))
          .executeTakeFirstOrThrow();
        await count(tx, erasure, [table, Number(numDeletedRows)]);
      });
      if (rows.length < batch) break;
    }
};

const eraseTable = async ({ owner }: EraseContext, erasure: Erasure, table: string): Promise<void> => {
  await owner.transaction(async ({ tx }) => {
    await asCopied(tx);
    await count(tx, erasure, [table, await deleteRows(tx, table, erasure)]);
  });
};

/** Tables that refer to accounts and keep them: who is named there stays. Those that go with an account do not count. */
const keepingAccounts = async (tx: Tx): Promise<{ table: string; column: string }[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname::text as table, a.attname::text as column
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid and not c.relispartition
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.users'::regclass and k.confdeltype <> 'c'`.execute(tx);
  return rows;
};

/** Those of these accounts that belonged to this organization alone, and that nothing else names. */
const accountsLeft = async (tx: Tx, ids: number[]): Promise<number[]> => {
  const superusers = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', among(ids))
    .where('is_superuser', '=', true)
    .execute();
  const kept = new Set(superusers.map(({ id }) => id));
  for (const { table, column } of await keepingAccounts(tx)) {
    const left = ids.filter((id) => !kept.has(id));
    const { rows } = await sql<{ id: number }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} = ${among(left)}`.execute(
      tx,
    );
    for (const { id } of rows) kept.add(id);
  }
  return ids.filter((id) => !kept.has(id));
};

/** Who works for it, people and programs. */
const accountsOf = async (tx: Tx, { organization_id }: Erasure): Promise<number[]> => {
  const people = await tx
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organization_id)
    .execute();
  const programs = await tx
    .selectFrom('api_credentials')
    .select('user_id as id')
    .where('organization_id', '=', organization_id)
    .execute();
  return [...new Set([...people, ...programs].map(({ id }) => id))];
};

/** What names it outside its own tables. */
/**
 * Deletes the restores of its archives and the one that made it. Attempts from the same archive that failed go too: they
 * name what was to be this organization, its address and its owner.
 */
const eraseRestores = async (tx: Tx, id: number): Promise<void> => {
  const made = await tx
    .deleteFrom('organization_restores')
    .where((eb) => eb.or([eb('export_organization_id', '=', id), eb('made_organization_id', '=', id)]))
    .returning('export_organization_id')
    .execute();
  await tx
    .deleteFrom('organization_restores')
    .where('state', '=', 'failed')
    .where('export_organization_id', '=', among(made.map((one) => one.export_organization_id)))
    .execute();
};

const eraseTraces = async (tx: Tx, { organization_id: id }: Erasure): Promise<void> => {
  await tx.deleteFrom('template_copies').where('copy_organization_id', '=', id).execute();
  // The other side of its affiliations, with what it wrote there; forms that it shared belong to who has them now.
  const affiliations = await tx
    .deleteFrom('affiliations')
    .where('affiliate_organization_id', '=', id)
    .returning(['organization_id', 'id'])
    .execute();
  for (const other of affiliations) {
    await tx
      .deleteFrom('form_affiliations')
      .where('organization_id', '=', other.organization_id)
      .where('affiliation_id', '=', other.id)
      .execute();
    await tx
      .deleteFrom('versions')
      .where('organization_id', '=', other.organization_id)
      .where('item_type', '=', 'affiliations')
      .where('item_id', '=', other.id)
      .execute();
  }
  await tx.deleteFrom('shared_forms').where('owner_organization_id', '=', id).execute();
  await tx.deleteFrom('former_slugs').where('leads_to_id', '=', id).execute();
  await eraseRestores(tx, id);
  await tx
    .updateTable('sessions')
    .set({ impersonated_organization_id: null, impersonated_user_id: null, ended_at: sql<string>`now()` })
    .where('impersonated_organization_id', '=', id)
    .execute();
  await sql`
    delete from graphile_worker._private_jobs where (payload ->> 'organization_id')::bigint = ${id}`.execute(tx);
};

type Certificate = Record<'id' | 'organization_id' | 'files', number> &
  Record<'organization_name' | 'slug' | 'erased_at' | 'erased_by', string> & {
    tables: Record<string, number>;
    reason?: string | null;
  };

/** The checksum of a certificate: of all else that it says, as JSON whose keys are in order. */
export const certificateSum = (certificate: Certificate): string =>
  createHash('sha256').update(sortedJson(certificate)).digest('hex');

const certify = async (tx: Tx, { id }: Erasure): Promise<void> => {
  const row = await tx.selectFrom('erasure_certificates').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const erased_at = new Date().toISOString();
  const sha256 = certificateSum({
    id,
    organization_id: row.erased_organization_id,
    organization_name: row.organization_name,
    slug: row.slug,
    erased_at,
    erased_by: row.erased_by,
    reason: row.reason,
    tables: row.tables,
    files: row.files,
  });
  await tx.updateTable('erasure_certificates').set({ erased_at, sha256 }).where('id', '=', id).execute();
};

/**
 * The last step, all or nothing: whoever writes in the organization at this moment is waited for, what they wrote goes
 * too, and then it is no more.
 * @returns content that came meanwhile, to be taken away after the commit
 */
const eraseRest = ({ owner }: EraseContext, erasure: Erasure): Promise<string[]> =>
  owner.transaction(async ({ tx }) => {
    const { organization_id } = erasure;
    // Whoever writes a row that names the organization holds its row, and who comes now waits until it is gone.
    await tx.selectFrom('organizations').select('id').where('id', '=', organization_id).forUpdate().execute();
    const accounts = await accountsOf(tx, erasure);
    await asCopied(tx);
    const keys: string[] = [];
    for (const table of withContent) {
      const rows = await tx
        .deleteFrom(table)
        .where('organization_id', '=', organization_id)
        .returning('storage_key')
        .execute();
      await count(tx, erasure, [table, rows.length]);
      keys.push(...rows.flatMap(({ storage_key }) => storage_key ?? []));
    }
    for (const table of [...plain, ...withAccounts])
      await count(tx, erasure, [table, await deleteRows(tx, table, erasure)]);
    await eraseTraces(tx, erasure);
    await tx.deleteFrom('organizations').where('id', '=', organization_id).execute();
    // From here on keys are looked up again: what goes with an account goes.
    await sql`set local session_replication_role = origin`.execute(tx);
    const left = await accountsLeft(tx, accounts);
    const { numDeletedRows } = await tx.deleteFrom('users').where('id', '=', among(left)).executeTakeFirstOrThrow();
    await count(tx, erasure, ['users', Number(numDeletedRows)]);
    for (const storage_key of keys)
      await tx
        .insertInto('begun_contents')
        .values({ storage_key, begun_at: new Date(0) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await certify(tx, erasure);
    return keys;
  });

/** One erasure is done by one process at a time. */
const turn = 4_327_845;

/**
 * Erases everything of an organization, step by step: what interrupts it, it goes on from there when it is called again.
 * Nothing is done when it is over, or when somebody else is at it. Throws what the storage and the database throw.
 * @param id of the certificate
 */
export const eraseOrganization = (erasing: EraseContext, id: number): Promise<void> =>
  erasing.owner.transaction(async ({ tx }) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(turn)}, ${id}::integer) as mine`.execute(tx);
    const row = await tx
      .selectFrom('erasure_certificates')
      .select(['erased_organization_id', 'erased_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!rows[0]?.mine || !row || row.erased_at) return;
    const erasure = { id, organization_id: row.erased_organization_id };
    await eraseContents(erasing, erasure);
    for (const table of plain) await eraseTable(erasing, erasure, table);
    const keys = await eraseRest(erasing, erasure);
    for (const key of keys) await erasing.storage.remove(key);
  });
