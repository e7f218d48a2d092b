import { expect, type Request, test } from '@playwright/test';
import { at, superuserToken } from './accounts.ts';
import { api, expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

test('AD-05 AD-06 AD-43 to AD-56 a change is searched for, reviewed and rolled back', async ({ page }) => {
  await signIn(page, 'marisol');
  const last_name = unique('Rolled');
  const { id } = await makePerson(page, { last_name });
  await api(page, 'PUT', `/clients/${id}`, { first_name: 'Mistaken' });
  const token = await superuserToken(page);
  const platform = at(page, null);
  await page.goto(`${platform}/`);
  await page.evaluate((value) => localStorage.setItem('hearth.auth', value), token);
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/')) calls.push(request);
  });
  await page.goto(`${platform}/`);
  await page.getByRole('navigation').getByRole('link', { name: 'Version History' }).click();
  await expect(page).toHaveURL(`${platform}/admin/versions`);
  const search = page.getByRole('form', { name: 'Version History' });
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(search.getByRole('alert')).toContainText('There were some errors with your submission');
  await expect(search.getByRole('alert').getByRole('link')).toHaveText([
    'Please select a record type',
    'Please select an event',
    'Please select a start date and/or end date',
  ]);
  await expectAccessible(page);
  for (const [label, option] of [
    ['Record Type', 'Client'],
    ['Event', 'Update'],
  ] as const) {
    await search.getByLabel(label).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await search.getByRole('textbox', { name: 'Start date' }).fill('01/01/2026');
  await search.getByRole('combobox', { name: 'User' }).fill('Marisol');
  await page.getByRole('option', { name: /Marisol Quint/ }).click();
  await search.getByLabel('Record ID').fill(String(id));
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Client, Update' })).toBeVisible();
  await page.getByRole('link', { name: `Client ${id}` }).click();
  await expect(page.getByRole('table', { name: 'Related items' })).toContainText('First name from Mistaken to Tess');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Roll back 1 item' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back 1 item' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /was rolled back$/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('This transaction was already rolled back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Roll back 1 item' })).toBeDisabled();
  expect(new Set(calls.map((call) => new URL(call.url()).origin))).toEqual(new Set([platform]));
  const unsigned = calls.filter((call) => !/^Bearer \S/.test(call.headers().authorization ?? ''));
  expect(unsigned.map((call) => call.url())).toEqual([]);

  await page.route(/\/api\/admin\/versions\/\d+$/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Could not load this transaction.');
  await page.unrouteAll();
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.getByText('This transaction was already rolled back.')).toBeVisible();
});
