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

type Stretch = { log: Log; chain: number | null; after: Head; upTo: number };

/** The hash over the events after a seal and up to another, and that seal's own. */
const sealed = async (tx: Tx, { log, chain, after: { last_event_id, hash }, upTo }: Stretch): Promise<Buffer> => {
  const { rows } = await sql<{ hash: Buffer }>`
    select sha256(coalesce(${hash}::bytea, '') || coalesce(string_agg(hash, '' order by id), '')) as hash
      from ${sql.table(log.events)}
     where ${chainOf(log, chain)} and id > ${last_event_id} and id <= ${upTo}`.execute(tx);
  return rows[0]?.hash as Buffer;
};

export type Sealed = { organization_id: number | null; last_event_id: number; hash: string };

/**
 * Seals what was added to the audit logs since the last time. Run as the platform's role.
 * @returns the new heads, to be kept outside of the database too
 */
export const sealAudit = async (tx: Tx): Promise<Sealed[]> => {
  await sql`select pg_advisory_xact_lock(4327844)`.execute(tx);
  const heads: Sealed[] = [];
  for (const log of Object.values(logs)) {
    // From the last seal on by the keys: the log itself is long, and grows for ever.
    const of = (alias: string) => (log.of ? sql`${sql.ref(`${alias}.${log.of}`)} = chains.id` : sql`true`);
    const { rows } = await sql<Head & { chain: number | null; up_to: number }>`
      select chains.id as chain, coalesce(head.last_event_id, 0) as last_event_id, head.hash, added.up_to
        from ${log.of ? sql`organizations chains` : sql`(select null::bigint as id) chains`}
        left join lateral (
          select s.last_event_id, s.hash from ${sql.table(log.seals)} s where ${of('s')}
           order by s.last_event_id desc limit 1) head on true
        join lateral (
          select max(e.id) as up_to from ${sql.table(log.events)} e
           where ${of('e')} and e.id > coalesce(head.last_event_id, 0) and e.occurred_at < now() - ${settled}) added
          on added.up_to is not null`.execute(tx);
    for (const { chain: organization_id, up_to, ...head } of rows) {
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
 * Checks the audit logs against their hashes and seals.
 * @returns a sentence for each event that was altered, and for each seal that events were taken from or put under
 */
export const verifyAudit = async (tx: Tx): Promise<string[]> => {
  const faults: string[] = [];
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
