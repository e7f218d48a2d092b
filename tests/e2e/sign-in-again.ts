import { expect, type Page } from '@playwright/test';
import { ask, stored } from './accounts.ts';
import { unique, withoutBell } from './definitions.ts';
import { beginPerson } from './responding.ts';

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
export const lastName = (page: Page) => page.getByRole('textbox', { name: 'Last name' });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** Types a new person, with a photo, and does not save. */
export const typePerson = async (page: Page): Promise<string> => {
  const last_name = unique('Waiting');
  await withoutBell(page);
  await beginPerson(page);
  await page.getByLabel('First name').fill('Ana');
  await lastName(page).fill(last_name);
  await page.getByLabel('Date of birth', { exact: true }).fill('3/14/85');
  await page.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Non-binary' }).click();
  await page.getByLabel('Last 4 of SSN').fill('4182');
  await page.getByLabel('Photo', { exact: true }).setInputFiles({
    name: 'ana.png',
    mimeType: 'image/png',
    buffer: picture,
  });
  await expect(page.getByAltText('New photo')).toBeVisible();
  // A list that is still on its way would hear of the end of the session before anybody pressed a key.
  await page.waitForLoadState('networkidle');
  return last_name;
};

/** Ends the session as another place would, where one's own tabs hear nothing of it. */
export const endSession = async (page: Page) => ask(page, 'DELETE', '/auth_token', undefined, (await stored(page))!);

export const enter = async (page: Page, password: string) => {
  await again(page).getByLabel('Password', { exact: true }).fill(password);
  await again(page).getByRole('button', { name: 'Sign in' }).click();
};
