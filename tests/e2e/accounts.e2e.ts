import { expect, test } from '@playwright/test';
import { ask, curtis, dana, fillSignIn, goodPassword, invite, mailedLink, makeGroup, signOut } from './accounts.ts';
import { expectAccessible, signIn, unique } from './definitions.ts';

test.describe('signing in', () => {
  test('AC-01 AC-03 AC-04 the card tells where one is, and what is wrong', async ({ page }) => {
    await page.goto('/login');
    await expect(page).toHaveTitle('Sign in – Hearth');
    await expect(page.getByText('Harborvale Family Services')).toBeVisible();
    await expect(page.getByText('demo.localhost')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgotPassword');
    const alert = page.getByRole('alert');
    await fillSignIn(page, '', '');
    await expect(alert.getByRole('link')).toHaveText(['Enter email', 'Enter password']);
    await fillSignIn(page, dana[0], 'not her password at all');
    await expect(alert).toContainText('There is a problem');
    await expect(alert).toContainText('The email or password is incorrect.');
    await expect(alert).toBeFocused();
    await expectAccessible(page);
    const password = page.getByLabel('Password', { exact: true });
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await fillSignIn(page, ...dana);
    await expect(page.getByRole('button', { name: 'Dana Whitlock user menu' })).toBeVisible();
  });

  test('AC-05 without a token one is asked to sign in, and comes back to where one was', async ({ page }) => {
    await page.goto('/organization/users?query=1');
    await expect(page).toHaveURL(/\/login$/);
    await fillSignIn(page, ...curtis);
    await expect(page).toHaveURL(/\/organization\/users\?query=1$/);
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  });
});

test.describe('invitations', () => {
  test('AC-02 AC-17 to AC-21 AC-24 to AC-28 SH-05 a new person sets up an account and agrees', async ({ page }) => {
    const group = await makeGroup(page, 'Readers', { privileges: { users: ['read'] } });
    const person = await invite(page, 'Nell', [group.id]);
    const link = await mailedLink(page, person.email);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Hearth' })).toBeVisible();
    await expect(page.getByText('Setup Your New Account')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expect(page.getByLabel('First name')).toHaveValue('Nell');
    await page.getByLabel('Last name').fill('Arden');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByLabel('Password confirmation').fill('another one altogether');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Passwords do not match' }).click();
    await expect(page.getByLabel('Password confirmation')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('Password confirmation').fill(goodPassword);
    await page.getByRole('button', { name: 'Join' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Confidentiality statement' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goto('/organization/users');
    const boxes = page.getByRole('checkbox');
    await expect(boxes).toHaveCount(5);
    const agree = page.getByRole('button', { name: 'Agree' });
    for (const index of [0, 1, 2, 3]) await boxes.nth(index).check();
    await expect(page.getByText('4 of 5 checked. Check the other 1 to agree.')).toBeVisible();
    await expect(agree).toBeDisabled();
    await expectAccessible(page);
    await boxes.nth(4).check();
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/user_account'),
    );
    await agree.click();
    expect((await sent).postDataJSON().confidentiality_agreement).toHaveLength(5);
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nell Arden user menu' })).toBeVisible();

    await signOut(page);
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('This invitation was already used. Sign in instead.');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByText('Invitation Complete!')).toBeVisible();
  });
});

test.describe('users', () => {
  test('AC-60 to AC-63 AC-67 AC-68 a user is invited with the default groups, and cannot sign in without any', async ({
    page,
  }) => {
    const last = unique('Okafor').replaceAll(' ', '');
    const email = `grace.${last}@harborvale.example`.toLowerCase();
    const warning = page.getByText('This user belongs to no permission groups. They will not be able to log in.');
    await signIn(page, 'marisol');
    await page.goto('/organization/users/new');
    await expect(page.getByRole('checkbox', { name: 'Intake volunteers' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Case managers' })).not.toBeChecked();
    await expect(page.getByRole('radio', { name: 'Organization user' })).toBeChecked();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      'Enter first name',
      'Enter last name',
      'Enter email',
    ]);
    await expectAccessible(page);
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill(last);
    await page.getByLabel('Email').fill(email);
    for (const box of await page.getByRole('group', { name: 'Permission groups' }).getByRole('checkbox').all())
      await box.uncheck();
    await expect(warning).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await expect(page).toHaveURL(/\/organization\/users\/\d+$/);
    await expect(warning).toBeVisible();
    await expect(page.getByText('Pending').first()).toBeVisible();

    const invite_id = (await mailedLink(page, email)).split('/').at(-1);
    await ask(page, 'PUT', `/invitations/${invite_id}`, {
      first_name: 'Grace',
      last_name: last,
      password: goodPassword,
      password_confirmation: goodPassword,
    });
    await signOut(page);
    await fillSignIn(page, email, goodPassword);
    await expect(page.getByRole('alert')).toContainText('You belong to no permission group in this organization.');
  });
});
