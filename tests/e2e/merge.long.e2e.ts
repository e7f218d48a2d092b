import { expect, test } from '@playwright/test';
import { api, endRoutes, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

test.afterEach(endRoutes);

test('CL-36 who stays is shown as merged, also when the merge was over before its progress was asked for', async ({
  page,
}) => {
  await signIn(page, 'marisol');
  const last_name = unique('Okafor');
  const ada = await makePerson(page, { first_name: 'Ada', last_name });
  const adah = await makePerson(page, { first_name: 'Adah', last_name });
  const isMerged = async () => {
    const { first_name } = await api<{ first_name: string }>(page, 'GET', `/clients/${ada.id}`);
    return first_name === 'Adah';
  };
  await page.route('**/api/**/jobs/page/*', async (route) => {
    await expect.poll(isMerged).toBe(true);
    await route.continue();
  });

  await page.goto(`/organization/clients/${ada.id}/merge`);
  await page.getByRole('radio', { name: `First name: Adah, ID ${adah.id}` }).check();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Adah ${last_name}`);
});
