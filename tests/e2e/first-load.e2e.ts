import { expect, test } from '@playwright/test';
import { staff } from '#db/demo/staff.ts';
import { fillSignIn } from './accounts.ts';

/** Come by the clock, at rest: on a busy machine before the list stands, else after it. */
const atRest = /\/assets\/(toasts|drafts)-/;

test('the sign-in page and the list of people come with at most 305 kB over the wire', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  const received: { address: string; bytes: number; encoding: string | undefined }[] = [];
  const answers = new Map<string, { url: string; headers: Record<string, string> }>();
  browser.on('Network.responseReceived', ({ requestId, response }) => answers.set(requestId, response));
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { url = '', headers = {} } = answers.get(requestId) ?? {};
    if (!atRest.test(url))
      received.push({ address: url, bytes: encodedDataLength, encoding: headers['content-encoding'] });
  });
  // Who spares their connection is sent nothing ahead of time.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await browser.send('Network.enable');
  await page.goto('/organization/clients');
  const { first_name, last_name, password } = staff.omar;
  await fillSignIn(page, `${first_name}.${last_name}@harborvale.example`.toLowerCase(), password);
  await expect(page.getByRole('region', { name: 'People' }).getByRole('link').first()).toBeVisible();
  await page.waitForLoadState('networkidle');

  const text = received.filter(({ address, bytes }) => /\.(js|css)$/.test(address) && bytes > 0);
  expect(text.length).toBeGreaterThan(5);
  expect(text.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 2000)).toEqual([]);
  const kilobytes = received.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  test.info().annotations.push({ type: 'received', description: `${kilobytes.toFixed(1)} kB` });
  const largest = received.sort((a, b) => b.bytes - a.bytes).slice(0, 10);
  expect(kilobytes, JSON.stringify(largest)).toBeLessThanOrEqual(305);
});
