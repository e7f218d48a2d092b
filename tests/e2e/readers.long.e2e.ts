import { expect, test } from '@playwright/test';
import { ask, goodPassword, makeGroup, member } from './accounts.ts';
import { api, makeField, makeForm, signIn } from './definitions.ts';
import { makePerson } from './responding.ts';

test('who may read everything and write nothing opens no form, by no address', async ({ page }) => {
  await signIn(page, 'marisol');
  const [person, field] = await Promise.all([makePerson(page), makeField(page, 'Read')]);
  const form = await makeForm(page, 'Read', [field]);
  const sequence = await api<{ id: number }>(page, 'POST', '/sequences', { name: form.name, forms: [{ id: form.id }] });
  const entities = ['clients', 'users', 'permission_groups', 'fields', 'forms'];
  const group = await makeGroup(page, 'Readers', {
    privileges: Object.fromEntries(entities.map((entity) => [entity, ['read']])),
  });
  const reader = await member(page, 'Reader', [group.id]);
  await page.evaluate(() => localStorage.clear());
  const { jwt } = await ask<{ jwt: string }>(page, 'POST', '/auth_token', {
    email: reader.email,
    password: goodPassword,
  });
  await page.evaluate((token) => localStorage.setItem('hearth.auth', token), jwt);
  const records = {
    clients: person.id,
    users: reader.id,
    permissions: group.id,
    fields: field.id,
    forms: form.id,
    sequences: sequence.id,
  };
  for (const [place, id] of Object.entries(records)) {
    await page.goto(`/organization/${place}/${id}`);
    await expect(page.getByText('Record Summary')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Add / })).toHaveCount(0);
    for (const screen of ['new', `${id}/edit`]) {
      await page.goto(`/organization/${place}/${screen}`);
      await expect(page).toHaveURL(/\/organization\/permissiondenied$/);
    }
  }
});
