import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, signIn, unique } from './definitions.ts';
import { fillDetails, fillNames, items, region, save, search, summary } from './people.ts';
import { makePerson } from './responding.ts';

const fillIn = async (page: Page, last_name: string) => {
  await fillNames(page, last_name);
  await page.getByRole('button', { name: /^(Continue|Add as a new person)$/ }).click();
  await fillDetails(page);
};

test.describe('people, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('a name that was typed otherwise leads to the person by keys alone, and adding them again is asked about', async ({
    page,
  }) => {
    const family = unique('')
      .replace(/\d/g, (figure) => 'abcdefghij'[Number(figure)]!)
      .trim();
    const first_name = 'Zahra';
    const person = await makePerson(page, { first_name, last_name: `N’${family}`, dob: '1985-03-14' });
    await page.goto('/organization/clients');
    await expect(items(page).first()).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type(`zarha n${family}`);
    await expect(page.getByText('No People Matched Your Filters')).toBeVisible();
    const similar = page.getByRole('list', { name: 'Similar' }).getByRole('link');
    await expect(similar).toHaveText([new RegExp(`N’${family}, Zahra`)]);
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(similar).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(search(page)).toBeFocused();
    await search(page).fill(`zahra n${family}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/clients/${person.id}$`));
    await expect(items(page).getByRole('link')).toBeFocused();
    await expect(page.getByRole('heading', { level: 1, name: /^Zahra/ })).toBeVisible();
    await page.reload();
    await expect(search(page)).toHaveValue(`zahra n${family}`);
    await expect(items(page)).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1, name: /^Zahra/ })).toBeVisible();

    await page.keyboard.press('n');
    await fillIn(page, `N'${family}`);
    await page.getByLabel('First name').fill('Zahrah');
    await save(page).click();
    const asked = page.getByRole('alertdialog', { name: 'Is it this person?' });
    await expect(asked.getByRole('link', { name: `Open Zahra N’${family}` })).toBeVisible();
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Zahrah');
    await save(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Zahrah N'${family}`);

    await search(page).focus();
    await page.keyboard.press('Escape');
    await expect(search(page)).toHaveValue('');
    await expect(region(page).locator('a[aria-current]')).toBeInViewport();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(search(page)).toHaveValue(`zahra n${family}`);
    await expect(items(page)).toHaveCount(2);
    await page.getByRole('link', { name: 'People', exact: true }).first().click();
    const recent = page.getByRole('list', { name: 'Recently opened' }).getByRole('listitem');
    await expect(recent).toHaveText([/, Zahrah03\/14\/1985/, /, Zahra03\/14\/1985/]);
  });

  test('CL-16 CL-17 a person is added once, however often Save is pressed', async ({ page }) => {
    const last_name = unique('Added');
    await page.goto('/organization/clients');
    await page.getByRole('link', { name: 'Add person' }).click();
    await fillIn(page, last_name);
    await expect(page.getByText(/^\d+ y$/)).toBeVisible();
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/clients')) posts++;
    });
    await save(page).dblclick();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ana ${last_name}`);
    await expect(page).toHaveURL(/clients\/\d+$/);
    expect(posts).toBe(1);
    await expect(page.getByText('Non-binary').first()).toBeVisible();
  });

  test('CL-18 CL-19 CL-23 deceased reveals a date, set to today; active is a switch', async ({ page }) => {
    const person = await makePerson(page, { dob: '1985-03-14' });
    await page.goto(`/organization/clients/${person.id}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByLabel('Date deceased', { exact: true })).toHaveCount(0);
    await page.getByRole('switch', { name: 'Deceased' }).check();
    const date = page.getByLabel('Date deceased', { exact: true });
    const today = new Intl.DateTimeFormat('en-US', {
      timeZone: await page.evaluate(async () => {
        const headers = { authorization: `Bearer ${localStorage.getItem('hearth.auth')}` };
        const answer = await fetch('/api/organization/demo/organization_account', { headers });
        return (await answer.json()).time_zone;
      }),
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(new Date());
    await expect(date).toHaveValue(today);
    await date.fill('');
    await expect(date).toBeVisible();
    await save(page).click();
    await expect(summary(page).getByRole('link')).toHaveText(['Enter date deceased']);
    await date.fill('01/01/2999');
    await save(page).click();
    await expect(summary(page).getByRole('link')).toHaveText(['Date deceased must not be in the future']);
    await date.fill('02/02/2025');
    await page.getByRole('switch', { name: 'Active' }).uncheck();
    await save(page).click();
    await expect(page.getByText('03/14/1985, died 02/02/2025 (39 y)')).toBeVisible();
    await expect(page.getByRole('main').getByText('Inactive', { exact: true }).last()).toBeVisible();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('switch', { name: 'Deceased' }).uncheck();
    await save(page).click();
    await expect(page.getByText(/^03\/14\/1985 \(\d+ y\)$/)).toBeVisible();
  });

  test('a change that met another one is resolved value by value, and nothing typed is lost', async ({ page }) => {
    const person = await makePerson(page);
    await page.goto(`/organization/clients/${person.id}/edit`);
    await page.getByLabel('First name').fill('Mine');
    await page.getByLabel('Last 4 of SSN').fill('1111');
    await api(page, 'PUT', `/clients/${person.id}`, { first_name: 'Theirs', middle_name: 'Kept' });
    await save(page).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes before saving' });
    await expect(dialog).toContainText('Conflict – Your action cannot be completed');
    await expect(dialog).toContainText('Curtis Bell changed this record');
    await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Mine');
    await save(page).click();
    await dialog.getByRole('radio', { name: 'Curtis Bell: Theirs' }).check();
    await dialog.getByRole('button', { name: 'Save again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Theirs K. ${person.last_name}`);
    expect(await api(page, 'GET', `/clients/${person.id}`)).toMatchObject({
      first_name: 'Theirs',
      middle_name: 'Kept',
      ssn_suffix: '1111',
    });
  });
});
