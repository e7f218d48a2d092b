import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessibleInBoth, makeField, makeForm, openNothing, signIn } from './definitions.ts';
import { makePerson } from './responding.ts';

/** A form with two questions and several choices, and what changes it while somebody fills it in. */
const makeChanging = async (page: Page) => {
  await signIn(page, 'curtis');
  const options = ['Food', 'Rent'].map((label, position) => ({ label, value: label, position }));
  const name = await makeField(page, 'Your name');
  const shoes = await makeField(page, 'Size of shoes');
  const needs = await makeField(page, 'Needs', { field_type: 'select-many', field_options: options });
  const form = await makeForm(page, 'Changing', [name, shoes, needs], {
    form_fields: [name, shoes, needs].map(({ id }) => ({ field_id: id, is_required: id === name.id })),
  });
  const change = async () => {
    const form_fields = [needs, name].map(({ id }) => ({ field_id: id, is_required: id === name.id }));
    await api(page, 'PUT', `/forms/${form.id}`, { form_fields });
    await api(page, 'PUT', `/fields/${needs.id}`, { field_options: options.slice(0, 1) });
  };
  return { form, name, shoes, needs, change };
};

test('a stranger whose form is changed meanwhile is told what it no longer takes, and submits the rest', async ({
  page,
  browser,
}) => {
  const { form, name, shoes, needs, change } = await makeChanging(page);
  const setting = { published_at: '2026-01-01T00:00:00.000Z' };
  const { id, access_key } = await api<{ id: number; access_key: string }>(
    page,
    'POST',
    `/forms/${form.id}/public_forms`,
    setting,
  );
  const stranger = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const visit = await stranger.newPage();
  await visit.goto(`/public_forms/${access_key}`);
  await visit.getByLabel(name.name).fill('Joanna');
  await visit.getByLabel(shoes.name).fill('39');
  await visit.getByRole('checkbox', { name: 'Food' }).check();
  await visit.getByRole('checkbox', { name: 'Rent' }).check();
  await change();
  await api(page, 'PUT', `/forms/${form.id}/public_forms/${id}`, { is_active: false });

  await visit.getByRole('button', { name: 'Submit' }).click();
  const said = `It no longer accepts these answers: ${shoes.name} (39), ${needs.name} (Rent).`;
  await expect(visit.getByText(said)).toBeVisible();
  await expect(visit.getByLabel(shoes.name)).toHaveCount(0);
  await expect(visit.getByRole('checkbox')).toHaveCount(1);
  await expect(visit.getByRole('checkbox', { name: 'Food' })).toBeChecked();
  await expect(visit.getByLabel(name.name)).toHaveValue('Joanna');
  await expectAccessibleInBoth(visit);
  await visit.getByRole('button', { name: 'Submit' }).click();
  await expect(visit.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await stranger.close();
});

test('staff leave out what a changed form no longer takes, and save the rest', async ({ page }) => {
  const { form, name, shoes, needs, change } = await makeChanging(page);
  const { id } = await makePerson(page);
  await openNothing(page);
  await page.goto(`/organization/clients/${id}/client_forms/new/${form.id}`);
  await page.getByLabel(name.name).fill('Joanna');
  await page.getByLabel(shoes.name).fill('39');
  await page.getByRole('checkbox', { name: 'Food' }).check();
  await page.getByRole('checkbox', { name: 'Rent' }).check();
  await change();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'It no longer accepts these answers' });
  await expect(notice).toBeFocused();
  await expect(notice.getByRole('listitem')).toHaveText([`${shoes.name}: 39`, `${needs.name}: Rent`]);
  await expect(page.getByLabel(shoes.name)).toHaveCount(0);
  await expectAccessibleInBoth(page);
  await notice.getByRole('button', { name: 'Remove answers' }).press('Enter');
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Show Response' })).toBeVisible();
  const { data } = await api<{ data: { id: number }[] }>(page, 'GET', `/clients/${id}/client_forms`);
  const response = await api<{ answers: { field_id: number; value: unknown }[] }>(
    page,
    'GET',
    `/clients/${id}/client_forms/${data[0]?.id}`,
  );
  expect(response.answers.find((one) => one.field_id === needs.id)).toMatchObject({ value: ['Food'] });
});
