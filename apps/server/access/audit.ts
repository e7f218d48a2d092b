import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';

/**
 * The two audit logs: that of organizations, one chain each, and that of the platform. Table names and the columns that
 * tell one chain from another.
 */
const logs = {
  organizations: { events: 'audit_events', seals: 'audit_seals', of: 'organization_id' },
  platform: { events: 'platform_audit_events', seals: 'platform_audit_seals', of: null },
} as const;
type Log = (typeof logs)[keyof typeof logs];

/** Events younger than this may still be committed by a transaction that began before others; they are sealed later. */
const settled = sql.raw(`interval '2 minutes'`);

const chainOf = ({ of }: Log, chain: number | null) => (of ? sql`${sql.ref(of)} = ${chain}` : sql`true`);

type Head = { last_event_id: number; hash: Buffer | null };

/** A chain from a seal on. */
type Rest = { log: Log; chain: number | null; after: Head };
type Stretch = Rest & { upTo: number };

/** The organizations that have a chain in the log; null for the platform's one. */
const chainsOf = async (tx: Tx, { of }: Log): Promise<(number | null)[]> =>
  of ? (await tx.selectFrom('organizations').select('id').orderBy('id').execute()).map(({ id }) => id) : [null];

/** The last seal of a chain. */
const headOf = async (tx: Tx, log: Log, chain: number | null): Promise<Head> => {
  const { rows } = await sql<Head>`
    select last_event_id, hash from ${sql.table(log.seals)}
     where ${chainOf(log, chain)} order by last_event_id desc limit 1`.execute(tx);
  return rows[0] ?? { last_event_id: 0, hash: null };
};

/** The last event that can be sealed, found from the last seal on by the keys: the log grows for ever. Null: none is new. */
const settledUpTo = async (tx: Tx, { log, chain, after }: Rest): Promise<number | null> => {
  const { rows } = await sql<{ up_to: number | null }>`
    select max(id) as up_to from ${sql.table(log.events)}
     where ${chainOf(log, chain)} and id > ${after.last_event_id} and occurred_at < now() - ${settled}`.execute(tx);
  return rows[0]?.up_to ?? null;
};

/** The hash over the events after a seal and up to another, and that seal's own. */
const sealed = async (tx: Tx, { log, chain, after: { last_event_id, hash }, upTo }: Stretch): Promise<Buffer> => {
  const { rows } = await sql<{ hash: Buffer }>`
    select sha256(coalesce(${hash}::bytea, '') || coalesce(string_agg(hash, '' order by id), '')) as hash
      from ${sql.table(log.events)}
     where ${chainOf(log, chain)} and id > ${last_event_id} and id <= ${upTo}`.execute(tx);
  return rows[0]?.hash as Buffer;
};

export type AuditSeal = { organization_id: number | null; last_event_id: number; hash: string };

/**
 * Seals what was added to the audit logs since the last time. Run as the platform's role.
 * @returns the new heads, to be kept outside of the database too
 */
export const sealAudit = async (tx: Tx): Promise<AuditSeal[]> => {
  await sql`select pg_advisory_xact_lock(4327844)`.execute(tx);
  const heads: AuditSeal[] = [];
  for (const log of Object.values(logs)) {
    for (const organization_id of await chainsOf(tx, log)) {
      const head = await headOf(tx, log, organization_id);
      const up_to = await settledUpTo(tx, { log, chain: organization_id, after: head });
      if (up_to === null) continue;
      const hash = await sealed(tx, { log, chain: organization_id, after: head, upTo: up_to });
      await (log.of
        ? sql`insert into audit_seals (organization_id, last_event_id, hash) values (${organization_id}, ${up_to}, ${hash})`
        : sql`insert into platform_audit_seals (last_event_id, hash) values (${up_to}, ${hash})`
      ).execute(tx);
      heads.push({ organization_id, last_event_id: up_to, hash: hash.toString('hex') });
    }
  }
  return heads;
};

/**
 * Up to which event the audit logs of organizations were deleted by their rules: from these seals on the rest is checked,
 * also while older events are on their way.
 */
const deletedUpTo = async (tx: Tx): Promise<Map<number, number>> => {
  const rows = await tx
    .selectFrom('retention_runs')
    .select((eb) => ['organization_id', eb.fn.max('last_event_id').as('last_event_id')])
    .where('last_event_id', 'is not', null)
    .groupBy('organization_id')
    .execute();
  return new Map(rows.map(({ organization_id, last_event_id }) => [organization_id, Number(last_event_id)]));
};

/**
 * Checks the audit logs against their hashes and seals.
 * @returns a sentence for each event that was altered, and for each seal that events were taken from or put under
 */
export const verifyAudit = async (tx: Tx): Promise<string[]> => {
  const faults: string[] = [];
  const deleted = await deletedUpTo(tx);
  for (const log of Object.values(logs)) {
    const chain = log.of ? sql.ref(log.of) : sql`null::bigint`;
    const where = (id: number | null) => (id === null ? 'the platform' : `organization ${id}`);
    const altered = await sql<{ chain: number | null; id: number }>`
      select ${chain} as chain, id from ${sql.table(log.events)}
       where hash <> kit.audit_hash(id, operation, result, user_id, impersonator_id, record_id, address, request_id, occurred_at)
       order by 1, 2`.execute(tx);
    for (const { chain: id, id: event } of altered.rows) faults.push(`Event ${event} of ${where(id)} was altered`);
    const seals = await sql<{ chain: number | null; id: number; last_event_id: number; hash: Buffer }>`
      select ${chain} as chain, id, last_event_id, hash from ${sql.table(log.seals)} order by 1, last_event_id`.execute(
      tx,
    );
    const before = new Map<number | null, Head>();
    for (const { chain: id, last_event_id, hash, ...seal } of seals.rows) {
      if (last_event_id <= (deleted.get(id ?? 0) ?? 0)) {
        before.set(id, { last_event_id, hash });
        continue;
      }
      const previous = before.get(id) ?? { last_event_id: 0, hash: null };
      const found = await sealed(tx, { log, chain: id, after: previous, upTo: last_event_id });
      if (!found.equals(hash))
        faults.push(
          `Seal ${seal.id} of ${where(id)} does not fit: events ${previous.last_event_id + 1} to ${last_event_id} were changed`,
        );
      before.set(id, { last_event_id, hash });
    }
  }
  return faults;
};
