import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Sort } from '#contract/kit/list.ts';
import type { JobKind, jobRoutes } from '#contract/resources/jobs.ts';
import { words } from '#server/kit/crud.ts';
import type { DB, Tx } from '#server/kit/db.ts';
import { enqueueRun } from '#server/kit/enqueue.ts';
import { paged, whole } from '#server/kit/paged.ts';
import { Problem } from '#server/kit/problem.ts';
import { conditionOn } from '#server/kit/rows.ts';
import { kinds } from './kinds.ts';

type JobQuery = z.output<typeof jobRoutes.platformList.query>;
type Condition = (eb: ExpressionBuilder<DB, 'jobs'>) => Expression<SqlBool>;

/** Those that work for a record, or from it. */
const aboutRecord =
  ({ type, id }: { type: string; id: number }): Condition =>
  (eb) =>
    eb.or(
      Object.entries(kinds)
        .filter(([, kind]) => kind.type === type)
        .flatMap(([name, { key, from }]) =>
          [key, from].filter((one) => one !== undefined).map((one) => ({ name: name as JobKind, one })),
        )
        .map(({ name, one }) => eb.and([eb('kind', '=', name), sql<boolean>`(payload ->> ${one})::bigint = ${id}`])),
    );

const inState =
  (states: string[]): Condition =>
  (eb) =>
    eb('state', '=', sql<string>`any(${states}::text[])`);

const ofJobs = conditionOn('jobs');

/** By who asked first, the organization, or the number of the job itself. */
const found =
  (word: string): Condition =>
  () =>
    sql<boolean>`(
      jobs.id::text = ${word}
      or jobs.requester_id in (
        select users.id from users where kit.fold(concat_ws(' ', first_name, last_name, email)) like kit.pattern(${word}))
      or jobs.organization_id in (
        select organizations.id from organizations where kit.fold(name || ' ' || slug) like kit.pattern(${word})))`;

const filtered = ({ query, filters }: JobQuery): Condition[] => [
  ...words(query).map(found),
  ...(filters?.state ? [inState(filters.state)] : []),
  ...(filters?.record ? [aboutRecord(filters.record)] : []),
  ...(filters?.kind ? [() => ofJobs('kind', '=', filters.kind as string)] : []),
  ...(filters?.organization_id ? [() => ofJobs('organization_id', '=', filters.organization_id as number)] : []),
];

const selected = (tx: Tx, scope: Condition, search: JobQuery) =>
  tx.selectFrom('jobs').where((eb) => eb.and([scope, ...filtered(search)].map((one) => one(eb))));

const inOrder = (sort: Sort = []) =>
  sql.join([
    ...sort.map((one) => sql`${sql.ref(`jobs.${one.field}`)} ${sql.raw(one.order)} nulls last`),
    sql.raw('jobs.id desc'),
  ]);

/** All jobs of the scope that are asked for; refuses more than can be read at once. */
export const listJobs = (tx: Tx, scope: Condition, search: JobQuery): Promise<JobRow[]> =>
  whole(selected(tx, scope, search).selectAll().orderBy(inOrder(search.sort)));

const countByState = async (tx: Tx, scope: Condition, { query, filters: { state: _, ...filters } = {} }: JobQuery) => {
  const counted = await selected(tx, scope, { query, filters })
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const none = { enqueued: 0, running: 0, succeeded: 0, failed: 0 };
  return { ...none, ...Object.fromEntries(counted.map(({ state, count }) => [state, count])) };
};

/** One page of them, how many there are, and how many in each state, whichever are asked for. */
export const pageJobs = async (
  tx: Tx,
  scope: Condition,
  { page, page_size, ...search }: JobQuery & { page: number },
) => ({
  ...(await paged(selected(tx, scope, search).selectAll().orderBy(inOrder(search.sort)), { page, page_size })),
  counts: await countByState(tx, scope, search),
});

/** The job of the scope with this number; not_found when there is none. */
export const findJob = async (tx: Tx, scope: Condition, id: number) => {
  const row = await tx
    .selectFrom('jobs')
    .selectAll()
    .where((eb) => eb.and([scope(eb), eb('id', '=', id)]))
    .executeTakeFirst();
  if (!row) throw new Problem('not_found');
  return row;
};
export type JobRow = Awaited<ReturnType<typeof findJob>>;

const onlyFailed = () => new Problem('conflict', { base: ['You can only run a failed job again.'] });

/** Refuses a job that has not failed. */
export const checkFailed = ({ state }: JobRow): void => {
  if (state !== 'failed') throw onlyFailed();
};

/**
 * Runs a failed job again, with the rights of who asks now: the run before it counts no more. Of two at once, one does;
 * the other finds that it has not failed.
 */
export const runAgain = async (
  tx: Tx,
  { organization_id, id }: JobRow,
  asking: { user_id: number; impersonator_id: number | null },
): Promise<JobRow> => {
  const row = await tx
    .updateTable('jobs')
    .set({
      ...asking,
      state: 'enqueued',
      run: sql<number>`run + 1`,
      lost: 0,
      done: 0,
      total: null,
      error: null,
      stopped_by: null,
      alive_at: sql<string>`now()`,
      finished_at: null,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returningAll()
    .executeTakeFirst();
  if (!row) throw onlyFailed();
  await enqueueRun(tx, row.kind, { job_id: row.id, run: row.run });
  return row;
};

/**
 * Has a job stopped that waits or runs. Whoever runs it ends it; one that waits is taken at once, to be ended.
 * @param by who asks, for who reads why it failed
 */
export const stop = async (tx: Tx, { organization_id, id }: JobRow, by: string): Promise<JobRow> => {
  const row = await tx
    .updateTable('jobs')
    .set({ stopped_by: by })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('state', 'in', ['enqueued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Problem('conflict', { base: ['You can only stop a job that is waiting or running.'] });
  if (row.state === 'enqueued') await enqueueRun(tx, row.kind, { job_id: row.id, run: row.run });
  return row;
};
