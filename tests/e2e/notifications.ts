import type { Page } from '@playwright/test';
import { api, makeField, makeForm, signIn } from './definitions.ts';

type Stored = {
  data: { id: number; subject_template: string; body_template: string; recipients: { email: string }[] }[];
};

/** A form with an email field, open on the screen of the owner. */
export const begin = async (page: Page) => {
  await signIn(page, 'marisol');
  const address = await makeField(page, 'Landlord', { field_type: 'email' });
  const form = await makeForm(page, 'Housing', [address]);
  const definitions = `/forms/${form.id}/notification_definitions`;
  const stored = async () => (await api<Stored>(page, 'GET', definitions)).data;
  return { form, address, definitions, stored, home: `/organization/forms/${form.id}` };
};
