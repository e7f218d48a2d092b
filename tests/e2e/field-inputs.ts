import { expect, type Page } from '@playwright/test';
import { makeField, makeForm, signIn } from './definitions.ts';
import { makePerson } from './responding.ts';

export type Named = { id: number; name: string };

/** Opens a form with these fields for a person of its own. The fields come back by the keys they were given. */
export const fill = async <K extends string>(page: Page, drafts: Record<K, object>): Promise<Record<K, Named>> => {
  await signIn(page, 'curtis');
  const fields = {} as Record<K, Named>;
  for (const key of Object.keys(drafts) as K[]) fields[key] = await makeField(page, key, drafts[key]);
  const form_fields = Object.values<Named>(fields).map(({ id }) => ({ field_id: id, is_required: false }));
  const form = await makeForm(page, 'Inputs', [], { form_fields });
  const person = await makePerson(page);
  await page.goto(`/organization/clients/${person.id}/client_forms/new/${form.id}`);
  await expect(page.getByRole('heading', { level: 1, name: form.name })).toBeVisible();
  return fields;
};

/** Saves a new response, and opens it. */
export const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = page.getByRole('dialog', { name: 'Response saved' });
  await saved.getByRole('button', { name: 'Show Response' }).click();
  await expect(page).toHaveURL(/client_forms\/\d+$/);
};
