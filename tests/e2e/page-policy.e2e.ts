import { expect, type Page, test } from '@playwright/test';
import { navigation } from '#web/app/navigation.ts';
import { api, findingsAtRest, signIn } from './definitions.ts';
import { firstOf, go, open, watch } from './page-policy.ts';

test('what somebody else writes into the page does not run', async ({ page }) => {
  const stopped = await watch(page);
  await open(page, '/login');
  expect(stopped).toEqual([]);
  const tried = await page.evaluate(() => {
    const refused = (work: () => unknown) => {
      try {
        work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const element = document.createElement('div');
    const script = document.createElement('script');
    script.append('window.__x = 1');
    return {
      script: refused(() => document.body.append(script)),
      innerHTML: refused(() => Object.assign(element, { innerHTML: '<img src=x onerror="window.__x=1">' })),
      insertAdjacentHTML: refused(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
      address: refused(() => Object.assign(document.createElement('script'), { src: '/outbox' })),
      policy: refused(() =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
        ).trustedTypes.createPolicy('another', {}),
      ),
      shown: element.innerHTML,
    };
  });
  expect(tried).toEqual({
    script: 'done',
    innerHTML: 'TypeError',
    insertAdjacentHTML: 'TypeError',
    address: 'TypeError',
    policy: 'TypeError',
    shown: '',
  });
  // The browser lets eval through while a test's own code runs.
  const evaluated = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: that it fails is what is tested
            resolve(String(window.eval('window.__x = 1')));
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      }),
  );
  expect(evaluated).toBe('EvalError');
  expect(await page.evaluate(() => (window as unknown as { __x?: number }).__x)).toBeUndefined();
  await expect.poll(() => stopped.join()).toContain('script');
});

/** What the API calls the records of places that have another name there. */
const resources: Record<string, string> = { permissions: 'permission_groups', reports: 'report_definitions' };

/** A record of the place, and where it is added and changed. */
const screensBelow = async (page: Page, place: string): Promise<string[]> => {
  if (place === 'dashboard') return ['edit'];
  // The list alone.
  if (place === 'referrals') return [];
  if (place === 'public_responses') {
    const { data } = await api<{ data: { form_id: number }[] }>(page, 'GET', '/public_forms');
    return [String(data[0]?.form_id)];
  }
  if (place === 'internal_form_responses') {
    const id = await firstOf(page, 'internal_forms');
    return [String(id), `${id}/records/new`];
  }
  // The demo has no affiliation.
  if (place === 'affiliations') return ['new'];
  const id = await firstOf(page, resources[place] ?? place);
  return ['new', String(id), `${id}/edit`];
};

test('every screen opens: axe finds nothing, and nothing of our own is stopped', async ({ page }) => {
  test.slow();
  const stopped = await watch(page);
  const found: string[] = [];
  const visit = async (address: string, come = go) => {
    await come(page, address);
    for (const finding of await findingsAtRest(page)) found.push(`${address}: ${finding}`);
  };
  await visit('/login', open);
  await visit('/forgotPassword', open);
  await signIn(page, 'marisol');
  await open(page, '/organization/dashboard');
  for (const { to } of navigation.flatMap(({ entries }) => entries)) {
    await visit(to);
    for (const screen of await screensBelow(page, to.replace('/organization/', ''))) await visit(`${to}/${screen}`);
  }
  for (const address of ['/myprofile', '/myorg', '/organization/nowhere']) await visit(address);
  await visit('/select_account', open);
  expect(found).toEqual([]);
  expect(stopped).toEqual([]);
});
