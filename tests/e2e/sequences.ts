import type { Page } from '@playwright/test';
import { api, makeField, makeForm, unique } from './definitions.ts';

export type Named = { id: number; name: string };

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** Client forms with one question each, which has the name of its form. */
export const makeForms = async (page: Page, ...names: string[]): Promise<(Named & { question: string })[]> => {
  const made = [];
  for (const name of names) {
    const field = await makeField(page, `Question of ${name}`);
    made.push({ ...(await makeForm(page, name, [field])), question: field.name });
  }
  return made;
};

export const makeSequence = (page: Page, forms: Named[]): Promise<Named> =>
  api(page, 'POST', '/sequences', { name: unique('Intake day'), forms: forms.map(({ id }) => ({ id })) });

export const setActive = (page: Page, { id }: Named, active: boolean) => api(page, 'PUT', `/forms/${id}`, { active });
