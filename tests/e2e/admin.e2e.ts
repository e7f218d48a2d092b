import { expect, test } from '@playwright/test';
import { ask, at, goodPassword, mailedLink } from './accounts.ts';
import { entities, signInAsSuperuser, table } from './admin.ts';
import { api, endRoutes, expectAccessible, find, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

test.afterEach(endRoutes);

test.describe('permission groups', () => {
  test('PE-24 to PE-26 PE-34 to PE-38 a group is made, changed by rows and columns, and deleted', async ({ page }) => {
    await signIn(page, 'marisol');
    const name = unique('Night desk');
    await page.goto('/organization/permissions/new');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Enter name' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type(name);
    const privileges = table(page, 'Privileges');
    const extended = table(page, 'Extended permissions');
    await privileges.getByRole('checkbox', { name: 'Read Notes' }).check();
    await privileges.getByRole('checkbox', { name: 'All Form Structure' }).check();
    for (const action of ['Read', 'Write', 'Remove', 'Use'])
      await expect(privileges.getByRole('checkbox', { name: `${action} Form Structure` })).toBeChecked();
    await privileges.getByRole('checkbox', { name: 'Use Form Structure' }).uncheck();
    expect(
      await privileges
        .getByRole('checkbox', { name: 'All Form Structure' })
        .evaluate((box) => (box as HTMLInputElement).indeterminate),
    ).toBe(true);
    await extended.getByRole('checkbox', { name: 'All Read' }).check();
    for (const entity of entities)
      await expect(extended.getByRole('checkbox', { name: `Read ${entity}`, exact: true })).toBeChecked();
    await extended.getByRole('checkbox', { name: 'All Read' }).uncheck();
    await extended.getByRole('checkbox', { name: 'Write People' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await expect(page).toHaveURL(/\/permissions\/\d+$/);

    const { id } = await find(page, 'permission_groups', name);
    const stored = await api<{ data: { name: string }[] }>(page, 'GET', '/permission_groups');
    expect(stored.data.filter((group) => group.name === name)).toHaveLength(1);
    expect(await api(page, 'GET', `/permission_groups/${id}`)).toMatchObject({
      default: false,
      privileges: { notes: ['read'], forms: ['read', 'write', 'remove'] },
      record_permission_assignments: { clients: ['write'] },
      user_count: 0,
    });
    await expect(page.getByText('No users have been assigned to this permission group')).toBeVisible();

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('switch', { name: 'Default group' }).check();
    await privileges.getByRole('checkbox', { name: 'Read Notes' }).uncheck();
    await privileges.getByRole('checkbox', { name: 'Read People' }).check();
    const changes = page.getByRole('region', { name: 'Your changes' });
    await expect(changes.getByRole('listitem')).toHaveText([/Added\s*Read, People/, /Removed\s*Read, Notes/]);
    await expect(page.getByText('2 changes for 0 users, effective as soon as you save')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main').getByText('Default', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Changed by Marisol Quint');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: `Delete permission group ${name}` });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/organization\/permissions$/);
    await expect(page.getByText(`Permission group ${name} deleted`)).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Error' })).toBeHidden();
    await expect(page.getByRole('link', { name })).toBeHidden();
  });
});

