import { expect, type Page } from '@playwright/test';
import { api, withoutBell } from './definitions.ts';

/** What the policy of any page stopped from now on, as the page and as the browser tell it, and what failed. */
export const watch = async (page: Page): Promise<string[]> => {
  const stopped: string[] = [];
  await page.exposeFunction('stopped', (what: string) => stopped.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (window as unknown as { stopped: (what: string) => void }).stopped(
        `${location.pathname}: ${violatedDirective} ${blockedURI} ${sample}`,
      ),
    ),
  );
  const browser = await page.context().newCDPSession(page);
  browser.on('Audits.issueAdded', ({ issue }) => {
    if (issue.code === 'ContentSecurityPolicyIssue') stopped.push(JSON.stringify(issue.details));
  });
  await browser.send('Audits.enable');
  await withoutBell(page);
  page.on('pageerror', (error) => stopped.push(String(error)));
  return stopped;
};

export const open = async (page: Page, address: string) => {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#root, #api').locator(':visible').first()).toBeVisible();
};

/** Goes on to a screen within the application, as its links do: what the screen needs is fetched, the rest is there. */
export const go = async (page: Page, address: string) => {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.locator('#root h1:visible').first()).toBeVisible();
  await expect(page.locator('#root').getByText(/^Loading/)).toHaveCount(0);
};

type Page1 = { data: { id: number }[] };
export const firstOf = async (page: Page, resource: string) =>
  (await api<Page1>(page, 'GET', `/${resource}/page/1`)).data[0]?.id;
