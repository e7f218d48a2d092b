import { expect, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';

test('a retention rule is made, looked at, switched on by its number, paused and deleted', async ({ page }) => {
  await signIn(page, 'marisol');
  const name = unique('Shelter log');
  const { id: field_id } = await api<{ id: number }>(page, 'POST', '/fields', {
    name: unique('Bed'),
    field_type: 'freeform-short',
  });
  const { id: form_id } = await api<{ id: number }>(page, 'POST', '/forms', { name, form_fields: [{ field_id }] });
  const person = {
    first_name: unique('Una'),
    last_name: 'Alder',
    dob: '1990-01-02',
    gender: 'female',
    ssn_suffix: '1234',
  };
  const { id: client_id } = await api<{ id: number }>(page, 'POST', '/clients', person);
  const path = `/clients/${client_id}/client_forms`;
  const answers = [{ field_id, value: 'Bed 4' }];
  const { id } = await api<{ id: number }>(page, 'POST', path, { form_id, answers });
  await api(page, 'PUT', `${path}/${id}`, { completed_at: '2009-03-04T12:00:00.000Z' });
  await page.goto(new URL('/organization/retention', page.url()).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Retention' })).toBeVisible();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const adding = page.getByRole('dialog', { name: 'Add retention rule' });
  await adding.getByRole('button', { name: 'Add rule' }).click();
  await expect(adding.getByRole('alert').first()).toContainText('Choose a form');
  await expectAccessible(page);
  await adding.getByLabel('Form', { exact: true }).fill(name);
  await page.getByRole('option', { name }).click();
  await adding.getByLabel('Older than').fill('10');
  await adding.getByRole('button', { name: 'Add rule' }).click();

  const title = `Responses to ${name}, 10 years after they were recorded`;
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Off. This rule deletes nothing')).toBeVisible();
  await expect(page.getByRole('cell', { name: `${person.first_name} Alder` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const asking = page.getByRole('dialog', { name: 'Turn on retention rule' });
  await asking.getByLabel('Type 1 to confirm').fill('7');
  await asking.getByRole('button', { name: 'Turn on' }).click();
  await expect(asking.getByRole('alert').first()).toContainText('This would delete 1.');
  await expectAccessible(page);
  await asking.getByLabel('Type 1 to confirm').fill('1');
  await asking.getByLabel('Type 1 to confirm').press('Enter');
  await expect(page.getByText('This rule deletes nothing before')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  const pausing = page.getByRole('dialog', { name: 'Pause retention rule' });
  await pausing.getByLabel('Reason').fill('A court asks for them');
  await pausing.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Reason: A court asks for them')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/organization\/retention$/);
  await expect(page.getByText('Retention rule deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});
