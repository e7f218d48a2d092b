import { expect, type Page, test } from '@playwright/test';
import { endRoutes, expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';

test.afterEach(endRoutes);

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download responses' });

test('TR-02 TR-09 TR-11 to TR-15 TR-17 TR-20 the owner downloads responses, and their files by an export that tells when it is over', async ({
  page,
}) => {
  await signIn(page, 'marisol');
  await page.goto('/organization/forms');
  await page.getByRole('link', { name: /Contact Log/ }).click();
  await page.getByRole('button', { name: 'Download responses' }).first().click();
  await expect(dialog(page)).toContainText(/\d+ responses? of \d+ (person|people)/);
  await expectAccessible(page);

  const file = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download', exact: true }).press('Enter');
  expect((await file).suggestedFilename()).toMatch(/^Contact Log_\d{4}-\d{2}-\d{2}\.csv$/);
  await expect(dialog(page)).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Download responses' }).first().click();
  await dialog(page).getByText('Data and files').click();
  await expectNoSidewaysScroll(page);
  const begun = page.waitForResponse((response) => response.url().includes('prepare_files'));
  await dialog(page).getByRole('button', { name: 'Prepare' }).click();
  await expect(
    page.getByText('The files of Contact Log are being prepared. We’ll email you when they’re ready'),
  ).toBeVisible();
  const { id } = (await (await begun).json()) as { id: number };
  const at = `/organization/download_form_export/${page.url().split('/').at(-1)}`;
  const zip = page.waitForEvent('download');
  await page.goto(`${at}/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your file is downloading' })).toBeVisible();
  expect((await zip).suggestedFilename()).toMatch(/^Contact Log_\d{4}-\d{2}-\d{2}\.zip$/);
  await page.goto(`${at}/999999`);
  await expect(page.getByRole('alert')).toContainText('Export has expired.');
  await expectAccessible(page);

  // TR-13 TR-17: while it loads, and a file that does not say what it is called.
  const asked = '**/forms/*/prepare_files/*';
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(asked, async (route) => {
    await held;
    const made = { id, state: 'succeeded', filename: null, expires_at: '2026-01-01T00:00:00.000Z' };
    await route.fulfill({ json: { ...made, url: '/api/health' } });
  });
  await page.goto(`${at}/${id}`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading your export' })).toBeVisible();
  const unnamed = page.waitForEvent('download');
  answer();
  expect((await unnamed).suggestedFilename()).toMatch(/^downloaded_export/);

  // TR-15 TR-20: any other failure.
  await page.unroute(asked);
  await page.route(asked, (route) =>
    route.fulfill({ status: 500, json: { errors: { base: ['x'] }, request_id: 'x' } }),
  );
  await page.goto(`${at}/${id}`);
  await expect(page.getByRole('alert')).toContainText('Error downloading the file');

  // TR-11: nobody answers when files are asked for.
  await page.unroute(asked);
  await page.route('**/prepare_files', (route) => route.abort());
  await page.goto(at.replace('download_form_export', 'forms'));
  await page.getByRole('button', { name: 'Download responses' }).first().click();
  await dialog(page).getByText('Data and files').click();
  await dialog(page).getByRole('button', { name: 'Prepare' }).click();
  await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('Hearth cannot be reached');
});
