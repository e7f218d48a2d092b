import { sql } from 'kysely';
import { type ChosenValues, mergedValueNames } from '#contract/resources/merges.ts';
import { sealedSsn, ssnOf } from '../../access/ssn.ts';
import type { Tx } from '../../kit/db.ts';
import type { Member } from '../../kit/handlers.ts';
import type { Keyring } from '../../kit/keyring.ts';
import { among, updateRow } from '../../kit/rows.ts';
import { peopleLeft, personChanged } from '../pairs.ts';
import { carryDecisions, decisionsToCarry } from './decisions.ts';
import { shareGrants } from './grants.ts';
import { joinGroupings } from './groupings.ts';
import { mergeHouseholds } from './household.ts';
import type { MergeCandidates } from './mergeable.ts';
import { type MergeJournal, moveRows } from './moved.ts';
import { type Client, keptValues, newestFirst } from './values.ts';

type MergeContext = {
  /** Who asked for it. */
  caller: Member;
  job_id: number;
  keys: Keyring;
  values: ChosenValues;
};

/** The columns that change of the master: what they are, and what they become. */
const changedValues = ({ master, others }: MergeCandidates, chosen: ChosenValues, keys: Keyring) => {
  const kept = keptValues({ master, others }, chosen, keys);
  const values: MergeJournal['values'] = {};
  for (const name of mergedValueNames) {
    const from = kept[name];
    if (name === 'ssn_suffix' || !from || from.id === master.id) continue;
    const column = name === 'photo' ? 'photo_file_id' : name;
    if (from[column] !== master[column]) values[column] = [master[column], from[column]];
  }
  const link = others.toSorted(newestFirst).find((one) => one.case_worthy_client_id !== null);
  if (master.case_worthy_client_id === null && link) values.case_worthy_client_id = [null, link.case_worthy_client_id];
  if (!master.active && others.some(({ active }) => active)) values.active = [false, true];
  const ssnOf = kept.ssn_suffix;
  return { values, ssnFrom: ssnOf && ssnOf.id !== master.id ? ssnOf : null };
};

/** Two records exchange their last 4 of SSN, so that neither is lost and nothing has to be kept of them elsewhere. */
export const exchangeSsn = async (tx: Tx, [one, other]: [Client, Client], keys: Keyring): Promise<[Client, Client]> => {
  const key = keys.newest();
  const [ofOne, ofOther] = [ssnOf(keys, one), ssnOf(keys, other)];
  const give = (row: Client, digits: string) =>
    updateRow(tx, 'clients', { row, columns: { ...sealedSsn(key, row, digits), ssn_suffix: row.ssn_suffix + 1 } });
  return [await give(one, ofOther), await give(other, ofOne)];
};

/**
 * Merges records of people into their master, all of it in this transaction: the rows are locked, and the caller
 * may do it. Answers the id of the merge, by which it can be undone.
 */
export const mergePeople = async (
  tx: Tx,
  { master, others }: MergeCandidates,
  { caller, job_id, keys, values: chosen }: MergeContext,
): Promise<number> => {
  const { person } = caller;
  const organization_id = caller.organization.id;
  const newest = others.toSorted(newestFirst);
  const way = { organization_id, master_id: master.id, client_ids: newest.map(({ id }) => id) };
  const { values, ssnFrom } = changedValues({ master, others }, chosen, keys);

  const where = { tx, keys, organization_id };
  const decisions = await decisionsToCarry(where, way);
  const rows = await moveRows(tx, way);
  const grants = await shareGrants(tx, way);
  const joined = await joinGroupings(tx, way);
  const household = await mergeHouseholds(tx, way, caller);

  const [ssnOwner, ssnGiver] = ssnFrom ? await exchangeSsn(tx, [master, ssnFrom], keys) : [master, null];
  const columns = Object.fromEntries(Object.entries(values).map(([column, [, after]]) => [column, after]));
  const saved = Object.keys(columns).length > 0 ? await updateRow(tx, 'clients', { row: ssnOwner, columns }) : ssnOwner;
  await tx
    .updateTable('clients')
    .set({
      merged_into_id: master.id,
      archived_at: sql<string>`now()`,
      archived_by_id: person.id,
      updated_at: sql<string>`now()`,
      lock_version: sql`lock_version + 1`,
    })
    .where('id', '=', among(way.client_ids))
    .execute();
  await peopleLeft(where, others);
  await personChanged(where, master, saved);
  await carryDecisions(where, decisions);
  const moved: MergeJournal = {
    ...rows,
    ...joined,
    grants,
    household,
    decisions: decisions.carried,
    values,
    ssn: ssnGiver && { client_id: ssnGiver.id, counts: [ssnOwner.ssn_suffix, ssnGiver.ssn_suffix] },
  };
  const { id } = await tx
    .insertInto('merges')
    .values({
      organization_id,
      master_client_id: master.id,
      client_ids: JSON.stringify(others.map(({ id }) => id)),
      job_id,
      user_id: person.id,
      moved: JSON.stringify(moved),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
