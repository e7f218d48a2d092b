// Long because the logo and the API credentials have their journeys here, each with its refusals.
import { expect, type Page, test } from '@playwright/test';
import { placesKey } from '#tests/simulators/places.ts';
import { ask, at, goodPassword, join, makeOrganization } from './accounts.ts';
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  openNothing,
  unique,
} from './definitions.ts';

type House = { id: number; slug: string; owner: string; ownerEmail: string };

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#0f6e6c"/></svg>',
);
const drawing = { name: 'lantern.svg', mimeType: 'image/svg+xml', buffer: logo };

const logoForm = (page: Page) => page.getByRole('region', { name: 'Logo' });
const keys = (page: Page) => page.getByRole('region', { name: 'API credentials' }).first();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

const newAddress = (name: string) => `${unique(name).replaceAll(' ', '')}@example.org`.toLowerCase();

/** An organization of its own, with API access and an owner. */
const makeHouse = async (page: Page, api_access_enabled = true): Promise<House> => {
  await openNothing(page);
  const ownerEmail = newAddress('owner');
  const made = await makeOrganization(page, ownerEmail, { api_access_enabled });
  return { ...made, ownerEmail, owner: await join(page, ownerEmail, 'Ines') };
};

/** A permission group of the house. */
const groupOf = (page: Page, { slug, owner }: House, name: string, privileges: object): Promise<{ id: number }> =>
  ask(page, 'POST', `/organization/${slug}/permission_groups`, { name, privileges }, owner);

/** Somebody else in the house. @returns their token */
const colleague = async (page: Page, { slug, owner }: House, groups: number[], role: string): Promise<string> => {
  const email = newAddress('colleague');
  const person = { first_name: 'Noor', last_name: 'Prado', email, role, permission_group_ids: groups };
  await ask(page, 'POST', `/organization/${slug}/users`, person, owner);
  return join(page, email, 'Noor');
};

/** Opens the screen as who has the token. */
const open = async (page: Page, { slug }: House, token: string) => {
  await openNothing(page, at(page, slug));
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  await page.goto(`${at(page, slug)}/myorg`);
};

/** What a program is answered that lists the people with a key. */
const statusWith = (page: Page, { slug }: House, key: string): Promise<number> =>
  page.evaluate(
    async ([slug, key]) =>
      (await fetch(`/api/organization/${slug}/clients/page/1`, { headers: { authorization: `Bearer ${key}` } })).status,
    [slug, key] as const,
  );

test('R20a who allows it records people whose gender and last 4 of SSN are unknown', async ({ page }) => {
  const house = await makeHouse(page);
  await open(page, house, house.owner);
  const people = page.getByRole('region', { name: 'Personal details' });
  await people.getByLabel('Allow “Unknown” and “Declined to answer”').check();
  await people.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Personal details saved')).toBeVisible();

  const last_name = unique('Unsaid');
  const person = { first_name: 'Ana', last_name, dob: '1985-03-14', gender: 'female', ssn_suffix: '4182' };
  const made: { id: number } = await ask(page, 'POST', `/organization/${house.slug}/clients`, person, house.owner);
  await page.goto(`${at(page, house.slug)}/organization/clients/${made.id}/edit`);
  await page.getByRole('button', { name: 'Declined', exact: true }).click();
  await expect(page.getByLabel('Last 4 of SSN', { exact: true })).toHaveValue('Declined to answer');
  await page.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Unknown' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Show SSN' }).click();
  await expect(page.getByText('SSN Declined to answer')).toBeVisible();
  await expect(page.locator('#timeline').getByText('Unknown', { exact: true })).toBeVisible();
});

