import { sql } from 'kysely';
import { pageSize } from '#contract/kit/list.ts';
import { versionEventTypes, versionItemTypes, versionRoutes } from '#contract/resources/versions.ts';
import { accountName } from '#server/access/member-names.ts';
import { reasonsOf, whatBlocks } from '#server/history/blocked.ts';
import { organizationsOf, planOf } from '#server/history/plan.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import type { Jobs } from '#server/schema/background-work.ts';
import { inOrganizationOf, reviewedPage, reviewOf } from './review.ts';
import { findVersion, findVersions, type VersionQuery } from './search.ts';
import { serializeVersions } from './serialize.ts';

const found = async (context: SignedInContext, query: VersionQuery, page: number) => {
  const { tx, caller } = context;
  const page_size = query.page_size ?? pageSize;
  const { rows, count } = await findVersions(tx, query, { page, time_zone: caller.person.time_zone ?? 'UTC' });
  const data = await serializeVersions(tx, rows);
  return { data, metadata: { page, page_size, total_count: count, total_pages: Math.ceil(count / page_size) } };
};

const versionOf = async ({ tx }: SignedInContext, id: number) => {
  const version = await findVersion(tx, id);
  if (!version) throw new Problem('not_found');
  return version;
};

/** The rollback with this number, of whatever organization. */
const rollbackOf = async ({ tx }: SignedInContext, id: number) => {
  const job = await tx
    .selectFrom('jobs')
    .select(['id', 'state', 'done', 'total', 'error', 'payload'])
    .where('id', '=', id)
    .where('kind', '=', 'rollback')
    .$narrowType<{ payload: Jobs['rollback'] }>()
    .executeTakeFirst();
  if (!job) throw new Problem('not_found');
  const { done, total, payload, state, ...rest } = job;
  return { ...rest, state: state as 'enqueued', transaction_id: payload.transaction_id, progress: { done, total } };
};

const labelled = (labels: Readonly<Record<string, string>>) => ({
  data: Object.entries(labels).map(([name, label]) => ({ name, label })),
});

const refused = (sentence: string) => new Problem('conflict', { base: [sentence] });

/** Starts the rollback of a transaction, unless something stands in its way or it is under way. */
const startRollback = async (context: SignedInContext, transaction_id: number) => {
  const { tx, startJob } = context;
  const [organization_id, another] = await organizationsOf(tx, transaction_id);
  if (organization_id === undefined) throw new Problem('not_found');
  if (another !== undefined)
    throw refused('This transaction wrote in several organizations, and can’t be rolled back as one.');
  const { organization } = await inOrganizationOf(context, { organization_id });
  const where = { tx, organization, transaction_id };
  const blocked = await whatBlocks(where, await planOf(where));
  if (blocked.length > 0) throw new Problem('conflict', { base: reasonsOf(blocked) });
  // Who rolls the same back at this moment waits here, and finds it under way.
  await sql`select pg_advisory_xact_lock(${transaction_id})`.execute(tx);
  const running = await tx
    .selectFrom('jobs')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('kind', '=', 'rollback')
    .where('state', 'in', ['enqueued', 'running'])
    .where(sql<boolean>`(payload ->> 'transaction_id')::bigint = ${transaction_id}`)
    .executeTakeFirst();
  if (running) throw refused('This transaction is already being rolled back.');
  const { rows } = await sql<{ id: number }>`select min(id) as id from versions
    where organization_id = ${organization_id} and transaction_id = ${transaction_id}`.execute(tx);
  return startJob('rollback', { version_id: rows[0]?.id as number, transaction_id });
};

/** The history of all organizations, and how a transaction is rolled back. Only the platform team comes here. */
export const versionsFeature = implement(versionRoutes, {
  list: ({ query: { page = 1, ...asked } }, context) => found(context, asked, page),
  page: ({ query, params }, context) => found(context, query, params.page),
  show: async ({ params }, context) => reviewOf(context, await versionOf(context, params.id)),
  related: async ({ params, query }, context) => {
    const asked = { event: query.event, page: params.page };
    const { data, metadata } = await reviewedPage(context, await versionOf(context, params.id), asked);
    return { data, metadata };
  },
  itemTypes: async () => labelled(versionItemTypes),
  eventTypes: async () => labelled(versionEventTypes),
  writers: async ({ query }, { tx }) => {
    const data = await tx
      .selectFrom('users')
      .select(['id', 'email', accountName('users').as('name')])
      .where((eb) =>
        eb.and(
          words(query.query).map(
            (word) => sql<boolean>`kit.fold(concat_ws(' ', first_name, last_name, email)) like kit.pattern(${word})`,
          ),
        ),
      )
      .orderBy('last_name')
      .orderBy('first_name')
      .orderBy('id')
      .limit(10)
      .execute();
    return { data };
  },
  rollBack: async ({ body }, context) => {
    const { id } = await startRollback(context, body.transaction_id);
    return rollbackOf(context, id);
  },
  showRollback: ({ params }, context) => rollbackOf(context, params.id),
});
