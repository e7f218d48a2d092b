import { sql } from 'kysely';
import type { Sort } from '#contract/kit/list.ts';
import { erasureRoutes } from '#contract/resources/life-cycles.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { accountName } from '#server/access/member-names.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { ordering, paged, whole } from '#server/kit/paged.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { certificateSum } from '#server/organizations/erase.ts';

type ErasureQuery = { query?: string | undefined; sort?: Sort | undefined };

const columns: Record<string, string> = {
  organization_name: 'kit.fold(organization_name) collate "C"',
  erased_at: 'erased_at',
};

/** Certificates, the newest first; an erasure that is under way is none yet. */
const listed = ({ tx }: SignedInContext, { query, sort }: ErasureQuery) =>
  tx
    .selectFrom('erasure_certificates')
    .select(['id', 'erased_organization_id', 'organization_name', 'slug', 'erased_at', 'erased_by', 'tables', 'files'])
    .select(['reason', 'sha256'])
    .where('erased_at', 'is not', null)
    .where((eb) =>
      eb.and(
        words(query).map((word) => sql<boolean>`kit.fold(organization_name || ' ' || slug) like kit.pattern(${word})`),
      ),
    )
    .orderBy(ordering(columns, { sort, usual: [{ field: 'erased_at', order: 'desc' }], last: 'id' }));

type Row = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

const serialize = ({ erased_organization_id, erased_at, tables, reason, sha256, ...row }: Row) => {
  const certificate = {
    ...row,
    organization_id: erased_organization_id,
    erased_at: new Date(erased_at as string).toISOString(),
    tables,
  };
  // Earlier certificates without a reason were signed without that key, and stay as they were.
  const isEarlier = reason === null && certificateSum(certificate) === sha256;
  return { ...certificate, ...(isEarlier ? {} : { reason }), sha256: sha256 as string };
};

const notFound = () => new Problem('not_found');

const organizationToErase = ({ tx }: SignedInContext, id: number) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'suspended_at'])
    .where('id', '=', id)
    .where('slug', '<>', templatesSlug)
    .where('erasing_since', 'is', null);

/** Refuses what may not be erased, or was not meant; nobody else begins with it in the meantime. */
const toErase = async (context: SignedInContext, { id, slug }: { id: number; slug: string }) => {
  const organization = await organizationToErase(context, id).forUpdate().executeTakeFirstOrThrow(notFound);
  if (organization.suspended_at === null)
    throw new Problem('conflict', { base: ['Suspend this organization before you erase it.'] });
  if (slug !== organization.slug) throw invalid('slug', `Type ${organization.slug} to confirm`);
  return organization;
};

/** What an organization has open with others: they lose it when it is erased. */
const openWithOthers = async ({ tx }: SignedInContext, id: number) => {
  const affiliations = await tx
    .selectFrom('affiliations')
    .innerJoin('organizations', 'organizations.id', 'affiliations.affiliate_organization_id')
    .select(['organizations.name', 'affiliations.state'])
    .distinct()
    .where('affiliations.organization_id', '=', id)
    .where('affiliations.state', '<>', 'rejected')
    .orderBy('organizations.name')
    .orderBy('affiliations.state')
    .execute();
  const { referrals } = await tx
    .selectFrom('referrals')
    .select((eb) => eb.fn.countAll<number>().as('referrals'))
    .where('organization_id', '=', id)
    .where('referral_id', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    affiliations: affiliations.map(({ name, state }) => ({ name, state: state as 'pending' | 'approved' })),
    referrals,
  };
};

/** Erasing organizations, and what proves it. Only the platform team comes here. */
export const erasuresFeature = implement(erasureRoutes, {
  erase: async ({ params, body }, context) => {
    const { tx, caller } = context;
    const { id, name, slug } = await toErase(context, { id: params.id, slug: body.slug });
    const { name: erased_by } = await tx
      .selectFrom('users')
      .select(accountName('users').as('name'))
      .where('id', '=', caller.person.id)
      .executeTakeFirstOrThrow();
    await tx.updateTable('organizations').set({ erasing_since: sql`now()` }).where('id', '=', id).execute();
    const certificate = await tx
      .insertInto('erasure_certificates')
      .values({
        erased_organization_id: id,
        organization_name: name,
        slug,
        erased_by_id: caller.person.id,
        erased_by,
        reason: body.reason ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.enqueue('erase_organization', { certificate_id: certificate.id });
    return { id: certificate.id, state: 'enqueued' as const };
  },
  open: async ({ params }, context) => {
    await organizationToErase(context, params.id).executeTakeFirstOrThrow(notFound);
    return openWithOthers(context, params.id);
  },
  list: async ({ query }, context) => ({ data: (await whole(listed(context, query))).map(serialize) }),
  page: async ({ query, params }, context) => {
    const { data, metadata } = await paged(listed(context, query), { page: params.page, page_size: query.page_size });
    return { data: data.map(serialize), metadata };
  },
  show: async ({ params }, context) => {
    const row = await listed(context, {}).where('id', '=', params.id).executeTakeFirst();
    if (!row) throw new Problem('not_found');
    return serialize(row);
  },
});
