import fs from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import {
  api,
  endRoutes,
  expectAccessible,
  expectNoSidewaysScroll,
  find,
  makeField,
  makeForm,
  signIn,
  unique,
} from './definitions.ts';
import { makePerson } from './responding.ts';

test.afterEach(endRoutes);

/** A report of three responses of one person: a color and a score each, and of the first where it was. */
const makeReport = async (page: Page) => {
  const options = ['red', 'blue'].map((value, position) => ({ label: value.toUpperCase(), value, position }));
  const [color, score, place] = await Promise.all([
    makeField(page, 'Color', { field_type: 'select-one', field_options: options }),
    makeField(page, 'Score', { field_type: 'number' }),
    makeField(page, 'Place', { field_type: 'address' }),
  ]);
  const form_fields = [color, score, place].map(({ id }) => ({ field_id: id, is_required: false }));
  const form = await makeForm(page, 'Colors', [], { form_fields });
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
        ...(points === 10 ? [{ field_id: place.id, value: { text: '7 Harbor Rd', location: [43.68, -70.37] } }] : []),
      ],
    });
  const report = await api<{ id: number; name: string }>(page, 'POST', '/report_definitions', {
    name: unique('Colors seen'),
    report_type: 'client_forms',
    fields: [
      { key: 'color', form: form.id, field: String(color.id) },
      { key: 'score', form: form.id, field: String(score.id) },
      { key: 'place', form: form.id, field: String(place.id) },
    ],
  });
  return { report, person, form, score };
};

const card = (page: Page) => page.getByRole('region', { name: 'Report Conditions' });
const cells = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr');

test.beforeEach(({ page }) => signIn(page, 'marisol'));

test('RP-03 to RP-07 RP-50 RP-53 to RP-56 RP-66 RP-67 RP-71 RP-72 RP-74 a chart is made by keys, drawn, taken along, seen as a table, made the default, changed and deleted', async ({
  page,
}) => {
  const { report } = await makeReport(page);
  const root = `/organization/reports/${report.id}`;
  await page.goto(root);
  await expect(page).toHaveURL(/\/views\/\d+$/);
  await expect(cells(page, 'Table')).toHaveCount(3);
  await page.goto(`${root}/views`);
  await expect(page).toHaveURL(/\/views\/\d+$/);
  await page.getByRole('link', { name: 'Add view' }).click();
  const cards = page.getByRole('radiogroup', { name: 'Chart type' }).locator('label');
  await expect(cards).toHaveCount(8);
  const tops = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops.map((top) => tops.filter((other) => other === top).length)).toEqual([3, 3, 3, 3, 3, 3, 2, 2]);
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
  const drawing = page.locator('figure svg[role="application"]');
  expect((await drawing.boundingBox())!.height).toBe(480);

  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      document.documentElement.dataset.picture = `${type} ${quality}`;
      toBlob.call(this, done, type, quality);
    };
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(request.url());
  });
  const picture = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as image' }).click();
  const jpeg = await picture;
  expect(jpeg.suggestedFilename()).toBe('chart.jpeg');
  expect(fs.readFileSync(await jpeg.path()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  await expect(page.locator('html')).toHaveAttribute('data-picture', 'image/jpeg 0.95');
  expect(asked, 'nothing of it leaves the browser').toEqual([]);

  await page.getByRole('switch', { name: 'View as table' }).click();
  await expect(page.getByRole('row', { name: /RED/ })).toContainText('2');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Manage Report Views' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Report Views' });
  for (const name of ['Name', 'View type', 'Default'])
    await expect(dialog.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /By color/ })).toContainText('Bar');
  await expect(dialog.getByRole('link', { name: 'Add Chart View' })).toHaveAttribute('href', `${root}/views/new`);
  await expect(dialog.getByRole('radio', { name: 'Open Table first' })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Edit Table' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Open By color first' }).check();
  await dialog.getByRole('button', { name: 'Update Default View' }).click();
  await expect(page.getByText('By color opens first')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await page.goto(root);
  await expect(page.getByRole('heading', { level: 2, name: 'By color' })).toBeVisible();

  await page.getByRole('button', { name: 'Manage Report Views' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete By color' }), 'the default does not go').toHaveCount(0);
  await dialog.getByRole('link', { name: 'Edit By color' }).click();
  await expect(page).toHaveURL(/\/views\/\d+\/edit$/);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By hue');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'By hue' })).toBeVisible();
  await page.getByRole('button', { name: 'Manage Report Views' }).click();
  await dialog.getByRole('radio', { name: 'Open Table first' }).check();
  await dialog.getByRole('button', { name: 'Update Default View' }).click();
  await dialog.getByRole('button', { name: 'Delete By hue' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(cells(page, 'Table')).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'By hue' })).toHaveCount(0);

  // A map on tiles says whose they are, also where it says that some records have no place.
  const places = await find(page, 'report_definitions', 'Intakes, one by one');
  await page.goto(`/organization/reports/${places.id}`);
  await page.getByRole('link', { name: 'Last stable addresses' }).click();
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
  const note = await page.getByText('Some records are missing location information.').boundingBox();
  const whose = await page.getByRole('link', { name: 'Invented tiles' }).boundingBox();
  expect(note!.y + note!.height).toBeLessThanOrEqual(whose!.y);
  await expectAccessible(page);
});

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