test.describe('my organization', () => {
  test('the first month of the fiscal year is chosen, and told beside its section', async ({ page }) => {
    const house = await makeHouse(page);
    await open(page, house, house.owner);
    await page.getByRole('combobox', { name: 'First month of the fiscal year' }).click();
    await page.getByRole('option', { name: 'July' }).click();
    await page.getByRole('region', { name: 'Calendar' }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Calendar saved')).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Calendar Weeks begin on Sunday, fiscal years in July' }),
    ).toBeVisible();
  });

  test('AC-42 it is for who may write the organization account, and API credentials for administrators', async ({
    page,
  }) => {
    const house = await makeHouse(page);
    const readers = await groupOf(page, house, 'Readers', { clients: ['read'] });
    const keepers = await groupOf(page, house, 'Keepers', { organization_accounts: ['write'] });
    const reader = await colleague(page, house, [readers.id], 'orguser');
    const keeper = await colleague(page, house, [keepers.id], 'orguser');
    await open(page, house, reader);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You don't have permission to view this.");
    await open(page, house, keeper);
    await expect(page.getByRole('heading', { level: 1, name: 'My organization' })).toBeVisible();
    await expect(logoForm(page)).toBeVisible();
    await expect(page.getByText('API credentials')).toHaveCount(0);

    // Its sections are led to by a list at their side, by the address, and on a phone by a strip that stays in view.
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect(links).toHaveText([
      /^Organization details Owned by Ines/,
      /^Calendar Weeks begin on Sunday$/,
      /^Logo The Hearth mark$/,
      /^Personal details Gender and last 4 of SSN are required$/,
      /^Small counts All counts show$/,
      /^Consent Not required$/,
      /^Email notifications No answers in emails$/,
      /^Address suggestions /,
      /^Retention\s*$/,
      /^Affiliations Others can’t find you$/,
    ]);
    await expect(links.first()).toHaveAttribute('aria-current', 'true');
    const link = links.filter({ hasText: 'Email notifications' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Email notifications' })).toBeFocused();
    await expect(link).toHaveAttribute('aria-current', 'true');
    const [list, section] = [await link.boundingBox(), await logoForm(page).boundingBox()];
    expect(list!.x + list!.width).toBeLessThanOrEqual(section!.x);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${at(page, house.slug)}/myorg#consent`);
    await page.reload();
    await expect(page.getByRole('heading', { level: 2, name: 'Consent' })).toBeFocused();
    await expect(page.getByRole('heading', { level: 2, name: 'Consent' })).toBeInViewport();
    await expect(links.filter({ hasText: 'Consent' })).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('AC-45 without API access there are no API credentials, but how to turn it on', async ({ page }) => {
    const house = await makeHouse(page, false);
    await open(page, house, house.owner);
    await expect(logoForm(page)).toBeVisible();
    await expect(page.getByText('API credentials')).toHaveCount(0);
    const off = page.getByRole('region', { name: 'API keys and webhooks' });
    await expect(off).toContainText('ask the platform team to turn on API access');
    const link = page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: 'API keys and webhooks' });
    await expect(link).toContainText('Off');
    const keepers = await groupOf(page, house, 'Keepers', { organization_accounts: ['write'] });
    await open(page, house, await colleague(page, house, [keepers.id], 'orguser'));
    await expect(logoForm(page)).toBeVisible();
    await expect(off).toHaveCount(0);
  });

  test('settings are found by their titles, labels and help, by keys alone', async ({ page }) => {
    const house = await makeHouse(page);
    await open(page, house, house.owner);
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect(links.filter({ hasText: 'Webhooks' })).toContainText('None yet');
    const all = await links.count();
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await search.fill('reply-to');
    await expect(links).toHaveText([/^Email notifications/]);
    await expect(page.getByRole('status').filter({ hasText: `1 of ${all} sections` })).toBeVisible();
    await expect(logoForm(page)).toBeHidden();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Reply-to address')).toBeFocused();

    // What was typed in a section stays while others are looked for.
    await page.keyboard.type('desk@example.org');
    await search.fill('compete with nothing');
    await expect(page.getByText('No settings match “compete with nothing”')).toBeVisible();
    await expect(links).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search', exact: true }).last().click();
    await expect(links).toHaveCount(all);
    await expect(page.getByLabel('Reply-to address')).toHaveValue('desk@example.org');
    await page.getByRole('region', { name: 'Email notifications' }).getByRole('button', { name: 'Cancel' }).click();

    // A section stays in sight when the words leave it, quotation marks are as a keyboard types them, and an empty box
    // leads nowhere.
    await search.fill('no logo yet');
    await expect(links).toHaveText([/^Logo/]);
    await page.getByLabel('Logo file').setInputFiles(drawing);
    await expect(logoForm(page).getByText('lantern.svg, not saved yet')).toBeVisible();
    await logoForm(page).getByRole('button', { name: 'Cancel' }).click();
    await search.fill("can't find you");
    await expect(links).toHaveText([/^Affiliations/]);
    await search.fill('');
    await search.press('Enter');
    await expect(links).toHaveCount(all);
    await expect(search).toBeFocused();

    // By other words that people use for it, and on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await search.fill('');
    await search.pressSequentially('api ', { delay: 200 });
    await search.pressSequentially('token', { delay: 200 });
    await expect(search).toHaveValue('api token');
    await search.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'API credentials' })).toBeFocused();
    await expect(page.getByRole('region', { name: 'API credentials' }).getByText('None yet')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('SR-35 SR-37 addresses are suggested with a key of its own, by a service that is tested, and stand on its maps', async ({
    page,
  }) => {
    const house = await makeHouse(page);
    await open(page, house, house.owner);
    const section = page.getByRole('region', { name: 'Address suggestions' });
    const key = section.getByLabel(/^Key for/);
    const tell = async (words: string) => {
      await section.getByRole('button', { name: 'Test' }).click();
      await expect(section.getByRole('status')).toContainText(words);
    };
    const give = async (given: string) => {
      await key.fill(given);
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(section.getByText('A key is stored and won’t be shown again.')).toBeVisible();
      await expect(key).toHaveValue('');
    };
    await tell('The service needs a key.');
    await give('another-key');
    await tell('The server answered with the status 401');
    await give(placesKey);
    await tell('The service answered.');
    await expectAccessible(page);

    const make = <T>(path: string, body: object) =>
      ask<T>(page, 'POST', `/organization/${house.slug}${path}`, body, house.owner);
    const field = await make<{ id: number }>('/fields', { name: 'Home', field_type: 'address' });
    const form = await make<{ id: number }>('/forms', {
      name: 'Where',
      form_fields: [{ field_id: field.id, is_required: false }],
    });
    const person = await make<{ id: number }>('/clients', {
      first_name: 'Ana',
      last_name: 'Marsh',
      dob: '1990-01-01',
      gender: 'female',
      ssn_suffix: '1234',
    });
    await page.goto(`${at(page, house.slug)}/organization/clients/${person.id}/client_forms/new/${form.id}`);
    await page.getByRole('combobox', { name: 'Home' }).fill('12 main harbor');
    await page.getByRole('option', { name: /^12, Main Street, Harborvale/ }).click();
    const parts = page.getByRole('group', { name: 'Parts of Home' });
    await expect(parts.getByRole('textbox', { name: 'Postal code' })).toHaveValue('98101');
    const tile = page.locator('.leaflet-tile-loaded').first();
    await expect(tile).toBeVisible();
    expect(await tile.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
    await expect(page.getByRole('link', { name: 'Invented tiles' })).toHaveAttribute(
      'href',
      'https://example.org/tiles',
    );
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });

  test('SH-07 AC-43 AC-44 the logo is chosen, seen, given up, saved, shown before sign-in, and removed', async ({
    page,
  }) => {
    const house = await makeHouse(page);
    await open(page, house, house.owner);
    await page.goto(at(page, house.slug));
    await page.getByRole('button', { name: /user menu$/ }).click();
    await page.getByRole('menuitem', { name: 'My Organization' }).click();
    await expect(page).toHaveURL(/\/myorg$/);
    await expect(page).toHaveTitle('My organization – Hearth');
    const file = page.getByLabel('Logo file');
    const save = logoForm(page).getByRole('button', { name: 'Save' });

    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: logo });
    await expect(logoForm(page).getByRole('alert')).toContainText('Choose a PNG, JPEG or SVG file');
    await file.setInputFiles({ ...drawing, name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2_200_000) });
    await expect(logoForm(page).getByRole('alert')).toContainText('The logo is larger than 2 MB.');
    await file.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await save.click();
    await expect(logoForm(page).getByRole('alert')).toContainText('There is a problem');
    await expectAccessible(page);

    await file.setInputFiles(drawing);
    await expect(logoForm(page).getByText('lantern.svg, not saved yet')).toBeVisible();
    await logoForm(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(logoForm(page).getByText('No logo yet', { exact: false })).toBeVisible();

    await file.setInputFiles(drawing);
    const preview = logoForm(page).getByRole('img', { name: 'Logo' });
    await expect.poll(() => preview.boundingBox()).toMatchObject({ width: 200, height: 50 });
    await save.click();
    await expect(page.getByText('Logo saved')).toBeVisible();
    await expect(logoForm(page).getByText('Current logo')).toBeVisible();
    await expect(preview).toHaveAttribute('src', /\/api\/host\/logo/);
    await expectAccessible(page);

    await page.goto('/logout'.replace(/^/, at(page, house.slug)));
    const shown = page.locator('main img');
    await expect(shown).toHaveAttribute('alt', '');
    await expect.poll(() => shown.boundingBox()).toMatchObject({ width: 200, height: 50 });
    await expectAccessible(page);

    const { jwt } = await ask<{ jwt: string }>(page, 'POST', '/auth_token', {
      email: house.ownerEmail,
      password: goodPassword,
    });
    await open(page, house, jwt);
    await logoForm(page).getByRole('button', { name: 'Remove logo' }).click();
    await save.click();
    await expect(page.getByText('Logo removed')).toBeVisible();
    await page.goto(`${at(page, house.slug)}/logout`);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
  });

  test('AC-46 AC-47 AC-48 a key is shown once, works, is rotated, and stops at once when it is deleted', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const house = await makeHouse(page);
    await groupOf(page, house, 'Exporters', { clients: ['read'] });
    await open(page, house, house.owner);
    await expect(keys(page)).toContainText('A key works for 3 months');
    await keys(page).getByRole('button', { name: 'Add API credential' }).click();
    const adding = dialog(page, 'Add API credential');
    await adding.getByRole('button', { name: 'Save' }).click();
    await expect(adding.getByRole('alert').getByRole('link')).toHaveText(['Enter name', 'Choose a permission group']);
    await expectAccessible(page);
    await adding.getByLabel('Name', { exact: true }).fill('Nightly export');
    await adding.getByLabel('Permission group').click();
    await page.getByRole('option', { name: 'Exporters' }).click();
    await adding.getByRole('button', { name: 'Save' }).click();

    const shown = dialog(page, 'Keys of Nightly export');
    await expect(shown).toContainText('You won’t see them again after you close this window.');
    await expectAccessible(page);
    const key = await shown.getByRole('textbox', { name: 'API key' }).inputValue();
    expect(key).toMatch(/^hearth_/);
    expect(await shown.getByRole('textbox', { name: 'Private key' }).inputValue()).not.toBe('');
    await shown.getByRole('button', { name: 'Copy API key' }).click();
    await expect(page.getByText('API key copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await shown.getByRole('button', { name: 'Test API key' }).click();
    await expect(shown.getByRole('status').first()).toContainText('The key works, with the access of Exporters.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await expect(shown).toBeHidden();
    expect(await page.content()).not.toContain(key);
    await expect(row(page, 'Nightly export')).toContainText('Active');
    await expect(row(page, 'Nightly export')).toContainText('Exporters');
    await expect(row(page, 'Nightly export')).not.toContainText('Never');
    expect(await statusWith(page, house, key)).toBe(200);

    await row(page, 'Nightly export').getByRole('button', { name: 'Rotate Nightly export' }).click();
    const question = page.getByRole('alertdialog', { name: 'Rotate the API key of Nightly export' });
    await expect(question).toContainText('The current key stops working immediately.');
    await question.getByRole('button', { name: 'Rotate' }).click();
    const rotated = dialog(page, 'New API key of Nightly export');
    const fresh = await rotated.getByRole('textbox', { name: 'API key' }).inputValue();
    await expect(rotated.getByRole('textbox', { name: 'Private key' })).toHaveCount(0);
    await rotated.getByRole('button', { name: 'Close' }).last().click();
    expect(await statusWith(page, house, key)).toBe(401);
    expect(await statusWith(page, house, fresh)).toBe(200);

    await row(page, 'Nightly export').getByRole('button', { name: 'Delete Nightly export' }).click();
    const deletion = page.getByRole('alertdialog', { name: 'Delete API credential Nightly export' });
    await expect(deletion).toContainText('stops working immediately');
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await expect(keys(page).getByText('No API Credentials Present')).toBeVisible();
    expect(await statusWith(page, house, fresh)).toBe(401);
  });

  test('R100 only groups are offered that give no more than one holds', async ({ page }) => {
    const house = await makeHouse(page);
    const administrators = await groupOf(page, house, 'Administrators', {
      organization_accounts: ['write'],
      permission_groups: ['read'],
      clients: ['read'],
    });
    await groupOf(page, house, 'Readers', { clients: ['read'] });
    await groupOf(page, house, 'Beyond', { clients: ['read', 'remove'] });
    const administrator = await colleague(page, house, [administrators.id], 'orgadmin');
    await open(page, house, administrator);
    await keys(page).getByRole('button', { name: 'Add API credential' }).click();
    await dialog(page, 'Add API credential').getByLabel('Permission group').click();
    await expect(page.getByRole('option')).toHaveText(['Administrators', 'Readers']);
  });

  test('AC-48 a key that ends soon, and one that ended, say so', async ({ page }) => {
    const house = await makeHouse(page);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const credential = (id: number, name: string, days: number) => ({
      id,
      name,
      public_key: `public-${id}`,
      private_key: null,
      api_key: null,
      permission_group: { id: 1, name: 'Exporters' },
      created_at: inDays(days - 90),
      expires_at: inDays(days),
      expired: days < 0,
      last_used_at: null,
    });
    const data = [credential(1, 'Long', 60), credential(2, 'Short', 5), credential(3, 'Over', -1)];
    await page.route('**/api_credentials', (route) => route.fulfill({ json: { data } }));
    await open(page, house, house.owner);
    await expect(row(page, 'Long')).toContainText('Active');
    await expect(row(page, 'Short')).toContainText('Expires soon');
    await expect(row(page, 'Over')).toContainText('Expired');
    await expectAccessible(page);
  });

  test('a list of credentials that cannot be loaded is not shown as an empty one', async ({ page }) => {
    const house = await makeHouse(page);
    await page.route('**/api_credentials', (route) => route.fulfill({ status: 422, json: { errors: {} } }));
    await open(page, house, house.owner);
    await expect(page.getByText('Could not load API credentials.')).toBeVisible();
    await page.unroute('**/api_credentials');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(keys(page).getByText('No API Credentials Present')).toBeVisible();
  });

  test('R107 a session that ends in an open dialog goes on in it', async ({ page }) => {
    const house = await makeHouse(page);
    await groupOf(page, house, 'Exporters', { clients: ['read'] });
    await open(page, house, house.owner);
    await keys(page).getByRole('button', { name: 'Add API credential' }).click();
    const adding = dialog(page, 'Add API credential');
    await adding.getByLabel('Name', { exact: true }).fill('Nightly export');
    await adding.getByLabel('Permission group').click();
    await page.getByRole('option', { name: 'Exporters' }).click();
    await ask(page, 'DELETE', '/auth_token', undefined, house.owner);
    await adding.getByRole('button', { name: 'Save' }).click();
    const again = dialog(page, 'Sign in again');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await again.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.keyboard.press('Escape');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expect(again).toBeHidden();
    await expect(adding.getByLabel('Name', { exact: true })).toHaveValue('Nightly export');
    await adding.getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page, 'Keys of Nightly export')).toBeVisible();
  });

  test('by keyboard alone, on a phone, axe finds nothing, in the light and in the dark', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const house = await makeHouse(page);
    await groupOf(page, house, 'Exporters', { clients: ['read'] });
    await open(page, house, house.owner);
    await expectAccessibleInBoth(page);
    await keys(page).getByRole('button', { name: 'Add API credential' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Add API credential').getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Nightly export');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Exporters' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Add API credential').getByLabel('Permission group')).toHaveValue('Exporters');
    await expectAccessibleInBoth(page);
    await dialog(page, 'Add API credential').getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Keys of Nightly export')).toBeVisible();
    await expectAccessibleInBoth(page);
    await dialog(page, 'Keys of Nightly export').getByRole('button', { name: 'Close' }).last().focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Keys of Nightly export')).toBeHidden();
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Delete Nightly export' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No API Credentials Present')).toBeVisible();
  });
});
