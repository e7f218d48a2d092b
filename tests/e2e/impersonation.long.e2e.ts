// Long because each rule of acting for somebody else has its journey here.
import { expect, type Page, test } from '@playwright/test';
import {
  ask,
  at,
  goodPassword,
  invite,
  mailedLink,
  makeGroup,
  makeOrganization,
  member,
  type Person,
  superuserToken,
} from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, find, openNothing, signIn, unique } from './definitions.ts';
import { bar, caseWork, caseworker, kept, side, stop, userMenu } from './impersonation.ts';
import { beginPerson } from './responding.ts';

/** Acts for a member of the demo organization, as its owner. */
const actAs = async (page: Page, person: Person) => {
  await signIn(page, 'marisol');
  await page.goto(`/organization/users/${person.id}`);
  await side(page).getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Impersonate' }).click();
  await expect(bar(page, person)).toBeVisible();
};

test.describe('who may act for whom', () => {
  test('R20 it is not offered for oneself and administrators, and refused for who may do more', async ({ page }) => {
    const beyond = await makeGroup(page, 'Beyond', { privileges: { permission_groups: ['write'] } });
    const powerful = await member(page, 'Pia', [beyond.id]);
    const impersonate = side(page).getByRole('button', { name: 'Impersonate' });

    await signIn(page, 'marisol');
    const [owner, administrator] = [await find(page, 'users', 'Marisol Quint'), await find(page, 'users', 'Curtis')];
    for (const { id } of [owner, administrator]) {
      await page.goto(`/organization/users/${id}`);
      await expect(page.getByRole('main').getByText('Organization administrator')).toBeVisible();
      await expect(impersonate).toHaveCount(0);
    }

    await signIn(page, 'curtis');
    await page.goto(`/organization/users/${powerful.id}`);
    await impersonate.click();
    const question = page.getByRole('alertdialog', { name: `Impersonate ${powerful.name}` });
    await question.getByRole('button', { name: 'Impersonate' }).click();
    await expect(question.getByRole('alert')).toContainText('This person has more permissions than you');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await kept(page)).toEqual(['hearth.auth']);
  });
});

