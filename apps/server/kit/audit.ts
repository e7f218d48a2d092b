import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** One entry of the audit log: who did what to which record, from where, and how it went. No names, no values. */
export type AuditEvent = {
  operation: string;
  /** `infected`: a file of it was refused because it holds malware. `no_consent`: the person has not agreed to it. */
  result: 'ok' | 'failed' | 'denied' | 'infected' | 'no_consent';
  /** Null for what happens outside every organization. */
  organization_id: number | null;
  user_id: number | null;
  impersonator_id: number | null;
  record_id: number | null;
  address: string;
  request_id: string;
};

/** Adds an entry to the audit log of its organization, or to the platform's. */
export const note = (tx: Tx, { organization_id, ...event }: AuditEvent): Promise<unknown> => {
  const { operation, result, user_id, impersonator_id, record_id, address, request_id } = event;
  const values = sql`${operation}, ${result}, ${user_id}::bigint, ${impersonator_id}::bigint, ${record_id}::bigint,
    ${address}, ${request_id}::uuid`;
  const columns = sql.raw('operation, result, user_id, impersonator_id, record_id, address, request_id');
  return organization_id === null
    ? sql`insert into platform_audit_events (${columns}) values (${values})`.execute(tx)
    : sql`insert into audit_events (organization_id, ${columns}) values (${organization_id}::bigint, ${values})`.execute(
        tx,
      );
};
