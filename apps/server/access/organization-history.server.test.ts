import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { startServer } from '#tests/server/harness.ts';
import { toldColumns } from './organization-history.ts';

const server = await startServer();
const { call, query } = server;
const as = await server.newSuperuser();
const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

const updatesOf = async (organization_id: number) =>
  (
    await call(versionRoutes.list, {
      as,
      query: {
        item_type: 'Organization',
        event: 'update',
        start_date: today,
        organization_id: String(organization_id),
      } as never,
    })
  ).data;

test('history tells of every column of an organization, but for those that only count', async () => {
  const columns = async (table: string) =>
    (
      await query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [table],
      )
    ).map(({ name }) => name);
  const counting = ['id', 'created_at', 'updated_at', 'lock_version', 'access_version', 'erasing_since'];
  const own = (await columns('organizations')).filter((name) => !counting.includes(name));
  expect(own.toSorted()).toEqual([...toldColumns].toSorted());
  expect(await columns('organization_states')).toEqual(expect.arrayContaining([...toldColumns]));
});

test('whoever changes an organization has its history written', () => {
  const files = readdirSync('apps/server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => ({ name, text: readFileSync(`apps/server/${name}`, 'utf8') }))
    .filter(({ text }) => text.includes(".updateTable('organizations')"));
  const silent = files.filter(({ text }) => !text.includes('changingOrganization')).map(({ name }) => name);
  // One that is erased has no history any more, and one that is restored brings its own.
  expect(silent.toSorted()).toEqual(['organizations/restore.ts', 'organizations/routes/life-cycles/erasures.ts']);
});

test('AD-43: changes of an organization are found, reviewed field by field, and not rolled back', async () => {
  const organization = await server.newOrganization('Before');
  const { id, owner } = organization;
  const slug = `${organization.slug.slice(0, 30)}-new`;
  await call(organizationRoutes.update, { as, params: { id }, body: { name: 'After', slug } });
  const [version, ...others] = await updatesOf(id);
  expect(others).toEqual([]);
  expect(version).toMatchObject({
    item_type: 'Organization',
    item_id: id,
    item_name: 'After',
    organization_id: id,
    user_id: as.id,
    related_items: [{ item_type: 'Organization', item_id: id, item_name: 'After', event: 'update' }],
  });
  const review = await call(versionRoutes.show, { as, params: { id: version?.id as number } });
  expect(new Set(review.related_items[0]?.shown)).toEqual(
    new Set([
      { label: 'Address', was: organization.slug, is: slug },
      { label: 'Name', was: organization.name, is: 'After' },
    ]),
  );
  expect(review.blocked_by.map(({ reason }) => reason)).toEqual([expect.stringContaining('on its own screen')]);
  const moved = { ...owner, organization: { id, slug } };
  await call(organizationAccountRoutes.changeOrganizationAccount, {
    as: moved,
    body: { mail_sender: 'Front desk', small_numbers_below: 5, week_starts_on: 'monday', fiscal_year_start_month: 7 },
  });
  await call(organizationAccountRoutes.changeOrganizationAccount, { as: moved, body: { mail_sender: 'Front desk' } });
  await call(organizationRoutes.suspend, { as, params: { id }, body: { reason: 'Not paid' } });
  const [suspended, settings, ...before] = await updatesOf(id);
  expect(before).toHaveLength(1);
  expect(settings?.user_id).toBe(owner.id);
  const last = await call(versionRoutes.show, { as, params: { id: suspended?.id as number } });
  expect(last.related_items[0]?.shown).toContainEqual({
    label: 'Reason for the suspension',
    was: null,
    is: 'Not paid',
  });
  const set = await call(versionRoutes.show, { as, params: { id: settings?.id as number } });
  expect(new Set(set.related_items[0]?.shown)).toEqual(
    new Set([
      { label: 'Sender name', was: null, is: 'Front desk' },
      { label: 'Hide counts below', was: null, is: '5' },
      { label: 'First day of the week', was: 'Sunday', is: 'Monday' },
      { label: 'First month of the fiscal year', was: 'January', is: 'July' },
    ]),
  );
});

test('AD-43: another owner and tier are told by their names', async () => {
  const { id } = await server.newOrganization();
  const { id: tier } = (await query<{ id: number }>('select id::int from pricing_tiers order by id limit 1'))[0] ?? {
    id: null,
  };
  const other = await server.newUser(await server.newOrganization(), { first_name: 'Nora', last_name: 'Lind' });
  await call(organizationRoutes.update, {
    as,
    params: { id },
    body: { owner_email: other.email, pricing_tier_id: tier },
  });
  const [version] = await updatesOf(id);
  const { related_items } = await call(versionRoutes.show, { as, params: { id: version?.id as number } });
  const own = related_items.find(({ item_type }) => item_type === 'Organization');
  expect(own?.shown.find(({ label }) => label === 'Next owner')?.is).toContain('Nora Lind');
});
