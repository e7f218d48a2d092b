import { expect, type Page, test } from '@playwright/test';
import { ask, at, join, makeOrganization, superuserToken } from './accounts.ts';
import {
  api,
  expectAccessible,
  expectNoSidewaysScroll,
  makeField,
  makeForm,
  openNothing,
  signIn,
  unique,
} from './definitions.ts';

type Other = { slug: string; ownerEmail: string };

/** Another organization, which asks the demo for an affiliation; who asks is of the platform team. */
const askedBy = async (page: Page, name: string): Promise<Other> => {
  const { id } = await api<{ id: number }>(page, 'GET', '/organization_account');
  const here = new URL(page.url()).origin;
  await api(page, 'PUT', '/organization_account', { can_be_found: true });
  await openNothing(page, at(page, null));
  const token = await superuserToken(page);
  const ownerEmail = `${unique('owner').replaceAll(' ', '')}@example.org`.toLowerCase();
  const { slug } = await makeOrganization(page, ownerEmail, { name });
  await openNothing(page, at(page, slug));
  const body = { affiliate_organization_id: id, message: 'One intake for families who come to either of us' };
  await ask(page, 'POST', `/organization/${slug}/affiliations`, body, token);
  await ask(page, 'PUT', `/organization/${slug}/organization_account`, { can_be_found: true }, token);
  await page.goto(`${here}/organization/affiliations`);
  return { slug, ownerEmail };
};

type Copy = { id: number; name: string; shared_by: { changed_at: string | null } | null };

/** A new form of the demo, shared on the page of an affiliation, which is open. */
const shareForm = async (page: Page, name: string): Promise<{ id: number; name: string }> => {
  const form = await makeForm(page, 'Housing Intake', [await makeField(page, 'Children present')]);
  const formName = form.name;
  await page.getByRole('button', { name: 'Share a form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share a form' });
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByText('Choose a form').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Form', { exact: true }).fill(formName);
  await page.getByRole('option', { name: formName }).click();
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText(`${formName} is shared with ${name}`)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Shared forms' }).getByRole('link', { name: formName })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  return form;
};

test('SR-01 SR-02 SR-08 SR-09 SR-11 an affiliation is answered, asked for and ended', async ({ page }) => {
  const [asking, other] = [unique('Alder Clinic'), unique('Quay Street')];
  await signIn(page, 'marisol');
  await askedBy(page, asking);
  const { slug, ownerEmail } = await askedBy(page, other);

  await page.getByRole('link', { name: asking }).click();
  await expect(page.getByRole('heading', { level: 1, name: asking })).toBeVisible();
  await expect(page.getByText('They invited you').last()).toBeVisible();
  // There is nothing to do but to answer: only who asked deletes it.
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Answer' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose approve or reject');
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Approve' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Approved').first()).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'by Marisol Quint' })).toBeVisible();
  await page.getByRole('link', { name: 'Change answer' }).click();
  await expect(page.getByRole('radio', { name: 'Approve' })).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Add affiliation' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Organization', { exact: true }).press('ArrowDown');
  await page.getByRole('option', { name: other }).click();
  await page.getByLabel('Message').fill('May we share our intake with you?');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You are the owner')).toBeVisible();

  // The other side agrees, and fills in what is shared with it.
  const address = page.url();
  const token = await join(page, ownerEmail, 'Ines');
  const answer = { affiliation_action: 'approve' };
  await ask(page, 'PUT', `/organization/${slug}/affiliations/${address.split('/').at(-1)}`, answer, token);
  await page.reload();
  const form = await shareForm(page, other);
  const copies = async () =>
    (await ask<{ data: Copy[] }>(page, 'GET', `/organization/${slug}/forms`, undefined, token)).data;
  const copy = async () => (await copies()).find(({ shared_by }) => shared_by !== null);
  await expect.poll(copy).toMatchObject({ name: form.name });
  const renamed = `${form.name} again`;
  await api(page, 'PUT', `/forms/${form.id}`, { name: renamed });
  await expect.poll(copy).toMatchObject({ name: renamed, shared_by: { changed_at: expect.any(String) } });
  const { id } = (await copy()) as Copy;
  await openNothing(page, at(page, slug));
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  await page.goto(`${at(page, slug)}/organization/forms/${id}`);
  await expect(page.getByText('Changed by the owner on')).toBeVisible();
  // Its editor is the owner's: the address of one leads back.
  await page.goto(`${at(page, slug)}/organization/forms/${id}/edit`);
  await expect(page.getByText('Changed by the owner on')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/forms/${id}$`));
  await page.getByRole('button', { name: 'View changes' }).click();
  const changes = page.getByRole('dialog', { name: 'Changes in' });
  await expect(changes).toContainText(`${form.name}${renamed}`);
  await expectAccessible(page);

  await page.goto(address);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expect(page.getByRole('table', { name: 'Shared forms' })).toContainText('0 responsesLast used: Never');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/affiliations$/);
});
