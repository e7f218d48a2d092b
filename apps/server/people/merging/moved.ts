import { sql } from 'kysely';
import type { Tx } from '../../kit/db.ts';
import { among } from '../../kit/rows.ts';
import type { SharedGrant } from './grants.ts';
import type { MovedHousehold } from './household.ts';
import { bySource, type RowsBySource, type Way } from './way.ts';

/** What a merge did, as it is kept to undo it: ids, and the values of the master before and after. */
export type Moved = {
  responses: RowsBySource;
  notes: RowsBySource;
  /** Absent from merges that were done before there were any. */
  consents?: RowsBySource;
  /** Columns of the master: what they were and what they became. */
  values: Record<string, [unknown, unknown]>;
  /** The record whose last 4 of SSN the master has, and which has the master's since; and how often each changed. */
  ssn: { client_id: number; counts: [number, number] } | null;
  grants: SharedGrant[];
  data_group_records: number[];
  category_records: number[];
  household: MovedHousehold;
};

const movedTables = ['responses', 'notes', 'consents'] as const;
type MovedTable = (typeof movedTables)[number];

const moveTable = async (tx: Tx, table: MovedTable, { organization_id, master_id, client_ids }: Way) => {
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'client_id'])
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', among(client_ids))
    .orderBy('id')
    .execute();
  // Not their time of change: what is in them has not changed, and undoing asks whether it has.
  await tx
    .updateTable(table)
    .set({ client_id: master_id })
    .where('organization_id', '=', organization_id)
    .where('id', '=', among(rows.map(({ id }) => id)))
    .execute();
  return bySource(rows);
};

/** Gives the master the responses, notes and consents of the others; answers which came from whom. */
export const moveRows = async (tx: Tx, way: Way) => {
  const { organization_id, master_id, client_ids } = way;
  const responses = await moveTable(tx, 'responses', way);
  await tx
    .updateTable('response_slots')
    .set({ client_id: master_id })
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', among(client_ids))
    .execute();
  return { responses, notes: await moveTable(tx, 'notes', way), consents: await moveTable(tx, 'consents', way) };
};

/** Gives rows back to the records that they came from: those that are still the master's. */
export const moveRowsBack = async (
  tx: Tx,
  { organization_id, master_id }: Way,
  moved: Pick<Moved, MovedTable>,
): Promise<void> => {
  for (const table of movedTables)
    for (const [client_id, ids] of Object.entries(moved[table] ?? {})) {
      await tx
        .updateTable(table)
        .set({ client_id: Number(client_id) })
        .where('organization_id', '=', organization_id)
        .where('client_id', '=', master_id)
        .where('id', '=', among(ids))
        .execute();
      if (table === 'responses')
        await tx
          .updateTable('response_slots')
          .set({ client_id: Number(client_id) })
          .where('organization_id', '=', organization_id)
          .where('client_id', '=', master_id)
          .where('id', '=', among(ids))
          .execute();
    }
};

/** What of the moved rows was written since: the names of responses and dates of notes, at most `most`. */
export const writtenSince = async (
  tx: Tx,
  { organization_id, master_id }: Way,
  { moved, at, most }: { moved: Pick<Moved, MovedTable>; at: string; most: number },
) => {
  const idsOf = (table: MovedTable) => Object.values(moved[table] ?? {}).flat();
  const responses = await tx
    .selectFrom('responses')
    .innerJoin('forms', 'forms.id', 'responses.form_id')
    .select(['responses.id', 'forms.name'])
    .where('responses.organization_id', '=', organization_id)
    .where('forms.organization_id', '=', organization_id)
    .where('responses.client_id', '=', master_id)
    .where('responses.id', '=', among(idsOf('responses')))
    .where('responses.updated_at', '>', sql<string>`${at}::timestamptz + interval '1 millisecond'`)
    .orderBy('responses.id')
    .limit(most)
    .execute();
  const notes = await tx
    .selectFrom('notes')
    .select(['id', 'created_at'])
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', master_id)
    .where('id', '=', among(idsOf('notes')))
    .where('updated_at', '>', sql<string>`${at}::timestamptz + interval '1 millisecond'`)
    .orderBy('id')
    .limit(most)
    .execute();
  return { responses, notes };
};
