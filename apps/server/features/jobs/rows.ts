import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { pageSize, type Sort } from '#contract/kit/list.ts';
import type { JobKind, jobRoutes } from '#contract/resources/jobs.ts';
import type { DB, Tx } from '#server/kit/db.ts';
import { enqueueRun } from '#server/kit/enqueue.ts';
import { Problem } from '#server/kit/problem.ts';
import { kinds } from './kinds.ts';

type Asked = z.output<typeof jobRoutes.list.query>;
type Condition = (eb: ExpressionBuilder<DB, 'jobs'>) => Expression<SqlBool>;

/** A list that is asked for whole may hold this many. */
const wholeListLimit = 5000;

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

const filtered = ({ filters }: Asked): Condition[] => [
  ...(filters?.state ? [inState(filters.state)] : []),
  ...(filters?.record ? [aboutRecord(filters.record)] : []),
];

const selected = (tx: Tx, scope: Condition, asked: Asked) =>
  tx.selectFrom('jobs').where((eb) => eb.and([scope, ...filtered(asked)].map((one) => one(eb))));

const inOrder = (sort: Sort = []) =>
  sql.join([
    ...sort.map((one) => sql`${sql.ref(`jobs.${one.field}`)} ${sql.raw(one.order)} nulls last`),
    sql.raw('jobs.id desc'),
  ]);

/** All jobs of the scope that are asked for; refuses more than can be read at once. */
export const listJobs = async (tx: Tx, scope: Condition, asked: Asked): Promise<JobRow[]> => {
  const rows = await selected(tx, scope, asked)
    .selectAll()
    .orderBy(inOrder(asked.sort))
    .limit(wholeListLimit + 1)
    .execute();
  if (rows.length > wholeListLimit)
    throw new Problem('invalid', {
      base: [`More than ${wholeListLimit} match. Ask for them a page at a time, at /page/1`],
    });
  return rows;
};

/** One page of them, and how many there are. */
export const pageJobs = async (tx: Tx, scope: Condition, { page, ...asked }: Asked & { page: number }) => {
  const { page_size = pageSize } = asked;
  const rows = await selected(tx, scope, asked)
    .selectAll()
    .orderBy(inOrder(asked.sort))
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const { count } = await selected(tx, scope, asked)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return {
    rows,
    metadata: { page, page_size, total_count: count, total_pages: Math.ceil(count / page_size) },
  };
};

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

const onlyFailed = () => new Problem('conflict', { base: ['Only a job that has failed can be run again.'] });

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
