import { organizationRestoreRoutes } from '#contract/resources/life-cycles.ts';
import { keptExportWithId } from '#server/forms/exports.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import type { RestoreSummary } from '#server/schema/json-columns.ts';

const nothingYet: RestoreSummary = {
  accounts_found: 0,
  accounts_made: 0,
  members_invited: 0,
  access_keys_made: 0,
  left_behind: {},
  files_missing: 0,
};

const showRestore = async ({ tx }: SignedInContext, id: number) => {
  const row = await tx.selectFrom('organization_restores').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Problem('not_found');
  return {
    id,
    state: row.state as 'enqueued' | 'running' | 'succeeded' | 'failed',
    name: row.name,
    slug: row.slug,
    organization_id: row.made_organization_id,
    progress: { done: row.done, total: row.total },
    counts: row.counts,
    mapped: { ...nothingYet, ...row.mapped },
    errors: row.errors,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
};

/** Refuses an address that somebody has, or had lately. */
const checkSlug = async ({ tx }: SignedInContext, slug: string): Promise<void> => {
  const taken = await tx.selectFrom('organizations').select('id').where('slug', '=', slug).executeTakeFirst();
  const former = await tx.selectFrom('former_slugs').select('slug').where('slug', '=', slug).executeTakeFirst();
  if (taken || former) throw invalid('slug', 'This address is taken. Choose another.');
};

/** New organizations from archives. Only the platform team comes here. */
export const organizationRestoresFeature = implement(organizationRestoreRoutes, {
  create: async ({ body: { export_id, ...wanted } }, context) => {
    const { tx, caller } = context;
    const kept = await keptExportWithId(tx, { id: export_id, subject_type: 'organizations' });
    if (!kept) throw invalid('export_id', 'This archive doesn’t exist or has expired. Export the organization again.');
    await checkSlug(context, wanted.slug);
    const { id } = await tx
      .insertInto('organization_restores')
      .values({ ...wanted, export_id, export_organization_id: kept.organization_id, requested_by_id: caller.person.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.enqueue('restore_organization', { restore_id: id });
    return showRestore(context, id);
  },
  show: ({ params }, context) => showRestore(context, params.id),
});
