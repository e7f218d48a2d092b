import type { Page } from '@playwright/test';

export const region = (page: Page) => page.getByRole('region', { name: 'People' });
export const items = (page: Page) => region(page).getByRole('listitem');
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search people' });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' });

export const fillNames = async (page: Page, last_name: string) => {
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill(last_name);
  await page.getByLabel('Date of birth', { exact: true }).fill('3/14/85');
};

export const fillDetails = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Non-binary' }).click();
  await page.getByLabel('Last 4 of SSN').fill('4182');
};
