import { expect, type Page } from '@playwright/test';

export const card = (page: Page) => page.getByRole('region', { name: 'Notes' });
export const notes = (page: Page) => card(page).getByRole('article');
export const add = async (page: Page, text: string) => {
  await card(page).getByRole('textbox', { name: 'New note' }).fill(text);
  await card(page).getByRole('button', { name: 'Add note' }).click();
  await expect(notes(page).first()).toContainText(text);
  await expect(card(page).getByRole('textbox', { name: 'New note' })).toHaveValue('');
};
