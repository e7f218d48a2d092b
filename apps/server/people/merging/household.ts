import { type Selectable, sql } from 'kysely';
import { householdTitles } from '../../access/household-titles.ts';
import type { DB, Tx } from '../../kit/db.ts';
import type { Member } from '../../kit/handlers.ts';
import { among } from '../../kit/rows.ts';
import { endPlaces, foldPlaces, reopenPlaces, unfoldHead } from '../households/places.ts';
import { bySource, type RowsBySource, type Way } from './way.ts';

type Membership = Selectable<DB['household_members']>;
type Relationship = Selectable<DB['household_relationships']>;

/** What a merge did to households, as it is kept to undo it. */
export type HouseholdMergeJournal = {
  /** Memberships that became the master's, by the record that they came from. */
  members: RowsBySource;
  /** Those that ended by it, with their day. */
  ended: { id: number; ended_on: string }[];
  /** Those in the household where the master is too, which went, with what was said of them. */
  removed: Membership[];
  relationships: Relationship[];
  /** The master's membership that became the household's head, with what it was to the head before. */
  head: { id: number; relationship: string | null } | null;
  /** The notes "Was also in household …". */
  notes: number[];
};

/** What becomes of present memberships: one stays the master's, those in the same household go, the others end. */
export type HouseholdPlan = { kept: Membership | null; removed: Membership[]; ended: Membership[] };

/**
 * What a merge makes of households; the first of the others who has one gives it to a master without.
 * @param client_ids those that are merged, the one that was changed last first
 */
export const householdPlan = async (
  tx: Tx,
  { master_id, client_ids }: Pick<Way, 'master_id' | 'client_ids'>,
): Promise<HouseholdPlan> => {
  const rows = await tx
    .selectFrom('household_members')
    .selectAll()
    // To the microsecond, so that one that goes comes back as it was.
    .select([sql<string>`created_at::text`.as('created_at'), sql<string>`updated_at::text`.as('updated_at')])
    .where('client_id', '=', among([master_id, ...client_ids]))
    .where('ended_on', 'is', null)
    .execute();
  const plan: HouseholdPlan = { kept: null, removed: [], ended: [] };
  for (const id of [master_id, ...client_ids]) {
    const own = rows.find(({ client_id }) => client_id === id);
    if (!own) continue;
    if (plan.kept === null) plan.kept = own;
    else if (own.household_id === plan.kept.household_id) plan.removed.push(own);
    else plan.ended.push(own);
  }
  return plan;
};

/** What was said of members beside their relationships to the head: it goes with them. */
const relationshipsOf = async (tx: Tx, ids: readonly number[]): Promise<Relationship[]> =>
  tx
    .selectFrom('household_relationships')
    .selectAll()
    .select(sql<string>`created_at::text`.as('created_at'))
    .where((eb) => eb.or([eb('member_id', '=', among(ids)), eb('of_member_id', '=', among(ids))]))
    .execute();

/** Makes the memberships of the others the master's, present ones by the plan and former ones as they are. */
export const mergeHouseholds = async (tx: Tx, records: Way, caller: Member): Promise<HouseholdMergeJournal> => {
  const { organization_id, master_id, client_ids } = records;
  const present = await householdPlan(tx, records);
  const households = [present.kept, ...present.removed, ...present.ended].flatMap((one) => one?.household_id ?? []);
  // People were held before households, as by whoever changes a household.
  await tx
    .selectFrom('households')
    .select('id')
    .where('id', '=', among(households))
    .orderBy('id')
    .forUpdate()
    .execute();
  const { kept, removed, ended } = await householdPlan(tx, records);
  const titles = await householdTitles(
    { tx, caller },
    ended.map(({ household_id }) => household_id),
  );
  const context = { tx, caller };
  const relationships = await relationshipsOf(
    tx,
    removed.map(({ id }) => id),
  );
  const isHead = kept !== null && removed.length > 0 && (await foldPlaces(context, removed, kept));
  const over = await endPlaces(context, { ids: ended.map(({ id }) => id), by: 'merging' });
  const rows = await tx
    .selectFrom('household_members')
    .select(['id', 'client_id'])
    .where('client_id', '=', among(client_ids))
    .orderBy('id')
    .execute();
  await tx
    .updateTable('household_members')
    .set({ client_id: master_id })
    .where('id', '=', among(rows.map(({ id }) => id)))
    .execute();
  const notes = ended.length
    ? await tx
        .insertInto('notes')
        .values(
          ended.map(({ household_id }) => ({
            organization_id,
            client_id: master_id,
            user_id: caller.person.id,
            body: `Was also in ${titles.has(household_id) ? `household ${titles.get(household_id)}` : 'another household'}`,
          })),
        )
        .returning('id')
        .execute()
    : [];
  return {
    members: bySource(rows),
    ended: over,
    removed,
    relationships,
    head: isHead ? { id: kept.id, relationship: kept.relationship } : null,
    notes: notes.map(({ id }) => id),
  };
};

/** Why what a merge did to households cannot be undone any more, as a sentence; null when it can. */
export const whyHouseholdsStay = async (
  tx: Tx,
  { organization_id, master_id }: Pick<Way, 'organization_id' | 'master_id'>,
  moved: HouseholdMergeJournal,
): Promise<string | null> => {
  const ids = [...Object.values(moved.members).flat(), ...(moved.head ? [moved.head.id] : [])];
  const rows = await tx
    .selectFrom('household_members')
    .select(['id', 'client_id', 'ended_on', 'is_head'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', among(ids))
    .execute();
  const isSame = (id: number) => {
    const row = rows.find((one) => one.id === id);
    const over = moved.ended.find((one) => one.id === id);
    return row?.client_id === master_id && (!over || row.ended_on === over.ended_on);
  };
  const isHeadStill = !moved.head || rows.find(({ id }) => id === moved.head?.id)?.is_head === true;
  return ids.every(isSame) && isHeadStill ? null : 'The household was changed afterwards.';
};

/** Undoes what `mergeHouseholds` did, once nothing stands in its way. */
export const partHouseholds = async (
  tx: Tx,
  { organization_id }: Pick<Way, 'organization_id'>,
  moved: HouseholdMergeJournal,
): Promise<void> => {
  const context = { tx, caller: { organization: { id: organization_id } } };
  for (const [client_id, ids] of Object.entries(moved.members))
    await tx
      .updateTable('household_members')
      .set({ client_id: Number(client_id) })
      .where('id', '=', among(ids))
      .execute();
  if (moved.head)
    await unfoldHead(
      context,
      moved.head,
      moved.removed.find(({ is_head }) => is_head),
    );
  await bringBack(tx, 'household_members', moved.removed);
  await bringBack(tx, 'household_relationships', moved.relationships);
  await reopenPlaces(
    context,
    moved.ended.map(({ id }) => id),
  );
  // Whoever has added to one of them since keeps it.
  await tx.deleteFrom('notes').where('id', '=', among(moved.notes)).where('lock_version', '=', 1).execute();
};

/** Puts rows that went back under their own ids. */
const bringBack = async (
  tx: Tx,
  table: 'household_members' | 'household_relationships',
  rows: readonly (Membership | Relationship)[],
) => {
  const [first] = rows;
  if (!first) return;
  const { organization_id, ...others } = first;
  const columns = sql.join(Object.keys(others).map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (organization_id, ${columns}) overriding system value
    select ${organization_id}::bigint, ${columns}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    returning id`.execute(tx);
};
