import { expect, test } from '@playwright/test';
import { makeGroup, member } from './accounts.ts';
import { openNothing, signIn } from './definitions.ts';
import { action, add, adding, beside, box, dialog, manage, opens, row, save } from './record-permissions.ts';
import { makePerson } from './responding.ts';

test('PE-45 PE-48 PE-49 a second person sees a record once it is given to them, and loses it again', async ({
  page,
  browser,
}) => {
  await openNothing(page);
  const group = await makeGroup(page, 'Night desk');
  const reader = await member(page, 'Rosa', [group.id]);
  await signIn(page, 'marisol');
  const { id, last_name } = await makePerson(page);
  const other = await beside(browser, page, reader);
  expect(await opens(other, `/clients/${id}`)).toBe(false);

  const path = `/organization/clients/${id}`;
  await manage(page, path);
  await add(page, reader.name);
  await expect(box(page, reader.name, 'Read')).toBeChecked();
  await add(page, group.name);
  await expect(dialog(page).getByText('2 changes, not saved yet')).toBeVisible();
  await adding(page).fill(reader.name);
  await expect(page.getByRole('listbox', { name: 'Users and permission groups' })).toHaveText('Already in the list');
  await adding(page).fill('');
  // The open list lies over the foot of the dialog.
  await adding(page).blur();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Leave' }).click();
  await action(page, 'Manage Permissions').click();
  await expect(dialog(page)).toContainText('No one is listed here');
  expect(await opens(other, `/clients/${id}`)).toBe(false);

  await add(page, reader.name);
  await box(page, reader.name, 'Write').check();
  await save(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Permissions saved' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await other.goto('/organization/clients');
  await other.getByRole('link', { name: last_name }).click();
  await expect(other.getByRole('heading', { level: 1 })).toContainText(last_name);
  await expect(other.getByRole('link', { name: 'Edit' })).toBeVisible();

  await action(page, 'Manage Permissions').click();
  await expect(row(page, reader.name)).not.toContainText('New');
  await box(page, reader.name, 'Write').uncheck();
  await expect(row(page, reader.name)).toContainText('Changed');
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toContainText(last_name);
  await expect(other.getByRole('link', { name: 'Edit' })).toHaveCount(0);

  await action(page, 'Manage Permissions').click();
  await dialog(page)
    .getByRole('button', { name: `Remove ${reader.name}` })
    .click();
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).not.toContainText(last_name);
  await other.context().close();
});
