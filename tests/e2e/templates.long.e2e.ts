import { expect, type Page, test } from '@playwright/test';
import { ask, at, superuserToken } from './accounts.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  makeField,
  makeForm,
  openNothing,
  signIn,
  unique,
} from './definitions.ts';

type Named = { id: number; name: string };

/** Signs the superuser in at the address of an organization, or at the platform's own, which is returned. */
const enter = async (page: Page, slug: string | null): Promise<string> => {
  await openNothing(page);
  const address = at(page, slug);
  if (slug === null) await page.goto(`${address}/login`);
  const token = await superuserToken(page);
  await page.evaluate((jwt) => localStorage.setItem('hearth.auth', jwt), token);
  return address;
};

/** Calls the API of the platform as who is signed in. */
const admin = async <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  ask(page, method, `/admin${path}`, body, (await page.evaluate(() => localStorage.getItem('hearth.auth'))) ?? '');

const makeTemplate = async (page: Page, name: string, rest: object = {}): Promise<{ form: Named; field: Named }> => {
  const field = await admin<Named>(page, 'POST', '/fields', { name: unique('Rent'), field_type: 'number', ...rest });
  const form = await admin<Named>(page, 'POST', '/forms', {
    name: unique(name),
    form_fields: [{ field_id: field.id, is_locked: true }],
  });
  return { form, field };
};

const makeOrganization = async (page: Page): Promise<Named> => {
  const name = unique('Quay House');
  const { id } = await admin<{ id: number }>(page, 'POST', '/organizations', {
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    owner_email: `${name.replaceAll(' ', '.').toLowerCase()}@example.org`,
  });
  return { id, name };
};

/** Opens the dialog of an action that stands in the menu of a record. */
const openAction = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test.describe('templates, as the platform team', () => {
  test('AD-04 AD-40 AD-41 FO-01 a field and a form template are made where the platform is', async ({ page }) => {
    const platform = await enter(page, null);
    const [rent, screening] = [unique('Rent'), unique('Screening')];
    await page.goto(platform);
    await page.getByRole('link', { name: 'Field Templates' }).click();
    await expect(page).toHaveTitle('Field Templates – Hearth');
    await expect(page.getByRole('heading', { level: 1, name: 'Field Templates' })).toBeVisible();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Name' }).fill(rent);
    await page.getByRole('combobox', { name: 'Field type' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/fields\/\d+$/);
    await expect(page.getByText('This field is not used by any organizations.')).toBeVisible();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('form templ');
    await page.getByRole('option', { name: 'Add form template' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(screening);
    const box = page.getByRole('combobox', { name: 'Add field' });
    await box.fill(rent);
    await page.getByRole('option', { name: rent }).click();
    await page.getByRole('button', { name: `More for ${rent}` }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('combobox', { name: 'Client field' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Pre-populate from' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/forms\/\d+$/);
    await expect(page).toHaveTitle(`${screening} – Form Templates – Hearth`);
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link')).toHaveText([
      'Fields',
      'Calculations',
      'Logic',
      'Organization usage',
    ]);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Clone',
      'Make inactive',
      'Export XLSForm',
      'Clone to organizations',
      'Print',
      'Delete',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: 'Fields' }).getByRole('link', { name: rent }).click();
    await expect(page).toHaveURL(/\/admin\/fields\/\d+$/);
    await page.getByRole('list', { name: 'Forms that use it' }).getByRole('link', { name: screening }).click();
    await expect(page).toHaveURL(/\/admin\/forms\/\d+$/);
  });

  test('FI-05 FO-14 FO-48 FO-49 a form template is cloned to organizations, which then use it', async ({ page }) => {
    const platform = await enter(page, null);
    const [one, other] = [await makeOrganization(page), await makeOrganization(page)];
    const { form, field } = await makeTemplate(page, 'Housing check');
    await page.goto(`${platform}/admin/forms/${form.id}`);
    await expect(page.getByText('This form is not used by any organizations.')).toBeVisible();
    await openAction(page, 'Clone to organizations');
    const dialog = page.getByRole('dialog', { name: `Clone ${form.name} to organizations` });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('Choose at least one organization');
    await expect(dialog.getByRole('group', { name: 'Organizations' })).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('checkbox', { name: one.name }).focus();
    await page.keyboard.press('Space');
    await expect(dialog.getByText('1 organization chosen')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`${form.name} cloned to 1 organization`)).toBeVisible();
    const usage = page.getByRole('list', { name: 'Organization usage' }).getByRole('link');
    await expect(usage).toHaveText([one.name]);

    await openAction(page, 'Clone to organizations');
    const received = dialog.getByRole('checkbox', { name: `${one.name} Already received` });
    await expect(received).toBeChecked();
    await expect(received).toBeDisabled();
    await dialog.getByRole('checkbox', { name: other.name }).check();
    // Somebody else of the platform team is faster.
    await admin(page, 'POST', '/form_assignments', { form_id: form.id, organization_ids: [other.id] });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(`${other.name} already has this form`);
    await expect(dialog.getByRole('checkbox', { name: `${other.name} Already received` })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(usage).toHaveText([one.name, other.name].toSorted());

    await page.goto(`${platform}/admin/fields/${field.id}`);
    const users = page.getByRole('list', { name: 'Organizations that use it' }).getByRole('link');
    await expect(users).toHaveText([one.name, other.name].toSorted());
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await users.filter({ hasText: one.name }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/organizations/${one.id}$`));
    await expect(page.getByRole('heading', { level: 1, name: one.name })).toBeVisible();
  });

  test('R60 a form of an organization becomes a template', async ({ page }) => {
    await signIn(page, 'marisol');
    const form = await makeForm(page, 'Good intake', [await makeField(page, 'Reason')]);
    await page.goto(`/organization/forms/${form.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Export XLSForm' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Copy to Templates' })).toHaveCount(0);
    const platform = await enter(page, null);
    await enter(page, 'demo');
    await page.goto(`/organization/forms/${form.id}`);
    await openAction(page, 'Copy to Templates');
    const question = page.getByRole('alertdialog', { name: `Copy form ${form.name} to the templates` });
    await question.getByRole('button', { name: 'Copy' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('link', { name: 'Open template' }).click();
    await expect(page).toHaveURL(new RegExp(`^${platform}/admin/forms/\\d+$`));
    await expect(page.getByRole('heading', { level: 1, name: form.name })).toBeVisible();
    await expect(page.getByText('This form is not used by any organizations.')).toBeVisible();
  });
});