test.describe('the platform team', () => {
  test('SH-12 AD-07 AD-08 AD-10 AD-11 AD-15 AD-22 AD-23 an organization is added, changed, and its owner comes in', async ({
    page,
  }) => {
    await signInAsSuperuser(page);
    const tier = { name: unique('Harbor tier'), rate_cents: 7950, billing_period: 'Monthly' };
    const token = await page.evaluate(() => localStorage.getItem('hearth.auth') ?? '');
    await ask(page, 'POST', '/admin/pricing_tiers', tier, token);
    const platform = at(page, null);
    await page.goto(`${platform}/`);
    await expect(page).toHaveURL(/\/admin\/organizations$/);
    await expect(page.getByText('Platform admin')).toBeVisible();
    await expect(page.getByText('Two-step verification is off.', { exact: false })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Set up two-step verification' })).toHaveAttribute(
      'href',
      '/myprofile',
    );
    await page.getByRole('link', { name: 'Add organization' }).first().click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([/name/, /slug|letters/, /email|email/]);
    await expectAccessible(page);
    const name = unique('Quay Street');
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const email = `owner.${slug}@example.org`;
    await page.getByLabel('Name', { exact: true }).fill(name);
    await expect(page.getByLabel('Slug')).toHaveValue(slug);
    // AD-15: once a second at most, however fast somebody types.
    let searches = 0;
    page.on('request', (request) => {
      if (request.url().includes('user_search_result')) searches++;
    });
    const begun = Date.now();
    await page.getByLabel('Owner email').pressSequentially(email, { delay: 100 });
    await expect.poll(() => searches).toBeGreaterThan(1);
    expect(searches).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - begun) / 1000));
    await page.getByRole('combobox', { name: 'Pricing tier' }).click();
    await page.getByRole('option', { name: tier.name }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Los Angeles');
    await page.getByRole('option', { name: 'Pacific Time (Los Angeles)' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const domain = page.getByRole('main').getByRole('link', { name: `${slug}.localhost`, exact: true });
    await expect(domain).toHaveAttribute('href', at(page, slug));
    await expect(page.getByRole('link', { name: tier.name })).toHaveAttribute('href', /\/admin\/pricing-tiers\/\d+$/);
    await expect(page.getByText('Pacific Time (Los Angeles)')).toBeVisible();
    await expect(table(page, 'Organization Members').getByRole('row')).toHaveCount(2);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByRole('combobox', { name: 'Owner email' })).toHaveValue(email);
    await page.getByRole('switch', { name: 'API access' }).check();
    await page.getByLabel('Slug').fill('admin');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('This address is reserved. Choose another.');
    await page.getByLabel('Slug').fill(slug);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('On', { exact: true })).toBeVisible();

    await page.goto(await mailedLink(page, email));
    await page.getByLabel('First name').fill('Marta');
    await page.getByLabel('Last name').fill('Silva');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByLabel('Password confirmation').fill(goodPassword);
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByRole('checkbox')).toHaveCount(5);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Agree' }).click();
    await expect(page.getByRole('link', { name })).toBeVisible();
    await page.goto(`${platform}/admin/organizations`);
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill(name);
    await page.getByRole('link', { name: new RegExp(name) }).click();
    await expect(page.getByText('Marta Silva').first()).toBeVisible();

    await page.getByRole('button', { name: 'Suspend' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Suspend' }).click();
    await expect(question.getByRole('alert')).toContainText('Enter a reason');
    await question.getByLabel('Reason').fill('The contract has ended');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('The contract has ended')).toBeVisible();
    await table(page, 'Organization Members').getByRole('link', { name: 'Marta Silva' }).click();
    await expect(page).toHaveURL(/\/admin\/users\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Marta Silva' })).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: 'Last login address' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();
    await expect(table(page, 'Organization memberships')).toContainText('Suspended');
    await expect(page.getByRole('button', { name: 'Impersonate' })).toBeHidden();
    await expectAccessible(page);

    // AD-11: each has an owner from the beginning, so the server is made to say that this one has nobody.
    await page.route('**/api/admin/organizations/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), users: [] } });
    });
    await table(page, 'Organization memberships').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/admin\/organizations\/\d+$/);
    await page.reload();
    await expect(page.getByText('There are no users in this organization.')).toBeVisible();
  });

  test('AD-18 to AD-20 AD-33 to AD-37 pricing tiers are kept, and archived people come back', async ({ page }) => {
    await signIn(page, 'marisol');
    const person = await makePerson(page, { first_name: unique('Zola') });
    await api(page, 'DELETE', `/clients/${person.id}`);
    await signInAsSuperuser(page);
    await page.goto(`${at(page, null)}/admin/pricing-tiers/new`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter name', 'Enter a rate']);
    const name = unique('Community');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Rate').fill('79.5');
    await page.getByLabel('Features').fill('Up to 50 members\n\n10 GB of files');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('$79.50', { exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Features' }).getByRole('listitem')).toHaveText([
      'Up to 50 members',
      '10 GB of files',
    ]);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Archived Clients' }).click();
    await page.getByRole('searchbox', { name: 'Search archived clients' }).fill(person.first_name);
    const rows = table(page, 'Archived Clients').getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText('Harborvale Family Services');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Unarchive/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unarchive' }).click();
    await expect(page.getByText('No archived clients found')).toBeVisible();
  });
});
