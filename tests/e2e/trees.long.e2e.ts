import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

const actions = (page: Page) => page.getByRole('region', { name: 'Actions' });

test('RE-22 RE-24 RE-26 RE-33 RE-34 a data group is made below another, and a person is put into it', async ({
  page,
}) => {
  const name = unique('Shelter');
  const rooms = unique('Family rooms');
  await signIn(page, 'curtis');
  await page.goto('/organization/data_groups');
  await page.getByRole('link', { name: 'Add data group' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('No sub-groups exist for this data group.')).toBeVisible();
  await actions(page).getByRole('button', { name: 'Add sub-group' }).click();
  await expect(page.getByRole('combobox', { name: 'Parent Data Group' })).toHaveValue(name);
  await page.getByRole('textbox', { name: 'Name' }).fill(rooms);
  await page.getByRole('switch', { name: 'Add records automatically' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose a user or permission group');
  await page.getByRole('switch', { name: 'Add records automatically' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(name);
  await expectAccessible(page);

  const { id } = await makePerson(page, {});
  await page.goto(`/organization/clients/${id}`);
  const manage = async () => {
    await actions(page).getByRole('button', { name: 'Manage Data Groups' }).click();
    await page.getByRole('searchbox', { name: 'Filter data groups' }).fill(name);
    return page.getByRole('dialog', { name: 'Manage Data Groups' });
  };
  const dialog = await manage();
  await dialog.getByRole('checkbox', { name: rooms }).check();
  await expect(dialog).toContainText('1 added, not saved yet');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  // Who was recorded today stands in a data group of the demo already, by its conditions.
  const chip = page.getByRole('list', { name: 'Data groups' }).getByRole('link', { name: `${name} › ${rooms}` });
  await expect(chip).toHaveCount(0);
  await (await manage()).getByRole('checkbox', { name: rooms }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(chip).toBeVisible();
});

test('RE-39 RE-45 RE-51 a person is found by the category above that of their own', async ({ page }) => {
  const name = unique('Housing');
  const families = unique('Families');
  await signIn(page, 'curtis');
  const { id } = await makePerson(page, {});
  await page.goto('/organization/categories/new');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No records attached to this category.')).toBeVisible();
  await actions(page).getByRole('button', { name: 'Add sub-category' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(families);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name })).toBeVisible();

  await page.goto(`/organization/clients/${id}`);
  await actions(page).getByRole('button', { name: 'Manage Categories' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Categories' });
  await page.getByRole('searchbox', { name: 'Filter categories' }).fill(name);
  await dialog.getByRole('checkbox', { name: families }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('list', { name: 'Categories' })
    .getByRole('link', { name: `${name} › ${families}` })
    .click();
  await expect(page.getByRole('list', { name: 'Clients' }).getByRole('link')).toHaveCount(1);

  await page.goto('/organization/clients');
  await page.getByRole('button', { name: /^Category/ }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await expect(page).toHaveURL(/category=\d+/);
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/organization/data_groups');
  await expectNoSidewaysScroll(page);
});

test('two categories of one name are told apart, in the list and in Manage Categories', async ({ page }) => {
  await signIn(page, 'curtis');
  const families = unique('Families');
  const above = ['Housing', 'Health'].map(unique);
  for (const name of above) {
    const { id } = await api<{ id: number }>(page, 'POST', '/categories', { name });
    await api(page, 'POST', '/categories', { name: families, parent_id: id });
  }
  const paths = above.toReversed().map((name) => `${name} › ${families}`);
  const { id } = await makePerson(page, {});
  await page.goto(`/organization/clients/${id}`);
  await actions(page).getByRole('button', { name: 'Manage Categories' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Categories' });
  for (const name of paths) await expect(dialog.getByRole('checkbox', { name, exact: true })).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Filter categories' }).fill(families);
  await expect(dialog.getByRole('listitem')).toHaveText(paths);
  await expectAccessible(page);
  await page.goto('/organization/categories');
  await page.getByRole('searchbox', { name: 'Search categories' }).fill(families);
  for (const name of paths) await expect(page.getByRole('link', { name })).toHaveCount(1);
  await expectAccessible(page);
});
