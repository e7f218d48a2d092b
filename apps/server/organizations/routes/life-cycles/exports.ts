import { sql } from 'kysely';
import { organizationExportRoutes } from '#contract/resources/life-cycles.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { contextWithin } from '#server/access/context-within.ts';
import { organizationColumns } from '#server/access/members.ts';
import { beginExport, exportOf, keptExports, serializeExport } from '#server/forms/exports.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';

/** The platform team at work in an organization; not_found when there is none, or it is being erased. */
const there = async (context: SignedInContext, id: number) => {
  const organization = await context.tx
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', id)
    .where('slug', '<>', templatesSlug)
    .where('erasing_since', 'is', null)
    .executeTakeFirst();
  if (!organization) throw new Problem('not_found');
  return contextWithin(context, organization);
};

/** The job that makes an export. */
const jobOf = ({ tx }: SignedInContext, organization_id: number, id: number) =>
  tx
    .selectFrom('jobs')
    .select(['state', 'done', 'total', 'error'])
    .where('organization_id', '=', organization_id)
    .where('kind', '=', 'organization_export')
    .where(sql<boolean>`(payload ->> 'export_id')::bigint = ${id}`)
    .executeTakeFirst();

const types = ['organizations'] as const;

/** Everything of an organization, for who of the platform team asks. */
export const organizationExportsFeature = implement(organizationExportRoutes, {
  create: async ({ params }, context) => {
    const member = await there(context, params.organization_id);
    const { id } = member.caller.organization;
    const wanted = { subject_type: 'organizations', subject_id: id, record_id: id, options: {} } as const;
    const export_id = await beginExport(member, wanted);
    await context.startJob('organization_export', { export_id, exported_id: id });
    return { id: export_id, state: 'enqueued' as const };
  },
  show: async ({ params: { organization_id, id } }, context) => {
    const member = await there(context, organization_id);
    const row = await exportOf(member, { record_id: organization_id, id, types, ofAnybody: true });
    const job = await jobOf(context, organization_id, id);
    const { url, filename, expires_at, state } = serializeExport(context.keys, row);
    return {
      id,
      state: state === 'enqueued' && job?.state === 'running' ? ('running' as const) : state,
      progress: { done: job?.done ?? 0, total: job?.total ?? null },
      // Each of the platform team may know of it; who asked for it fetches it.
      url: row.user_id === context.caller.person.id ? url : null,
      filename,
      sha256: row.sha256,
      error: state === 'failed' ? (job?.error ?? null) : null,
      created_at: row.created_at,
      expires_at,
    };
  },
  list: async ({ params: { organization_id } }, context) => {
    const rows = await keptExports(await there(context, organization_id), types);
    return {
      data: rows.map((row) => {
        const { id, state, expires_at } = serializeExport(context.keys, row);
        return { id, state, created_at: row.created_at, expires_at };
      }),
    };
  },
});
