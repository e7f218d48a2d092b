import { expect, type Page, test } from '@playwright/test';
import { at, fillSignIn, goodPassword, mailedLink, makeGroup, member, superuserToken } from './accounts.ts';
import { api, expectAccessible, expectNoSidewaysScroll, find, signIn, unique } from './definitions.ts';

const table = (page: Page, name: string) => page.getByRole('table', { name });
const entities = [
  'Users',
  'People',
  'Permission Groups',
  'Form Responses',
  'Form Structure',
  'Public Form Responses',
  'Resources',
  'Field Structure',
  'Org Account',
  'Dashboards',
  'Reports',
  'Notes',
  'Notification Messages',
  'Affiliations',
  'REDCap API Tokens',
  'Data Groups',
  'Categories',
];

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
    await expect(changes.getByRole('listitem')).toHaveText([/Added\s*Read, People/, /Taken away\s*Read, Notes/]);
    await expect(page.getByText('2 changes, for 0 users from their next click')).toBeVisible();
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
    await expect(page).toHaveURL(/\/organization\/clients$/);
    await signIn(page, 'curtis');
    await page.goto('/organization/permissions');
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
  const signInAsSuperuser = async (page: Page) => {
    await page.goto('/login');
    await page.goto(`${at(page, null)}/login`);
    const token = await superuserToken(page);
    await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  };

  test('SH-12 an organization is added, changed, and its owner comes in', async ({ page }) => {
    await signInAsSuperuser(page);
    const platform = at(page, null);
    await page.goto(`${platform}/`);
    await expect(page).toHaveURL(/\/admin\/organizations$/);
    await expect(page.getByText('Platform admin')).toBeVisible();
    await page.getByRole('link', { name: 'Add organization' }).first().click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([/name/, /slug|letters/, /email|email/]);
    await expectAccessible(page);
    const name = unique('Quay Street');
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const email = `owner.${slug}@example.org`;
    await page.getByLabel('Name', { exact: true }).fill(name);
    await expect(page.getByLabel('Slug')).toHaveValue(slug);
    await page.getByLabel('Owner email').fill(email);
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Los Angeles');
    await page.getByRole('option', { name: 'America/Los Angeles' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(`${slug}.localhost`).first()).toBeVisible();
    await expect(page.getByText('America/Los Angeles')).toBeVisible();
    await expect(table(page, 'Organization Members').getByRole('row')).toHaveCount(2);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByLabel('Owner email')).not.toBeEditable();
    await page.getByRole('switch', { name: 'API access' }).check();
    await page.getByLabel('Slug').fill('admin');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('This address is reserved. Choose another one');
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
    await page.goto('/login');
    await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
    await page.goto('/organization/users');
    await expect(page.getByRole('banner').getByText('Platform', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
});
