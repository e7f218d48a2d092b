import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn } from './definitions.ts';

type Stored = {
  data: { id: number; subject_template: string; body_template: string; recipients: { email: string }[] }[];
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const body = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Body' });

/** A form with an email field, open on the screen of the owner. */
const begin = async (page: Page) => {
  await signIn(page, 'marisol');
  const address = await makeField(page, 'Landlord', { field_type: 'email' });
  const form = await makeForm(page, 'Housing', [address]);
  const definitions = `/forms/${form.id}/notification_definitions`;
  const stored = async () => (await api<Stored>(page, 'GET', definitions)).data;
  return { form, address, definitions, stored, home: `/organization/forms/${form.id}` };
};

test('FO-89 FO-92 FO-94 FO-95 FO-96 a notification is drafted; what is wrong keeps the editor open', async ({
  page,
}) => {
  const { address, stored, home } = await begin(page);
  await page.goto(home);
  await expect(page.getByText('No Notifications Present')).toBeVisible();
  await expect(page.getByText('No email was sent yet.')).toBeVisible();
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
  await expect(editor.getByRole('alert')).toContainText('Answers and names are not sent by email');
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

test('FO-90 FO-91 the emails that were sent scroll in half the window, and load as one scrolls', async ({ page }) => {
  const { form, home } = await begin(page);
  const message = (id: number) => ({
    id,
    created_at: '2026-11-21T10:00:00.000Z',
    updated_at: '2026-11-21T10:00:00.000Z',
    lock_version: 1,
    subject: `Subject ${id}`,
    body: 'Open **it**',
    notifiable: { email: `mail${id}@example.org` },
    state: id % 2 ? 'sent' : 'failed',
    reason: id % 2 ? null : 'The address does not exist',
    attempts: 1,
  });
  // Nothing sends emails in a test within minutes: the pages of the history come from here.
  const asked: number[] = [];
  await page.route(`**/forms/${form.id}/notification_messages/page/*`, (route) => {
    const number = Number(/page\/(\d+)/.exec(route.request().url())?.[1]);
    asked.push(number);
    const data = Array.from({ length: 25 }, (_, index) => message(100 - (number - 1) * 25 - index));
    return route.fulfill({
      json: { data, metadata: { page: number, page_size: 25, total_count: 50, total_pages: 2 } },
    });
  });
  await page.goto(home);
  const box = page.getByRole('region', { name: 'History of emails' });
  await expect(box.getByRole('row')).toHaveCount(26);
  expect((await box.boundingBox())!.height).toBe(450);
  await box.getByRole('button', { name: 'Show Subject 100 to mail100@example.org' }).click();
  await expect(box.getByText('Open it')).toBeVisible();
  await expectAccessible(page);
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(box.getByText('Subject 51', { exact: true })).toBeAttached();
  expect(asked).toEqual([1, 2]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
