import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { fillSignIn, goodPassword, makeGroup, member, type Person, signOut } from './accounts.ts';
import { endRoutes, expectAccessible, expectNoSidewaysScroll } from './definitions.ts';

test.afterEach(endRoutes);

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

/** Goes on from the open dialog to the recovery codes. @returns the code of the app for the next half minute */
const setUp = async (page: Page): Promise<string> => {
  await continueWith(page, goodPassword);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const next = await codeOn(page, 1);
  await dialog.getByLabel('Code', { exact: true }).fill(await codeOn(page));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(codes(page)).toHaveCount(10);
  return next;
};
const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
const code = (page: Page) => page.getByLabel('Code', { exact: true });

test('a second factor is refused without the password or a right code, then asked for at signing in', async ({
  page,
}) => {
  const person = await begin(page);
  await page.getByRole('button', { name: 'Set up two-step verification' }).click();
  await continueWith(page, 'not my password');
  await expect(page.getByRole('alert')).toContainText('That isn’t your current password');
  await continueWith(page, goodPassword);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  await code(page).fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong');
  const next = await codeOn(page, 1);
  await code(page).fill(await codeOn(page));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(codes(page)).toHaveCount(10);
  await expectAccessible(page);
  const [recovery = '', another = ''] = await codes(page).allInnerTexts();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Turn off two-step verification' })).toBeVisible();

  await signOut(page);
  await fillSignIn(page, person.email, goodPassword);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByRole('alert'), 'nothing is wrong yet').toHaveCount(0);
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAccessibleDescription('Enter the code from your authenticator app.');
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Enter code');
  await code(page).fill('000000');
  await code(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('This code is wrong or was already used');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await code(page).fill(next);
  await code(page).press('Enter');
  await expect(menu(page)).toBeVisible();

  await signOut(page);
  await fillSignIn(page, person.email, goodPassword);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code', { exact: true })).toBeFocused();
  await page.keyboard.type(recovery);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(menu(page)).toBeVisible();

  await page.goto('/myprofile');
  await page.getByRole('button', { name: 'Turn off two-step verification' }).click();
  await continueWith(page, goodPassword);
  await expect(page.getByRole('alert')).toContainText('Enter code');
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.keyboard.type(another);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set up two-step verification' })).toBeVisible();
  await signOut(page);
  await fillSignIn(page, person.email, goodPassword);
  await expect(menu(page)).toBeVisible();
});

test('recovery codes are not left before they were copied, printed or saved', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email } = await begin(page);
  await page.getByRole('button', { name: 'Set up two-step verification' }).click();
  await setUp(page);
  const shown = await codes(page).allInnerTexts();
  const question = page.getByRole('alertdialog', { name: 'Leave without the codes?' });
  for (const name of ['Done', 'Close']) {
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
  }
  // What the account says by now must not take the codes away.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(codes(page)).toHaveCount(10);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Hearth recovery codes' })).toBeVisible();
  await expect(page.getByText(`Account: ${email}`)).toBeVisible();
  for (const name of ['My profile', 'Your recovery codes'])
    await expect(page.getByText(name).locator('visible=true')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('heading', { name: 'Hearth recovery codes' })).toBeHidden();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('hearth-recovery-codes.txt');
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const saved = Buffer.concat(chunks).toString();
  for (const part of [email, ...shown]) expect(saved).toContain(part);

  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Codes copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'));
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Use another app' })).toBeVisible();
});

test('an account that must have a second factor opens nothing before it has one', async ({ page }) => {
  await begin(page);
  // Superusers must have one in production only: here the server is made to say it of somebody else.
  await page.route('**/api/user_account', async (route) => {
    const { hostname, host } = new URL(route.request().url());
    const headers = { ...route.request().headers(), host };
    // The browser resolves names like demo.localhost; Node does not.
    const response = await route.fetch({ url: route.request().url().replace(hostname, '127.0.0.1'), headers });
    await route.fulfill({ response, json: { ...(await response.json()), second_factor_required: true } });
  });
  await page.goto('/organization/clients');
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up two-step verification' }).click();
  await setUp(page);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(menu(page)).toBeVisible();
  await page.goto('/myprofile');
  await expect(page.getByRole('button', { name: 'Use another app' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off two-step verification' })).toHaveCount(0);
});

test('Caps Lock is told while a password is typed', async ({ page }) => {
  await page.goto('/login');
  const press = (isOn: boolean) =>
    page
      .getByLabel('Password', { exact: true })
      .evaluate(
        (input, modifierCapsLock) =>
          input.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, modifierCapsLock })),
        isOn,
      );
  const said = page.getByText('Caps Lock is on.');
  await press(true);
  await expect(said).toBeVisible();
  await expectAccessible(page);
  await press(false);
  await expect(said).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the secret can be typed instead of scanned, and nothing is cut off', async ({ page }) => {
    await begin(page);
    await page.getByRole('button', { name: 'Set up two-step verification' }).click();
    await continueWith(page, goodPassword);
    await expect(page.getByRole('dialog').locator('code')).toHaveText(/^(\w{4} ){7}\w{4}$/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
