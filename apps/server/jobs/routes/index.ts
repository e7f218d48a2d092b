import type { ExpressionBuilder } from 'kysely';
import { type RecordFileKind, recordFileTitles } from '#contract/record-file-kinds.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { recordTables } from '#server/access/record-types.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { DB } from '#server/kit/db.ts';
import { implement, type MemberContext, type SignedInContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { demandAgain } from './kinds.ts';
import { checkFailed, findJob, type JobRow, listJobs, pageJobs, runAgain, stop } from './rows.ts';
import { type NameLookup, type SerializedJob, serializeJobs } from './serialize.ts';
import { summaryOf } from './summary.ts';

type Jobs = ExpressionBuilder<DB, 'jobs'>;

/** Everybody's own jobs; all of the organization for who holds everything in it. */
const visible =
  ({ caller }: MemberContext) =>
  (eb: Jobs) =>
    eb.and([
      eb('jobs.organization_id', '=', caller.organization.id),
      ...(caller.everything ? [] : [eb('jobs.requester_id', '=', caller.person.id)]),
    ]);

const namingFor =
  ({ tx, caller }: MemberContext): NameLookup =>
  async (type, ids) => {
    if (type === 'clients') return namesOfClients({ tx, caller }, ids);
    if (type === 'imports') return namesOfImports({ tx, caller }, ids);
    if (type === 'organizations') return new Map([[caller.organization.id, caller.organization.name]]);
    if (type === 'exports') return namesOfExports({ tx, caller }, ids);
    if (type === 'versions' || type === 'retention_rules') return new Map();
    const { table, scope } = recordTables[type];
    const rows = await ofOrganization(tx, table as 'forms', caller)
      .select(['id', 'name'])
      .where('id', '=', among(ids))
      .where(scope(caller, 'read'))
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  };

const namesOfClients = async ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>, ids: number[]) => {
  const rows = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among(ids))
    .where(visibleClients(caller, 'read'))
    .execute();
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
};

/** Who sees a job of an import may see what it is called. */
const namesOfImports = async ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>, ids: number[]) => {
  const rows = await ofOrganization(tx, 'imports', caller)
    .select(['id', 'name'])
    .where('id', '=', among(ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** What exports are of: their kinds tell nobody's name. */
const namesOfExports = async ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>, ids: number[]) => {
  const rows = await ofOrganization(tx, 'exports', caller)
    .select(['id', 'subject_type'])
    .where('id', '=', among(ids))
    .execute();
  return new Map(rows.map(({ id, subject_type }) => [id, recordFileTitles[subject_type as RecordFileKind]]));
};

const serialize = (rows: JobRow[], context: MemberContext) =>
  serializeJobs(context, rows, { naming: namingFor(context), slugOf: () => context.caller.organization.slug });
const one = async (row: JobRow, context: MemberContext) => (await serialize([row], context))[0] as SerializedJob;

const everywhere = (eb: Jobs) => eb.lit(true);

/** Jobs with their organizations, as the platform team sees them. */
const shownOnPlatform = async (rows: JobRow[], context: SignedInContext) => {
  const { tx } = context;
  if (rows.length === 0) return [];
  const organizations = await tx
    .selectFrom('organizations')
    .select(['id', 'name', 'slug'])
    .where(
      'id',
      'in',
      rows.map(({ organization_id }) => organization_id),
    )
    .execute();
  const byId = new Map(organizations.map((organization) => [organization.id, organization]));
  const naming: NameLookup = async (type, ids) => {
    // Who is served is nothing that the platform team needs to know; exports and versions have no names.
    if (type === 'clients' || type === 'exports' || type === 'versions' || type === 'retention_rules') return new Map();
    if (type === 'organizations') return new Map(organizations.map(({ id, name }) => [id, name]));
    const named = await tx
      .selectFrom((type === 'imports' ? 'imports' : recordTables[type].table) as 'forms')
      .select(['id', 'name'])
      .where('organization_id', 'in', [...byId.keys()])
      .where('id', 'in', ids)
      .execute();
    return new Map(named.map(({ id, name }) => [id, name]));
  };
  const jobs = await serializeJobs(context, rows, {
    naming,
    slugOf: ({ organization_id }) => byId.get(organization_id)?.slug ?? '',
  });
  return jobs.map((job, index) => ({
    ...job,
    organization: byId.get(rows[index]?.organization_id as number) as (typeof organizations)[number],
  }));
};
type ShownOnPlatform = Awaited<ReturnType<typeof shownOnPlatform>>[number];
const oneOnPlatform = async (row: JobRow, context: SignedInContext) =>
  (await shownOnPlatform([row], context))[0] as ShownOnPlatform;

/** What people have done in the background: how far it is, how it ended, and again when it failed. */
export const jobsFeature = implement(jobRoutes, {
  list: async ({ query }, context) => ({
    data: await serialize(await listJobs(context.tx, visible(context), query), context),
  }),
  page: async ({ query, params }, context) => {
    const { data, ...rest } = await pageJobs(context.tx, visible(context), { ...query, page: params.page });
    return { ...rest, data: await serialize(data, context) };
  },
  show: async ({ params }, context) => one(await findJob(context.tx, visible(context), params.id), context),
  retry: async ({ params }, context) => {
    const { tx, caller } = context;
    const job = await findJob(tx, visible(context), params.id);
    checkFailed(job);
    await demandAgain(job, context);
    const asking = { user_id: caller.person.id, impersonator_id: caller.impersonator_id };
    return one(await runAgain(tx, job, asking), context);
  },

  platformList: async ({ query }, context) => ({
    data: await shownOnPlatform(await listJobs(context.tx, everywhere, query), context),
  }),
  platformPage: async ({ query, params }, context) => {
    const { data, ...rest } = await pageJobs(context.tx, everywhere, { ...query, page: params.page });
    return { ...rest, data: await shownOnPlatform(data, context) };
  },
  platformShow: async ({ params }, context) => oneOnPlatform(await findJob(context.tx, everywhere, params.id), context),
  platformRetry: async ({ params }, context) => {
    const { tx, caller, enter } = context;
    const job = await findJob(tx, everywhere, params.id);
    checkFailed(job);
    // The queue takes the organization from the transaction.
    enter(job.organization_id, caller.person.id);
    return oneOnPlatform(await runAgain(tx, job, { user_id: caller.person.id, impersonator_id: null }), context);
  },
  platformSummary: (_, context) => summaryOf(context),
  platformStop: async ({ params }, context) => {
    const { tx, caller, enter } = context;
    const job = await findJob(tx, everywhere, params.id);
    enter(job.organization_id, caller.person.id);
    const { first_name, last_name, email } = caller.person;
    return oneOnPlatform(await stop(tx, job, [first_name, last_name].filter(Boolean).join(' ') || email), context);
  },
});
