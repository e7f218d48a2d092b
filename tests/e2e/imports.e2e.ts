import { expect, type Page, test } from '@playwright/test';
import { at, superuserToken } from './accounts.ts';
import {
  api,
  expectAccessible,
  expectNoSidewaysScroll,
  makeField,
  makeForm,
  openNothing,
  signIn,
  unique,
} from './definitions.ts';
import { makePerson } from './responding.ts';

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('TR-21 to TR-29 TR-37 TR-38 a file is verified, mended, imported, and stands in the log', async ({ page }) => {
  await signIn(page, 'marisol');
  const [field, person] = await Promise.all([makeField(page, 'Score', { field_type: 'number' }), makePerson(page)]);
  const form = await makeForm(page, 'Imported', [field]);
  await api(page, 'POST', `/clients/${person.id}/client_forms`, {
    form_id: form.id,
    answers: [{ field_id: field.id, value: 1 }],
  });
  const header = `Client ID,Form Response ID,Time Recorded,${field.name} [${field.id}]`;
  const file = (name: string, ...rows: string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from([header, ...rows].join('\n')),
  });
  await page.goto(`/organization/forms/${form.id}`);
  await choose(page, 'Import/Delete Responses');
  const dialog = page.getByRole('dialog', { name: 'Import/Delete Responses' });
  const verify = dialog.getByRole('button', { name: 'Verify' });
  await expect(verify).toBeDisabled();
  await dialog.locator('input[type=file]').setInputFiles({ ...file('wrong.csv'), buffer: Buffer.from('a,b\n1,2') });
  await verify.click();
  await expect(dialog).toContainText('The file is invalid. Please be sure the columns have not been renamed');
  await dialog.locator('input[type=file]').setInputFiles(file('bad.csv', `${person.id},,,many`));
  await verify.click();
  await expect(dialog).toContainText('Nothing was written. Fix 1 row in your file');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose corrected file' }).press('Enter');
  await (await chooser).setFiles(file('good.csv', `${person.id},,,2`, `${person.id},,,3`));
  await expect(dialog.getByRole('table')).toContainText('2');
  await expect(dialog).toContainText('2 new, 0 rows with errors');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toBeHidden();

  await expect
    .poll(async () => {
      const { data } = await api<{ data: unknown[] }>(page, 'GET', `/clients/${person.id}/client_forms`);
      return data.length;
    })
    .toBe(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await choose(page, 'Import/Batch Delete Log');
  const log = page.getByRole('dialog', { name: 'Import/Batch Delete Log' });
  await expect(log).toContainText('Succeeded');
  await expect(log).toContainText('2 rows');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await log.getByRole('button', { name: 'Close' }).last().click();
  await expect(log).toBeHidden();

  // Where the notice of an import that failed leads.
  await page.goto(`/organization/forms/${form.id}#import-log`);
  await expect(log).toContainText('Failed');
  await log.getByRole('button', { name: 'Close' }).last().click();
  await expect(log).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/forms/${form.id}$`));
});

test('TR-39 to TR-63 the platform maps a file, checks it, and sees what is wrong and what would change', async ({
  page,
}) => {
  await signIn(page, 'marisol');
  const person = await makePerson(page);
  const name = unique('County intake');
  const token = await superuserToken(page);
  await openNothing(page, at(page, null));
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  await page.goto(`${at(page, null)}/admin/imports/new`);
  const organization = page.getByRole('combobox', { name: 'Organization' });
  await organization.fill('Harborvale Family');
  await page.getByRole('option', { name: 'Harborvale Family Services' }).click();
  await page.getByRole('radio', { name: 'People' }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  const rows = ['client_id,last_name', `${person.id},Ostrander-Vale`, '999999999,Nobody'];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'county.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Client ID Column')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('This import currently has no column mappings defined')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Invalid');
  const items = page.getByRole('region', { name: 'Data Imports', exact: true }).getByRole('listitem');
  await expect(items.filter({ hasText: name })).toContainText('Harborvale Family Services');
  await page.getByRole('link', { name: 'Map columns' }).click();
  await page.getByLabel('Client ID Column').selectOption({ label: 'client_id' });
  await page.getByLabel('Column for Last Name').selectOption({ label: 'Empty' });
  await expect(page.getByText('No column has been mapped')).toBeVisible();
  await page.getByLabel('Column for Last Name').selectOption({ label: 'last_name' });
  await expect(page.getByText('No column has been mapped')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await choose(page, 'Check file');
  const changes = page.getByRole('table', { name: 'First changes' });
  await expect(changes.getByRole('row').filter({ hasText: 'Ostrander-Vale' })).toContainText(String(person.id));
  await page.getByRole('button', { name: /^There is no person with this ID 1$/ }).click();
  await expect(page.getByRole('table', { name: 'Rows with errors' })).toContainText('999999999');
  await expect(page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current=step]')).toContainText('Check');
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText('Errors');
  await expect(status).toContainText('Rows without errors');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Check file' })).toBeVisible();
  await expect(page.getByText('Start Import')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}-import-wide.png` });
  const corrected = async (filename: string, text: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose corrected file' }).press('Enter');
    await (await chooser).setFiles({ name: filename, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await corrected('scan.csv', '%PDF-1.7\n');
  await expect(page.getByText('scan.csv can’t be used. This file is a PDF')).toBeVisible();
  await corrected('county-2.csv', rows.slice(0, 2).join('\n'));
  await expect(page.getByRole('button', { name: 'Start Import' })).toBeVisible();
  const log = page.getByRole('table', { name: 'Log' });
  await expect(log).toContainText('county-2.csv chosen, mapping kept');
  await expect(log).toContainText('Checked: 1 changed');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}-import-phone.png`, fullPage: true });
});
