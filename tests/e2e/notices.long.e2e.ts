import { expect, test } from '@playwright/test';
import { bell, expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';

test('who wants neither bell nor emails chooses so, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'marisol');
  await page.goto('/myprofile');
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const inBell = page.getByRole('switch', { name: 'Background work: in the bell' });
  const mails = page.getByRole('radiogroup', { name: 'Background work: emails' });
  await inBell.uncheck();
  await mails.getByRole('radio', { name: 'Daily summary at 7 AM' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Notification settings saved')).toBeVisible();
  await page.goto('/myprofile/notifications');
  await expect(inBell).not.toBeChecked();
  await expect(mails.getByRole('radio', { name: 'Daily summary at 7 AM' })).toBeChecked();
  await inBell.check();
  await mails.getByRole('radio', { name: 'Immediately' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible();
  await bell(page).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
