import { expect, type Page } from '@playwright/test';

export const family = (page: Page) => page.getByRole('region', { name: 'Family Members' });
export const dialog = (page: Page) => page.getByRole('dialog');
export const rowOf = (page: Page, name: string) => family(page).getByRole('row').filter({ hasText: name });
export const open = async (page: Page, id: number) => {
  await page.goto(`/organization/clients/${id}`);
  await expect(family(page)).toBeVisible();
};

export const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
export const add = (page: Page) => family(page).getByRole('button', { name: 'Add family member' }).click();
