import { expect, type Page, test } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import { ask, curtis, dana, fillSignIn, goodPassword, makeGroup, member, stored } from './accounts.ts';
import { expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll, signIn } from './definitions.ts';
import { beginPerson } from './responding.ts';
import { again, endSession, enter, lastName, save, typePerson } from './sign-in-again.ts';

/** Presses Save, unless the draft, which is kept by itself, was told first that the session has ended. */
const trySave = async (page: Page) => {
  await save(page)
    .click({ timeout: 3000 })
    .catch(() => {});
  await expect(again(page)).toBeVisible();
};

test('what could not be loaded is loaded once one has signed in again', async ({ page }) => {
  await signIn(page, 'curtis');
  await page.goto('/organization/users');
  await expect(page.getByRole('link', { name: /Dana Whitlock/ })).toBeVisible();
  await endSession(page);
  await page.getByRole('link', { name: /Dana Whitlock/ }).click();
  await enter(page, curtis[1]);
  await expect(page.getByRole('heading', { level: 1, name: 'Dana Whitlock' })).toBeVisible();
  await expect(page.getByText(dana[0]).first()).toBeVisible();
});

test('a failure to sign in is said on the card, where nothing else can be seen', async ({ page, context }) => {
  await signIn(page, 'curtis');
  await typePerson(page);
  await endSession(page);
  await trySave(page);
  await expect(again(page)).toBeVisible();
  await context.setOffline(true);
  await enter(page, curtis[1]);
  await expect(again(page).getByRole('alert')).toContainText('You are offline.');
  await context.setOffline(false);
  await enter(page, 'not my password');
  await expect(again(page).getByRole('alert')).toContainText('The email or password is incorrect.');
  await expect(again(page).getByLabel('Password', { exact: true })).toBeFocused();
  await enter(page, curtis[1]);
  await expect(again(page)).toBeHidden();
});

test('the browser’s Back button does not lose what was typed', async ({ page }) => {
  await signIn(page, 'curtis');
  await page.goto('/organization/clients');
  await page.getByRole('link', { name: 'Add person' }).first().click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await lastName(page).fill('Not lost');
  await endSession(page);
  await page.keyboard.press('Control+s');
  await expect(again(page)).toBeVisible();
  await page.evaluate(() => history.back());
  await enter(page, curtis[1]);
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(lastName(page)).toHaveValue('Not lost');
});

test('who has a second factor is asked for a code too', async ({ page }) => {
  const group = await makeGroup(page, 'Coded', { privileges: { clients: ['read', 'write'] } });
  const person = await member(page, 'Cody', [group.id]);
  await page.goto('/login');
  await fillSignIn(page, person.email, goodPassword);
  await expect(page.getByRole('button', { name: /user menu$/ })).toBeVisible();
  const last_name = await typePerson(page);
  const token = (await stored(page))!;
  const path = '/user_account/second_factor';
  const { uri } = await ask<{ uri: string }>(page, 'POST', path, { current_password: goodPassword }, token);
  const body = { code: (URI.parse(uri) as TOTP).generate() };
  const { recovery_codes } = await ask<{ recovery_codes: string[] }>(page, 'PUT', path, body, token);
  await endSession(page);
  await trySave(page);
  await expect(again(page)).toBeVisible();
  await expect(again(page).getByLabel('Code', { exact: true })).toHaveCount(0);
  await enter(page, goodPassword);
  await expect(again(page).getByLabel('Code', { exact: true })).toBeFocused();
  await expect(again(page).getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await again(page).getByRole('button', { name: 'Use a recovery code' }).click();
  await again(page).getByLabel('Recovery code', { exact: true }).fill(recovery_codes[0]!);
  await again(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(again(page)).toBeHidden();
  await expect(lastName(page)).toHaveValue(last_name);
});

test('leaving leads to the sign-in in every tab, with nothing left', async ({ page, context }) => {
  await signIn(page, 'curtis');
  const last_name = await typePerson(page);
  const other = await context.newPage();
  await other.goto('/organization/users');
  await expect(other.getByRole('link', { name: /Dana Whitlock/ })).toBeVisible();
  await endSession(page);
  await trySave(page);
  // A session that ended covers the other tabs too.
  await expect(again(other)).toBeVisible();
  await expect(other.getByRole('link', { name: /Dana Whitlock/ })).toHaveCount(0);
  await again(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await fillSignIn(page, ...dana);
  await expect(page.getByRole('button', { name: 'Dana Whitlock user menu' })).toBeVisible();
  await beginPerson(page);
  await expect(lastName(page)).toHaveValue('');
  await expect(page.getByText(last_name)).toHaveCount(0);
});

test('signing in in one tab is enough for the others', async ({ page, context }) => {
  await signIn(page, 'curtis');
  const last_name = await typePerson(page);
  const other = await context.newPage();
  await other.goto('/organization/users');
  await expect(other.getByRole('link', { name: /Dana Whitlock/ })).toBeVisible();
  await endSession(page);
  await trySave(page);
  await expect(again(page)).toBeVisible();
  await enter(other, curtis[1]);
  await expect(again(other)).toBeHidden();
  await expect(other.getByRole('link', { name: /Dana Whitlock/ })).toBeVisible();
  await expect(again(page)).toBeHidden();
  await expect(lastName(page)).toHaveValue(last_name);
});

test('when somebody else signs in, the page is theirs and nothing of the other is left', async ({ page, context }) => {
  await signIn(page, 'curtis');
  const last_name = await typePerson(page);
  const other = await context.newPage();
  await endSession(page);
  await trySave(page);
  await expect(again(page)).toBeVisible();
  await other.goto('/login');
  await fillSignIn(other, ...dana);
  await expect(page.getByRole('button', { name: 'Dana Whitlock user menu' })).toBeVisible();
  await expect(again(page)).toBeHidden();
  expect(await page.content()).not.toContain(last_name);
});

test('signing out on purpose asks nothing in any tab', async ({ page, context }) => {
  await signIn(page, 'curtis');
  await page.goto('/organization/users');
  const other = await context.newPage();
  await signIn(other, 'curtis');
  await typePerson(other);
  await page.getByRole('button', { name: /user menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByRole('dialog')).toHaveCount(0);
  }
});

test('by keyboard alone, on a phone, axe finds nothing, in the light and in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'curtis');
  const last_name = await typePerson(page);
  await endSession(page);
  await trySave(page);
  const password = again(page).getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);

  // No key reaches the page, and none lifts the cover.
  for (const key of ['Escape', 'Escape', 'Control+k', 'Control+s']) await page.keyboard.press(key);
  await expect(again(page)).toBeVisible();
  const order = ['Show password', 'Sign in', 'Leave'];
  for (const name of order) {
    await page.keyboard.press('Tab');
    await expect(again(page).getByRole('button', { name })).toBeFocused();
  }
  await password.focus();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(again(page).getByRole('alert')).toBeVisible();
  await expect(password).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(curtis[1]);
  await page.keyboard.press('Enter');
  await expect(again(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(lastName(page)).toHaveValue(last_name);
});