test.describe('acting for somebody', () => {
  test('R20 the history names both people', async ({ page }) => {
    const person = await caseworker(page, 'Hana');
    await actAs(page, person);
    const last_name = unique('Rivera').replaceAll(' ', '');
    await beginPerson(page);
    await page.getByLabel('First name').fill('Ana');
    await page.getByLabel('Last name').fill(last_name);
    await page.getByLabel('Date of birth', { exact: true }).fill('03/14/1985');
    await page.getByRole('combobox', { name: 'Gender' }).click();
    await page.getByRole('option', { name: 'Female', exact: true }).click();
    await page.getByLabel('Last 4 of SSN').fill('4182');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Ana ${last_name}` })).toBeVisible();
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog', { name: 'History' })).toContainText(
      `Created by ${person.name} (really Marisol Quint)`,
    );
  });

  test('R20 is seen on every screen, in the light and on a phone in the dark', async ({ page }) => {
    const person = await caseworker(page, 'Ines');
    await actAs(page, person);
    const screens = {
      '/organization/clients': { level: 1, name: 'People' },
      '/organization/clients/new': { level: 1, name: 'Add person' },
      '/organization/permissiondenied': { level: 1, name: "You don't have permission to view this." },
      '/organization/nowhere': { level: 1, name: /Not Found/ },
      '/nowhere': { level: 1, name: /Not Found/ },
      '/myprofile': { level: 1, name: 'My profile' },
      '/select_account': { level: 1, name: 'Choose account' },
    };
    // The bar stands in the header of the shell, or above a page without one. Each screen is looked at by a test of its own.
    const kinds = ['/organization/clients', '/nowhere'];
    const looks = [
      { colorScheme: 'light', width: 1440, height: 900 },
      { colorScheme: 'dark', width: 390, height: 844 },
    ] as const;
    for (const { colorScheme, ...viewport } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      for (const [address, heading] of Object.entries(screens)) {
        await page.goto(address);
        await expect(page.getByRole('heading', heading)).toBeVisible();
        await expect(bar(page, person)).toBeInViewport({ ratio: 1 });
        await expect(stop(page)).toBeInViewport({ ratio: 1 });
        await expectNoSidewaysScroll(page);
        if (kinds.includes(address)) await expectAccessible(page);
      }
    }
    await stop(page).click();
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
  });

  test('SH-06 R20 the profile is the person’s own affair', async ({ page }) => {
    const person = await caseworker(page, 'Elin');
    await actAs(page, person);
    await page.goto('/myprofile');
    const main = page.getByRole('main');
    await expect(main).toContainText(`Only ${person.name} can see and change this profile`);
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page);
    await main.getByRole('link', { name: `Stop acting as ${person.name}` }).click();
    // The page is loaded anew: a test that ends before that closes it half-way.
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
  });

  test('R17 R20 nobody accepts the confidentiality statement for somebody else', async ({ page }) => {
    const group = await makeGroup(page, 'New here', caseWork);
    const person = await invite(page, 'Nils', [group.id]);
    const invite_id = (await mailedLink(page, person.email)).split('/').at(-1);
    const [first_name, last_name] = person.name.split(' ');
    await ask(page, 'PUT', `/invitations/${invite_id}`, {
      first_name,
      last_name,
      password: goodPassword,
      password_confirmation: goodPassword,
    });
    await actAs(page, person);
    for (const address of ['/organization/clients', '/myprofile']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `${person.name} has not accepted the confidentiality statement`,
      );
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await expect(bar(page, person)).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: `Stop acting as ${person.name}` }).click();
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
  });

  test('PE-28 somebody without any privilege is shown so, with Stop', async ({ page }) => {
    const group = await makeGroup(page, 'Empty');
    const person = await member(page, 'Noa', [group.id]);
    await actAs(page, person);
    await expect(page).toHaveURL(/\/organization\/noaccess$/);
    await expect(bar(page, person)).toBeVisible();
    await stop(page).click();
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
  });

  test('Stop asks first when there are unsaved changes', async ({ page }) => {
    const person = await caseworker(page, 'Una');
    await actAs(page, person);
    await beginPerson(page);
    await page.getByLabel('First name').fill('Half');
    await stop(page).click();
    const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Half');
    await expect(bar(page, person)).toBeVisible();
    await stop(page).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
  });
});

test.describe('the end of acting', () => {
  test('AC-55 comes with an address of its own, and can be tried again when it fails', async ({ page }) => {
    const person = await caseworker(page, 'Dario');
    await actAs(page, person);
    await page.route('**/api/admin/impersonations', (route) => route.abort());
    await stop(page).click();
    await expect(page.getByRole('alert')).toContainText('Could not stop impersonating.');
    await expect(bar(page, person)).toBeVisible();
    await page.unroute('**/api/admin/impersonations');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
    await page.goto('/organization/impersonation/destroy');
    await expect(page).toHaveURL(/\/organization\/dashboard$/);
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
  });

  test('R20 comes by itself after 60 minutes, and says so', async ({ page }) => {
    const person = await caseworker(page, 'Timo');
    await actAs(page, person);
    const { expires_at } = await page.evaluate(() => JSON.parse(localStorage.getItem('hearth.acting') ?? ''));
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(58 * 60_000);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(61 * 60_000);
    await page.evaluate(() => {
      const acting = JSON.parse(localStorage.getItem('hearth.acting') ?? '');
      const soon = new Date(Date.now() + 4000).toISOString();
      localStorage.setItem('hearth.acting', JSON.stringify({ ...acting, expires_at: soon }));
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: `Acting as ${person.name} has ended` })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue as yourself' }).click();
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
    expect(await kept(page)).toEqual(['hearth.auth']);
  });

  test('AC-08 AC-09 comes with the end of the session: a 401, or a sign-out', async ({ page }) => {
    const person = await caseworker(page, 'Sana');
    await actAs(page, person);
    await beginPerson(page);
    await page.getByLabel('First name').fill('Kept from others');
    await page.evaluate(() => {
      const token = localStorage.getItem('hearth.auth');
      return fetch('/api/auth_token', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(stop(page)).toHaveCount(0);
    expect(await kept(page)).toEqual([]);

    await actAs(page, person);
    await userMenu(page, person.name).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(await kept(page)).toEqual([]);
  });

  test('reaches all tabs, as its beginning does', async ({ page, context }) => {
    const person = await caseworker(page, 'Taro');
    await signIn(page, 'marisol');
    const other = await context.newPage();
    await other.goto(`${at(page, 'demo')}/organization/users/new`);
    await other.getByLabel('First name').fill('Half');
    await actAs(page, person);
    await expect(bar(other, person)).toBeVisible();
    await expect(other.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['My work', 'People']);
    await stop(other).click();
    for (const tab of [other, page]) await expect(userMenu(tab, 'Marisol Quint')).toBeVisible();
    await actAs(page, person);
    await expect(bar(other, person)).toBeVisible();
    await other.goto('/logout');
    for (const tab of [other, page]) await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(await kept(page)).toEqual([]);
  });
});

test.describe('what the server says', () => {
  const send = (page: Page, method: string, path: string, body?: object) =>
    page.evaluate(() => localStorage.getItem('hearth.auth') ?? '').then((jwt) => ask(page, method, path, body, jwt));

  test('AC-51 AC-52 AC-53 is followed when the browser thinks otherwise', async ({ page }) => {
    const person = await caseworker(page, 'Fia');
    await signIn(page, 'marisol');
    await page.goto('/organization/users');
    await send(page, 'POST', '/organization/demo/impersonations', { user_id: person.id });
    await page.reload();
    await expect(bar(page, person)).toBeVisible();
    await userMenu(page, person.name).click();
    await expect(page.getByRole('menu')).toContainText('Signed in as yourself');
    await page.keyboard.press('Escape');
    await send(page, 'DELETE', '/organization/demo/impersonations');
    await page.reload();
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
    await expect(stop(page)).toHaveCount(0);
    expect(await kept(page)).toEqual(['hearth.auth']);
  });

  test('another organization’s address shows that it is the wrong one, and Stop', async ({ page }) => {
    await openNothing(page);
    const email = `${unique('owner').replaceAll(' ', '.')}@example.org`;
    const other = await makeOrganization(page, email);
    const token = await superuserToken(page);
    const demo = await ask<{ data: { id: number; slug: string }[] }>(
      page,
      'GET',
      '/admin/organizations',
      undefined,
      token,
    );
    await signIn(page, 'marisol');
    const { id: user_id } = await find(page, 'users', 'Omar Haddad');
    const organization_id = demo.data.find(({ slug }) => slug === 'demo')?.id;
    await openNothing(page, at(page, other.slug));
    await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), await superuserToken(page));
    await send(page, 'POST', '/admin/impersonations', { user_id, organization_id });
    await page.goto('/organization/clients');
    await page.goto(`${at(page, other.slug)}/organization/clients`);
    await expect(page.getByRole('heading', { level: 1, name: 'Wrong subdomain' })).toBeVisible();
    await expect(bar(page, { name: 'Omar Haddad' })).toBeVisible();
    await expectAccessible(page);
    await stop(page).click();
    await expect(userMenu(page, 'Platform Superuser')).toBeVisible();
  });
});

test('AD-26 PE-04 PE-05 the platform team acts for a user on the platform’s own address', async ({ page }) => {
  const person = await caseworker(page, 'Vera');
  await openNothing(page, at(page, null));
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  await page.goto(`${at(page, null)}/admin/organizations`);
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill('harborvale');
  await page.getByRole('link', { name: /Harborvale Family Services/ }).click();
  await page.getByRole('button', { name: `Impersonate ${person.name}` }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Impersonate ${person.name}` });
  await question.getByRole('button', { name: 'Impersonate' }).click();
  await expect(bar(page, person)).toBeVisible();
  await expect(page).toHaveURL(`${at(page, null)}/organization/dashboard`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Harborvale Family Services' })).toBeVisible();
  await page.getByRole('region', { name: 'People', exact: true }).getByRole('listitem').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('People');
  await page.goto(`${at(page, null)}/organization/users`);
  await expect(page).toHaveURL(/\/organization\/permissiondenied$/);
  await page.goto(`${at(page, null)}/admin/organizations`);
  await expect(page).toHaveURL(/\/organization\/dashboard$/);
  await stop(page).click();
  await expect(page).toHaveURL(/\/admin\/organizations$/);
  await expect(userMenu(page, 'Platform Superuser')).toBeVisible();
});

test('R20 in an organization’s own shell the platform team acts for its administrators too', async ({ page }) => {
  await openNothing(page);
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  await page.goto('/organization/users');
  await page.getByRole('link', { name: /Curtis Bell/ }).click();
  await side(page).getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Impersonate' }).click();
  await expect(bar(page, { name: 'Curtis Bell' })).toBeVisible();
  await page.goto('/organization/users');
  await page.getByRole('link', { name: /Dana Whitlock/ }).click();
  await expect(side(page).getByRole('button', { name: 'Archive' })).toBeVisible();
  await expect(side(page).getByRole('button', { name: 'Impersonate' })).toHaveCount(0);
  await stop(page).click();
  await expect(userMenu(page, 'Platform Superuser')).toBeVisible();
});

test('SH-16 SH-36 the header shows the organization’s logo, and its menu My Organization to who may write it', async ({
  page,
}) => {
  await openNothing(page);
  const email = `${unique('owner').replaceAll(' ', '.')}@example.org`;
  const { slug } = await makeOrganization(page, email);
  const invite_id = (await mailedLink(page, email)).split('/').at(-1);
  const { auth_token } = await ask<{ auth_token: string }>(page, 'PUT', `/invitations/${invite_id}`, {
    first_name: 'Olga',
    last_name: 'Lund',
    password: goodPassword,
    password_confirmation: goodPassword,
  });
  const { data } = await ask<{ data: { name: string }[] }>(
    page,
    'GET',
    '/confidentiality_agreement_fields',
    undefined,
    auth_token,
  );
  const confidentiality_agreement = data.map(({ name }) => name);
  await ask(page, 'PUT', '/user_account', { confidentiality_agreement }, auth_token);
  await openNothing(page, at(page, slug));
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), auth_token);
  await page.evaluate(
    async ([slug, jwt]) => {
      const canvas = new OffscreenCanvas(200, 50);
      const context = canvas.getContext('2d');
      if (context) context.fillStyle = 'teal';
      context?.fillRect(0, 0, 200, 50);
      const form = new FormData();
      form.set('data', '{}');
      form.set('logo', await canvas.convertToBlob({ type: 'image/png' }), 'logo.png');
      const headers = { authorization: `Bearer ${jwt}` };
      await fetch(`/api/organization/${slug}/organization_account`, { method: 'PUT', headers, body: form });
    },
    [slug, auth_token] as const,
  );
  await page.goto(`${at(page, slug)}/organization/users`);
  const logo = page.getByRole('banner').locator('img').first();
  await expect(logo).toHaveAttribute('alt', '');
  await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(200);
  expect(await logo.boundingBox()).toMatchObject({ width: 112, height: 28 });
  await userMenu(page, 'Olga Lund').click();
  await expect(page.getByRole('menuitem')).toHaveText(['My profile', 'Background work', 'My Organization', 'Logout']);
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'My Organization' }).click();
  await expect(page).toHaveURL(/\/myorg$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${at(page, slug)}/organization/users`);
  await expect(logo).toBeVisible();
  await expectNoSidewaysScroll(page);
  await signIn(page, 'dana');
  await page.goto(`${at(page, 'demo')}/organization/clients`);
  await userMenu(page, 'Dana Whitlock').click();
  await expect(page.getByRole('menuitem')).toHaveText(['My profile', 'Background work', 'Logout']);
});
