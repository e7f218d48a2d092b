import { type Browser, expect, type Page } from '@playwright/test';
import { ask, goodPassword, type Person } from './accounts.ts';
import { api, openNothing, signIn } from './definitions.ts';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Manage permissions' });
export const adding = (page: Page) => dialog(page).getByRole('combobox', { name: 'Add user or group' });
export const row = (page: Page, name: string) => dialog(page).getByRole('row').filter({ hasText: name });
export const box = (page: Page, name: string, action: string) =>
  row(page, name).getByRole('checkbox', { name: action, exact: true });
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true });
export const action = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Actions', exact: true }).getByRole('button', { name });

export const manage = async (page: Page, path: string) => {
  await page.goto(path);
  await action(page, 'Manage Permissions').click();
  await expect(adding(page)).toBeVisible();
};

export const add = async (page: Page, name: string) => {
  await adding(page).fill(name);
  await page.getByRole('option', { name }).click();
  await expect(row(page, name)).toContainText('New');
};

/** Signs in somebody who was made for the test. */
export const enter = async (page: Page, { email }: Person) => {
  await openNothing(page);
  await page.evaluate(() => localStorage.clear());
  const { jwt } = await ask<{ jwt: string }>(page, 'POST', '/auth_token', { email, password: goodPassword });
  await page.evaluate((token) => localStorage.setItem('hearth.auth', token), jwt);
};

/** Another person at a browser of their own. */
export const beside = async (browser: Browser, page: Page, who: Person | 'marisol'): Promise<Page> => {
  const { origin } = new URL(page.url());
  const other = await (await browser.newContext({ baseURL: origin })).newPage();
  if (who === 'marisol') await signIn(other, who);
  else await enter(other, who);
  return other;
};

/** Whether somebody can open a record, by the API. */
export const opens = (page: Page, path: string) =>
  api(page, 'GET', path).then(
    () => true,
    () => false,
  );
