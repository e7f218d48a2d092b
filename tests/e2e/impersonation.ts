import type { Page } from '@playwright/test';
import { makeGroup, member, type Person } from './accounts.ts';

export const side = (page: Page) => page.getByRole('region', { name: 'Actions' });
export const bar = (page: Page, { name }: { name: string }) =>
  page
    .getByRole('banner')
    .getByRole('status')
    .filter({ hasText: `Acting as ${name}` });
export const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });
export const userMenu = (page: Page, name: string) => page.getByRole('button', { name: `${name} user menu` });
export const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
export const caseWork = { privileges: { clients: ['read', 'write'] } };

/** Somebody who manages people in the demo organization. */
export const caseworker = async (page: Page, name: string): Promise<Person> => {
  const group = await makeGroup(page, 'Acted for', caseWork);
  return member(page, name, [group.id]);
};
