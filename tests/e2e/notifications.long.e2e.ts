import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible } from './definitions.ts';
import { begin } from './notifications.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const body = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Body' });

test('FO-89 FO-92 FO-94 FO-95 FO-96 a notification is drafted; what is wrong keeps the editor open', async ({
  page,
}) => {
  const { address, stored, home } = await begin(page);
  await page.goto(home);
  await expect(page.getByText('No Notifications Present')).toBeVisible();
  await expect(page.getByText('No emails sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add notification' }).click();
  const editor = dialog(page, 'Add notification');
  await expect(editor.getByRole('combobox', { name: 'Event' })).toHaveValue('Response recorded');
  await expect(editor.getByRole('textbox', { name: 'Subject' })).toHaveValue('');
  await expect(body(page)).toHaveText('');
  await editor.getByRole('button', { name: 'Create' }).click();
  await expect(editor.getByRole('alert')).toContainText('Enter a subject');
  await expect(editor.getByRole('alert')).toContainText('Enter a body');

  await editor.getByRole('textbox', { name: 'Subject' }).fill('Answers of {{client_first_name}}');
  await body(page).fill('See');
  await editor.getByRole('button', { name: 'Insert placeholder into Body' }).click();
  await page.getByRole('menuitem', { name: 'Link to the record' }).click();
  await expect(body(page)).toHaveText('See {{record_url}}');
  // It takes the focus a frame after the words.
  await expect(body(page)).toBeFocused();
  const recipient = editor.getByRole('combobox', { name: 'Add recipient' });
  await recipient.fill('priya');
  await page.getByRole('option', { name: /^Priya Nair/ }).click();
  await recipient.fill('Landlord@Example.org');
  await expect(page.getByRole('option', { name: 'Add landlord@example.org' })).toBeVisible();
  await editor.getByRole('button', { name: 'Create' }).click();
  await expect(editor.getByRole('alert')).toContainText('Add this recipient, or clear the box');
  await recipient.press('ArrowDown');
  await page.getByRole('option', { name: 'Add landlord@example.org' }).click();
  await expect(editor.getByRole('list', { name: 'Recipients' }).getByRole('listitem')).toHaveCount(2);
  await editor.getByRole('checkbox', { name: address.name }).check();
  await editor.getByRole('button', { name: 'Create' }).click();
  await expect(editor.getByRole('alert')).toContainText('This organization doesn’t allow answers and names in emails');
  await expectAccessible(page);
  await editor.getByRole('textbox', { name: 'Subject' }).fill('{{form_name}} was filled in');
  await editor.getByRole('button', { name: 'Create' }).click();
  await expect(editor).toHaveCount(0);
  const row = page.getByRole('table', { name: 'Notifications' }).getByRole('row').nth(1);
  await expect(row).toContainText(`Priya Nair, landlord@example.org, the answer to ${address.name}`);
  expect(await stored()).toMatchObject([
    {
      subject_template: '{{form_name}} was filled in',
      body_template: 'See {{record_url}}',
      recipients: [{ email: 'priya.nair@harborvale.example' }, { email: 'landlord@example.org' }],
    },
  ]);
});

test('FO-93 a stored notification is saved only when it differs, and asks before it is deleted', async ({ page }) => {
  const { definitions, stored, home } = await begin(page);
  const draft = { name: 'client_form_updated', subject_template: 'Changed', body_template: 'See {{record_url}}' };
  await api(page, 'POST', definitions, draft);
  await page.goto(home);
  await page.getByRole('button', { name: 'Edit Changed' }).click();
  const editor = dialog(page, 'Edit notification');
  const save = editor.getByRole('button', { name: 'Save' });
  await expect(body(page)).toHaveText('See {{record_url}}');
  await expect(save).toBeDisabled();
  await body(page).fill('See {{record_url}} now');
  await expect(save).toBeEnabled();
  await body(page).fill('See {{record_url}}');
  await expect(save).toBeDisabled();
  await editor.getByRole('textbox', { name: 'Subject' }).fill('Changed again');
  await save.click();
  await expect(editor).toHaveCount(0);
  expect(await stored()).toMatchObject([{ subject_template: 'Changed again', body_template: 'See {{record_url}}' }]);

  await page.getByRole('button', { name: 'Delete Changed again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No Notifications Present')).toBeVisible();
  expect(await stored()).toEqual([]);
});
