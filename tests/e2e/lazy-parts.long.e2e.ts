import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, unique } from './definitions.ts';
import { beginPerson, makePerson } from './responding.ts';

const firstName = (page: Page) => page.getByLabel('First name', { exact: true });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const main = (page: Page) => page.getByRole('main');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** The form of a new person, with a name typed. */
const typing = async (page: Page): Promise<string> => {
  const name = unique('Wren');
  await beginPerson(page);
  await firstName(page).fill(name);
  return name;
};

test.describe('a part of the application that does not come', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  for (const [what, answer] of [
    ['is gone', { status: 404, contentType: 'application/json', body: '{}' }],
    ['is answered with a page', { status: 200, contentType: 'text/html', body: '<!doctype html><p>Hello' }],
  ] as const)
    test(`and ${what} leaves what was typed, is told, and comes once it is there`, async ({ page }) => {
      const asked: string[] = [];
      await page.route('**/assets/*palette-*.js', (route) => {
        asked.push(route.request().url());
        return route.fulfill(answer);
      });
      const name = await typing(page);
      await page.getByRole('button', { name: /^Search or jump to/ }).click();
      await expect(toast(page, 'Search could not be loaded')).toBeVisible();
      expect(asked.length).toBeGreaterThan(1);
      await expect(toast(page, 'Hearth was updated. Save your work, then reload the page.')).toBeVisible();
      await expectAccessible(page);
      await expect(firstName(page)).toHaveValue(name);
      await page.unroute('**/assets/*palette-*.js');
      await page.getByRole('button', { name: /^Search or jump to/ }).click();
      await expect(palette(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: /^Search or jump to/ })).toBeFocused();
      await expect(firstName(page)).toHaveValue(name);
      // Nothing loads the page anew while something stands on it that was not saved.
      await menu(page).getByRole('link', { name: 'Forms', exact: true }).click();
      await page.getByRole('button', { name: 'Stay' }).click();
      await expect(firstName(page)).toHaveValue(name);
      await menu(page).getByRole('link', { name: 'Forms', exact: true }).click();
      const loadedAnew = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Leave' }).click();
      await loadedAnew;
      await expect(page.getByRole('heading', { level: 1, name: 'Forms' })).toBeVisible();
      await expect(toast(page, 'Hearth was updated.')).toHaveCount(0);
    });

  test('without a network leaves the frame, says so, and comes by itself once there is one', async ({ page }) => {
    await page.goto('/organization/clients');
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
    await page.context().setOffline(true);
    await expect(toast(page, 'You are offline.')).toBeVisible();
    await menu(page).getByRole('link', { name: 'Forms', exact: true }).click();
    await expect(main(page).getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
    await expect(menu(page).getByRole('link', { name: 'Forms', exact: true })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Forms' })).toBeVisible();
    await expect(toast(page, 'You are back online.')).toBeVisible();
  });
});

test.describe('a connection that breaks', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('while something is saved is told as what it is, keeps what was typed, and Retry saves once', async ({
    page,
  }) => {
    const name = await typing(page);
    await page.getByLabel('Last name').fill(unique('Ender'));
    await page.getByLabel('Date of birth', { exact: true }).fill('3/14/1985');
    await page.getByRole('combobox', { name: 'Gender' }).click();
    await page.getByRole('option', { name: 'Female', exact: true }).click();
    await page.getByLabel('Last 4 of SSN').fill('4182');
    await page.route('**/clients', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Error' });
    await expect(dialog).toContainText('Hearth cannot be reached. Your answers are still here');
    await page.unroute('**/clients');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  test('is told before Save', async ({ page }) => {
    const name = await typing(page);
    await page.context().setOffline(true);
    await expect(page.getByText('Offline, kept on this device')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Error' })).toContainText(
      'You are offline. Your draft is kept on this device.',
    );
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(firstName(page)).toHaveValue(name);
    await page.context().setOffline(false);
    await expect(page.getByText('Offline, kept on this device')).toBeHidden();
  });
});

test.describe('the focus', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('goes back to what opened a dialog, however late it came, and begins in the first field', async ({ page }) => {
    const { id } = await makePerson(page);
    await page.goto(`/organization/clients/${id}`);
    const history = page.getByRole('button', { name: 'History' });
    await history.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'History' }).getByRole('heading', { name: 'History' })).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(history).toBeFocused();

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(history).toBeFocused();

    await page.keyboard.press('e');
    await expect(firstName(page)).toBeFocused();
  });
});
