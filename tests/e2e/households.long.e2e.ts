import { expect, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';
import { add, choose, dialog, family, open, rowOf, save } from './households.ts';
import { makePerson } from './responding.ts';

test.describe('the family members of a person', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

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
    await expect(dialog(page)).toContainText(
      `Javier leaves “${javier.last_name} household” today. Remaining members: Renata.`,
    );
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
    await expect(dialog(page).getByRole('alert')).toContainText('changed this while you were editing');
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
  await family(page).getByRole('button', { name: 'Undo the last change to this household' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Undo change' }).click();
  await expect(family(page)).toContainText('No family members yet');
  const noted = page.getByRole('region', { name: 'Notes' }).getByRole('article');
  await noted.getByRole('button', { name: 'Undo change' }).click();
  await question.getByRole('button', { name: 'Undo change' }).click();
  await expect(noted).toContainText('Prefers texts');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
