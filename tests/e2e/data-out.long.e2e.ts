import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';

test('people, their notes, households and history are saved as files from where they are read', async ({ page }) => {
  await signIn(page, 'marisol');
  await page.goto('/organization/clients');
  await page.getByRole('button', { name: 'Download people' }).click();
  const asked = page.getByRole('dialog', { name: 'Download' });
  await asked.getByText('Households', { exact: true }).click();
  await asked.getByText('XLSX').click();
  await expectAccessible(page);
  const homes = page.waitForEvent('download');
  await asked.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await homes).suggestedFilename()).toMatch(/^Households_\d{4}-\d{2}-\d{2}\.xlsx$/);

  await page
    .getByRole('link', { name: /\d{2}\/\d{2}\/\d{4}/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'History' }).first().click();
  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByRole('button', { name: 'Download' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  const changes = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: 'Download history' })
    .getByRole('button', { name: 'Download', exact: true })
    .click();
  expect((await changes).suggestedFilename()).toMatch(/^History_\d{4}-\d{2}-\d{2}\.csv$/);
  await expect(history).toBeVisible();
});
