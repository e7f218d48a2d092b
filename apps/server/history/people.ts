import { enqueueIn } from '#server/kit/enqueue.ts';
import { among, ofOrganization, type Row, updateRow } from '#server/kit/rows.ts';
import { type EndReason, endPlacesOf, reopenPlacesOf, settleHouseholds } from '#server/people/households/places.ts';
import {
  endDecisions,
  manyPeopleLeft,
  markDistinct,
  peopleCame,
  peopleLeft,
  personChanged,
} from '#server/people/pairs.ts';
import type { Decision, RollingBack, RowChange } from './transaction.ts';

/** Of so many people duplicates are looked for at once, under a few locks for each; of more by a task. */
const most = 20;

/** People as they are. */
export const peopleNow = ({ tx, caller }: RollingBack, ids: readonly number[]): Promise<Row<'clients'>[]> =>
  ofOrganization(tx, 'clients', caller).selectAll().where('id', '=', among(ids)).orderBy('id').execute();

/** Keeps what is known of duplicates, after people have changed back. */
export const pairsFollow = async (context: RollingBack, before: readonly Row<'clients'>[]): Promise<void> => {
  if (before.length === 0) return;
  const { tx, keys, caller } = context;
  const where = { tx, keys, organization_id: caller.organization.id };
  const after = new Map(
    (
      await peopleNow(
        context,
        before.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  if (before.length > most) {
    const archived = [...after.values()].filter(({ archived_at }) => archived_at !== null);
    await manyPeopleLeft(
      where,
      archived.map(({ id }) => id),
    );
    return enqueueIn(tx)('find_pairs', {});
  }
  for (const row of before) {
    const now = after.get(row.id) ?? row;
    if (row.archived_at === null && now.archived_at === null) await personChanged(where, row, now);
  }
  const came = [...after.values()].filter(
    ({ id, archived_at }) => archived_at === null && before.find((row) => row.id === id)?.archived_at !== null,
  );
  await peopleCame(where, came);
  await peopleLeft(
    where,
    before.filter(({ id, archived_at }) => archived_at === null && after.get(id)?.archived_at !== null),
  );
};

type EndedPlace = { client_id: number | null; closed_at: string | null; archived_at: string | null };

/** By what a place had ended that has ended again. */
const endReason = ({ client_id, closed_at, archived_at }: EndedPlace): EndReason => {
  if (client_id === null) return closed_at === null ? null : 'closing';
  return archived_at === null ? null : 'archiving';
};

/**
 * Sees to the households of people who are archived or there again, and to all whose places changed back: history holds
 * when a place ended, and not by what.
 */
export const placesFollow = async (
  context: RollingBack,
  before: readonly Row<'clients'>[],
  changes: readonly RowChange[],
): Promise<void> => {
  const { tx, caller } = context;
  const places = changes.filter(({ table }) => table.table === 'household_members').map(({ key }) => Number(key));
  const rows = await ofOrganization(tx, 'household_members', caller)
    .innerJoin('households', 'households.id', 'household_members.household_id')
    .leftJoin('clients', 'clients.id', 'household_members.client_id')
    .selectAll('household_members')
    .select(['households.closed_at', 'clients.archived_at'])
    .where('household_members.id', '=', among(places))
    .execute();
  for (const { closed_at, archived_at, ...row } of rows) {
    const ended_by = row.ended_on === null ? null : endReason({ ...row, closed_at, archived_at });
    if (ended_by !== row.ended_by) await updateRow(tx, 'household_members', { row, columns: { ended_by } });
  }
  const now = await peopleNow(
    context,
    before.map(({ id }) => id),
  );
  const ids = (isArchived: boolean) =>
    now.filter((one) => (one.archived_at !== null) === isArchived).map(({ id }) => id);
  await reopenPlacesOf(context, ids(false));
  await endPlacesOf(context, ids(true));
  const households = changes.filter(({ table }) => table.item === 'households').map(({ item_id }) => item_id);
  await settleHouseholds(context, [...new Set(households)]);
};

/** Takes back what was decided about people who may be the same. */
export const decideAgain = async ({ tx, keys, caller }: RollingBack, decisions: readonly Decision[]): Promise<void> => {
  const where = { tx, keys, organization_id: caller.organization.id };
  const before = Map.groupBy(decisions, ({ was }) => was);
  await markDistinct(where, before.get('distinct') ?? [], caller.person.id);
  await endDecisions(where, before.get('undecided') ?? []);
};
