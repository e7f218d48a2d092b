import { expect, test } from '@playwright/test';
import { goodPassword, makeGroup, member } from './accounts.ts';
import { expectAccessible } from './definitions.ts';

test('SH-06 SH-35 one’s own name and password are changed in the profile', async ({ page }) => {
  const group = await makeGroup(page, 'Profiled', { privileges: { clients: ['read'] } });
  const person = await member(page, 'Noor', [group.id]);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /user menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Password confirmation').fill('short');
  await page.getByLabel('Current password').fill(goodPassword);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toContainText('Use at least 12 characters');
  await expect(page.getByLabel('Current password')).toHaveValue(goodPassword);

  await page.getByLabel('Password', { exact: true }).fill('saffron-ladder-quartz-55');
  await page.getByLabel('Password confirmation').fill('saffron-ladder-quartz-55');
  await page.getByLabel('First name').fill('Noora');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: /^Noora .* user menu$/ })).toBeVisible();
});
