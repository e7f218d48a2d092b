import { expect, type Page, test } from '@playwright/test';
import { fillSignIn, goodPassword, makeGroup, member } from './accounts.ts';
import { api, expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';
import { dialog, makeForms, makeSequence, saveButton, setActive } from './sequences.ts';

const actions = (page: Page) => page.getByRole('region', { name: 'Actions' });

test('FO-82 FO-83 FO-84 FO-85 FO-86 a sequence is made and put in order by keys, copied and deleted', async ({
  page,
}) => {
  await signIn(page, 'marisol');
  const [first, second, closed] = await makeForms(page, 'First', 'Second', 'Closed');
  await setActive(page, closed!, false);
  const name = unique('Intake day');
  await page.goto('/organization/sequences');
  await page.getByRole('link', { name: 'Add form sequence' }).first().click();
  await saveButton(page).click();
  const problem = 'Please add at least one form to this sequence.';
  await expect(page.getByRole('alert')).toContainText(problem);
  await page.getByLabel('Name', { exact: true }).fill(name);

  const box = page.getByRole('combobox', { name: 'Add form' });
  await box.fill(closed!.name);
  await expect(page.getByRole('listbox', { name: 'Add form' })).toHaveText('Nothing matches');
  for (const form of [second!, first!]) {
    await box.fill(form.name);
    await expect(page.getByRole('option', { name: form.name })).toBeVisible();
    await box.press('Enter');
  }
  const rows = page.getByRole('list', { name: 'Forms' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('button', { name: 'Move up' }).press('Enter');
  await expect(rows.nth(0)).toContainText(first!.name);
  await expectAccessible(page);
  await saveButton(page).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const links = page.getByRole('list', { name: 'Forms' }).getByRole('link');
  await expect(links).toHaveText([first!.name, second!.name]);
  await expect(links.nth(0)).toHaveAttribute('href', `/organization/forms/${first!.id}`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await actions(page).getByRole('button', { name: 'Clone' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} (copy)`);
  await expect(links).toHaveText([first!.name, second!.name]);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/organization\/sequences$/);
  await expect(page.getByRole('link', { name: `${name} (copy)` })).toHaveCount(0);
});

test('PE-50 R31 a sequence that lacks a form is greyed, and says which; its permissions warn of it', async ({
  page,
}) => {
  const group = await makeGroup(page, 'Fillers', { privileges: { clients: ['read'], client_forms: ['write'] } });
  const filler = await member(page, 'Lena', [group.id]);
  await signIn(page, 'marisol');
  const [open, closed] = await makeForms(page, 'Open', 'Closed');
  const sequence = await makeSequence(page, [open!, closed!]);
  const person = await makePerson(page);
  const record_permissions = [{ permissionable_type: 'User', permissionable_id: filler.id, privileges: ['read'] }];
  await api(page, 'PUT', `/forms/${open!.id}/record_permissions`, { record_permissions });

  await page.goto(`/organization/sequences/${sequence.id}`);
  await actions(page).getByRole('button', { name: 'Manage Permissions' }).click();
  await page.getByRole('combobox', { name: 'Add user or group' }).fill(filler.name);
  await page.getByRole('option', { name: filler.name }).click();
  const permissions = dialog(page, 'Manage permissions');
  await expect(permissions).toContainText('needs access to all forms in the sequence');
  await expect(permissions).toContainText(`${filler.name} doesn’t have access to ${closed!.name}.`);
  await permissions.getByRole('button', { name: 'Save' }).click();
  await expect(permissions).toHaveCount(0);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await fillSignIn(page, filler.email, goodPassword);
  await expect(page.getByRole('heading', { name: 'My work' })).toBeVisible();
  await page.goto(`/organization/clients/${person.id}`);
  await page.getByRole('button', { name: 'Add a Form' }).click();
  const greyed = page.getByRole('menuitem').filter({ hasText: sequence.name });
  await expect(greyed).toBeDisabled();
  await expect(greyed).toContainText(`You need access to: ${closed!.name}`);
  await expectAccessible(page);
  await page.goto(`/organization/clients/${person.id}/client_forms/sequence/${sequence.id}/new/${open!.id}`);
  await expect(page).toHaveURL(new RegExp(`/client_forms/new/${open!.id}$`));
});
