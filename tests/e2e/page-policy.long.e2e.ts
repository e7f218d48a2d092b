import { expect, type Page, test } from '@playwright/test';
import { navigation } from '#web/app/navigation.ts';
import { at, fillSignIn, superuserToken } from './accounts.ts';
import { api, makeField, makeForm, signIn, unique, withoutBell } from './definitions.ts';
import { superuser } from './superuser.ts';

/** What the policy of any page stopped from now on, as the page and as the browser tell it, and what failed. */
const watch = async (page: Page): Promise<string[]> => {
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

const open = async (page: Page, address: string) => {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#root, #api').locator(':visible').first()).toBeVisible();
};

/** Goes on to a screen within the application, as its links do: what the screen needs is fetched, the rest is there. */
const go = async (page: Page, address: string) => {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.locator('#root h1:visible').first()).toBeVisible();
  await expect(page.locator('#root').getByText(/^Loading/)).toHaveCount(0);
};

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

type Page1 = { data: { id: number }[] };
const firstOf = async (page: Page, resource: string) =>
  (await api<Page1>(page, 'GET', `/${resource}/page/1`)).data[0]?.id;

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
  const id = await firstOf(page, resources[place] ?? place);
  return ['new', String(id), `${id}/edit`];
};

test('nothing of our own is stopped: lists, records and forms that the navigation offers', async ({ page }) => {
  test.slow();
  const stopped = await watch(page);
  await open(page, '/login');
  await open(page, '/forgotPassword');
  await signIn(page, 'marisol');
  await open(page, '/organization/dashboard');
  for (const { to } of navigation.flatMap(({ entries }) => entries)) {
    await go(page, to);
    for (const screen of await screensBelow(page, to.replace('/organization/', ''))) await go(page, `${to}/${screen}`);
  }
  for (const address of ['/myprofile', '/myorg', '/organization/nowhere']) await go(page, address);
  await open(page, '/select_account');
  expect(stopped).toEqual([]);
});

test('nothing of our own is stopped: formatted text, maps, every kind of question', async ({ page }) => {
  const stopped = await watch(page);
  await signIn(page, 'marisol');
  const kinds = ['freeform-long', 'date', 'checkbox', 'address', 'attachment', 'signature'];
  const questions = await Promise.all(kinds.map((field_type) => makeField(page, field_type, { field_type })));
  const told = await makeField(page, 'Told', {
    field_type: 'presentation',
    metadata: { presentation_content: 'Opens at **6 PM**, see [the house](https://example.org).' },
  });
  const form = await makeForm(page, 'All kinds', [told, ...questions]);
  const person = await firstOf(page, 'clients');
  await open(page, `/organization/clients/${person}/client_forms/new/${form.id}`);
  await expect(page.getByRole('link', { name: 'the house' })).toBeVisible();
  await open(page, `/organization/fields/${told.id}/edit`);
  await expect(page.locator('.ProseMirror strong')).toHaveText('6 PM');
  await open(page, `/organization/forms/${form.id}/edit`);

  const group = await api<{ id: number }>(page, 'POST', '/permission_groups', { name: unique('Mapped') });
  await api(page, 'PUT', `/permission_groups/${group.id}/locations`, {
    locations: [{ name: 'Office', address: '12 Main Street', location: [41.8781, -87.6298] }],
  });
  await open(page, `/organization/permissions/${group.id}`);
  const actions = page.getByRole('region', { name: 'Actions' });
  await actions.getByRole('button', { name: 'Locations' }).click();
  await page.getByRole('application').getByRole('button', { name: 'Office' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('Escape');

  await actions.getByRole('button', { name: 'Manage Pinned Messages' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'Content' });
  const paste = (html: string) =>
    text.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await text.click();
  await paste('Plain,');
  await paste('then <b>bold</b>');
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('dialog').getByRole('button', { name: 'Italic' }).click();
  await expect(text).toHaveText('Plain,then bold');
  await expect(text.locator('strong')).toHaveText('bold');
  expect(stopped).toEqual([]);
});

test('nothing of our own is stopped: the platform team’s screens and the description of the API', async ({ page }) => {
  const stopped = await watch(page);
  await open(page, '/login');
  await superuserToken(page);
  await page.goto(`${at(page, null)}/login`);
  await fillSignIn(page, superuser.email, superuser.password);
  await expect(page).toHaveURL(/admin\/organizations/);
  const admin = `${at(page, null)}/admin`;
  for (const screen of ['organizations/new', 'organizations/1', 'fields', 'forms', 'forms/new'])
    await go(page, `${admin}/${screen}`);
  await open(page, '/api/docs');
  await page.getByRole('button', { name: /Sign in with email and password/ }).click();
  await expect(page.getByText('Example Value').first()).toBeVisible();
  expect(stopped).toEqual([]);
});
