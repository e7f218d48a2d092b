import { sql } from 'kysely';
import { organizationWith } from '#server/access/members.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Job } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import { enqueueIn, type InOrganization } from '#server/kit/enqueue.ts';
import { gather, gatheringColumns } from '../gathering.ts';

/** Fills a data group anew, after its conditions were changed. */
export const gatherRecords: Job<'gather_records'> = {
  work: ({ database }, { data_group_id }, { organization_id, progress }) =>
    gather(database, { organization_id, data_group_id }, progress),
  unfinished: 'Some records may still be in the data group because of its former conditions.',
};

/** Fills a data group anew, because its days have moved. */
export const gatherAgain = (
  { database }: JobServices,
  { organization_id, data_group_id }: InOrganization<'gather_again'>,
): Promise<void> => gather(database, { organization_id, data_group_id });

/** Works out the days of a data group's conditions by the calendar as it is now. If they changed, the group is filled again. */
const moveDays = async (tx: Tx, organization_id: number, data_group_id: number): Promise<void> => {
  const group = await tx
    .selectFrom('data_groups')
    .select(['smart_conditions', 'smart_from', 'smart_until'])
    .where('id', '=', data_group_id)
    .forUpdate()
    .executeTakeFirst();
  if (!group) return;
  // After the lock: of two changes, the later one counts.
  const organization = await organizationWith(tx, organization_id);
  const moved = await tx
    .updateTable('data_groups')
    .set(gatheringColumns(group.smart_conditions, organization))
    .where('id', '=', data_group_id)
    .returning(['smart_from', 'smart_until'])
    .executeTakeFirst();
  if (moved?.smart_from === group.smart_from && moved?.smart_until === group.smart_until) return;
  await enqueueIn(tx)('gather_again', { data_group_id });
};

/** Where another day has begun, words such as "this month" stand for other days: those data groups are filled anew. */
export const moveDataGroups = async ({ database }: JobServices): Promise<void> => {
  const due = await database.adminTransaction(({ tx }) =>
    tx
      .selectFrom('data_groups')
      .select(['organization_id', 'id'])
      .where(sql<boolean>`smart_moves_at <= now()`)
      .execute(),
  );
  for (const { organization_id, id } of due)
    await database.inOrganization({ organization_id }, (tx) => moveDays(tx, organization_id, id));
};

/** Fills the data groups of an organization again after its time zone or its first day of the week changed. */
export const changeCalendar = async (
  { database }: JobServices,
  { organization_id }: InOrganization<'change_calendar'>,
): Promise<void> => {
  const groups = await database.inOrganization({ organization_id }, (tx) =>
    tx.selectFrom('data_groups').select('id').where('smart_conditions', 'is not', null).execute(),
  );
  for (const { id } of groups)
    await database.inOrganization({ organization_id }, (tx) => moveDays(tx, organization_id, id));
};
