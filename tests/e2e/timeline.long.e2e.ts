import { expect, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn, unique } from './definitions.ts';

type Added = { id: number };

test('the page of a person leads to its sections, and its timeline tells what happened, narrowed as one likes', async ({
  page,
}) => {
  await signIn(page, 'marisol');
  const last_name = unique('Solano');
  const person = { first_name: 'Nuria', last_name, dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' };
  const { id } = await api<Added>(page, 'POST', '/clients', person);
  const field = await makeField(page, 'Slept');
  const form = await makeForm(page, 'Night Log', [field]);
  const answers = [{ field_id: field.id, value: 'Emergency shelter' }];
  const response = await api<Added>(page, 'POST', `/clients/${id}/client_forms`, { form_id: form.id, answers });
  for (let n = 0; n < 26; n++) await api(page, 'POST', `/clients/${id}/notes`, { body: `Call ${n}` });
  await api(page, 'PUT', `/clients/${id}`, { last_name: `${last_name} Vega` });

  await page.goto(`/organization/clients/${id}`);
  const strip = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(strip).toHaveText([/At a glance/, /Family Members/, /Client Forms\s*1/, /Timeline/]);
  await strip.filter({ hasText: 'Timeline' }).focus();
  await page.keyboard.press('Enter');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(strip.filter({ hasText: 'Timeline' })).toHaveAttribute('aria-current', 'true');
  await expect(timeline).toContainText('29 entries');
  const entries = timeline.getByRole('listitem');
  await expect(entries.first()).toContainText(
    `Marisol Quint changed the last name from ${last_name} to ${last_name} Vega`,
  );
  await expect(timeline).toContainText('25 of 29 loaded');
  await timeline.getByRole('button', { name: 'Load more' }).click();
  await expect(entries).toHaveCount(29);
  await expect(entries.last()).toContainText('Marisol Quint added this person');
  await expect(timeline.getByRole('heading', { level: 3 })).toHaveText(['Today']);
  await expectAccessible(page);

  await timeline.getByRole('button', { name: 'Responses' }).click();
  await expect(entries).toHaveCount(1);
  await timeline.getByRole('button', { name: 'Changes' }).click();
  await expect(entries).toHaveCount(3);
  await timeline.getByRole('button', { name: 'All' }).click();
  await timeline.getByRole('button', { name: 'Anyone' }).click();
  await page.getByRole('menuitemradio', { name: 'Marisol Quint' }).click();
  await timeline.getByRole('button', { name: 'Household' }).click();
  await expect(timeline).toContainText('No activity matches these filters');
  await timeline.getByRole('button', { name: 'Responses' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await entries.getByRole('link', { name: form.name }).click();
  await expect(page).toHaveURL(new RegExp(`/clients/${id}/client_forms/${response.id}$`));
});
