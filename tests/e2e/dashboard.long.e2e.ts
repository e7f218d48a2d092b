import { expect, type Locator, type Page, test } from '@playwright/test';
import { agreeAll, ask, at, goodPassword, join, mailedLink, makeOrganization } from './accounts.ts';
import { endRoutes, expectAccessible, openNothing, signIn, unique } from './definitions.ts';

test.afterEach(endRoutes);

const widget = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });

/** The owner of an organization of their own, with three reports on its dashboard, signed in on its address. */
const setting = async (page: Page) => {
  await openNothing(page);
  const email = `${unique('owner').replaceAll(' ', '')}@harborvale.example`.toLowerCase();
  const { slug } = await makeOrganization(page, email);
  const invite_id = (await mailedLink(page, email)).split('/').at(-1);
  const names = { first_name: 'Ines', last_name: 'Prado' };
  const passwords = { password: goodPassword, password_confirmation: goodPassword };
  const { auth_token } = await ask<{ auth_token: string }>(page, 'PUT', `/invitations/${invite_id}`, {
    ...names,
    ...passwords,
  });
  await agreeAll(page, auth_token);
  await openNothing(page, at(page, slug));
  await page.evaluate((token) => localStorage.setItem('hearth.auth', token), auth_token);
  const api = <T>(method: string, path: string, body?: object) =>
    ask<T>(page, method, `/organization/${slug}${path}`, body, auth_token);
  const report = (name: string) =>
    api<{ id: number }>('POST', '/report_definitions', {
      name,
      report_type: 'system',
      settings: { table: 'users' },
      fields: [{ field: 'user_last_name' }, { field: 'user_email' }],
    });
  const add = async (name: string, place: object) => {
    const { id } = await report(name);
    return api<{ id: number }>('POST', '/dashboard_widgets', {
      record_type: 'ReportDefinition',
      record_id: id,
      ...place,
    });
  };
  type Listed = { data: { id: number; layout: { x: number; y: number; w: number; h: number } }[] };
  const layouts = async () =>
    new Map((await api<Listed>('GET', '/dashboard_widgets')).data.map(({ id, layout }) => [id, layout]));
  return {
    slug,
    api,
    add,
    report,
    layouts,
    open: (path = '') => page.goto(`${at(page, slug)}/organization/dashboard${path}`),
  };
};

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

test('DA-01 DA-02 DA-06 DA-08 R84 widgets are moved and resized by keys, mouse and menu, undone, and saved as one', async ({
  page,
}) => {
  const { add, api, layouts, open } = await setting(page);
  const one = await add('One', { x: 0, y: 0, w: 2, h: 2 });
  const two = await add('Two', { x: 2, y: 0, w: 2, h: 2 });
  const three = await add('Three', { x: 0, y: 2, w: 1, h: 1 });
  await open('/edit');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('dashboard_widgets')) sent.push(request.postDataJSON());
  });
  const handle = widget(page, 'Three').getByRole('button', { name: 'Move Three' });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'Lifted' })).toHaveText(
    'Lifted, column 2, row 3, 2 wide and 1 high',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(widget(page, 'Three')).toContainText('1 × 1');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await widget(page, 'Two').getByRole('button', { name: 'Actions of Two' }).click();
  await page.getByRole('menuitem', { name: 'Higher' }).click();
  await expect(page.getByText('2 widgets moved, not saved yet')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 widget moved, not saved yet')).toBeVisible();
  await page.keyboard.press('Control+y');
  const corner = (await widget(page, 'Three').boundingBox())!;
  const step = (await widget(page, 'One').boundingBox())!.width / 2;
  await page.mouse.move(corner.x + corner.width - 8, corner.y + corner.height - 8);
  await page.mouse.down();
  await page.mouse.move(corner.x + corner.width - 8 + step, corner.y + corner.height, { steps: 6 });
  await page.mouse.up();
  await expect(widget(page, 'Three')).toContainText('2 × 1');

  // Somebody else adds a widget and moves another one meanwhile.
  const four = await add('Four', { x: 0, y: 8 });
  await api('PUT', `/dashboard_widgets/${two.id}`, { w: 1 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Someone else changed this dashboard.' });
  await expect(told).toBeFocused();
  await expect(widget(page, 'Four')).toBeVisible();
  await expect(widget(page, 'Three')).toContainText('2 × 1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/organization\/dashboard$/);
  const saved = await layouts();
  expect(saved.get(one.id)).toEqual({ x: 0, y: 0, w: 2, h: 2 });
  expect(saved.get(two.id)).toEqual({ x: 2, y: 0, w: 2, h: 3 });
  expect(saved.get(three.id)).toMatchObject({ x: 1, w: 2, h: 1 });
  expect(saved.has(four.id)).toBe(true);
  const ids = (sent.at(-1) as { widgets: { id: number }[] }).widgets.map(({ id }) => id);
  expect(ids).not.toContain(one.id);
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
  await expect(dialog.getByText('No message is pinned for a group of yours.')).toBeVisible();
  await expect(dialog.getByText('Could not load')).toHaveCount(0);
  await expect(dialog.getByText('Report view')).toHaveCount(0);
});

test('a report goes onto the dashboard from its own page, where there is room', async ({ page }) => {
  const { slug, add, report, layouts } = await setting(page);
  const old = await add('Old', {});
  const { id } = await report('Fresh');
  await page.goto(`${at(page, slug)}/organization/reports/${id}`);
  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  await page.getByRole('link', { name: 'Open dashboard' }).click();
  await expect(widget(page, 'Fresh').getByRole('table')).toBeVisible();
  const all = await layouts();
  expect(all.get(old.id)).toEqual({ x: 0, y: 0, w: 2, h: 3 });
  expect([...all].filter(([one]) => one !== old.id).map(([, place]) => place)).toEqual([{ x: 2, y: 0, w: 2, h: 3 }]);
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
