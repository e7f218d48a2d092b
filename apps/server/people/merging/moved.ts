import { sql } from 'kysely';
import type { Tx } from '../../kit/db.ts';
import { among } from '../../kit/rows.ts';
import { moveResponses } from '../../responses/rows.ts';
import type { Decision } from '../pairs.ts';
import type { SharedGrant } from './grants.ts';
import type { HouseholdMergeJournal } from './household.ts';
import { bySource, type RowsBySource, type Way } from './way.ts';

/** What a merge did, as it is kept to undo it: ids, and the values of the master before and after. */
export type MergeJournal = {
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
  household: HouseholdMergeJournal;
  /** Whom the master was told apart from by it. Absent from merges that were done before there was this. */
  decisions?: Decision[];
};

const movedTables = ['responses', 'notes', 'consents'] as const;
type MovedTable = (typeof movedTables)[number];

type Moving = { ids: readonly number[]; from: readonly number[]; to: number };

// Not their time of change: what is in them has not changed, and undoing asks whether it has.
const moveIds = (tx: Tx, table: MovedTable, moving: Moving): Promise<unknown> =>
  table === 'responses'
    ? moveResponses(tx, moving)
    : tx
        .updateTable(table)
        .set({ client_id: moving.to })
        .where('client_id', '=', among(moving.from))
        .where('id', '=', among(moving.ids))
        .execute();

const moveTable = async (tx: Tx, table: MovedTable, { master_id, client_ids }: Way) => {
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'client_id'])
    .where('client_id', '=', among(client_ids))
    .orderBy('id')
    .execute();
  await moveIds(tx, table, { ids: rows.map(({ id }) => id), from: client_ids, to: master_id });
  return bySource(rows);
};

/** Gives the master the responses, notes and consents of the others; answers which came from whom. */
export const moveRows = async (tx: Tx, way: Way) => ({
  responses: await moveTable(tx, 'responses', way),
  notes: await moveTable(tx, 'notes', way),
  consents: await moveTable(tx, 'consents', way),
});

/** Gives rows back to the records that they came from: those that are still the master's. */
export const moveRowsBack = async (
  tx: Tx,
  { master_id }: Way,
  moved: Pick<MergeJournal, MovedTable>,
): Promise<void> => {
  for (const table of movedTables)
    for (const [client_id, ids] of Object.entries(moved[table] ?? {}))
      await moveIds(tx, table, { ids, from: [master_id], to: Number(client_id) });
};

/** Which of these records differ from what they were at a moment: a change that was taken back again is none. */
const differingSince = async (
  tx: Tx,
  organization_id: number,
  { item_type, ids, at }: { item_type: 'client_forms' | 'notes'; ids: number[]; at: string },
): Promise<ReadonlySet<number>> => {
  const versions = await tx
    .selectFrom('versions')
    .select(['item_id', 'old_values', 'new_values'])
    .where('organization_id', '=', organization_id)
    .where('item_type', '=', item_type)
    .where('item_id', '=', among(ids))
    .where('created_at', '>', sql<string>`${at}::timestamptz + interval '1 millisecond'`)
    .orderBy('id')
    .execute();
  const changes = new Map<string, { item_id: number; before: string; after: string }>();
  for (const { item_id, old_values, new_values } of versions) {
    const before = old_values ?? {};
    const after = new_values ?? {};
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const place = `${item_id} ${key}`;
      const first = changes.get(place)?.before ?? JSON.stringify(before[key] ?? null);
      changes.set(place, { item_id, before: first, after: JSON.stringify(after[key] ?? null) });
    }
  }
  return new Set([...changes.values()].flatMap(({ item_id, before, after }) => (before === after ? [] : [item_id])));
};

/** What of the moved rows was written since: the names of responses and dates of notes, at most `most`. */
export const writtenSince = async (
  tx: Tx,
  { organization_id, master_id }: Way,
  { moved, at, most }: { moved: Pick<MergeJournal, MovedTable>; at: string; most: number },
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
    .execute();
  const notes = await tx
    .selectFrom('notes')
    .select(['id', 'created_at'])
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', master_id)
    .where('id', '=', among(idsOf('notes')))
    .where('updated_at', '>', sql<string>`${at}::timestamptz + interval '1 millisecond'`)
    .orderBy('id')
    .execute();
  const differing = async <R extends { id: number }>(item_type: 'client_forms' | 'notes', rows: R[]) => {
    const ids = rows.map(({ id }) => id);
    const differ = await differingSince(tx, organization_id, { item_type, ids, at });
    return rows.filter(({ id }) => differ.has(id));
  };
  return {
    responses: (await differing('client_forms', responses)).slice(0, most),
    notes: (await differing('notes', notes)).slice(0, most),
  };
};
