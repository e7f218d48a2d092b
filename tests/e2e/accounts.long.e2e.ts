// Long because each row of the accounts has its journey here, in the order of the rows.
import { expect, type Page, test } from '@playwright/test';
import {
  ask,
  at,
  curtis,
  dana,
  fillSignIn,
  goodPassword,
  invite,
  mailedLink,
  makeGroup,
  makeOrganization,
  member,
  signOut,
  stored,
} from './accounts.ts';
import {
  api,
  endRoutes,
  expectAccessible,
  expectNoSidewaysScroll,
  openNothing,
  signIn,
  unique,
  withoutBell,
} from './definitions.ts';

test.afterEach(endRoutes);

/**
 * Lets the answer about the account bring a token that was issued later, as the server does after five minutes. The
 * calls go on with the token that the server knows.
 */
const renewNext = async (page: Page): Promise<string> => {
  const token = (await stored(page))!;
  const claims = JSON.parse(atob(token.split('.')[1]!));
  const later = btoa(JSON.stringify({ ...claims, iat: claims.iat + 600, exp: claims.exp + 600 }));
  const renewed = `renewed.${later}.token`;
  await page.route('**/api/**', async (route) => {
    const address = new URL(route.request().url());
    const response = await route.fetch({
      // The browser resolves names like demo.localhost; Node does not.
      url: route.request().url().replace(address.hostname, '127.0.0.1'),
      headers: { ...route.request().headers(), host: address.host, authorization: `Bearer ${token}` },
    });
    const isAccount = address.pathname === '/api/user_account';
    await route.fulfill({
      response,
      headers: { ...response.headers(), ...(isAccount ? { authorization: `Bearer ${renewed}` } : {}) },
    });
  });
  // A stream that is fetched here has no end.
  await withoutBell(page);
  return renewed;
};

