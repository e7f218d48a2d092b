import { sql } from 'kysely';
import type { Sort } from '#contract/kit/list.ts';
import { pricingTierRoutes } from '#contract/resources/pricing-tiers.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { ordering, paged } from '#server/kit/paged.ts';
import { Problem } from '#server/kit/problem.ts';

type Asked = { query?: string | undefined; sort?: Sort | undefined };

const columns: Record<string, string> = {
  name: 'kit.fold(name) collate "C"',
  rate_cents: 'rate_cents',
  created_at: 'created_at',
};

/** The tiers, in the order asked for. */
const listed = ({ tx }: SignedInContext, { query, sort }: Asked) => {
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

const shown = async (context: SignedInContext, id: number) => {
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
  show: ({ params }, context) => shown(context, params.id),
  create: async ({ body }, context) => {
    const { id } = await context.tx.insertInto('pricing_tiers').values(body).returning('id').executeTakeFirstOrThrow();
    return shown(context, id);
  },
  update: async ({ params, body: { lock_version, ...changes } }, context) => {
    const before = await shown(context, params.id);
    if (lock_version !== undefined && lock_version !== before.lock_version) throw new Problem('conflict');
    const { numUpdatedRows } = await context.tx
      .updateTable('pricing_tiers')
      .set({ ...changes, updated_at: sql`now()`, lock_version: before.lock_version + 1 })
      .where('id', '=', params.id)
      .where('lock_version', '=', before.lock_version)
      .executeTakeFirstOrThrow();
    if (!numUpdatedRows) throw new Problem('conflict');
    return shown(context, params.id);
  },
  remove: async ({ params }, context) => {
    const { number_of_organizations: count } = await shown(context, params.id);
    if (count > 0)
      throw new Problem('invalid', {
        base: ['Organizations are on this tier. Put them on another one before you delete it'],
      });
    await context.tx.deleteFrom('pricing_tiers').where('id', '=', params.id).execute();
  },
});
