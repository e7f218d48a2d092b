import fs from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { api, endRoutes, expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';
import { cells, makeReport } from './report-views.ts';

test.afterEach(endRoutes);

const card = (page: Page) => page.getByRole('region', { name: 'Report Conditions' });

test.beforeEach(({ page }) => signIn(page, 'marisol'));

test('RP-50 RP-70 RP-79 RP-80 RP-93 what loads, fails, is not there or has no place is said', async ({ page }) => {
  const { report } = await makeReport(page);
  const views = `/report_definitions/${report.id}/report_views`;
  const map = await api<{ id: number }>(page, 'POST', views, { name: 'Places', view_type: 'map', xaxis: 'place' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/report_views/*/page/*', async (route) => {
    await held;
    await route.fallback();
  });
  await page.route('**/report_summary*', (route) =>
    route.fulfill({ status: 500, json: { errors: { base: ['Down'] } } }),
  );
  await page.goto(`/organization/reports/${report.id}/views/${map.id}`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading results.' })).toBeVisible();
  const summary = page.getByRole('region', { name: 'Report Summary' });
  await expect(summary.getByRole('alert')).toContainText('Summary not loaded. Please check your summary settings');
  release();
  await expect(page.getByRole('application', { name: 'Map of Places' })).toBeVisible();
  await expect(page.getByText('Loading results.')).toHaveCount(0);
  await expect(
    page.getByText('Some records are missing location information. Currently displaying 1 of 3.'),
  ).toBeVisible();
  await page.unroute('**/report_summary*');
  await summary.getByRole('button', { name: 'Retry' }).click();
  await expect(summary.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);

  const nobody = JSON.stringify({ and: [{ field_name: 'client_id', op: 'EMPTY', value: null }] });
  await page.goto(`/organization/reports/${report.id}/views/${map.id}?${new URLSearchParams({ conditions: nobody })}`);
  await expect(page.getByText('No results found')).toBeVisible();
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
  await expect(page.getByText(/^Refreshed \d\d\//)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cells(page, 'Table')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
});
