import { expect, type Page, test } from '@playwright/test';
import { simulatedKey, simulatedOrganization } from '#tests/referral-simulator.ts';
import { ask, at, join, makeOrganization, superuserToken } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, openNothing, unique } from './definitions.ts';

const dtd = `http://127.0.0.1:${process.env.E2E_REFERRALS_PORT}`;
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const as = async (page: Page, origin: string, token: string) => {
  await page.goto(`${origin}/login`);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
};

/** An organization with a form that refers, and somebody to refer. */
const makeHouse = async (page: Page) => {
  await openNothing(page);
  const email = `${unique('owner').replaceAll(' ', '')}@example.org`.toLowerCase();
  const { id, slug } = await makeOrganization(page, email);
  const owner = await join(page, email, 'Ines');
  const make = <T = { id: number }>(path: string, body: object) =>
    ask<T>(page, 'POST', `/organization/${slug}${path}`, body, owner);
  const fields = [];
  for (const name of ['Provider', 'Kind of help'])
    fields.push(await make('/fields', { name, field_type: 'freeform-short' }));
  const form_fields = fields.map(({ id }) => ({ field_id: id, is_required: false }));
  const form = await make('/forms', { name: 'Housing referral', form_fields });
  const born = { dob: '1985-03-14', gender: 'female', ssn_suffix: '4182' };
  const person = await make('/clients', { first_name: 'Tess', last_name: 'Ender', ...born });
  return { id, owner, home: at(page, slug), form, person: `${at(page, slug)}/organization/clients/${person.id}` };
};

const choose = async (page: Page, select: string, option: string) => {
  await page.getByRole('combobox', { name: select, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** The screen as it is, on a phone too. */
const expectGood = async (page: Page, name: string) => {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}-${name}-${size.width}.png`, fullPage: size === phone });
  }
};

test('CL-11 SR-14 to SR-34 a person is referred to DTD, linked, and followed there', async ({ page }) => {
  const house = await makeHouse(page);
  const platform = at(page, null);
  await page.goto(`${platform}/login`);
  const superuser = await superuserToken(page);
  await as(page, platform, superuser);
  await page.goto(`${platform}/admin/organizations/${house.id}`);
  const system = page.getByRole('region', { name: 'DTD Referrals' });
  await system.getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up DTD referrals' });
  await setUp.getByLabel('Address').fill(dtd);
  await setUp.getByLabel('Organization in DTD').fill(simulatedOrganization);
  await setUp.getByLabel('Key', { exact: true }).fill(simulatedKey);
  await choose(page, 'Referral form', 'Housing referral');
  await choose(page, 'Refer to', 'Provider');
  await choose(page, 'Service', 'Kind of help');
  await expectGood(page, 'set-up');
  await setUp.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(setUp).toBeHidden();
  await system.getByRole('button', { name: 'Test connection' }).click();
  await expect(system.getByText('The DTD system answered with 4 statuses.')).toBeVisible();
  await expectAccessible(page);

  await as(page, house.home, house.owner);
  await page.goto(`${house.person}/client_forms/new/${house.form.id}`);
  await page.getByLabel('Provider', { exact: true }).fill('Harbor Clinic');
  await page.getByLabel('Kind of help', { exact: true }).fill('Pediatric visit');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Response saved' }).getByRole('button', { name: 'Show Response' }).click();
  const card = page.getByRole('region', { name: 'DTD Referral Status' });
  await expect(card.getByText('Not Synced')).toBeVisible();
  await expectAccessible(page);
  const response = page.url();

  await page.goto(house.person);
  await expect(page.getByText('1 pending referral, not linked to DTD')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Link This Person to DTD' }).click();
  const linking = page.getByRole('dialog', { name: 'Link This Person to DTD for Referral' });
  const link = linking.getByRole('button', { name: 'Link person' });
  await expect(linking.getByText('No record could be found for Tess Ender in the DTD system.')).toBeVisible();
  await expect(link).toBeDisabled();
  await expectAccessible(page);
  await linking.getByRole('button', { name: 'Search DTD again' }).click();
  await linking.getByLabel('First name').fill('Ana');
  await linking.getByLabel('Last name').fill('Rivera');
  await linking.getByRole('button', { name: 'Search', exact: true }).click();
  await linking.getByRole('radio', { name: /DTD 77120/ }).check();
  await expectGood(page, 'link');
  await link.click();
  await expect(page.getByText('Tess Ender is linked to DTD')).toBeVisible();
  await expect(linking).toBeHidden();

  const referrals = page.getByRole('region', { name: 'Referrals' });
  await expect(async () => {
    await page.reload();
    await expect(referrals.getByText('Pending')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(referrals.getByText('DTD 77120')).toBeVisible();
  await expectAccessible(page);

  await page.goto(response);
  const status = card.getByRole('combobox', { name: 'Status' });
  await expect(status).toHaveValue('Pending');
  await choose(page, 'Status', 'Declined');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(status).toHaveValue('Pending');
  await expect(card.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await choose(page, 'Status', 'Accepted');
  await expectGood(page, 'card');
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Status saved')).toBeVisible();
  await expect(status).toHaveValue('Accepted');
  await expect(card.getByText(/^RF-\d+$/)).toBeVisible();

  await page.goto(`${house.home}/organization/referrals`);
  const row = page.getByRole('row').filter({ hasText: 'Ender, Tess' });
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4}.*Pediatric visit.*Harbor Clinic.*Accepted/);
  await expectGood(page, 'list');
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(response);

  // A key that DTD does not know closes it to us.
  const body = { case_worthy_affiliation: { api_key: 'another-key' } };
  await ask(page, 'PUT', `/admin/organizations/${house.id}`, body, superuser);
  await page.goto(`${house.home}/organization/referrals`);
  await expect(page.getByText('The DTD system is not available.', { exact: false })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ender, Tess' })).toContainText('Accepted');
  await expectGood(page, 'down');
});
