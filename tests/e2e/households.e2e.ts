import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './definitions.ts';
import { add, choose, dialog, family, open, rowOf, save } from './households.ts';
import { makePerson } from './responding.ts';

test.describe('the family members of a person', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('CL-12 CL-29 CL-30 CL-31 CL-32 are added, changed and removed, and shown on both pages', async ({ page }) => {
    const [ana, marcos] = [
      await makePerson(page, { first_name: 'Ana' }),
      await makePerson(page, { first_name: 'Marcos' }),
    ];
    await open(page, ana.id);
    await expect(family(page)).toContainText('No family members yet');
    await add(page);
    await save(page);
    await expect(dialog(page).getByRole('alert')).toContainText('Please select a client');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/clients/page/1') && searchParams.has('query'))
        asked.push(searchParams.get('query') ?? '');
    });
    const name = dialog(page).getByRole('combobox', { name: 'Name' });
    await name.fill(marcos.last_name.slice(0, 2));
    await expect(
      page.getByRole('listbox', { name: 'People found' }).getByText('Type at least 3 letters'),
    ).toBeVisible();
    await page.waitForTimeout(1200);
    expect(asked).toEqual([]);
    await name.fill(marcos.last_name);
    await page.getByRole('option', { name: new RegExp(`${marcos.last_name}, Marcos`) }).click();
    await choose(page, 'Relationship', 'Son');
    await expect(dialog(page)).toContainText('Marcos’s page will show Ana as Mother.');
    await expectAccessible(page);
    await save(page);
    await expect(rowOf(page, 'Marcos')).toContainText('Son');
    await expect(rowOf(page, 'Marcos')).toContainText('Active');

    await add(page);
    await dialog(page).getByRole('button', { name: 'Contact' }).click();
    await dialog(page).getByLabel('Name').fill('Teresa Soto');
    await save(page);
    await expect(dialog(page).getByRole('alert')).toContainText('Please fill out all required fields');
    await dialog(page).getByLabel('Date of birth', { exact: true }).fill('6/2/57');
    await choose(page, 'Gender', 'Female');
    await choose(page, 'Relationship', 'Mother');
    await save(page);
    await expect(rowOf(page, 'Teresa Soto')).toContainText('06/02/1957');
    await expectAccessible(page);

    await family(page)
      .getByRole('link', { name: /Marcos/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Marcos');
    await expect(rowOf(page, 'Ana')).toContainText('Mother');
    await expect(rowOf(page, 'Teresa Soto')).toContainText('Grandmother');
    await rowOf(page, 'Teresa Soto').hover();
    await family(page).getByRole('button', { name: 'Remove Teresa Soto' }).click();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(rowOf(page, 'Teresa Soto')).toHaveCount(0);
    await family(page).getByRole('button', { name: '1 former member' }).click();
    await expect(family(page).getByRole('table', { name: 'Former family members' })).toContainText('Teresa Soto');
  });
});
