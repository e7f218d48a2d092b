import { enqueueIn } from '#server/kit/enqueue.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import {
  endDecisions,
  manyPeopleLeft,
  markDistinct,
  peopleCame,
  peopleLeft,
  personChanged,
} from '#server/people/pairs.ts';
import type { Decision, RollingBack } from './transaction.ts';

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

/** Takes back what was decided about people who may be the same. */
export const decideAgain = async ({ tx, keys, caller }: RollingBack, decisions: readonly Decision[]): Promise<void> => {
  const where = { tx, keys, organization_id: caller.organization.id };
  const before = Map.groupBy(decisions, ({ was }) => was);
  await markDistinct(where, before.get('distinct') ?? [], caller.person.id);
  await endDecisions(where, before.get('undecided') ?? []);
};
