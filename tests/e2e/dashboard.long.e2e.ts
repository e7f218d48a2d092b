import { expect, test } from '@playwright/test';
import { at, join } from './accounts.ts';
import { setting, widget } from './dashboard.ts';
import { endRoutes, expectAccessible, openNothing, signIn, unique } from './definitions.ts';

test.afterEach(endRoutes);

test('SH-14 DA-03 R84 the dashboard comes first; each widget loads, fails and is tried again by itself', async ({
  page,
}) => {
  await signIn(page, 'dana');
  await page.route('**/report_views/*/page/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === failing) await route.fulfill({ status: 500, json: { errors: { base: ['Down'] } } });
    else await route.fallback();
  });
  let failing = '';
  await page.goto('/');
  await expect(page).toHaveURL(/\/organization\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(widget(page, 'Active people').getByText('People', { exact: true })).toBeVisible();
  await expect(widget(page, 'Active people')).toContainText(/Refreshed \d+:\d\d/);
  await expect(widget(page, 'Cold weather plan')).toContainText('Blankets are in room 4');
  await expect(
    widget(page, 'Intakes, one by one: Table').getByRole('columnheader', { name: 'Full name' }),
  ).toBeVisible();
  const work = page.getByRole('complementary', { name: 'My work' });
  await expect(work.getByRole('region', { name: 'Recently recorded' }).getByRole('link').first()).toBeVisible();
  await expect(work.getByRole('region', { name: 'Drafts' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit dashboard' })).toHaveCount(0);
  await expectAccessible(page);

  const contacts = widget(page, 'Contacts in 30 days');
  await contacts.getByRole('button', { name: /^Actions of/ }).click();
  const address = await page.getByRole('menuitem', { name: 'Open report' }).getAttribute('href');
  const [, report, view] = /reports\/(\d+)\/views\/(\d+)/.exec(address ?? '') ?? [];
  failing = `/api/organization/demo/report_definitions/${report}/report_views/${view}/page/1`;
  await page.reload();
  await expect(contacts.getByRole('alert')).toContainText('Could not load records.');
  await expect(widget(page, 'Active people').getByText('People', { exact: true })).toBeVisible();
  failing = '';
  await contacts.getByRole('button', { name: 'Retry' }).click();
  await expect(contacts).toContainText(/\d+\s*Contacts/);
});

test('DA-05 who can read no report adds pinned messages, and names are shown whole', async ({ page }) => {
  const { slug, api, add, open } = await setting(page);
  const name = 'How many people came to the pantry and the shelter in each month of the year';
  await add(name, { w: 1, h: 2 });
  await open();
  const heading = widget(page, name).getByRole('heading', { name });
  await expect(heading).toBeVisible();
  expect(await heading.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
  expect((await heading.boundingBox())!.height).toBeGreaterThan(30);

  const { id: group } = await api<{ id: number }>('POST', '/permission_groups', {
    name: unique('Arrangers'),
    privileges: { dashboards: ['read', 'write'] },
  });
  const email = `${unique('arranger').replaceAll(' ', '')}@harborvale.example`.toLowerCase();
  const last_name = unique('Arranger').replaceAll(' ', '');
  await api('POST', '/users', { first_name: 'Ivo', last_name, email, permission_group_ids: [group] });
  await openNothing(page);
  const token = await join(page, email, 'Ivo');
  await openNothing(page, at(page, slug));
  await page.evaluate((token) => localStorage.setItem('hearth.auth', token), token);
  await open();
  await page.getByRole('button', { name: 'Add widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add widget' });
  await expect(dialog.getByText('You can add pinned messages.')).toBeVisible();
  await expect(dialog.getByText('No pinned messages for your groups.')).toBeVisible();
  await expect(dialog.getByText('Could not load')).toHaveCount(0);
  await expect(dialog.getByText('Report view')).toHaveCount(0);
});

test('DA-05 DA-07 DA-08 a widget is added in the corner, and on a phone all stand below each other', async ({
  page,
}) => {
  const { add, report, layouts, open } = await setting(page);
  const old = await add('Old', {});
  await report('Fresh');
  await open();
  await page.getByRole('button', { name: 'Add widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add widget' });
  await dialog.getByRole('button', { name: 'Add widget' }).click();
  await expect(dialog.getByRole('alert').first()).toContainText('There is a problem');
  await dialog.getByRole('radio', { name: 'Fresh' }).check();
  await expect(dialog.getByRole('region', { name: 'Fresh' }).getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add widget' }).click();
  await expect(dialog).toBeHidden();
  await expect(widget(page, 'Fresh').getByRole('table')).toBeVisible();
  const all = await layouts();
  const fresh = [...all.keys()].find((id) => id !== old.id)!;
  expect(all.get(fresh)).toEqual({ x: 0, y: 0, w: 2, h: 3 });
  const [upper, lower] = [await widget(page, 'Fresh').boundingBox(), await widget(page, 'Old').boundingBox()];
  expect(upper!.y).toBeLessThan(lower!.y);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = (await widget(page, 'Fresh').boundingBox())!;
  expect(narrow.width).toBeGreaterThan(350);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test('a dashboard asks once for all reports that ask the same, and leads on with what was chosen', async ({ page }) => {
  const { api, open } = await setting(page);
  const made = async (name: string, key: string, more: object = {}) => {
    const { id } = await api<{ id: number }>('POST', '/report_definitions', {
      name,
      report_type: 'system',
      settings: { table: 'users' },
      fields: [{ field: 'user_email', agg: 'count', label: 'Accounts' }],
      conditions: { and: [{ field_name: 'created_at', op: 'EQ', parameter: key }] },
      parameters: [{ key, label: 'Created in', type: 'period', default: 'this year', ...more }],
    });
    await api('POST', '/dashboard_widgets', { record_type: 'ReportDefinition', record_id: id });
  };
  await made('New accounts', 'period');
  await made('Accounts created', 'when');
  await open();
  const [one, other] = [widget(page, 'New accounts'), widget(page, 'Accounts created')];
  for (const shown of [one, other]) await expect(shown).toContainText(/1\s*Accounts/);
  const box = page.getByRole('combobox', { name: 'Created in' });
  await expect(box).toHaveCount(1);
  await expect(box).toHaveValue('This year');
  await box.fill('last year');
  await page.getByRole('option', { name: 'Last year' }).click();
  for (const shown of [one, other]) await expect(shown).toContainText(/0\s*Accounts/);
  await expectAccessible(page);
  await page.reload();
  for (const shown of [one, other]) await expect(shown).toContainText(/0\s*Accounts/);
  await other.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name: 'Open report' }).click();
  await expect(page).toHaveURL(/\/reports\/\d+\/views\//);
  await expect(page.getByText(/Created in: Last year \(/)).toBeVisible();
});
