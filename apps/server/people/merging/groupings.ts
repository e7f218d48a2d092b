import { sql } from 'kysely';
import type { Tx } from '../../kit/db.ts';
import { among } from '../../kit/rows.ts';
import type { MergeJournal } from './moved.ts';
import type { Way } from './way.ts';

type JoinedGroupings = Pick<MergeJournal, 'data_group_records' | 'category_records'>;

/**
 * Puts the master into the data groups and categories of the others. Where conditions put a record into a group, they
 * decide of the master too, by itself.
 */
export const joinGroupings = async (
  tx: Tx,
  { organization_id, master_id, client_ids }: Way,
): Promise<JoinedGroupings> => {
  const groups = await sql<{ id: number }>`
    insert into data_group_records (organization_id, data_group_id, record_type, record_id)
    select distinct ${organization_id}::bigint, data_group_id, 'clients', ${master_id}::bigint from data_group_records
     where organization_id = ${organization_id} and record_type = 'clients' and record_id = ${among(client_ids)}
       and not automatic
    on conflict (organization_id, record_type, record_id, data_group_id) do nothing
    returning id`.execute(tx);
  const categories = await sql<{ id: number }>`
    insert into category_records (organization_id, category_id, record_type, record_id)
    select distinct ${organization_id}::bigint, category_id, 'clients', ${master_id}::bigint from category_records
     where organization_id = ${organization_id} and record_type = 'clients' and record_id = ${among(client_ids)}
    on conflict (organization_id, record_type, record_id, category_id) do nothing
    returning id`.execute(tx);
  return {
    data_group_records: groups.rows.map(({ id }) => id),
    category_records: categories.rows.map(({ id }) => id),
  };
};

/** Takes the master out of the data groups and categories that it came into by the merge. */
export const leaveGroupings = async (tx: Tx, joined: JoinedGroupings): Promise<void> => {
  for (const table of ['data_group_records', 'category_records'] as const)
    await tx.deleteFrom(table).where('id', '=', among(joined[table])).execute();
};
