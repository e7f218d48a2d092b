import { sql } from 'kysely';
import { maintenanceRoutes } from '#contract/resources/maintenance.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { healthOf } from './health.ts';

/** A run of which nothing was heard for five minutes has died with its worker. */
const isDead = sql<boolean>`alive_at < now() - interval '5 minutes'`;
const refreshing = 'The report tables are being refreshed. This can take up to about 2 hours.';

const lastRun = ({ tx }: SignedInContext) =>
  tx
    .selectFrom('maintenance_runs')
    .innerJoin('users', 'users.id', 'maintenance_runs.started_by_id')
    .select([
      'users.id as user_id',
      sql<string>`coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email)`.as('name'),
      'started_at',
      'finished_at',
      'error',
      'done',
      'total',
      isDead.as('is_dead'),
    ])
    .orderBy('maintenance_runs.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The organization of the address, which the transaction enters; templates use nothing. */
const entered = async ({ tx, enter, caller }: SignedInContext, id: number): Promise<number> => {
  const organization = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .where('slug', '!=', templatesSlug)
    .executeTakeFirst();
  if (!organization) throw new Problem('not_found');
  enter(id, caller.person.id);
  return id;
};

/** The installation as a whole. Only the platform team comes here. */
export const maintenanceFeature = implement(maintenanceRoutes, {
  health: (_, context) => healthOf(context),

  usage: async ({ params }, context) => {
    const organization_id = await entered(context, params.id);
    const { tx, config } = context;
    const [counted, files] = await Promise.all([
      tx.selectFrom('usages').selectAll().where('organization_id', '=', organization_id).executeTakeFirst(),
      tx.selectFrom('file_totals').select('bytes').where('organization_id', '=', organization_id).executeTakeFirst(),
    ]);
    if (!counted) return null;
    return {
      ...counted,
      file_bytes: files?.bytes ?? 0,
      file_bytes_at_most: config.filesQuota === null ? null : config.filesQuota * 1024 ** 3,
    };
  },

  count: async ({ params }, context) => {
    await entered(context, params.id);
    await context.enqueue('count_usage', {});
    return { message: 'Counting. The figures will be ready in a few seconds.' };
  },

  maintenance: async (_, context) => {
    const run = await lastRun(context);
    if (!run)
      return {
        running: false,
        message: 'The report tables haven’t been refreshed yet.',
        progress: null,
        started_by: null,
        started_at: null,
        finished_at: null,
        error: null,
      };
    const { user_id, name, started_at, finished_at, done, total } = run;
    const running = finished_at === null && !run.is_dead;
    const error =
      run.error ?? (finished_at === null && !running ? 'The refresh was interrupted. Start it again.' : null);
    return {
      running,
      message: running ? refreshing : (error ?? 'The report tables were refreshed.'),
      progress: running ? { done, total } : null,
      started_by: { id: user_id, name },
      started_at,
      finished_at,
      error,
    };
  },

  refresh: async (_, { tx, caller, enqueue }) => {
    await tx
      .updateTable('maintenance_runs')
      .set({ finished_at: sql<string>`now()`, error: 'The refresh was interrupted.' })
      .where('finished_at', 'is', null)
      .where(isDead)
      .execute();
    const begun = await tx
      .insertInto('maintenance_runs')
      .values({ started_by_id: caller.person.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!begun)
      throw new Problem('conflict', { base: ['The refresh is already running. Try again when it finishes.'] });
    await enqueue('nightly_build_refresh', { run_id: begun.id });
    return { message: refreshing };
  },
});
