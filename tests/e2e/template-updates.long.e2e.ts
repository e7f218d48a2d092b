import { expect, test } from '@playwright/test';
import { ask, at, makeOrganization, superuserToken } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, openNothing, unique } from './definitions.ts';

type Definition = { id: number; lock_version: number; form_fields: { field_id: number }[] };

test('R58 a changed template is told on the form, in the list and on the field, and is taken', async ({ page }) => {
  await openNothing(page);
  const { id, slug } = await makeOrganization(page, `${unique('owner').replaceAll(' ', '')}@example.org`);
  await openNothing(page, at(page, slug));
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  const admin = <T>(method: string, path: string, body: object) => ask<T>(page, method, `/admin${path}`, body, token);
  const [rent, housing] = [unique('Rent'), unique('Housing check')];
  const field = await admin<Definition>('POST', '/fields', { name: rent, field_type: 'number' });
  const template = await admin<Definition>('POST', '/forms', { name: housing, form_fields: [{ field_id: field.id }] });
  const { data } = await admin<{ data: { form_id: number }[] }>('POST', '/form_assignments', {
    form_id: template.id,
    organization_ids: [id],
  });
  const { lock_version } = field;
  await admin('PUT', `/fields/${field.id}`, { name: `${rent} each month`, lock_version });
  const formId = data[0]!.form_id;
  const form = await ask<Definition>(page, 'GET', `/organization/${slug}/forms/${formId}`, undefined, token);
  const organization = `${at(page, slug)}/organization`;

  await page.goto(`${organization}/forms`);
  await expect(page.getByText('Update available', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${organization}/fields/${form.form_fields[0]!.field_id}`);
  await expect(page.getByText(`Update available. The template of ${housing}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the form' }).click();

  await page.getByRole('button', { name: 'View changes' }).click();
  const dialog = page.getByRole('dialog', { name: `Update ${housing} from its template` });
  await expect(dialog).toContainText(`${rent} each month`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ignore update' }).click();
  await expect(page.getByText('You ignored 1 change to the template.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'View changes' }).click();
  await dialog.getByRole('button', { name: 'Accept update' }).click();
  await expect(page.getByText(`${housing} updated from its template`)).toBeVisible();
  await expect(page.getByRole('link', { name: `${rent} each month` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'View changes' })).toHaveCount(0);
});
