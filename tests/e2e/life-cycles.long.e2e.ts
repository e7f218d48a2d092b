import { expect, test } from '@playwright/test';
import { at, makeOrganization, superuserToken } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, openNothing, unique } from './definitions.ts';

test('an organization is suspended, exported and erased; what is wrong stands at its field', async ({ page }) => {
  await openNothing(page);
  const address = `${unique('owner').replaceAll(' ', '')}@example.org`.toLowerCase();
  const { id, slug } = await makeOrganization(page, address);
  await openNothing(page, at(page, null));
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  await page.goto(`${at(page, null)}/admin/organizations/${id}`);

  await page.getByRole('button', { name: 'Suspend' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Suspend' }).click();
  await expect(question.getByRole('alert').getByRole('link')).toHaveText('Enter a reason');
  await expect(question.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await question.getByLabel('Reason').fill('The contract has ended');
  await question.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Suspended since')).toBeVisible();

  await page.getByRole('button', { name: 'Export everything' }).click();
  await expect(page.getByText('A ZIP file from')).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Erase' }).click();
  const erasing = page.getByRole('alertdialog');
  await expect(erasing.getByText('Suspended today')).toBeVisible();
  await expect(erasing.getByText(/^Exported on/)).toBeVisible();
  await expect(erasing.getByText('No open affiliations or referrals')).toBeVisible();
  await erasing.getByLabel('Reason').fill('The owner asked for it in writing');
  await erasing.getByLabel(`Type ${slug} to confirm`).fill('another');
  await erasing.getByRole('button', { name: /^Erase/ }).click();
  await expect(erasing.getByRole('alert').getByRole('link')).toHaveText(`Type ${slug} to confirm`);
  await expect(erasing.getByLabel(`Type ${slug} to confirm`)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await erasing.getByLabel(`Type ${slug} to confirm`).fill(slug);
  await erasing.getByRole('button', { name: /^Erase/ }).click();
  await expect(page).toHaveURL(/\/admin\/erasure-certificates\/\d+$/);
  await expectAccessible(page);
});
