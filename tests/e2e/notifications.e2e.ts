import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './definitions.ts';
import { begin } from './notifications.ts';

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
