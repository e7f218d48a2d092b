import fs from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

/** A report of three responses of one person: a color and a score each. */
const makeReport = async (page: Page) => {
  const options = ['red', 'blue'].map((value, position) => ({ label: value.toUpperCase(), value, position }));
  const [color, score] = await Promise.all([
    makeField(page, 'Color', { field_type: 'select-one', field_options: options }),
    makeField(page, 'Score', { field_type: 'number' }),
  ]);
  const form = await makeForm(page, 'Colors', [color, score]);
  const person = await makePerson(page);
  for (const [value, points] of [
    ['red', 10],
    ['red', 4],
    ['blue', 7],
  ])
    await api(page, 'POST', `/clients/${person.id}/client_forms`, {
      form_id: form.id,
      answers: [
        { field_id: color.id, value },
        { field_id: score.id, value: points },
      ],
    });
  const report = await api<{ id: number; name: string }>(page, 'POST', '/report_definitions', {
    name: unique('Colors seen'),
    report_type: 'client_forms',
    fields: [
      { key: 'color', form: form.id, field: String(color.id) },
      { key: 'score', form: form.id, field: String(score.id) },
    ],
  });
  return { report, person, form, score };
};

const card = (page: Page) => page.getByRole('region', { name: 'Report Conditions' });
const cells = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr');

test.beforeEach(({ page }) => signIn(page, 'marisol'));

test('RP-04 RP-05 RP-07 RP-53 RP-54 RP-55 RP-72 RP-74 a chart is made by keys, drawn, seen as a table, made the default, changed and deleted', async ({
  page,
}) => {
  const { report } = await makeReport(page);
  const root = `/organization/reports/${report.id}`;
  await page.goto(root);
  await expect(page).toHaveURL(/\/views\/\d+$/);
  await expect(cells(page, 'Table')).toHaveCount(3);
  await page.getByRole('link', { name: 'Add view' }).click();
  await page.getByRole('radio', { name: 'Bar' }).focus();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By color');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'By color' })).toBeVisible();
  await expect(page.getByText('Based on the 3 records you can see')).toBeVisible();
  await page.getByRole('switch', { name: 'View as table' }).click();
  await expect(page.getByRole('row', { name: /RED/ })).toContainText('2');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Manage Report Views' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Report Views' });
  await expect(dialog.getByRole('button', { name: 'Edit Table' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Open By color first' }).check();
  await dialog.getByRole('button', { name: 'Update Default View' }).click();
  await expect(page.getByText('By color opens first')).toBeVisible();
  await page.goto(root);
  await expect(page.getByRole('heading', { level: 2, name: 'By color' })).toBeVisible();
});

test('RP-76 RP-83 RP-84 RP-85 RP-88 RP-89 RP-91 RP-95 RP-97 results are narrowed for oneself, summed up, refreshed and taken along', async ({
  page,
}) => {
  const { report, person, score } = await makeReport(page);
  await page.goto(`/organization/reports/${report.id}`);
  await expect(cells(page, 'Table')).toHaveCount(3);
  await expect(page.locator(`a[href*="/clients/${person.id}/"]`).first()).toHaveAttribute('target', '_blank');

  await page.getByRole('button', { name: 'Edit Summary Settings' }).first().click();
  const settings = page.getByRole('dialog', { name: 'Edit Summary Settings' });
  await settings.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: score.name }).click();
  await settings.getByRole('button', { name: /^Add/ }).click();
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(settings).toBeHidden();
  const figure = page.getByText(`${score.name} (count)`).locator('..');
  await expect(figure).toContainText('3');

  await card(page).getByRole('button', { name: 'Modify Results' }).click();
  await card(page).getByRole('button', { name: 'Add condition' }).click();
  await card(page).getByRole('combobox').first().click();
  await page.getByRole('option', { name: score.name }).click();
  await card(page).getByRole('combobox').nth(1).click();
  await page.getByRole('option', { name: 'is more than', exact: true }).click();
  await card(page).getByRole('textbox').last().fill('5');
  await card(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(cells(page, 'Table')).toHaveCount(2);
  await expect(figure).toContainText('2');
  await expect(page).toHaveURL(/conditions=/);
  await page.reload();
  await expect(cells(page, 'Table')).toHaveCount(2);
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${report.name}.csv`);
  const lines = fs
    .readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(score.name);

  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(page.getByText(/^Refreshed \d\d\//)).toBeVisible({ timeout: 20_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cells(page, 'Table')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
});
