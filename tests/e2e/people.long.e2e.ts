// Long because each row of the people screens has its journey here, in the order of the rows.
import { expect, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';
import { fillDetails, fillNames, items, save, search, summary } from './people.ts';
import { beginPerson, birthDate, makePerson } from './responding.ts';

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.describe('people, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('CL-01 CL-05 the list is searched 250 ms after the last key, once, by name, ID and date of birth', async ({
    page,
  }) => {
    const { dob, shown } = birthDate();
    const person = await makePerson(page, { middle_name: 'Maria', dob });
    await page.goto('/organization/clients');
    await expect(items(page).first()).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/clients/page/1')) asked.push(searchParams.get('query') ?? '');
    });
    // Keys in one go: on a busy machine the browser would be told of them with pauses in between.
    const searching = page.waitForRequest((request) => request.url().includes('/clients/page/1?query='));
    const typed = await search(page).evaluate((input: HTMLInputElement, text) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
      for (let end = 1; end <= text.length; end++) {
        set!.call(input, text.slice(0, end));
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      return Date.now();
    }, person.last_name);
    await searching;
    expect(Date.now() - typed).toBeGreaterThanOrEqual(240);
    await expect(items(page)).toHaveText([new RegExp(`^Ender .+, Tess M\\.${shown} · \\d+ y$`)]);
    expect(asked).toEqual([person.last_name]);
    expect(page.url()).not.toContain('Ender');
    for (const text of [String(person.id), shown]) {
      await search(page).fill(text);
      await expect(items(page).filter({ hasText: person.last_name })).toBeVisible();
    }
    await search(page).fill('no such person');
    await expect(page.getByText('No People Matched Your Filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(items(page).first()).toBeVisible();
  });

  test('CL-03 CL-04 inactive people come last; the filter and the order stand in the address', async ({ page }) => {
    const family = unique('Order');
    const named = (first_name: string, active = true) => makePerson(page, { first_name, last_name: family, active });
    await named('Zoe');
    await named('Abel', false);
    await named('Bea');
    await page.goto('/organization/clients');
    await search(page).fill(family);
    await expect(items(page)).toHaveText([/Bea/, /Zoe/, /Abel.*Inactive/s]);
    await page.getByRole('button', { name: 'Inactive', exact: true }).click();
    await expect(items(page)).toHaveText([/Abel/]);
    await expect(page).toHaveURL(/inactive=1/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Inactive', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Inactive', exact: true }).click();
    await page.getByRole('button', { name: 'Sort: Last name' }).click();
    await page.getByRole('menuitemradio', { name: 'Recently added' }).click();
    await expect(page).toHaveURL(/sort=newest/);
    await search(page).fill(family);
    await expect(items(page)).toHaveText([/Bea/, /Abel/, /Zoe/]);
  });

  test('CL-06 CL-07 CL-08 CL-09 the detail says who it is', async ({ page }) => {
    const died = await makePerson(page, {
      dob: '1958-01-07',
      dod: '2025-02-02',
      active: false,
      gender: 'trans_male_to_female',
      ssn_suffix: '4182',
    });
    await page.goto(`/organization/clients/${died.id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Tess ${died.last_name}`);
    await expect(main.getByText(`ID ${died.id}`)).toBeVisible();
    await expect(main.getByText('01/07/1958, died 02/02/2025 (67 y)')).toBeVisible();
    await expect(main.getByText('Trans male to female').first()).toBeVisible();
    await expect(main.getByText('SSN ••••')).toBeVisible();
    await expect(main.getByText('4182')).toHaveCount(0);
    await main.getByRole('button', { name: 'Show SSN' }).click();
    await expect(main.getByText('SSN 4182')).toBeVisible();
    await main.getByRole('button', { name: 'Hide SSN' }).click();
    await expect(main.getByText('SSN ••••')).toBeVisible();
    await expect(main.getByText('Deceased', { exact: true })).toBeVisible();
    await expect(main.getByText(/^T[A-Z]$/)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(died.last_name));
    const living = await makePerson(page, { dob: '1985-03-14' });
    await page.goto(`/organization/clients/${living.id}`);
    await expect(main.getByText(/^03\/14\/1985 \(\d+ y\)$/)).toBeVisible();
    await expect(main.getByText('Active', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Created by Curtis Bell');
  });

  test('CL-01 CL-16 names alone find who is there, and what was not looked for is not claimed', async ({ page }) => {
    // Names with figures in them are never taken for others.
    const letters = (figure: string) => 'ghijklmnop'[Number(figure)] as string;
    const family = unique('Salam').replaceAll(' ', '').replaceAll(/\d/g, letters);
    const { dob } = birthDate();
    await makePerson(page, { first_name: 'Nadia', last_name: family, dob });
    const look = async (first: string, last: string) => {
      await page.goto('/organization/clients/new');
      await page.getByLabel('First name').fill(first);
      await page.getByLabel('Last name').fill(last);
    };
    const namesakes = page.getByRole('region', { name: 'Similar names' });
    await look('Nadia', family);
    await expect(namesakes.getByText(`Nadia ${family}`)).toBeVisible();
    await expect(page.getByText('Enter the date of birth to look for likely matches.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^1 similar name seen\. Likely matches need a date of birth\./)).toBeVisible();
    // One letter of the name and the date of birth are wrong.
    await look('Nadia', family.replace('Salam', 'Salem'));
    await page.getByLabel('Date of birth', { exact: true }).fill('01/02/1931');
    await expect(page.getByText(/^No likely matches among/)).toBeVisible();
    await expect(namesakes.getByText(`Nadia ${family}`)).toBeVisible();
    await page.goto('/organization/clients/new');
    await page.getByLabel('First name').fill('Nadia');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('You didn’t search first.')).toBeVisible();
  });

  test('CL-10 CL-39 CL-40 who may be the same is told before and after, and decided pair by pair', async ({ page }) => {
    const family = unique('Twice');
    const { dob, shown } = birthDate();
    const first = await makePerson(page, { first_name: 'Robert', last_name: family, dob });
    await page.goto('/organization/clients/new');
    await page.getByLabel('First name').fill('Bob');
    await page.getByLabel('Last name').fill(family);
    await page.getByLabel('Date of birth', { exact: true }).fill(shown);
    await expect(page.getByRole('heading', { name: '1 likely match' })).toBeVisible();
    const match = page.getByRole('main').getByRole('listitem').filter({ hasText: 'First names alike' });
    await expect(match.first()).toContainText('Same date of birth');
    await expect(page.getByRole('link', { name: `Open Robert ${family}` })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('First name')).toHaveValue('Bob');
    await expect(page.getByText('Not the likely match. Your entries are kept.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Gender' }).click();
    await page.getByRole('option', { name: 'Male', exact: true }).click();
    await page.getByLabel('Last 4 of SSN').fill('7391');
    await save(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bob ${family}`);
    const banner = page.getByText(`1 possible duplicate: Robert ${family}`);
    await expect(banner).toBeVisible();
    await expect(page.getByRole('link', { name: 'Review duplicates' })).toHaveAttribute('href', /clients\/\d+\/merge$/);

    await page.goto('/organization/clients');
    await page.getByRole('button', { name: 'Duplicates', exact: true }).click();
    await expect(page).toHaveURL(/duplicates=1/);
    await search(page).fill(family);
    await expect(items(page)).toHaveText([/Bob.*Duplicate/, /Robert.*Duplicate/]);
    await page.getByRole('link', { name: 'Review pairs' }).click();
    const pair = page.getByRole('region', { name: `Robert ${family} and Bob ${family}` });
    await expect(pair).toBeVisible();
    await expectAccessible(page);
    const count = page.getByRole('status').filter({ hasText: 'to review' });
    await pair.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('The clients have been marked as distinct.')).toBeVisible();
    await expect(pair).toHaveCount(0);
    await expect(count).toHaveText(/^\d+ pairs? to review/);
    await expect(page.getByRole('heading', { level: 2, name: / and / })).toBeFocused();

    await page.goto(`/organization/clients/${first.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Robert ${family}`);
    await expect(banner).toHaveCount(0);
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history).toContainText(`Bob ${family}`);
    await expect(history).toContainText('Marked as distinct');
    await history.getByRole('button', { name: 'Undo “Marked as distinct”' }).click();
    await expect(page.getByText(`1 possible duplicate: Bob ${family}`)).toBeVisible();
  });

  test('CL-20 CL-21 CL-22 what is missing or wrong is said at the top and at its field', async ({ page }) => {
    await beginPerson(page);
    await save(page).click();
    await expect(summary(page)).toBeFocused();
    await expect(summary(page).getByRole('link')).toHaveText([
      'Enter first name',
      'Enter last name',
      'Enter date of birth',
      'Choose a gender from the list',
      'Enter last 4 of SSN',
    ]);
    await expect(page).toHaveTitle(/^Error/);
    await summary(page).getByRole('link', { name: 'Enter last name' }).click();
    await expect(page.getByLabel('Last name')).toBeFocused();
    await expect(page.getByLabel('Last name')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await fillNames(page, unique('Wrong'));
    await fillDetails(page);
    await page.getByLabel('Last 4 of SSN').fill('41a');
    await page.getByLabel('Date of birth', { exact: true }).fill('01/01/2999');
    await expect(page.getByText('Last 4 of SSN must be 4 digits')).toBeVisible();
    await page.getByLabel('Date of birth', { exact: true }).blur();
    await expect(page.getByText('Date of birth must be in the past')).toBeVisible();
    await save(page).click();
    await expect(summary(page).getByRole('link')).toHaveText([
      'Date of birth must be in the past',
      'Last 4 of SSN must be 4 digits',
    ]);
    await page.getByLabel('Date of birth', { exact: true }).fill('13/13/1985');
    await save(page).click();
    await expect(summary(page).getByRole('link')).toHaveText([
      'Enter a date like 03/14/1985',
      'Last 4 of SSN must be 4 digits',
    ]);
    await expect(page.getByLabel('First name')).toHaveValue('Ana');
  });

  test('CL-16 CL-24 a photo is seen before it is saved, and removed again', async ({ page }) => {
    const person = await makePerson(page);
    await page.goto(`/organization/clients/${person.id}/edit`);
    await page
      .getByLabel('Photo')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') });
    await save(page).click();
    await expect(summary(page).getByRole('link')).toHaveCount(1);
    await page.getByLabel('Photo').setInputFiles({ name: 'ana.png', mimeType: 'image/png', buffer: picture });
    await expect(page.getByRole('img', { name: 'New photo' })).toBeVisible();
    await save(page).click();
    await expect(page).toHaveURL(/clients\/\d+$/);
    const photo = page.getByRole('main').locator('img');
    await expect(photo).toBeVisible();
    expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await save(page).click();
    await expect(page.getByRole('main').getByText(/^T[A-Z]$/)).toBeVisible();
    await expect(photo).toHaveCount(0);
  });

  test('deleting asks, names the person, and leads to the list', async ({ page }) => {
    const person = await makePerson(page);
    await page.goto(`/organization/clients/${person.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: `Delete person Tess ${person.last_name}` });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tess ${person.last_name}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/clients$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await search(page).fill(person.last_name);
    await expect(page.getByText('No People Matched Your Filters')).toBeVisible();
  });

  test('leaving with unsaved changes asks, in the specified words', async ({ page }) => {
    const person = await makePerson(page);
    await page.goto(`/organization/clients/${person.id}/edit`);
    await page.getByLabel('First name').fill('Changed');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('You have unsaved changes, are you sure you want to leave?');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Changed');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tess ${person.last_name}`);
  });

  test('everything is reached by keys: search, the next person, edit, save', async ({ page }) => {
    const person = await makePerson(page);
    await page.goto('/organization/clients');
    await expect(items(page).first()).toBeVisible();
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type(person.last_name);
    await expect(items(page)).toHaveCount(1);
    await search(page).blur();
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tess ${person.last_name}`);
    await page.keyboard.press('e');
    await page.getByLabel('First name').fill('Keyed');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Keyed ${person.last_name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.keyboard.press('n');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add person');
  });

  test('axe finds nothing on the screens of people, in the light and in the dark', async ({ page }) => {
    const { id } = await makePerson(page, { dod: '2025-02-02' });
    for (const screen of ['', '/new', `/${id}`, `/${id}/edit`, `/${id}/client_forms`]) {
      await page.goto(`/organization/clients${screen}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBoth(page);
    }
  });
});

test('who may only read sees no button to add, edit or delete', async ({ page }) => {
  await signIn(page, 'curtis');
  const { id, last_name } = await makePerson(page);
  await signIn(page, 'iris');
  await page.goto(`/organization/clients/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tess ${last_name}`);
  await expect(page.getByRole('heading', { name: 'Client Forms' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add person' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a Form' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Print']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('list and detail are pages of their own', async ({ page }) => {
    await signIn(page, 'curtis');
    const person = await makePerson(page);
    await page.goto('/organization/clients');
    await search(page).fill(person.last_name);
    await expect(items(page)).toHaveCount(1);
    await items(page).getByRole('link').tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tess ${person.last_name}`);
    await expect(search(page)).toBeHidden();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).tap();
    await expect(save(page)).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole('link', { name: 'People', exact: true }).tap();
    await expect(search(page)).toBeVisible();
  });
});
