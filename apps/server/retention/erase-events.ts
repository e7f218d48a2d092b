import { sql } from 'kysely';
import { asCopied, type Tx } from '../kit/db.ts';

/** So many events go in one transaction. */
const batch = 5000;

/**
 * Deletes the oldest events of an organization's audit log, with the seals that covered them, but for the last: from that
 * one the rest is checked. Throws NotAllowed where the role of DATABASE_URL may not do that.
 * @returns how many went; none when all up to that event are gone
 */
export const eraseEvents = async (
  tx: Tx,
  { organization_id, last_event_id }: { organization_id: number; last_event_id: number },
): Promise<number> => {
  await asCopied(tx);
  const { numAffectedRows } = await sql`
    delete from audit_events
     where organization_id = ${organization_id} and id in (
       select id from audit_events
        where organization_id = ${organization_id} and id <= ${last_event_id} order by id limit ${sql.lit(batch)})`.execute(
    tx,
  );
  await tx
    .deleteFrom('audit_seals')
    .where('organization_id', '=', organization_id)
    .where('last_event_id', '<', last_event_id)
    .execute();
  // From here on what is written is looked at again.
  await sql`set local session_replication_role = origin`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};
