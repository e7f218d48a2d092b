import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn } from './definitions.ts';

/** Publishes a form of its own, as a program lead, and answers its name and its address. */
const publish = async (page: Page) => {
  await signIn(page, 'curtis');
  const options = ['Own home', 'Shelter', 'Outside'].map((label, position) => ({ label, value: label, position }));
  const name = await makeField(page, 'Your name');
  const night = await makeField(page, 'Last night', { field_type: 'select-one', field_options: options });
  const where = await makeField(page, 'Where outside', { field_type: 'freeform-long' });
  const sign = await makeField(page, 'Sign here', { field_type: 'signature' });
  const shown = {
    name: 'Outside asks where',
    condition: {
      and: [{ scope: 'form', conditions: { and: [{ field_name: String(night.id), op: 'EQ', value: 'Outside' }] } }],
    },
    actions: [{ type: 'show', field_id: where.id }],
  };
  const form = await makeForm(page, 'Ask for help', [name, night, where, sign], {
    form_fields: [name, night, where, sign].map(({ id }) => ({ field_id: id, is_required: id === name.id })),
    logic: [shown],
  });
  await page.goto(`/organization/forms/${form.id}`);
  const section = page.getByRole('region', { name: 'Publish settings' });
  await expect(section).toContainText('This form has not been published for public use.');
  await section.getByRole('button', { name: 'Add publish setting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add publish setting' });
  await expect(dialog.getByLabel('Start', { exact: true }), 'open from now on').not.toHaveValue('');
  await expectAccessible(page);
  await dialog.getByLabel('Start', { exact: true }).fill('01/02/2026');
  await dialog.getByLabel('From').fill('late');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a time like 09:00 AM');
  await dialog.getByLabel('From').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('Every day, 12:00 AM to midnight');
  await expect(section).toContainText('Active');
  await expectAccessible(page);
  const key = /public_forms\/([\w-]{16,})/.exec((await section.locator('code').textContent()) ?? '')?.[1];
  return { form, name, night, where, address: `/public_forms/${key}` };
};

test('a form is published, filled in by a stranger over a reload, and acknowledged', async ({ page, browser }) => {
  const { form, name, night, where, address } = await publish(page);
  const stranger = await browser.newContext({
    viewport: { width: 320, height: 700 },
    baseURL: new URL(page.url()).origin,
  });
  const visit = await stranger.newPage();
  const asked: URL[] = [];
  const scripts = { bytes: 0 };
  visit.on('request', (request) => asked.push(new URL(request.url())));
  visit.on('response', async (response) => {
    if (!/\.js$/.test(response.url())) return;
    const { responseBodySize } = await response.request().sizes();
    scripts.bytes += responseBodySize;
  });

  await visit.goto('/public_forms/nothing-is-published-here');
  await expect(visit.getByRole('heading', { name: 'This form is not currently available.' })).toBeVisible();

  scripts.bytes = 0;
  await visit.goto(address);
  await expect(visit.getByRole('heading', { level: 1, name: form.name })).toBeVisible();
  await expectAccessible(visit);
  await expectNoSidewaysScroll(visit);
  await expect(visit.getByText(where.name)).toBeHidden();
  await visit.getByRole('button', { name: 'Submit' }).click();
  const problem = visit.getByRole('alert');
  await expect(problem).toBeFocused();
  await expect(problem).toContainText('There is a problem');

  await visit.getByLabel(name.name).fill('Joanna');
  await visit.getByRole('radiogroup', { name: night.name }).getByRole('radio', { name: 'Outside' }).check();
  await visit.getByLabel(where.name).fill('By the pier');
  // At once: what is typed last is kept as the page is left.
  await visit.reload();
  await expect(visit.getByLabel(name.name)).toHaveValue('Joanna');
  await expect(visit.getByLabel(where.name)).toHaveValue('By the pier');

  // The connection is lost, and comes back: nothing is lost, and nothing is taken twice.
  await stranger.setOffline(true);
  await visit.getByRole('button', { name: 'Submit' }).click();
  await expect(visit.getByText(/Your answers were not sent/)).toBeVisible();
  await stranger.setOffline(false);
  await visit.getByRole('button', { name: 'Submit' }).click();
  await expect(visit.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(visit).toHaveURL(/\/success$/);
  const receipt = visit.getByRole('main');
  await expect(receipt).toContainText(/Reference [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await visit.reload();
  await expect(receipt).toContainText(/Reference [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await expectAccessible(visit);

  // Nobody else is asked for anything, and nothing of staff is.
  const { host } = new URL(visit.url());
  expect(asked.filter((one) => one.host !== host).map(String)).toEqual([]);
  const calls = asked.filter(({ pathname }) => pathname.startsWith('/api/'));
  expect(calls.filter(({ pathname }) => !/^\/api\/(public|host)\//.test(pathname)).map(String)).toEqual([]);
  // What was loaded twice came from the browser's cache the second time.
  expect(scripts.bytes).toBeLessThanOrEqual(160_000);
  await stranger.close();
});
