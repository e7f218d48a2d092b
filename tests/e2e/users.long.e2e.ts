import { expect, type Page, test } from '@playwright/test';
import {
  ask,
  at,
  fillSignIn,
  goodPassword,
  makeGroup,
  makeOrganization,
  member,
  signOut,
  superuserToken,
} from './accounts.ts';
import { api, expectAccessible, expectNoSidewaysScroll, find, openNothing, signIn, unique } from './definitions.ts';

const root = '/organization/users';
const side = (page: Page) => page.getByRole('region', { name: 'Actions' });
const list = (page: Page) => page.getByRole('region', { name: 'Users', exact: true });
const reading = { privileges: { clients: ['read'] } };

const signInAs = async (page: Page, email: string) => {
  await signOut(page);
  await fillSignIn(page, email, goodPassword);
  await expect(page.getByRole('button', { name: /user menu$/ })).toBeVisible();
};

test.describe('archiving a user', () => {
  test('AC-69 R24 is not offered to who may only read users, nor for the owner or oneself', async ({ page }) => {
    const group = await makeGroup(page, 'Readers', { privileges: { users: ['read'] } });
    const reader = await member(page, 'Rita', [group.id]);
    await signInAs(page, reader.email);
    await page.goto(`${root}/${reader.id}`);
    await expect(page.getByRole('heading', { level: 1, name: reader.name })).toBeVisible();
    await expect(side(page).getByRole('button')).toHaveText(['Print']);
    await signIn(page, 'marisol');
    const owner = await find(page, 'users', 'Marisol Quint');
    await signIn(page, 'curtis');
    await page.goto(`${root}/${owner.id}`);
    await expect(page.getByRole('main').getByRole('img', { name: 'Owner' }).first()).toBeVisible();
    await expect(side(page).getByRole('button')).toHaveText(['Print']);
    const own = await find(page, 'users', 'Curtis Bell');
    await page.goto(`${root}/${own.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Curtis Bell' })).toBeVisible();
    await expect(side(page).getByRole('button')).toHaveText(['Print']);
    await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  });

  test('AC-69 AC-70 AC-71 AC-72 R24 asks, leads to the list, and takes the access away at once; by keyboard', async ({
    page,
    browser,
  }) => {
    const group = await makeGroup(page, 'Leavers', reading);
    const person = await member(page, 'Leo', [group.id]);
    const theirs = await browser.newPage();
    await theirs.goto(`${at(page, 'demo')}/login`);
    await fillSignIn(theirs, person.email, goodPassword);
    await expect(theirs.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible();

    await signIn(page, 'marisol');
    await page.goto(`${root}/${person.id}`);
    await side(page).getByRole('button', { name: 'Archive' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: `Archive ${person.name}` });
    await expect(question).toContainText('Are you sure you want to archive this user?');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Archive' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${root}$`));
    await expect(page.getByRole('status').filter({ hasText: `${person.name} archived` })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search users' }).fill(person.name);
    await expect(page.getByText('No Users Matched Your Filters')).toBeVisible();

    await theirs.goto(`${at(page, 'demo')}/organization/clients`);
    await expect(theirs.getByLabel('Password', { exact: true })).toBeVisible();
    await theirs.close();

    await page.getByRole('button', { name: 'Archived', exact: true }).click();
    await expect(page).toHaveURL(/archived=1/);
    const item = list(page).getByRole('link', { name: new RegExp(person.name) });
    await expect(item).toContainText('Archived');
    await item.click();
    await expect(page.getByText(/They have no access to this organization/)).toBeVisible();
    await expect(side(page).getByRole('button')).toHaveText(['Unarchive', 'Print']);
    await expectAccessible(page);
    await side(page).getByRole('button', { name: 'Unarchive' }).click();
    const back = page.getByRole('alertdialog', { name: `Unarchive ${person.name}` });
    await back.getByRole('button', { name: 'Unarchive' }).click();
    await expect(back).toBeHidden();
    await expect(side(page).getByRole('button', { name: 'Archive', exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: group.name })).toBeVisible();
    await signInAs(page, person.email);
  });

  test('can be undone from the notice', async ({ page }) => {
    const group = await makeGroup(page, 'Undone', reading);
    const person = await member(page, 'Uma', [group.id]);
    await signIn(page, 'marisol');
    await page.goto(`${root}/${person.id}`);
    await side(page).getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `${person.name} archived` })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(page.getByRole('status').filter({ hasText: `${person.name} unarchived` })).toBeVisible();
    expect(await api(page, 'GET', `/users/${person.id}`)).toMatchObject({ archived_at: null });
  });

  test('says in the question why it failed, and keeps it open', async ({ page }) => {
    const group = await makeGroup(page, 'Contested', reading);
    const person = await member(page, 'Cora', [group.id]);
    await signIn(page, 'marisol');
    await page.goto(`${root}/${person.id}`);
    await side(page).getByRole('button', { name: 'Archive' }).click();
    await page.route('**/archive', (route) => route.abort());
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Archive' }).click();
    await expect(question.getByRole('alert')).toContainText('Hearth cannot be reached. Try again in a moment');
    await expect(question.getByRole('alert')).toBeFocused();
    await page.unroute('**/archive');
    await question.getByRole('button', { name: 'Archive' }).click();
    await expect(page).toHaveURL(new RegExp(`${root}$`));
  });

  test('is in the menu of the header on a phone, in the dark', async ({ page }) => {
    const group = await makeGroup(page, 'Pocketed', reading);
    const person = await member(page, 'Paolo', [group.id]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page, 'marisol');
    await page.goto(`${root}/${person.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Impersonate', 'Archive']);
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(page.getByRole('alertdialog', { name: `Archive ${person.name}` })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await expect(page).toHaveURL(new RegExp(`${root}$`));
  });
});

test('AC-63 R19 roles are given by the owner and administrators only; groups by who manages users', async ({
  page,
}) => {
  const group = await makeGroup(page, 'Managers', { privileges: { users: ['write'], clients: ['read'] } });
  const manager = await member(page, 'Maren', [group.id]);
  await signInAs(page, manager.email);
  await page.goto(`${root}/new`);
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'Role' })).toHaveCount(0);
  await signIn(page, 'curtis');
  await page.goto(`${root}/${manager.id}/edit`);
  await expect(page.getByRole('radio', { name: 'Organization user' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: group.name })).toBeChecked();
  await page.getByRole('radio', { name: 'Organization administrator' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization administrator')).toBeVisible();
});

test('AC-63 role and permission groups stand in the form of an organization user alone', async ({ page }) => {
  const group = await makeGroup(page, 'Appointed', reading);
  const person = await member(page, 'Ottilie', [group.id]);
  await signIn(page, 'marisol');
  const assigned = [page.getByRole('radiogroup', { name: 'Role' }), page.getByRole('checkbox', { name: group.name })];
  await page.goto(`${root}/${person.id}/edit`);
  for (const one of assigned) await expect(one).toBeVisible();
  await page.getByRole('radio', { name: 'Organization administrator' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('Make Ottilie')).toBeVisible();
  for (const one of assigned) await expect(one).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Last name').fill('Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Ottilie Renamed' })).toBeVisible();
  await expect(page.getByRole('link', { name: group.name, exact: true }), 'they keep their groups').toBeVisible();
  await side(page).getByRole('button', { name: 'Make organization user' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('They keep their permission groups');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Make organization user' }).click();
  await expect(page.getByText('Ottilie Renamed is now an organization user')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  for (const one of assigned) await expect(one).toBeVisible();
  await expect(page.getByRole('checkbox', { name: group.name })).toBeChecked();
});

test('who may not see permission groups adds users to the default ones', async ({ page }) => {
  const group = await makeGroup(page, 'Inviters', {
    privileges: {
      users: ['write'],
      clients: ['read', 'write'],
      client_forms: ['read', 'write'],
      forms: ['use'],
      categories: ['use'],
    },
  });
  const inviter = await member(page, 'Ingrid', [group.id]);
  await signInAs(page, inviter.email);
  await page.goto(`${root}/new`);
  await expect(page.getByText('This user will join the default permission groups.')).toBeVisible();
  await page.getByLabel('First name').fill('Nils');
  await page.getByLabel('Last name').fill('Newcomer');
  await page.getByLabel('Email').fill(`nils-${Date.now()}@example.org`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 group. You can’t view permission groups.')).toBeVisible();
});

test('AD-23 to AD-25 AD-27 to AD-30 the platform team archives and brings back members, but not the owner', async ({
  page,
}) => {
  const group = await makeGroup(page, 'Kept', reading);
  const person = await member(page, 'Amara', [group.id]);
  await openNothing(page, at(page, null));
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  const { data } = await ask<{ data: { id: number; slug: string }[] }>(
    page,
    'GET',
    '/admin/organizations',
    undefined,
    token,
  );
  const demo = data.find(({ slug }) => slug === 'demo')?.id as number;
  await page.goto(`${at(page, null)}/admin/organizations/${demo}`);
  const row = page.getByRole('row', { name: new RegExp(person.name) });
  await expect(page.getByRole('button', { name: 'Impersonate Marisol Quint' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Archive Marisol Quint' })).toHaveCount(0);
  await row.getByRole('button', { name: `Archive ${person.name}` }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Archive ${person.name}` });
  await expect(question).toContainText('Are you sure you want to archive this user?');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Archive' }).click();
  await expect(row).toContainText('Archived');
  await expect(row.getByRole('button')).toHaveCount(1);
  await row.getByRole('button', { name: `Unarchive ${person.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unarchive' }).click();
  await expect(row).not.toContainText('Archived');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  // On the user's own page: one button each, and menus once there are several organizations.
  const main = page.getByRole('main');
  await row.getByRole('link', { name: person.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  await main.getByRole('button', { name: 'Archive', exact: true }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  const name = unique('Lantern House');
  const other = await makeOrganization(page, `${unique('owner').replaceAll(' ', '')}@example.org`, { name });
  await ask(page, 'PUT', `/admin/users/${person.id}`, { organization_ids: [demo, other.id] }, token);
  await page.reload();
  await main.getByRole('button', { name: 'Impersonate', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText([/^Harborvale Family Services/, /not accepted yet$/]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await main.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  await question.getByRole('button', { name: 'Archive' }).click();
  const membership = page.getByRole('table', { name: 'Organization memberships' }).getByRole('row', { name });
  await expect(membership).toContainText('Archived');
  await expect(membership.getByRole('link', { name })).toHaveAttribute('href', `/admin/organizations/${other.id}`);
  await main.getByRole('button', { name: 'Unarchive', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unarchive' }).click();
  await expect(membership).not.toContainText('Archived');

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Organizations', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Superuser' }).check();
  await expect(page.getByLabel('Organizations', { exact: true })).toHaveCount(0);
});
