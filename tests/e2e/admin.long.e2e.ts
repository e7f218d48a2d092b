import { expect, test } from '@playwright/test';
import { at, fillSignIn, goodPassword, makeGroup, member, superuserToken } from './accounts.ts';
import { entities, signInAsSuperuser, table } from './admin.ts';
import { api, endRoutes, expectAccessible, expectNoSidewaysScroll, find, openNothing, signIn } from './definitions.ts';

test.afterEach(endRoutes);

test.describe('permission groups', () => {
  test('PE-32 PE-33 PE-41 the list and a group, for reading', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/organization/permissions');
    const list = page.getByRole('region', { name: 'Permission groups' });
    const search = page.getByRole('searchbox', { name: 'Search permission groups' });
    await search.fill('intake');
    await expect(list.getByRole('link', { name: /Intake volunteers.*Default/ })).toBeVisible();
    await search.fill('case man');
    await list.getByRole('link', { name: /Case managers\s*\d+ users/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Case managers' })).toBeVisible();
    await expect(page).toHaveTitle('Case managers – Permission groups – Hearth');
    const privileges = table(page, 'Privileges');
    await expect(privileges.getByRole('rowheader')).toHaveText(entities);
    await expect(privileges.getByRole('checkbox', { name: 'Write People' })).toBeChecked();
    await expect(privileges.getByRole('checkbox', { name: 'Write People' })).toBeDisabled();
    await expect(privileges.getByRole('checkbox', { name: 'Remove People' })).not.toBeChecked();
    await expect(privileges.getByRole('checkbox', { name: 'Use People' })).toHaveCount(0);
    await expect(table(page, 'Extended permissions').getByRole('checkbox', { name: 'Read People' })).toBeChecked();
    const members = page.getByRole('region', { name: 'Members' });
    await expect(members.getByRole('link', { name: 'Dana Whitlock' })).toBeVisible();
    await expectAccessible(page);
    await members.getByRole('link', { name: 'Dana Whitlock' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dana Whitlock' })).toBeVisible();
  });

  test('PE-36 editing the default flag leaves the present users as they are', async ({ page }) => {
    const group = await makeGroup(page, 'Flagged', { default: true });
    await signIn(page, 'marisol');
    await page.goto('/organization/users/new');
    await expect(page.getByRole('checkbox', { name: group.name })).toBeChecked();
    const { id } = await find(page, 'users', 'Dana Whitlock');
    const { permission_group_ids } = await api<{ permission_group_ids: number[] }>(page, 'GET', `/users/${id}`);
    expect(permission_group_ids).not.toContain(group.id);
    await api(page, 'DELETE', `/permission_groups/${group.id}`);
  });

  test('PE-37 the whole matrix is in view at 1440 by 900', async ({ page }) => {
    await signIn(page, 'marisol');
    const { id } = await find(page, 'permission_groups', 'Case managers');
    await page.goto(`/organization/permissions/${id}/edit`);
    const last = table(page, 'Privileges').getByRole('row', { name: /Categories/ });
    await expect(last).toBeInViewport({ ratio: 1 });
    const bar = await page.getByRole('button', { name: 'Save' }).boundingBox();
    const row = await last.boundingBox();
    expect(row!.y + row!.height).toBeLessThanOrEqual(bar!.y);
  });

  test('PE-37 on a phone the matrix scrolls in its own box, by keyboard too', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'marisol');
    const { id } = await find(page, 'permission_groups', 'Case managers');
    await page.goto(`/organization/permissions/${id}/edit`);
    const box = page.getByRole('group', { name: 'Privileges' });
    await expect(box).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const people = table(page, 'Privileges').getByRole('checkbox', { name: 'Read People' });
    const was = await people.isChecked();
    await people.focus();
    await page.keyboard.press('Space');
    expect(await people.isChecked()).toBe(!was);
  });

  test('PE-40 a group that is not there leads back to the list and says why', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/organization/permissions/999999');
    await expect(page.getByRole('dialog', { name: 'Error' })).toContainText(
      'Not Found – We could not find the resource you were looking for.',
    );
    await expect(page).toHaveURL(/\/organization\/permissions$/);
  });

  test('PE-15 PE-16 PE-30 PE-31 who may not open a screen is told whom to ask', async ({ page }) => {
    await signIn(page, 'dana');
    await page.goto('/organization/clients');
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })).toHaveCount(0);
    await page.goto('/organization/users');
    await expect(page).toHaveURL(/\/organization\/permissiondenied$/);
    await expect(page.getByRole('heading', { name: "You don't have permission to view this." })).toBeVisible();
    await expect(page.getByRole('link', { name: 'marisol.quint@harborvale.example' })).toHaveAttribute(
      'href',
      'mailto:marisol.quint@harborvale.example',
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Take Me Back' }).click();
    await expect(page).toHaveURL(/\/organization\/dashboard$/);
    await signIn(page, 'curtis');
    await page.goto('/organization/permissions');
    await page.getByRole('searchbox').fill('Case managers');
    await expect(page.getByRole('link', { name: /Case managers/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add permission group' })).toHaveCount(0);
    await page.goto('/organization/permissions/new');
    await expect(page).toHaveURL(/\/organization\/permissiondenied$/);
  });

  test('PE-28 PE-29 a member without any privilege is told so', async ({ page }) => {
    const group = await makeGroup(page, 'Empty');
    const person = await member(page, 'Nobody', [group.id]);
    await page.goto('/login');
    await fillSignIn(page, person.email, goodPassword);
    await expect(page).toHaveURL(/\/organization\/noaccess$/);
    await expect(
      page.getByRole('heading', {
        name: "You don't have permission to access this account. Contact your organization owner if you believe this is an error.",
      }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto('/organization/users');
    await expect(page).toHaveURL(/\/organization\/noaccess$/);
  });
});

test.describe('the platform team', () => {
  test('AD-02 AD-03 AD-61 AD-63 the menu leads to each screen, and pivot tables are refreshed after a question', async ({
    page,
  }) => {
    await signInAsSuperuser(page);
    await page.goto(`${at(page, null)}/admin/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const [name, to] of [
      ['Dashboard', '/admin/dashboard'],
      [/^Organi\u00ad?zations$/, '/admin/organizations'],
      ['Users', '/admin/users'],
      ['Archived Clients', '/admin/archived-clients'],
      ['Pricing Tiers', '/admin/pricing-tiers'],
    ] as const)
      await expect(menu.getByRole('link', { name })).toHaveAttribute('href', to);
    let sent = 0;
    await page.route('**/api/admin/maintenance/nightly_build_refresh', (route) => {
      sent++;
      return route.fulfill({ status: 409, json: { errors: { base: ['The refresh is running already.'] } } });
    });
    const question = page.getByRole('alertdialog', { name: 'Refresh pivot tables' });
    await page.getByRole('button', { name: 'Refresh pivot tables' }).click();
    await expect(question).toContainText('This can take up to about 2 hours.');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(sent).toBe(0);
    await page.getByRole('button', { name: 'Refresh pivot tables' }).click();
    await question.getByRole('button', { name: 'Refresh' }).click();
    const failure = page.getByRole('dialog', { name: 'Error' });
    await expect(failure).toContainText('Conflict');
    await expect(failure).toContainText('The refresh is running already.');
    await failure.getByRole('button', { name: 'Close' }).last().click();
    await expect(failure).toBeHidden();
    expect(sent).toBe(1);
  });

  test('PE-07 the admin shell is for superusers, whatever the width', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/admin/organizations');
    await expect(page).toHaveURL(/\/organization\//);
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAsSuperuser(page);
    await page.goto(`${at(page, null)}/admin/organizations`);
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill('harborvale');
    await page.getByRole('link', { name: /Harborvale Family Services/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Harborvale Family Services' })).toBeVisible();
    await expect(page.getByText('Curtis Bell')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    for (const [address, title] of [
      ['nowhere', /^Not Found/],
      ['myprofile', 'My profile'],
    ] as const) {
      await page.goto(`${at(page, null)}/${address}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: /^Hearth/ })).toBeVisible();
    }
    const token = await superuserToken(page);
    await openNothing(page);
    await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
    await page.goto('/organization/users');
    await expect(page.getByRole('banner').getByText('Platform', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
});
