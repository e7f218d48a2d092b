import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { fillSignIn, goodPassword, makeGroup, member, type Person } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './definitions.ts';

const menu = (page: Page) => page.getByRole('button', { name: /user menu$/ });

/** Somebody of one's own, whose profile is open. */
const begin = async (page: Page): Promise<Person> => {
  const group = await makeGroup(page, 'Careful', { privileges: { clients: ['read'] } });
  const person = await member(page, 'Ines', [group.id]);
  await page.goto('/login');
  await fillSignIn(page, person.email, goodPassword);
  await expect(menu(page)).toBeVisible();
  await page.goto('/myprofile');
  return person;
};

/** Types the password into the dialog and goes on. */
const continueWith = async (page: Page, password: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('Current password').press('Enter');
};

/** The code of an authenticator app that was given the secret on the screen. */
const codeOn = async (page: Page, steps = 0): Promise<string> => {
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
};

const signOut = async (page: Page): Promise<void> => {
  await page.goto('/logout');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
};

test('a second factor is refused without the password or a right code, then asked for at signing in', async ({
  page,
}) => {
  const person = await begin(page);
  await page.getByRole('button', { name: 'Set up second factor' }).click();
  await continueWith(page, 'not my password');
  await expect(page.getByRole('alert')).toContainText('This is not your current password');
  await continueWith(page, goodPassword);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is not right');
  const next = await codeOn(page, 1);
  await dialog.getByLabel('Code', { exact: true }).fill(await codeOn(page));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const recovery = await codes.first().innerText();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('button', { name: 'Turn off second factor' })).toBeVisible();

  await signOut(page);
  await expect(page.getByLabel('Code', { exact: true })).toHaveCount(0);
  await fillSignIn(page, person.email, goodPassword);
  await expect(page.getByRole('alert')).toContainText('Enter the code from your authenticator app');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(goodPassword);
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill(next);
  await page.getByLabel('Code', { exact: true }).press('Enter');
  await expect(menu(page)).toBeVisible();

  await signOut(page);
  await fillSignIn(page, person.email, goodPassword);
  await page.getByLabel('Code', { exact: true }).fill(recovery);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(menu(page)).toBeVisible();

  await page.goto('/myprofile');
  await page.getByRole('button', { name: 'Turn off second factor' }).click();
  await continueWith(page, goodPassword);
  await expect(page.getByRole('button', { name: 'Set up second factor' })).toBeVisible();
  await signOut(page);
  await fillSignIn(page, person.email, goodPassword);
  await expect(menu(page)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the secret can be typed instead of scanned, and nothing is cut off', async ({ page }) => {
    await begin(page);
    await page.getByRole('button', { name: 'Set up second factor' }).click();
    await continueWith(page, goodPassword);
    await expect(page.getByRole('dialog').locator('code')).toHaveText(/^(\w{4} ){7}\w{4}$/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
