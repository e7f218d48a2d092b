import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

/** A public form that asks who it is about, and what strangers answered to it. */
const answered = async (page: Page, names: string[]) => {
  const name = await makeField(page, 'Your name');
  const born = await makeField(page, 'Your birthday', { field_type: 'date' });
  const form = await makeForm(page, 'Room request', [name, born], {
    form_fields: [
      { field_id: name.id, is_quick_view: true, settings: { client_field: 'first_name' } },
      { field_id: born.id, is_quick_view: true, is_required: false, settings: { client_field: 'dob' } },
    ],
  });
  const body = { published_at: '2026-01-01T00:00:00.000Z' };
  const { access_key } = await api<{ access_key: string }>(page, 'POST', `/forms/${form.id}/public_forms`, body);
  await api(page, 'POST', `/forms/${form.id}/public_forms`, { dow: [2] });
  const place = `/api/public/public_forms/${access_key}`;
  for (const said of names) {
    const answers = { [name.id]: { value: said }, [born.id]: { value: '1985-03-14' } };
    // From the page, as the browser alone knows the host.
    const status = await page.evaluate(
      async ({ place, answers }) => {
        const { start_token } = await (await fetch(place)).json();
        const body = JSON.stringify({ answers, start_token });
        const headers = { 'content-type': 'application/json' };
        return (await fetch(`${place}/public_form_instances`, { method: 'POST', headers, body })).status;
      },
      { place, answers },
    );
    expect(status).toBe(201);
  }
  return { form, name };
};

test('PU-24 to PU-47 what strangers answered is found, corrected, linked to a person and unlinked, or makes a new one', async ({
  page,
}) => {
  await signIn(page, 'marisol');
  const last_name = unique('Rivera').replace(' ', '');
  const stranger = unique('Novak').replace(' ', '');
  const ana = await makePerson(page, { first_name: 'Ana', last_name, dob: '1985-03-14' });
  const { form, name } = await answered(page, [`Ana ${last_name}`, `Jo Lee ${stranger}`]);

  await page.goto(`/organization/forms/${form.id}`);
  await expect(page.getByText('2 public responses not linked')).toBeVisible();
  await page.goto('/organization/public_responses');
  await page.getByRole('link', { name: form.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: form.name })).toBeVisible();
  await expect(page.getByText('No responses have been collected for this instance of the form.')).toBeVisible();
  const table = page.getByRole('table', { name: 'Responses, Every day, all day' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Filter responses' }).fill(last_name.toUpperCase());
  await expect(page.getByText(`1 of 2 contain “${last_name.toUpperCase()}”`)).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('link').first().click();

  // Corrected, then linked to whom the answers tell of.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel(name.name).fill(`Ana Eva ${last_name}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Response saved')).toBeVisible();
  const panel = page.getByRole('region', { name: 'Link to a person' });
  await expect(panel).toContainText('Same names');
  await expect(panel).toContainText('Same date of birth');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('button', { name: `Link to Ana ${last_name}` }).click();
  const linked = page.getByRole('region', { name: 'Linked to a person' });
  await expect(linked.getByRole('link', { name: `${last_name}, Ana` })).toBeVisible();
  const list = await api<{ data: { id: number }[] }>(page, 'GET', `/clients/${ana.id}/client_forms`);
  expect(list.data).toHaveLength(1);
  await page.goto(`${page.url()}/edit`);
  await expect(page).not.toHaveURL(/edit/);
  await linked.getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(panel.getByRole('button', { name: `Link to Ana ${last_name}` })).toBeVisible();

  // Somebody whom nobody has recorded: what no answer tells is asked.
  await page.goto(`/organization/public_responses/${form.id}`);
  await table.getByRole('row', { name: stranger }).getByRole('link').first().click();
  await panel.getByRole('button', { name: 'Create person from the answers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create person from the answers' });
  await expect(dialog.getByLabel('First name')).toHaveValue('Jo');
  await expect(dialog.getByLabel('Middle name')).toHaveValue('Lee');
  await expect(dialog.getByLabel('Last name')).toHaveValue(stranger);
  await dialog.getByRole('button', { name: 'Create and link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter last 4 of SSN');
  await dialog.getByLabel('Last 4 of SSN').fill('7711');
  await dialog.getByLabel('Gender').click();
  await page.getByRole('option', { name: 'Non-binary' }).click();
  await dialog.getByRole('button', { name: 'Create and link' }).click();
  await expect(linked.getByRole('link', { name: new RegExp(`${stranger}, Jo`) })).toBeVisible();
  await page.getByRole('button', { name: 'Delete response' }).last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(new RegExp(`/public_responses/${form.id}$`));
  await expect(table.getByRole('row')).toHaveCount(2);
});
