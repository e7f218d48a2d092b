import { expect, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

test('CL-35 to CL-38 duplicates are merged field by field, the old address leads to the master, and the owner undoes it', async ({
  page,
}) => {
  await signIn(page, 'marisol');
  const last_name = unique('Rivera');
  const ana = await makePerson(page, { first_name: 'Ana', last_name });
  const anna = await makePerson(page, { first_name: 'Anna', middle_name: 'Maria', last_name });
  const other = await makePerson(page, { first_name: 'Zoe', last_name: unique('Stone'), dob: '1970-01-01' });
  await api(page, 'POST', `/clients/${anna.id}/notes`, { body: 'Written about Anna' });

  await page.goto(`/organization/clients/${ana.id}`);
  await page.getByRole('complementary').getByRole('link', { name: 'Merge duplicates' }).click();
  await expect(page.getByRole('heading', { name: 'Merge duplicates', level: 1 })).toBeVisible();
  const master = page.getByRole('region', { name: `Ana ${last_name}` });
  const card = page.getByRole('region', { name: `Anna M. ${last_name}` });
  await expect(master).toContainText('Keeps its ID and link');
  await expect(card.getByRole('checkbox', { name: 'Merge into master' })).toBeChecked();
  await expect(card).toContainText('Same date of birth');
  await expect(page.getByRole('complementary', { name: 'Records to move' })).toContainText('Notes1');
  await expectAccessible(page);

  await page.getByLabel('Add another person').fill(other.last_name);
  await page.getByRole('option', { name: other.last_name }).click();
  await expect(page.getByRole('region', { name: `Zoe ${other.last_name}` })).toBeVisible();
  await page
    .getByRole('region', { name: `Zoe ${other.last_name}` })
    .getByRole('checkbox')
    .uncheck();
  await card.getByRole('button', { name: 'Make master' }).click();
  await expect(card).toContainText('Keeps its ID and link');
  await master.getByRole('button', { name: 'Make master' }).click();
  await expect(page.getByRole('radio', { name: `First name: Ana, ID ${ana.id}` })).toBeChecked();
  await page.getByRole('radio', { name: `First name: Anna, ID ${anna.id}` }).check();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
  await expect(
    page.getByText('The merge has been requested. You will receive an email when it has been completed.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Anna M. ${last_name}`);
  await page.goto(`/organization/clients/${anna.id}`);
  await expect(page).toHaveURL(new RegExp(`/organization/clients/${ana.id}$`));
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Written about Anna');

  const merges = page.getByRole('region', { name: 'Merges' });
  await expect(merges).toContainText(`With ID ${anna.id}`);
  await merges.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The merge was undone.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ana ${last_name}`);
  await page.goto(`/organization/clients/${anna.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Anna M. ${last_name}`);

  await page.goto(`/organization/clients/${anna.id}/merge`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('The clients have been marked as distinct.')).toBeVisible();
});
