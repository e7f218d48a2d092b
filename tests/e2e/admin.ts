import type { Page } from '@playwright/test';
import { at, superuserToken } from './accounts.ts';
import { openNothing } from './definitions.ts';

export const table = (page: Page, name: string) => page.getByRole('table', { name });
export const entities = [
  'Users',
  'People',
  'Permission Groups',
  'Form Responses',
  'Form Structure',
  'Public Form Responses',
  'Resources',
  'Field Structure',
  'Org Account',
  'Dashboards',
  'Reports',
  'Notes',
  'Notification Messages',
  'Affiliations',
  'REDCap API Tokens',
  'Data Groups',
  'Categories',
];

export const signInAsSuperuser = async (page: Page) => {
  await openNothing(page);
  await openNothing(page, at(page, null));
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
};
