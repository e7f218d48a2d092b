// Long because each row of the shell has its journey here, in the order of the rows.
import { expect, type Page, type Request, test } from '@playwright/test';
import {
  agreeAll,
  ask,
  at,
  goodPassword,
  mailedLink,
  makeGroup,
  makeOrganization,
  superuserToken,
} from './accounts.ts';
import { api, expectAccessible, expectNoSidewaysScroll, find, openNothing, signIn, unique } from './definitions.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const first = (page: Page, name: string) => list(page, name).getByRole('listitem').first().getByRole('link');
const errorDialog = (page: Page) => page.getByRole('dialog', { name: 'Error' });

/** The calls to the API that the page makes from now on. */
const watch = (page: Page, part: string): Request[] => {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.url().includes(part)) seen.push(request);
  });
  return seen;
};

test.describe('frame', () => {
  test('SH-14 SH-15 SH-16 SH-17 SH-19 SH-35 banner, side menu and user menu', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/');
    await expect(page).toHaveURL(/\/organization\/dashboard$/);
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('link', { name: 'Harborvale Family Services' })).toBeVisible();
    expect((await banner.boundingBox())!.height).toBe(50);
    expect((await menu(page).boundingBox())!.width).toBe(120);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await banner.getByRole('button', { name: 'Marisol Quint user menu' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await expectAccessible(page);
  });

  test('SH-20 SH-22 SH-25 SH-26 SH-27 SH-30 SH-33 entries are those that one may open', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/organization/users');
    const addresses = {
      Dashboard: '/organization/dashboard',
      People: '/organization/clients',
      Forms: '/organization/forms',
      'Form Sequences': '/organization/sequences',
      Fields: '/organization/fields',
      'Data groups': '/organization/data_groups',
      Categories: '/organization/categories',
      Users: '/organization/users',
      'Permission groups': '/organization/permissions',
      Affiliations: '/organization/affiliations',
      'My organization': '/myorg',
    };
    for (const [name, to] of Object.entries(addresses))
      await expect(menu(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
    await expect(menu(page).getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
    await signIn(page, 'omar');
    await page.goto('/');
    await expect(menu(page).getByRole('link', { name: 'People' })).toBeVisible();
    for (const name of ['Users', 'Permission groups', 'Fields', 'Data groups', 'Categories', 'My organization'])
      await expect(menu(page).getByRole('link', { name, exact: true })).toHaveCount(0);
  });

  test('SH-18 an organization that cannot be loaded shows an error, and can be tried again', async ({ page }) => {
    await signIn(page, 'curtis');
    await page.route('**/organization_account', (route) => route.abort());
    await page.goto('/organization/users');
    await expect(page.getByRole('alert')).toContainText('Could not load the organization.');
    await page.unroute('**/organization_account');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  });

  test('the first Tab stop skips to the content, and the colour scheme is kept', async ({ page }) => {
    await signIn(page, 'curtis');
    await page.goto('/organization/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('button', { name: /user menu/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await expectAccessible(page);
  });

  test('on a phone the menu is a drawer', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, 'curtis');
    await page.goto('/organization/users');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('link', { name: 'Permission groups' })).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'Permission groups' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Permission groups' })).toBeVisible();
    await expect(drawer).toBeHidden();
  });

  test('Ctrl+K jumps to screens and people, and offers only what one may open', async ({ page }) => {
    await signIn(page, 'omar');
    await page.goto('/organization/clients');
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    await expect(palette.getByRole('option')).toHaveText([
      /My work/,
      /People/,
      /Possible duplicates/,
      /My profile/,
      /Background work/,
      /Add person/,
    ]);
    await expectAccessible(page);
    await page.keyboard.press('ArrowUp');
    await expect(palette.getByRole('option', { name: 'Add person' })).toHaveAttribute('aria-selected', 'true');
    const { data } = await api<{ data: { id: number; last_name: string }[] }>(page, 'GET', '/clients/page/1');
    await page.keyboard.type(data[0]!.last_name);
    await expect(palette.getByRole('group', { name: 'People' }).getByRole('option').first()).toContainText(
      data[0]!.last_name,
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/organization\/clients\/\d+$/);
    await expect(palette).toBeHidden();
  });

  test('Ctrl+K does what can be done with the open record, and says what it could not look for', async ({ page }) => {
    await signIn(page, 'marisol');
    const { data } = await api<{ data: { id: number }[] }>(page, 'GET', '/clients/page/1');
    await page.goto(`/organization/clients/${data[0]!.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('option', { name: /^Edit/ })).toHaveText('EditE');
    await page.keyboard.type('manage perm');
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.route('**/forms/page/1?*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('intake');
    await expect(palette.getByRole('alert')).toHaveText(/^Could not search: Forms\./);
    await expectAccessible(page);
    await page.unroute('**/forms/page/1?*');
    await page.keyboard.type('xyz');
    await expect(palette.getByRole('status')).toHaveText('No records were found');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Backspace');
    await expect(palette.getByRole('group', { name: 'Forms' })).toContainText('Intake');
    await expect(palette.locator('mark').first()).toHaveText(/intake/i);
    expect(page.url()).not.toContain('ntake');
    await palette.getByRole('combobox').fill('record contact log');
    await palette.getByRole('option', { name: /^Record Contact Log for \S/ }).click();
    await expect(page).toHaveURL(/\/clients\/\d+\/client_forms\/new\/\d+$/);
  });

  test('the keys stand on a sheet, and work', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/organization/users');
    await expect(first(page, 'Users')).toBeVisible();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByRole('region', { name: 'The list' })).toContainText('Add user');
    await expectAccessible(page);
    await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible();
    await expect(sheet).toBeHidden();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeFocused();
    await page.keyboard.type('n');
    await expect(page).toHaveURL(/\/users$/);
    await page.getByRole('searchbox', { name: 'Search users' }).fill('');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await expect(page).toHaveURL(/\/users\/\d+$/);
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/users\/new$/);
  });

  test('SH-13 an address that leads nowhere says so, in the shell', async ({ page }) => {
    await signIn(page, 'curtis');
    for (const address of ['/organization/nowhere', '/nowhere']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Not Found – We could not find the resource you were looking for.',
      );
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expectAccessible(page);
    }
  });

  test('paper names the organization, and has no navigation', async ({ page }) => {
    await signIn(page, 'curtis');
    const told = page.getByText(/^Printed \d\d\/\d\d\/\d\d /);
    await page.goto('/organization/clients');
    await expect(told).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(told).toBeVisible();
    await expect(page.getByText('Harborvale Family Services').locator('visible=true')).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await page.pdf();
    const head = await page.evaluate(() => document.documentElement.style.getPropertyValue('--print-head'));
    expect(head).toBe('"Harborvale Family Services · People"');
  });
});

test.describe('lists', () => {
  test('SH-37 SH-40 SH-41 SH-42 SH-72 the list loads page by page, from the first, near its end', async ({ page }) => {
    await signIn(page, 'dana');
    const calls = watch(page, '/clients/page/');
    await page.goto('/organization/clients');
    await expect(first(page, 'People')).toBeVisible();
    expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(['/api/organization/demo/clients/page/1']);
    await expect(page.getByText(/^25 of \d+ loaded$/)).toBeVisible();
    const scroller = list(page, 'People').locator('div:has(> ul)').first();
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(page.getByText(/^50 of \d+ loaded$/)).toBeVisible();
    expect(new URL(calls.at(-1)!.url()).pathname).toMatch(/\/page\/2$/);
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(1);
  });

  test('Back returns to the same place of a long list, and asks for no more than stands there', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/organization/clients');
    const scroller = list(page, 'People').locator('div:has(> ul)').first();
    for (let loaded = 25; loaded < 225; loaded += 25) {
      await expect(page.getByText(new RegExp(`^${loaded} of \\d+ loaded$`))).toBeVisible();
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    }
    await expect(page.getByText(/^225 of \d+ loaded$/)).toBeVisible();
    const top = 57 * 150;
    await scroller.evaluate((element, place) => element.scrollTo(0, place), top);
    const shown = scroller.getByRole('listitem').and(page.locator('[aria-posinset="153"]'));
    await expect(shown).toHaveText(/\d y/);
    const person = await shown.textContent();
    expect(await scroller.locator('[data-row]').count()).toBeLessThan(120);
    // As long as a place takes to be kept.
    await expect.poll(() => page.evaluate(() => window.history.state?.usr?.top)).toBe(String(top));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true }).click();
    await expect(first(page, 'Forms')).toBeVisible();
    await page.goBack();
    await expect(shown).toHaveText(person!);
    await expect(page.getByText(/^225 of \d+ loaded$/)).toBeVisible();
    const calls = watch(page, '/clients/page/');
    await page.reload();
    await expect(shown).toHaveText(person!);
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top);
    const asked = calls.map((call) => new URL(call.url()).pathname.split('/').at(-1));
    expect(asked).toContain('1');
    expect(asked).not.toContain('3');
  });

  test('SH-38 SH-43 SH-51 SH-74 one request a search; the filters stand in the address', async ({ page }) => {
    await signIn(page, 'dana');
    await page.goto('/organization/clients');
    await expect(first(page, 'People')).toBeVisible();
    const calls = watch(page, '/clients/page/');
    const asked = Date.now();
    // Key by key, but in one piece: on a busy machine a pause between two keys may be a whole search long.
    await page.getByRole('searchbox', { name: 'Search people' }).evaluate((input, text) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') as {
        set: (v: string) => void;
      };
      for (let typed = 1; typed <= text.length; typed++) {
        set.call(input, text.slice(0, typed));
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    }, 'nobody at all');
    await expect(page.getByText('No People Matched Your Filters')).toBeVisible();
    expect(Date.now() - asked).toBeGreaterThan(250);
    expect(calls.map((call) => new URL(call.url()).searchParams.get('query'))).toEqual(['nobody at all']);
    expect(page.url()).not.toContain('nobody');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Inactive', exact: true }).click();
    await expect(page).toHaveURL(/\?inactive=1$/);
    await expect.poll(() => new URL(calls.at(-1)!.url()).searchParams.get('filters')).toBe('{"inactive":true}');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Inactive', exact: true })).toHaveAttribute('aria-pressed', 'true');
  });

  test('SH-44 SH-45 SH-48 SH-49 SH-53 addresses, order and panels', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/organization/permissions');
    await expect(first(page, 'Permission groups')).toBeVisible();
    const names = await list(page, 'Permission groups')
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => (item.querySelector('a > span')?.textContent ?? '').toLowerCase()));
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    await expect(page.getByRole('link', { name: 'Add permission group' })).toHaveAttribute(
      'href',
      '/organization/permissions/new',
    );
    await first(page, 'Permission groups').click();
    await expect(page).toHaveURL(/\/organization\/permissions\/\d+$/);
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', /\/permissions\/\d+\/edit$/);
    await page.getByRole('button', { name: 'Collapse list' }).click();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await page.getByRole('button', { name: 'Collapse side panel' }).click();
    await expect(page.getByText('Record Summary')).toBeHidden();
    await page.reload();
    await page.getByRole('button', { name: 'Expand list' }).click();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.getByRole('button', { name: 'Expand side panel' }).click();
    await expect(page.getByText('Record Summary')).toBeVisible();
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect(page.getByRole('searchbox')).toBeHidden();
    await page.getByRole('button', { name: 'Expand list' }).click();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Expand list' })).toBeFocused();
    await page.getByRole('button', { name: 'Expand side panel' }).click();
    await expect(page.getByText('Record Summary')).toBeVisible();
    await page.mouse.click(300, 900);
    await expect(page.getByText('Record Summary')).toBeHidden();
    await expectNoSidewaysScroll(page);
  });

  test('SH-50 an empty list says so and offers the first step', async ({ page }) => {
    await openNothing(page);
    const email = `${unique('owner').replaceAll(' ', '')}@example.org`;
    const { slug } = await makeOrganization(page, email);
    const invite_id = (await mailedLink(page, email)).split('/').at(-1);
    const { auth_token } = await ask<{ auth_token: string }>(page, 'PUT', `/invitations/${invite_id}`, {
      first_name: 'Ines',
      last_name: 'Prado',
      password: goodPassword,
      password_confirmation: goodPassword,
    });
    await agreeAll(page, auth_token);
    await openNothing(page, at(page, slug));
    await page.evaluate((token) => localStorage.setItem('hearth.auth', token), auth_token);
    for (const [path, label] of [
      ['clients', 'People'],
      ['permissions', 'Permission groups'],
      ['fields', 'Fields'],
      ['forms', 'Forms'],
      ['sequences', 'Form Sequences'],
    ] as const) {
      await page.goto(`/organization/${path}`.replace(/^/, at(page, slug)));
      await expect(page.getByText(`No ${label} Present`)).toBeVisible();
      await expect(list(page, label).getByRole('link', { name: /^Add / }).last()).toHaveAttribute(
        'href',
        `/organization/${path}/new`,
      );
    }
    await expectAccessible(page);
  });

  test('SH-54 SH-55 SH-56 columns keep their widths, at least 100 px, and up to three sort', async ({ page }) => {
    await openNothing(page);
    await openNothing(page, at(page, null));
    const token = await superuserToken(page);
    await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
    const { data } = await ask<{ data: { id: number }[] }>(
      page,
      'GET',
      '/admin/organizations/page/1?query=harborvale',
      undefined,
      token,
    );
    await page.goto(`${at(page, null)}/admin/organizations/${data[0]!.id}`);
    const table = page.getByRole('table', { name: 'Organization Members' });
    const head = (name: string) => table.getByRole('columnheader', { name });
    await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
    await head('Email')
      .getByRole('button', { name: /^Email/ })
      .click();
    await head('Email')
      .getByRole('button', { name: /^Email/ })
      .click();
    await expect(head('Email')).toHaveAttribute('aria-sort', 'descending');
    await expect(table.getByRole('columnheader', { name: 'Email', exact: true })).toBeVisible();
    const handle = page.getByRole('separator', { name: 'Width of Email' });
    await handle.focus();
    for (let press = 0; press < 60; press++) await page.keyboard.press('ArrowLeft');
    const width = async () => (await head('Email').boundingBox())!.width;
    expect(Math.round(await width())).toBeGreaterThanOrEqual(100);
    const kept = await width();
    await page.reload();
    await expect(head('Email')).toBeVisible();
    expect(await width()).toBeCloseTo(kept, 0);
  });

  test('SH-58 a list counts as stale after two minutes, not before', async ({ page }) => {
    await page.clock.install();
    await signIn(page, 'curtis');
    await page.goto('/organization/users');
    await expect(first(page, 'Users')).toBeVisible();
    const calls = watch(page, '/users/page/');
    const awayAndBack = async () => {
      await menu(page).getByRole('link', { name: 'Permission groups' }).click();
      await expect(first(page, 'Permission groups')).toBeVisible();
      await menu(page).getByRole('link', { name: 'Users' }).click();
      await expect(first(page, 'Users')).toBeVisible();
    };
    await page.clock.fastForward(100_000);
    await awayAndBack();
    expect(calls).toHaveLength(0);
    await page.clock.fastForward(25_000);
    await awayAndBack();
    await expect.poll(() => calls.length).toBe(1);
  });

  test('SH-66 SH-67 SH-68 a list that cannot be loaded is not an empty one', async ({ page }) => {
    await signIn(page, 'curtis');
    await page.route('**/users/page/**', (route) => route.abort());
    await page.goto('/organization/users');
    await expect(page.getByRole('alert')).toContainText('Could not load records.');
    await expect(page.getByText('No Users Present')).toBeHidden();
    await expectAccessible(page);
    await page.unroute('**/users/page/**');
    const errors = { base: ['An unknown error has occurred!'] };
    await page.route('**/users/page/**', (route) => route.fulfill({ status: 422, json: { errors } }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toContainText('An unknown error has occurred!');
    await expect(page.getByRole('alert')).not.toContainText('connection');
    await page.unroute('**/users/page/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(first(page, 'Users')).toBeVisible();
  });
});

test.describe('errors', () => {
  // Dialogs fade in and out here, as they do for most people.
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  test('SH-59 SH-65 any other failure opens the error dialog, and nothing typed is lost', async ({ page }) => {
    await signIn(page, 'marisol');
    await page.goto('/organization/permissions/new');
    const name = unique('Kept');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.route('**/permission_groups', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(errorDialog(page)).toContainText('Error – An unknown error has occurred!');
    await expectAccessible(page);
    await errorDialog(page).getByRole('button', { name: 'OK' }).click();
    await expect(errorDialog(page)).toBeHidden();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
    await page.unroute('**/permission_groups');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  test('SH-61 what one may no longer do is refused in words', async ({ page, browser }) => {
    const group = await makeGroup(page, 'Shifting', { privileges: { users: ['read'] } });
    await signIn(page, 'curtis');
    await page.goto('/organization/users/new');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Berg');
    await page.getByLabel('Email').fill(`${unique('ada').replaceAll(' ', '')}@harborvale.example`);
    await page.getByRole('checkbox', { name: group.name }).check();
    const owner = await (await browser.newContext()).newPage();
    await owner.goto(new URL('/login', page.url()).href);
    await owner.evaluate(() => localStorage.clear());
    const { jwt } = await ask<{ jwt: string }>(owner, 'POST', '/auth_token', {
      email: 'marisol.quint@harborvale.example',
      password: 'lantern-orbit-velvet-31',
    });
    const path = `/organization/demo/permission_groups/${group.id}`;
    await ask(owner, 'PUT', path, { privileges: { permission_groups: ['remove'] } }, jwt);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(errorDialog(page)).toContainText('Forbidden – You do not currently have access to this record.');
    await errorDialog(page).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await owner.context().close();
  });

  test('SH-62 SH-69 a record that is not there leads back to its list', async ({ page }) => {
    await signIn(page, 'marisol');
    for (const path of ['users', 'clients', 'fields', 'forms']) {
      await page.goto(`/organization/${path}/99999999`);
      await expect(errorDialog(page)).toContainText('Not Found – We could not find the resource you were looking for.');
      await expect(page).toHaveURL(new RegExp(`/organization/${path}$`));
      await errorDialog(page).getByRole('button', { name: 'OK' }).click();
    }
  });

  test('SH-47 SH-57 SH-64 a refused form stays, leaving and deleting ask first', async ({ page }) => {
    const group = await makeGroup(page, 'Asked');
    await signIn(page, 'marisol');
    await page.goto(`/organization/permissions/${group.id}/edit`);
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Enter name/);
    await expect(page).toHaveTitle(/^Error/);
    await page.getByRole('button', { name: /user menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
    await expect(question).toContainText('You have unsaved changes, are you sure you want to leave?');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog', { name: `Delete permission group ${group.name}` })
      .getByText('Cancel')
      .click();
    await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible();
  });
});

test('SH-70 SH-71 calls go to one host with a bearer token and JSON', async ({ page }) => {
  await signIn(page, 'marisol');
  const calls = watch(page, '/');
  await page.goto('/organization/permissions/new');
  await page.getByLabel('Name', { exact: true }).fill(unique('Sent'));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/permissions\/\d+$/);
  expect(new Set(calls.map((call) => new URL(call.url()).host))).toEqual(new Set([new URL(page.url()).host]));
  const post = calls.find((call) => call.method() === 'POST')!;
  expect(post.headers()).toMatchObject({
    'content-type': 'application/json',
    authorization: expect.stringMatching(/^Bearer /),
    'idempotency-key': expect.any(String),
  });
});

test('SH-78 SH-79 SH-80 dates, moments, and Never', async ({ page }) => {
  await signIn(page, 'marisol');
  const { id } = await find(page, 'users', 'Femi');
  await page.goto(`/organization/users/${id}`);
  await expect(page.getByText('Never', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d\d\/\d\d\/\d\d \d\d:\d\d [AP]M$/).first()).toBeVisible();
  await page.goto('/organization/clients');
  await expect(page.getByText(/^\d\d\/\d\d\/\d{4} · \d+ y$/).first()).toBeVisible();
});
