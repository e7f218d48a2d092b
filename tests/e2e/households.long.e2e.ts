import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

const family = (page: Page) => page.getByRole('region', { name: 'Family Members' });
const dialog = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, name: string) => family(page).getByRole('row').filter({ hasText: name });
const open = async (page: Page, id: number) => {
  await page.goto(`/organization/clients/${id}`);
  await expect(family(page)).toBeVisible();
};
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
const add = (page: Page) => family(page).getByRole('button', { name: 'Add family member' }).click();

test.describe('the family members of a person', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('CL-12 CL-29 CL-30 CL-31 CL-32 are added, changed and removed, and shown on both pages', async ({ page }) => {
    const [ana, marcos] = [
      await makePerson(page, { first_name: 'Ana' }),
      await makePerson(page, { first_name: 'Marcos' }),
    ];
    await open(page, ana.id);
    await expect(family(page)).toContainText('No family members are recorded.');
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

  test('R42 who lives elsewhere moves after it was said, and what somebody else saved meanwhile takes nothing that was typed', async ({
    page,
  }) => {
    const [ana, javier, renata] = [
      await makePerson(page, { first_name: 'Ana' }),
      await makePerson(page, { first_name: 'Javier', gender: 'male' }),
      await makePerson(page, { first_name: 'Renata' }),
    ];
    const join = (on: { id: number }, who: { id: number }, relationship: string) =>
      api<{ id: number }>(page, 'POST', `/clients/${on.id}/household_members`, {
        type: 'client',
        existing_client_id: who.id,
        relationship,
      });
    await join(javier, renata, 'daughter');
    await open(page, ana.id);
    await add(page);
    await dialog(page).getByRole('combobox', { name: 'Name' }).fill(javier.last_name);
    await page.getByRole('option', { name: new RegExp(`${javier.last_name}, Javier`) }).click();
    await choose(page, 'Relationship', 'Brother');
    await expect(dialog(page)).toContainText(`Javier leaves “${javier.last_name} household” today. It keeps Renata.`);
    await save(page);
    await expect(rowOf(page, 'Javier')).toContainText('Brother');

    await rowOf(page, 'Javier').hover();
    await family(page)
      .getByRole('button', { name: /^Edit Javier/ })
      .click();
    await choose(page, 'Relationship', 'Husband');
    const { data } = await api<{ data: { id: number }[] }>(page, 'GET', `/clients/${ana.id}/household_members`);
    await api(page, 'PUT', `/clients/${ana.id}/household_members/${data[0]?.id}`, { relationship: 'cousin' });
    // However slowly the household is loaded again: once the message is there, saving again saves.
    await page.route(`**/clients/${ana.id}/households`, async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await save(page);
    await expect(dialog(page).getByRole('alert')).toContainText('changed this meanwhile');
    await expect(dialog(page).getByRole('combobox', { name: 'Relationship' })).toHaveValue('Husband');
    await save(page);
    await expect(rowOf(page, 'Javier')).toContainText('Husband');
  });

  test('R42 a contact becomes a person, and stays what they were', async ({ page }) => {
    const ana = await makePerson(page, { first_name: 'Ana' });
    const name = `Teresa ${unique('Soto').replaceAll(' ', '')}`;
    const contact = {
      type: 'non_client',
      name,
      dob: '1957-06-02',
      gender: 'female',
      relationship: 'mother',
    };
    await api(page, 'POST', `/clients/${ana.id}/household_members`, contact);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, ana.id);
    await expectNoSidewaysScroll(page);
    await family(page)
      .getByRole('button', { name: `Add ${name} as a person` })
      .click();
    await expect(page.getByLabel('First name')).toHaveValue('Teresa');
    // Who is there already is looked for first.
    await page.getByRole('button', { name: /^(Continue|Add as a new person)$/ }).click();
    await page.getByLabel('Last 4 of SSN').fill('4182');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const again = page.getByRole('button', { name: 'Add anyway' });
    await expect(again.or(page.getByRole('heading', { level: 1, name }))).toBeVisible();
    if (await again.isVisible()) await again.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(rowOf(page, 'Ana')).toContainText('Daughter');
  });
});

test('the owner undoes the last change of a household and of a note, after a question', async ({ page }) => {
  await signIn(page, 'marisol');
  const [ana, marcos] = [
    await makePerson(page, { first_name: 'Ana' }),
    await makePerson(page, { first_name: 'Marcos' }),
  ];
  const of = `/clients/${ana.id}`;
  await api(page, 'POST', `${of}/household_members`, {
    type: 'client',
    existing_client_id: marcos.id,
    relationship: 'son',
  });
  const note = await api<{ id: number }>(page, 'POST', `${of}/notes`, { body: 'Prefers texts' });
  await api(page, 'PUT', `${of}/notes/${note.id}`, { body: 'Prefers calls' });
  await open(page, ana.id);
  await expect(rowOf(page, 'Marcos')).toBeVisible();
  const question = page.getByRole('alertdialog');
  await family(page).getByRole('button', { name: 'Undo the last change of this household' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Undo change' }).click();
  await expect(family(page)).toContainText('No family members are recorded.');
  const noted = page.getByRole('region', { name: 'Notes' }).getByRole('article');
  await noted.getByRole('button', { name: 'Undo change' }).click();
  await question.getByRole('button', { name: 'Undo change' }).click();
  await expect(noted).toContainText('Prefers texts');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
