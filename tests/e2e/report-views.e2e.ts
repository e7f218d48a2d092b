import fs from 'node:fs';
import { expect, test } from '@playwright/test';
import { api, expectAccessible, find, signIn } from './definitions.ts';
import { cells, makeReport } from './report-views.ts';

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
  const cards = page.getByRole('radiogroup', { name: 'View type' }).locator('label');
  await expect(cards).toHaveCount(9);
  const tops = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops.map((top) => tops.filter((other) => other === top).length)).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3]);
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

test('figures by two groups are made into a cross table, with totals, percentages, a file, and cards on a phone', async ({
  page,
}) => {
  const { report, form, color, score } = await makeReport(page);
  const fields = [
    { key: 'color', form: form.id, field: String(color.id), label: 'Color' },
    { key: 'score', form: form.id, field: String(score.id), label: 'Points' },
    { key: 'sum', form: form.id, field: String(score.id), agg: 'sum', label: 'Sum' },
    { key: 'people', field: 'client_id', agg: 'count_distinct', label: 'People' },
  ];
  await api(page, 'PUT', `/report_definitions/${report.id}`, { fields });
  await page.goto(`/organization/reports/${report.id}/views/new`);
  await page.getByRole('radio', { name: 'Cross table' }).check();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By points');
  const live = page.getByRole('table', { name: 'Sum by Color and Points' });
  await expect(live.getByRole('row', { name: 'RED' })).toHaveText(/RED4.*10.*14/);
  // What goes across, chosen for the rows, changes places with them.
  await page.getByRole('combobox', { name: 'Rows' }).click();
  await page.getByRole('option', { name: 'Points' }).click();
  await expect(page.getByRole('combobox', { name: 'Columns' })).toHaveValue('Color');
  await page.getByRole('combobox', { name: 'Columns' }).click();
  await page.getByRole('option', { name: 'Points' }).click();
  await page.getByRole('combobox', { name: 'Figures' }).click();
  await page.getByRole('option', { name: 'People' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Percentages' }).click();
  await page.getByRole('option', { name: 'Percent of row' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const table = page.getByRole('table', { name: 'Sum and People by Color and Points, percent of row' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Color',
    'Points',
    'Total',
    '4',
    '7',
    '10',
    'Sum',
    'People',
    'Sum',
    'People',
    'Sum',
    'People',
    'Sum',
    'People',
  ]);
  const cells = (name: string) => table.getByRole('row', { name }).getByRole('cell');
  await expect(cells('RED')).toHaveText([
    '428.6%',
    '1100.0%',
    '—',
    '00.0%',
    '1071.4%',
    '1100.0%',
    '14100.0%',
    '1100.0%',
  ]);
  await expect(cells('Total').last(), 'one person, not two').toHaveText('1100.0%');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = fs.readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  expect(file[0]).toMatch(/Color,4: Sum,"4: Sum, percent of row",4: People/);
  expect(file.at(-2)).toMatch(/^Total,4,19.047619\d+,1,100,7/);

  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('table', { name: 'RED' });
  await expect(card.getByRole('row').last()).toHaveText(/Total14100.0%1100.0%/);
  await expectAccessible(page);
});
