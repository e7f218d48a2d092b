import { enqueueIn } from '#server/kit/enqueue.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { peopleCame, peopleLeft, personChanged } from '#server/people/pairs.ts';
import type { RollingBack } from './transaction.ts';

/** Of so many people duplicates are looked for at once; of more by a task. */
const most = 100;

/** People as they are. */
export const peopleNow = ({ tx, caller }: RollingBack, ids: readonly number[]): Promise<Row<'clients'>[]> =>
  ofOrganization(tx, 'clients', caller).selectAll().where('id', '=', among(ids)).orderBy('id').execute();

/** Keeps what is known of duplicates, after people have changed back. */
export const pairsFollow = async (context: RollingBack, before: readonly Row<'clients'>[]): Promise<void> => {
  if (before.length === 0) return;
  const { tx, keys, caller } = context;
  if (before.length > most) return enqueueIn(tx)('find_pairs', {});
  const where = { tx, keys, organization_id: caller.organization.id };
  const after = new Map(
    (
      await peopleNow(
        context,
        before.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
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
