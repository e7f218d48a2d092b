import { sql } from 'kysely';
import type { Sort } from '#contract/kit/list.ts';
import { pricingTierRoutes } from '#contract/resources/pricing-tiers.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { ordering, paged } from '#server/kit/paged.ts';
import { invalid, Problem } from '#server/kit/problem.ts';

/** How many organizations are named that keep a tier from being deleted. */
const maxNamed = 5;

type PricingTierQuery = { query?: string | undefined; sort?: Sort | undefined };

const columns: Record<string, string> = {
  name: 'kit.fold(name) collate "C"',
  rate_cents: 'rate_cents',
  created_at: 'created_at',
};

/** The tiers, in the order asked for. */
const listed = ({ tx }: SignedInContext, { query, sort }: PricingTierQuery) => {
  return tx
    .selectFrom('pricing_tiers')
    .select(['id', 'name', 'rate_cents', 'features', 'created_at', 'updated_at', 'lock_version'])
    .select(sql<'Monthly' | 'Quarterly' | 'Yearly'>`billing_period`.as('billing_period'))
    .select((eb) =>
      eb
        .selectFrom('organizations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('organizations.pricing_tier_id', '=', 'pricing_tiers.id')
        .$asScalar()
        .$notNull()
        .as('number_of_organizations'),
    )
    .where((eb) => eb.and(words(query).map((word) => sql<boolean>`kit.fold(name) like kit.pattern(${word})`)))
    .orderBy(ordering(columns, { sort, usual: [{ field: 'name', order: 'asc' }], last: 'id' }));
};

const showTier = async (context: SignedInContext, id: number) => {
  const tier = await listed(context, {}).where('id', '=', id).executeTakeFirst();
  if (!tier) throw new Problem('not_found');
  const organizations = await context.tx
    .selectFrom('organizations')
    .leftJoin('memberships', 'memberships.organization_id', 'organizations.id')
    .select((eb) => [
      'organizations.id',
      'organizations.name',
      'organizations.created_at',
      eb.fn.count<number>('memberships.id').as('members'),
    ])
    .where('pricing_tier_id', '=', id)
    .groupBy('organizations.id')
    .orderBy(sql`kit.fold(organizations.name) collate "C"`)
    .orderBy('organizations.id')
    .execute();
  return { ...tier, organizations };
};

/** What organizations may pay. Only the platform team comes here. */
export const pricingTiersFeature = implement(pricingTierRoutes, {
  list: async ({ query }, context) => ({ data: await listed(context, query).execute() }),
  page: ({ query, params }, context) =>
    paged(listed(context, query), { page: params.page, page_size: query.page_size }),
  show: ({ params }, context) => showTier(context, params.id),
  create: async ({ body }, context) => {
    const { id } = await context.tx.insertInto('pricing_tiers').values(body).returning('id').executeTakeFirstOrThrow();
    return showTier(context, id);
  },
  update: async ({ params, body: { lock_version, ...changes } }, context) => {
    const before = await showTier(context, params.id);
    if (lock_version !== undefined && lock_version !== before.lock_version) throw new Problem('conflict');
    const { numUpdatedRows } = await context.tx
      .updateTable('pricing_tiers')
      .set({ ...changes, updated_at: sql`now()`, lock_version: before.lock_version + 1 })
      .where('id', '=', params.id)
      .where('lock_version', '=', before.lock_version)
      .executeTakeFirstOrThrow();
    if (!numUpdatedRows) throw new Problem('conflict');
    return showTier(context, params.id);
  },
  remove: async ({ params }, context) => {
    const { organizations } = await showTier(context, params.id);
    const names = organizations.slice(0, maxNamed).map(({ name }) => name);
    const more = organizations.length - names.length;
    if (organizations.length > 0)
      throw invalid(
        'base',
        `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} ${organizations.length === 1 ? 'is' : 'are'} on this tier. Choose another tier there first.`,
      );
    await context.tx.deleteFrom('pricing_tiers').where('id', '=', params.id).execute();
  },
});
