import { expect, type Page } from '@playwright/test';
import { api } from './definitions.ts';
import { makeIntake, makePerson } from './responding.ts';

export const offer = (page: Page) => page.getByRole('group', { name: 'Drafts' });
export const restore = (page: Page) => page.getByRole('button', { name: /^Restore draft from / });
export const state = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
export const saved = /Draft saved \d{1,2}:\d\d [AP]M/;
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** A person and a form of its own, open to be filled in. */
export const begin = async (page: Page) => {
  const [person, form] = await Promise.all([makePerson(page), makeIntake(page)]);
  const address = `/organization/clients/${person.id}/client_forms/new/${form.id}`;
  await page.goto(address);
  const notes = page.getByLabel(form.names.notes, { exact: true });
  await expect(notes).toBeVisible();
  return { person, form, address, notes, subject: `clients.${person.id}.forms.${form.id}` };
};

export const draftsOf = async (page: Page, subject: string) =>
  (await api<{ data: { content: string }[] }>(page, 'GET', `/drafts?subject=${subject}`)).data;
