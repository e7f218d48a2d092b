import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';
import { makePerson } from './responding.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a resource is added, corrected, picked for a person, and stays while it is used', async ({ page }) => {
  await signIn(page, 'marisol');
  const stamp = Date.now().toString(36);
  const made = async (path: string, body: object) => (await api<{ id: number }>(page, 'POST', path, body)).id;
  const name = await made('/fields', { name: `Name ${stamp}`, field_type: 'freeform-short' });
  const plan = await made('/fields', { name: `Plan ${stamp}`, field_type: 'attachment' });
  const form_fields = [
    { field_id: name, is_quick_view: true, is_required: true },
    { field_id: plan, is_required: false },
  ];
  const shelters = await made('/forms', { name: `Shelters ${stamp}`, form_type: 'internal', form_fields });
  const picker = await made('/fields', {
    name: `Shelter ${stamp}`,
    field_type: 'ref-picker',
    internal_option: { internal_form_id: shelters, internal_field_id: null },
  });
  const intake = await made('/forms', { name: `Intake ${stamp}`, form_fields: [{ field_id: picker }] });
  const home = `/organization/internal_form_responses/${shelters}`;

  await test.step('SH-32 IN-03 IN-11 IN-12 a record with errors stays; saved, it stands in the list', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Resources' }).click();
    await page.getByRole('searchbox', { name: 'Search internal forms' }).fill(`Shelters ${stamp}`);
    await page.getByRole('link', { name: new RegExp(`^Shelters ${stamp}`) }).click();
    await expect(page.getByText('No records were found')).toBeVisible();
    await page.getByRole('link', { name: 'Add record' }).click();
    await save(page).click();
    await expect(page).toHaveURL(/records\/new$/);
    await expect(page.getByText('Enter an answer').first()).toBeVisible();
    await page.getByLabel(`Name ${stamp}`).fill('Lantern House');
    await expectAccessible(page);
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`${home}$`));
    await expect(page.getByRole('link', { name: 'Lantern House', exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('IN-05 IN-06 it is corrected, given a file, and the file is downloaded', async () => {
    await page.getByRole('link', { name: 'Lantern House', exact: true }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel(`Name ${stamp}`).fill('Lantern Inn');
    await page.locator('input[type="file"][multiple]').setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The plan'),
    });
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`${home}$`));
    await page.getByRole('link', { name: 'Lantern Inn', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download file' }).click();
    expect((await download).suggestedFilename()).toBe('plan.txt');
    await expect(page).toHaveURL(/records\/\d+$/);
    await expectAccessible(page);
  });

  await test.step('IN-10 refresh fetches again; a second one is put off', async () => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(`Shelters ${stamp} is refreshing`)).toBeVisible();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('This form was refreshed less than a minute ago')).toBeVisible();
  });

  await test.step('R66 it is picked on a client form, and cannot be deleted then', async () => {
    const person = await makePerson(page);
    await page.goto(`/organization/clients/${person.id}/client_forms/new/${intake}`);
    await page.getByRole('combobox', { name: `Shelter ${stamp}` }).fill('lantern');
    await page.getByRole('option', { name: 'Lantern Inn' }).click();
    await save(page).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goto(home);
    await page.getByRole('link', { name: 'Lantern Inn', exact: true }).click();
    await expect(page.getByText('Used in 1 response.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Used in' }).getByRole('link')).toHaveText(
      new RegExp(`^Intake ${stamp}: .*${person.last_name}`),
    );
  });

  await test.step('IN-02 IN-07 an inactive form says so, and takes no new record', async () => {
    await api(page, 'PUT', `/forms/${shelters}`, { active: false });
    await page.goto(home);
    await expect(page.getByText('Inactive').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Lantern Inn', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add record' })).toBeHidden();
  });
});
