import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './definitions.ts';
import { begin, draftsOf, offer, restore, save, saved, state } from './drafts.ts';

test('a draft is kept while somebody types, offered after a reload and after leaving, and ends with Save', async ({
  page,
}) => {
  await signIn(page, 'curtis');
  const { form, address, notes, subject } = await begin(page);
  await expect(offer(page)).toHaveCount(0);
  await notes.fill(' Twenty minutes of interview ');
  await page.getByRole('radio', { name: 'Shelter' }).check();
  await expect(state(page, saved)).toBeVisible();

  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(offer(page)).toContainText(/You have a draft from today \d{1,2}:\d\d [AP]M\./);
  await expect(notes).toHaveValue('');
  await expectAccessible(page);
  await restore(page).click();
  await expect(notes).toHaveValue(' Twenty minutes of interview ');
  await expect(page.getByRole('radio', { name: 'Shelter' })).toBeChecked();
  await expect(offer(page)).toHaveCount(0);
  await expect(page.locator('main :focus')).toHaveCount(1);

  // Typed within the last two seconds before leaving.
  await notes.fill('The last word');
  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  const leaving = page.getByRole('alertdialog', { name: 'Unsaved changes' });
  await expect(leaving).toContainText('You have unsaved changes, are you sure you want to leave?');
  await expect(leaving).toContainText('Your draft is kept for 30 days.');
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/organization\/clients/);
  await page.goto(address);
  await expect(restore(page)).toHaveCount(1);
  await restore(page).click();
  await expect(notes).toHaveValue('The last word');

  await page.getByLabel(form.names.visit, { exact: true }).fill('3/14/26');
  await page.getByLabel(form.names.income, { exact: true }).fill('1240.5');
  await save(page).click();
  await expect(page.getByRole('dialog', { name: 'Response saved' })).toBeVisible();
  expect(await draftsOf(page, subject)).toEqual([]);
  // What was on its way when it was saved does not come back.
  await page.waitForTimeout(2500);
  expect(await draftsOf(page, subject)).toEqual([]);
});