test.describe('signing in', () => {
  test('SH-04 by keyboard alone, on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/login');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Email').focus();
    await page.keyboard.type(dana[0]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type(dana[1]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Dana Whitlock user menu' })).toBeVisible();
  });

  test('AC-06 AC-07 AC-09 AC-10 only the token is kept, and renewed from the answers', async ({ page }) => {
    await signIn(page, 'curtis');
    const renewed = await renewNext(page);
    await page.goto('/organization/users');
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await expect.poll(() => stored(page)).toBe(renewed);
    const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(keys).toEqual(['hearth.auth']);
  });

  // Decided: the sign-in opens over the page, so that what was typed stays; leaving it leads to the sign-in page.
  test('AC-08 SH-60 a session that ended elsewhere is forgotten, and leads to the sign-in', async ({ page }) => {
    await signIn(page, 'curtis');
    await page.goto('/organization/users');
    const person = page.locator('a', { hasText: 'Dana Whitlock' });
    await expect(person).toBeVisible();
    await ask(page, 'DELETE', '/auth_token', undefined, (await stored(page))!);
    // Where the page hears of it by itself first, the dialog covers the link.
    await person.dispatchEvent('click');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(again).toContainText('Your session has ended. Sign in to continue where you left off.');
    expect(await stored(page)).toBeNull();
    await again.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('30 minutes without activity')).toBeHidden();
    await expect(page.getByText('Dana Whitlock')).toBeHidden();
  });

  test('AC-05 a page that is loaded with a session that ended leads to the sign-in', async ({ page }) => {
    await signIn(page, 'curtis');
    await ask(page, 'DELETE', '/auth_token', undefined, (await stored(page))!);
    await page.goto('/organization/users');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('R14 an idle session is announced, and can be kept', async ({ page }) => {
    await page.clock.install();
    await signIn(page, 'curtis');
    await page.goto('/organization/users');
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await page.clock.fastForward('28:30');
    const dialog = page.getByRole('dialog', { name: 'Are you still there' });
    await expect(dialog.getByRole('timer')).toHaveText(/^1:\d\d$/);
    await expectAccessible(page);
    await renewNext(page);
    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    await page.clock.runFor(2000);
    await expect(dialog).toBeHidden();
  });

  test('SH-35 signing out in one tab signs out the others, and Back shows nothing', async ({ context, page }) => {
    await signIn(page, 'curtis');
    await page.goto('/organization/users');
    const other = await context.newPage();
    await other.goto('/organization/permissions');
    await other.getByRole('searchbox').fill('Case managers');
    await expect(other.getByRole('link', { name: /Case managers/ })).toBeVisible();
    await page.getByRole('button', { name: /user menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(other).toHaveURL(/\/login$/);
    await expect(other.getByText('Case managers')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Dana Whitlock')).toBeHidden();
    await fillSignIn(page, ...curtis);
    // Whoever signs in next begins at the beginning.
    await expect(page).toHaveURL(/\/organization\/dashboard$/);
  });

  test('SH-03 AC-14 AC-15 the platform address leads to the choice, and each organization to its own sign-in', async ({
    page,
  }) => {
    await openNothing(page);
    await page.goto(`${at(page, null)}/`);
    await fillSignIn(page, ...dana);
    await expect(page.getByRole('heading', { level: 1, name: 'Choose account' })).toBeVisible();
    await expectAccessible(page);
    const link = page.getByRole('link', { name: /Harborvale Family Services/ });
    await expect(link).toHaveAttribute('href', `${at(page, 'demo')}/login`);
    await link.click();
    // The token of one address is not known at another.
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });

  test('AC-16 SH-02 somebody who is no member there is told so', async ({ page }) => {
    await openNothing(page);
    const { slug } = await makeOrganization(page, `${unique('owner').replaceAll(' ', '')}@example.org`);
    await page.goto(`${at(page, slug)}/login`);
    await fillSignIn(page, ...dana);
    await expect(page.getByText("Whoops! Looks like you've logged in on the wrong subdomain.")).toBeVisible();
    await expect(page.getByRole('link', { name: /Choose one/ })).toHaveAttribute(
      'href',
      `${at(page, null)}/select_account`,
    );
    await expectAccessible(page);
  });

  test('R21 an address without an organization is not found', async ({ page }) => {
    await openNothing(page);
    await page.goto(`${at(page, 'nobody-here')}/organization/users`);
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await expectAccessible(page);
  });
});

test.describe('invitations', () => {
  test('R16 a link that was sent again no longer works, and an unknown one is told apart', async ({ page }) => {
    const person = await invite(page, 'Late', []);
    const link = await mailedLink(page, person.email);
    await signIn(page, 'marisol');
    await page.goto(`/organization/users/${person.id}`);
    await page.getByRole('button', { name: 'Resend invitation' }).click();
    await expect(page.getByText(`New invitation sent to ${person.email}`)).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText(
      'This invitation has expired. Ask Harborvale Family Services to send a new one.',
    );
    await expectAccessible(page);
    await page.goto(await mailedLink(page, person.email, [link]));
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Hearth' })).toBeVisible();
    await page.goto('/invitations/never-made');
    await expect(page.getByRole('alert')).toContainText('This invitation isn’t valid.');
  });

  test('AC-22 AC-23 AC-35 SH-09 who has an account signs in to accept; a reset then leads to the choice', async ({
    page,
  }) => {
    const group = await makeGroup(page, 'Readers', { privileges: { users: ['read'] } });
    const person = await member(page, 'Twice', [group.id]);
    const first = await mailedLink(page, person.email);
    const { slug } = await makeOrganization(page, person.email);
    const second = await mailedLink(page, person.email, [first]);
    const invitations = [first, second];
    await page.goto(second);
    await expect(page).toHaveURL(new RegExp(`^http://${slug}.localhost`));
    await expect(page.getByText('You already have an account.', { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill('a wrong one, surely');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('The email or password is incorrect.');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /user menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Choose account' })).toBeVisible();

    await signOut(page);
    await page.goto('/forgotPassword');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('status')).toContainText('we sent it an email with a reset link');
    await page.goto(await mailedLink(page, person.email, invitations));
    await page.getByLabel('Password', { exact: true }).fill('harvest-window-trumpet-12');
    await page.getByLabel('Password confirmation').fill('harvest-window-trumpet-12');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/select_account$/);
    await expect(page.getByRole('link', { name: /localhost/ })).toHaveCount(2);
    await expectAccessible(page);
  });
});

test('AC-29 to AC-36 SH-08 a forgotten password is set anew, once', async ({ page }) => {
  const group = await makeGroup(page, 'Readers', { privileges: { users: ['read'] } });
  const person = await member(page, 'Forgetful', [group.id]);
  const invitation = await mailedLink(page, person.email);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // Both screens have an email address.
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter an e-mail address like name@example.org');
  await expect(page.getByText('we sent it an email with a reset link', { exact: false })).toBeHidden();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status')).toContainText('we sent it an email with a reset link');

  const link = await mailedLink(page, person.email, [invitation]);
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Password confirmation').fill('short');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Use at least 12 characters');
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('harvest-window-trumpet-12');
  await page.getByLabel('Password confirmation').fill('harvest-window-trumpet-12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status')).toHaveText('Your password was changed. Sign in with the new one.');
  await fillSignIn(page, person.email, 'harvest-window-trumpet-12');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();

  await signOut(page);
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('This link has expired or was already used. Request a new one.');
  await page.goto('/password_resets/never-made');
  await expect(page.getByRole('alert')).toHaveText('This link isn’t valid. Ask for a new one.');
  for (const title of ['Privacy', 'Accessibility']) {
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAccessible(page);
  }
});

test.describe('users', () => {
  test('AC-56 AC-57 AC-59 AC-64 AC-65 AC-66 the list, the owner and their form', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/organization/users');
    const items = page.getByRole('region', { name: 'Users' }).getByRole('listitem');
    await expect(items.getByRole('link', { name: /Curtis Bell/ })).toBeVisible();
    const names = await items.evaluateAll((rows) =>
      rows.map((row) => row.querySelector('a > span')?.textContent?.toLowerCase() ?? ''),
    );
    expect(names.length).toBeGreaterThan(6);
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    await page.getByRole('searchbox', { name: 'Search users' }).fill('harborvale quint');
    await expect(items).toHaveCount(1);
    await expect(items.getByRole('img', { name: 'Owner' })).toBeVisible();
    await items.getByRole('link', { name: /Marisol Quint/ }).click();
    await expect(page.getByText('The owner has access to everything', { exact: false })).toBeVisible();
    await expect(page.getByText('Organization administrator')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Marisol');
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expect(page.getByRole('group', { name: 'Permission groups' })).toHaveCount(0);
    await expect(page.getByRole('radiogroup', { name: 'Role' })).toHaveCount(0);
  });

  test('AC-61 groups are changed; leaving asks first; a change of somebody else is not lost', async ({ page }) => {
    const group = await makeGroup(page, 'Movers', { privileges: { users: ['read'] } });
    const person = await invite(page, 'Moving', []);
    await signIn(page, 'marisol');
    await page.goto(`/organization/users/${person.id}`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('checkbox', { name: group.name }).check();
    await page.getByRole('link', { name: 'Permission groups' }).first().click();
    const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
    await expect(question).toContainText('You have unsaved changes, are you sure you want to leave?');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('checkbox', { name: group.name })).toBeChecked();
    await api(page, 'PUT', `/users/${person.id}`, { role: 'orgadmin' });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog');
    await expect(conflict).toContainText('Conflict – Your action cannot be completed');
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Save again' }).click();
    await expect(page).toHaveURL(new RegExp(`/users/${person.id}$`));
    await expect(page.getByRole('main').getByRole('link', { name: group.name, exact: true })).toBeVisible();
    await expect(page.getByText('Organization administrator')).toBeVisible();
  });

  test('R25 a program lead is offered only groups that they could give', async ({ page }) => {
    const group = await makeGroup(page, 'Beyond', { privileges: { permission_groups: ['remove'] } });
    await signIn(page, 'curtis');
    await page.goto('/organization/users/new');
    await expect(page.getByRole('checkbox', { name: group.name })).toBeDisabled();
    await expect(page.getByRole('checkbox', { name: 'Case managers' })).toBeEnabled();
  });

  test('AC-56 on a phone the list and the user are pages of their own', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'marisol');
    await page.goto('/organization/users');
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: /Dana Whitlock/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dana Whitlock' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Users' })).toBeHidden();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goBack();
    await expect(page.getByRole('region', { name: 'Users' })).toBeVisible();
  });
});
