import { expect, test } from 'vitest';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { pricingTierRoutes } from '#contract/resources/pricing-tiers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;
const as = await server.newSuperuser();
const community = {
  name: 'Community',
  rate_cents: 7900,
  billing_period: 'Monthly' as const,
  features: ['10 GB of files'],
};

test('AD-18 to AD-21: a tier is added, changed, listed and deleted', async () => {
  const made = await call(pricingTierRoutes.create, { as, body: community });
  expect(made).toMatchObject({ ...community, number_of_organizations: 0, organizations: [] });
  const params = { id: made.id };
  const body = { rate_cents: 480_000, billing_period: 'Yearly' as const, lock_version: made.lock_version };
  expect(await call(pricingTierRoutes.update, { as, params, body })).toMatchObject({
    name: 'Community',
    rate_cents: 480_000,
    billing_period: 'Yearly',
    features: ['10 GB of files'],
  });
  expect(await send(pricingTierRoutes.update, { as, params, body })).toMatchObject({ status: 409 });
  const { data } = await call(pricingTierRoutes.list, { as, query: { query: 'commu' } });
  expect(data.map(({ id }) => id)).toContain(made.id);
  await call(pricingTierRoutes.remove, { as, params });
  expect(await send(pricingTierRoutes.show, { as, params })).toMatchObject({ status: 404 });
});

test('a tier that organizations are on stays, and says who they are', async () => {
  const organization = await server.newOrganization();
  const { id } = await call(pricingTierRoutes.create, { as, body: { ...community, name: 'County' } });
  const changed = await call(organizationRoutes.update, {
    as,
    params: { id: organization.id },
    body: { pricing_tier_id: id },
  });
  expect(changed).toMatchObject({ pricing_tier_id: id, pricing_tier_name: 'County' });
  expect(await call(pricingTierRoutes.show, { as, params: { id } })).toMatchObject({
    number_of_organizations: 1,
    organizations: [{ id: organization.id, members: 1 }],
  });
  expect(await send(pricingTierRoutes.remove, { as, params: { id } })).toMatchObject({
    status: 422,
    errors: { base: [expect.stringContaining(`${organization.name} is on this tier`)] },
  });
  await call(organizationRoutes.update, { as, params: { id: organization.id }, body: { pricing_tier_id: null } });
  expect(await send(pricingTierRoutes.remove, { as, params: { id } })).toMatchObject({ status: 204 });
});

test.each([
  [{ rate_cents: -1 }, 'rate_cents'],
  [{ rate_cents: 1.5 }, 'rate_cents'],
  [{ billing_period: 'Weekly' }, 'billing_period'],
  [{ features: [''] }, 'features.0'],
  [{ name: ' ' }, 'name'],
])('what a tier cannot be is refused by its name: %j', async (wrong, field) => {
  const body = { ...community, ...wrong } as typeof community;
  expect(await send(pricingTierRoutes.create, { as, body })).toMatchObject({
    status: 422,
    errors: { [field]: [expect.any(String)] },
  });
});

test('an organization is on a tier that there is', async () => {
  const { id } = await server.newOrganization();
  expect(
    await send(organizationRoutes.update, { as, params: { id }, body: { pricing_tier_id: 999_999_999 } }),
  ).toMatchObject({ status: 422, errors: { pricing_tier_id: ['Choose one of the pricing tiers'] } });
});

test('AD-01: nobody else comes here', async () => {
  const { owner } = await server.newOrganization();
  expect(await send(pricingTierRoutes.list, { as: owner })).toMatchObject({ status: 403 });
});
