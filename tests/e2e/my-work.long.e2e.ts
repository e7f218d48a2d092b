import { expect, type Page, test } from '@playwright/test';
import { addDays } from '#forms/calendar.ts';
import {
  api,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  makeField,
  makeForm,
  signIn,
  unique,
} from './definitions.ts';
import { makePerson } from './responding.ts';

const due = (page: Page) => page.getByRole('region', { name: 'Due' });

/** Today in the calendar of the demo organization. */
const dayIn = async (page: Page, days = 0): Promise<string> => {
  const { time_zone } = await api<{ time_zone: string }>(page, 'GET', '/organization_account');
  return addDays(new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(), days);
};

/** Records dates as answers to all questions of a form. */
const record = (page: Page, client: { id: number }, form_id: number, fields: { id: number }[], value: string) =>
  api<{ id: number }>(page, 'POST', `/clients/${client.id}/client_forms`, {
    form_id,
    answers: fields.map(({ id }) => ({ field_id: id, value })),
  });

test('a date that a form marks as due is seen from home in one action, until the next response', async ({ page }) => {
  await signIn(page, 'curtis');
  const field = await makeField(page, 'Call again', { field_type: 'date' });
  const form = await makeForm(page, 'Check-in', [field]);
  const person = await makePerson(page);
  await page.goto(`/organization/forms/${form.id}/edit`);
  await page.getByRole('button', { name: `${field.name} Date` }).click();
  await page.getByRole('combobox', { name: 'Due date for' }).click();
  await page.getByRole('option', { name: 'The staff member who recorded it' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/forms/${form.id}$`));

  const { id } = await record(page, person, form.id, [field], await dayIn(page));
  await page.goto('/');
  const name = `${person.first_name} ${person.last_name}`;
  const today = due(page).getByRole('list', { name: /^Today/ });
  const item = today.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText(`${field.name} · ${form.name}`);
  await expectAccessibleInBoth(page);
  await item.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/clients/${person.id}/client_forms/${id}$`));

  await page.goBack();
  await page.getByRole('link', { name: `Record ${form.name} for ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/clients/${person.id}/client_forms/new/${form.id}$`));
  await record(page, person, form.id, [field], await dayIn(page, 1));
  await page.goto('/');
  const next = due(page).getByRole('list', { name: /^Next 6 days/ });
  await expect(next.getByRole('listitem').filter({ hasText: name })).toContainText('Tomorrow');
  await expect(item).toHaveCount(0);
});

test('people without a dashboard start on My work', async ({ page }) => {
  await signIn(page, 'omar');
  await page.goto('/');
  await expect(page).toHaveURL(/\/organization\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'My work' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: 'Due' })).toBeVisible();
  await expect(due(page)).not.toContainText('Loading');
  await expect(page.getByRole('region', { name: 'Drafts' })).toContainText('No drafts');
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto('/organization/dashboard/edit');
  await expect(page).toHaveURL(/permissiondenied$/);
});

test('more of what is due comes page by page', async ({ page }) => {
  await signIn(page, 'marisol');
  const fields = await Promise.all(
    Array.from({ length: 30 }, (_, index) => makeField(page, `Day ${index}`, { field_type: 'date' })),
  );
  const form_fields = fields.map(({ id }) => ({ field_id: id, settings: { due_date: 'recorder' } }));
  const { id } = await api<{ id: number }>(page, 'POST', '/forms', { name: unique('Days'), form_fields });
  await record(page, await makePerson(page), id, fields, await dayIn(page));
  await page.goto('/');
  const today = due(page).getByRole('list', { name: /^Today/ });
  await expect(today.getByRole('listitem')).toHaveCount(5);
  const more = due(page).getByRole('button', { name: 'Show more', description: /^Today/ });
  await more.click();
  await expect(today.getByRole('listitem')).toHaveCount(25);
  const link = (index: number) => today.getByRole('listitem').nth(index).getByRole('link').first();
  await expect(link(5)).toBeFocused();
  await more.click();
  await expect(today.getByRole('listitem').nth(29)).toBeVisible();
  await expect(link(25)).toBeFocused();
});
