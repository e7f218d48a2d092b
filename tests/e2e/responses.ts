import type { Page } from '@playwright/test';
import { type Intake, makeIntake, makePerson } from './responding.ts';

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' });
export const stillNeeded = (page: Page) => page.getByRole('complementary', { name: 'Still needed' });
export const saved = (page: Page) => page.getByRole('dialog', { name: 'Response saved' });

/** A person and a form of its own, and the address where the form is filled in. */
export const begin = async (page: Page, rest: object = {}) => {
  const [person, form] = await Promise.all([makePerson(page), makeIntake(page, rest)]);
  const home = `/organization/clients/${person.id}`;
  return { person, form, home, filler: `${home}/client_forms/new/${form.id}` };
};

export const answer = async (page: Page, { names }: Intake) => {
  await page.getByLabel(names.visit, { exact: true }).fill('3/14/26');
  await page.getByRole('radio', { name: 'Shelter' }).check();
  await page.getByLabel(names.income, { exact: true }).fill('1240.5');
};
