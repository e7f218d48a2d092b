import { sql } from 'kysely';
import { formatDate } from '#forms/calendar.ts';
import { personLabels } from '#forms/person-columns.ts';
import type { Tx } from '../../kit/db.ts';
import type { Keyring } from '../../kit/keyring.ts';
import { Problem } from '../../kit/problem.ts';
import { among, type Row, updateRow } from '../../kit/rows.ts';
import { decisionsAbout, peopleCame, personChanged, tellApart } from '../pairs.ts';
import { returnDecisions } from './decisions.ts';
import { unshareGrants } from './grants.ts';
import { leaveGroupings } from './groupings.ts';
import { partHouseholds, whyHouseholdsStay } from './household.ts';
import { exchangeSsn } from './merge.ts';
import { type MergeJournal, moveRowsBack, writtenSince } from './moved.ts';
import type { Client } from './values.ts';

/** So many things that stand in the way are named. */
const maxNamed = 10;

const labels: Record<string, string> = {
  ...personLabels,
  photo_file_id: 'The photo',
  case_worthy_client_id: 'The link to DTD',
};

type MergeUndo = { merge: Row<'merges'>; moved: MergeJournal; master: Client; merged: Client[] };

/** What keeps a merge from being undone: a record, as history calls it, and the sentence. */
type UndoBlocker = { item_type: string; item_id: number; reason: string };

/** What was changed since, so that going back would lose it. */
const inTheWay = async (tx: Tx, { merge, moved, master, merged }: MergeUndo): Promise<UndoBlocker[]> => {
  const { organization_id } = merge;
  const way = { organization_id, master_id: master.id, client_ids: merged.map(({ id }) => id) };
  const name = `${master.first_name} ${master.last_name}`;
  const changedValues = Object.entries(moved.values)
    .filter(([column, [, after]]) => master[column as keyof Client] !== after)
    .map(([column]) => `${labels[column]} of ${name} was changed afterwards.`);
  const giver = merged.find(({ id }) => id === moved.ssn?.client_id);
  const isSsnChanged =
    moved.ssn !== null && (master.ssn_suffix !== moved.ssn.counts[0] || giver?.ssn_suffix !== moved.ssn.counts[1]);
  const elsewhere = merged
    .filter(({ merged_into_id }) => merged_into_id !== master.id)
    .map(({ id }) => `ID ${id} no longer belongs to this merge.`);
  const { responses, notes } = await writtenSince(tx, way, { moved, at: merge.created_at, most: maxNamed });
  const household = await whyHouseholdsStay(tx, way, moved.household);
  const person = (reason: string) => ({ item_type: 'clients', item_id: master.id, reason });
  return [
    ...changedValues.map(person),
    ...(isSsnChanged ? [person(`Last 4 of SSN of ${name} was changed afterwards.`)] : []),
    ...elsewhere.map(person),
    ...responses.map((one) => ({
      item_type: 'client_forms',
      item_id: one.id,
      reason: `${one.name} of ${name} (Client Form ${one.id}) was changed afterwards.`,
    })),
    ...notes.map((one) => ({
      item_type: 'notes',
      item_id: one.id,
      reason: `The note of ${formatDate(one.created_at.slice(0, 10))} was changed afterwards.`,
    })),
    ...(household === null ? [] : [person(household)]),
  ].slice(0, maxNamed);
};

type MergeId = { organization_id: number; master_id: number; id: number };

/** A merge that is there with those whom it is about; not_found without one, conflict where it was undone already. */
const undoingOf = async (tx: Tx, { organization_id, master_id, id }: MergeId, { locks }: { locks: boolean }) => {
  const merge = await tx
    .selectFrom('merges')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('master_client_id', '=', master_id)
    .where('id', '=', id)
    .$if(locks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!merge) throw new Problem('not_found');
  if (merge.undone_at !== null) throw new Problem('conflict', { base: ['This merge was already undone.'] });
  const client_ids = merge.client_ids;
  const rows = (await tx
    .selectFrom('clients')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', among([master_id, ...client_ids]))
    .orderBy('id')
    .$if(locks, (query) => query.forUpdate())
    .execute()) as Client[];
  const master = rows.find((one) => one.id === master_id) as Client;
  return { merge, moved: merge.moved as MergeJournal, master, merged: rows.filter((one) => one.id !== master_id) };
};

/** What keeps a merge from being undone at this moment; nothing is held. Throws as undoMerge does where it is no more. */
export const whatKeepsMerge = async (tx: Tx, merge: MergeId): Promise<UndoBlocker[]> =>
  inTheWay(tx, await undoingOf(tx, merge, { locks: false }));

const restoreValues = async (tx: Tx, { moved, master, merged }: MergeUndo, keys: Keyring) => {
  const giver = merged.find(({ id }) => id === moved.ssn?.client_id);
  const [row] = giver ? await exchangeSsn(tx, [master, giver], keys) : [master];
  const columns = Object.fromEntries(Object.entries(moved.values).map(([column, [before]]) => [column, before]));
  return Object.keys(columns).length > 0 ? updateRow(tx, 'clients', { row, columns }) : row;
};

/**
 * Undoes a merge, all of it in this transaction: what came to the master and is still there goes back, its values are as
 * before, and the merged records are open again under their ids. What was written on the master since stays there. Throws
 * conflict, with a sentence for each, when what the merge brought was changed since, or when it was undone already.
 */
export const undoMerge = async (
  tx: Tx,
  { organization_id, master_id, id, user_id }: MergeId & { user_id: number },
  keys: Keyring,
): Promise<void> => {
  const undoing = await undoingOf(tx, { organization_id, master_id, id }, { locks: true });
  const { merge, moved, master } = undoing;
  const client_ids = merge.client_ids;
  const reasons = await inTheWay(tx, undoing);
  if (reasons.length > 0) throw new Problem('conflict', { base: reasons.map(({ reason }) => reason) });

  const way = { organization_id, master_id, client_ids };
  // First of all, so that what goes back to them finds them open.
  await tx
    .updateTable('clients')
    .set({
      merged_into_id: null,
      archived_at: null,
      archived_by_id: null,
      updated_at: sql<string>`now()`,
      lock_version: sql`lock_version + 1`,
    })
    .where('id', '=', among(client_ids))
    .execute();
  await moveRowsBack(tx, way, moved);
  await unshareGrants(tx, way, moved.grants);
  await leaveGroupings(tx, moved);
  await partHouseholds(tx, way, moved.household);
  const opened = () => tx.selectFrom('clients').selectAll().where('id', '=', among(client_ids)).execute();
  const restored = await restoreValues(tx, { ...undoing, merged: await opened() }, keys);
  const where = { tx, keys, organization_id };
  // Kept: when the values go back, decisions end, as by any change of a name.
  const since = await decisionsAbout(where, [master_id]);
  await personChanged(where, master, restored);
  await peopleCame(where, await opened());
  await tellApart(where, since);
  await returnDecisions(where, way, moved.decisions ?? []);
  await updateRow(tx, 'merges', { row: merge, columns: { undone_at: sql<string>`now()`, undone_by_id: user_id } });
};
