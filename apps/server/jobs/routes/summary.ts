import { sql } from 'kysely';
import type { z } from 'zod';
import type { jobRoutes } from '#contract/resources/jobs.ts';
import { accountName } from '#server/access/member-names.ts';
import type { SignedInContext } from '#server/kit/handlers.ts';
import { countWorkers } from '#server/kit/workers.ts';

type Summary = z.input<typeof jobRoutes.platformSummary.response>;
type LifeCycle = Summary['life_cycles'][number];

/** So many of each are shown. */
const most = 20;
const recent = sql<string>`now() - interval '90 days'`;

const restores = async ({ tx }: SignedInContext): Promise<LifeCycle[]> => {
  const rows = await tx
    .selectFrom('organization_restores')
    .leftJoin('users', 'users.id', 'organization_restores.requested_by_id')
    .selectAll('organization_restores')
    .select(accountName('users').as('requester_name'))
    .where('organization_restores.created_at', '>', recent)
    .orderBy('organization_restores.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id, name, state, done, total, errors, requester_name, created_at, finished_at }) => ({
    id,
    kind: 'restore',
    state: state as LifeCycle['state'],
    progress: { done, total },
    organization_name: name,
    requester_name,
    error: state === 'failed' ? (errors[0] ?? null) : null,
    created_at,
    finished_at,
  }));
};

const erasures = async ({ tx }: SignedInContext): Promise<LifeCycle[]> => {
  const rows = await tx
    .selectFrom('erasure_certificates')
    .select(['id', 'organization_name', 'erased_by', 'begun_at', 'erased_at', 'tables'])
    .where('begun_at', '>', recent)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id, organization_name, erased_by, begun_at, erased_at, tables }) => ({
    id,
    kind: 'erasure',
    state: erased_at ? 'succeeded' : 'running',
    progress: {
      done: Object.values(tables).reduce((sum, rows) => sum + rows, 0),
      total: null,
    },
    organization_name,
    requester_name: erased_by,
    error: null,
    created_at: begun_at,
    finished_at: erased_at,
  }));
};

/** How the jobs of all organizations do, and what is done with organizations as a whole. */
export const summaryOf = async (context: SignedInContext): Promise<Summary> => {
  const { rows } = await sql<Omit<Summary, 'workers' | 'life_cycles'>>`
    select count(*) filter (where state = 'running') as running,
           count(*) filter (where state = 'enqueued') as waiting,
           min(alive_at) filter (where state = 'enqueued') as waiting_since,
           count(*) filter (where state = 'failed' and finished_at > now() - interval '7 days') as failed,
           count(*) filter (where state = 'succeeded' and finished_at > now() - interval '1 day') as succeeded
      from jobs
     where state in ('enqueued', 'running') or created_at > ${recent}`.execute(context.tx);
  const life_cycles = [...(await restores(context)), ...(await erasures(context))];
  return {
    ...(rows[0] as (typeof rows)[number]),
    workers: await countWorkers(context.tx),
    life_cycles: life_cycles.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)),
  };
};
