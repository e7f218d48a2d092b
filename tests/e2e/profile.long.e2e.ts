import { expect, type Page, test } from '@playwright/test';
import { fillSignIn, goodPassword, mailedLink, makeGroup, member, type Person, signOut } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './definitions.ts';

/** The subjects of the mails to an address. */
const subjectsTo = (page: Page, address: string): Promise<string[]> =>
  page.evaluate(async (address) => {
    const response = await fetch('/outbox', { headers: { accept: 'application/json' } });
    const { data } = (await response.json()) as { data: { to: string; subject: string }[] };
    return data.filter(({ to }) => to === address).map(({ subject }) => subject);
  }, address);

test('SH-06 SH-35 one’s own name and password are changed in the profile', async ({ page }) => {
  const group = await makeGroup(page, 'Profiled', { privileges: { clients: ['read'] } });
  const person = await member(page, 'Noor', [group.id]);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /user menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Password confirmation').fill('short');
  await page.getByLabel('Current password').fill(goodPassword);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Use at least 12 characters');
  await expect(page.getByLabel('Current password')).toHaveValue(goodPassword);

  await page.getByLabel('Password', { exact: true }).fill('saffron-ladder-quartz-55');
  await page.getByLabel('Password confirmation').fill('saffron-ladder-quartz-55');
  await page.getByLabel('First name').fill('Noora');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Noora .* user menu$/ })).toBeVisible();
});

test.describe('another email address', () => {
  const email = (page: Page) => page.getByLabel('Email');
  const save = (page: Page) => page.getByRole('button', { name: 'Save' });
  const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm email address' });

  /** Somebody of one's own, whose profile is open. */
  const begin = async (page: Page): Promise<Person> => {
    const group = await makeGroup(page, 'Movers', { privileges: { clients: ['read'] } });
    const person = await member(page, 'Mira', [group.id]);
    await page.goto('/login');
    await fillSignIn(page, person.email, goodPassword);
    await expect(page.getByRole('button', { name: /user menu$/ })).toBeVisible();
    await page.goto('/myprofile');
    return person;
  };

  test('AC-37 R23 it counts once it is confirmed, by a click, and the old address is told', async ({ page }) => {
    const person = await begin(page);
    const next = person.email.replace('@', '.next@');
    await expect(page.getByLabel('Current password')).toHaveCount(0);
    await email(page).fill('not an address');
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText('Enter an e-mail address like name@example.org');
    await email(page).fill(next.toUpperCase());
    await page.getByLabel('Current password').fill('not my password');
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText('That isn’t your current password');
    await expect(email(page)).toHaveValue(next.toUpperCase());
    await expectAccessible(page);
    await page.getByLabel('Current password').fill(goodPassword);
    await save(page).click();
    await expect(page).toHaveURL(/\/organization\//);
    const told = `We sent an email to ${next}. Until you open the link in it, sign in with ${person.email}.`;
    await expect(page.getByText(told, { exact: false })).toBeVisible();
    await page.goto('/myprofile');
    await expect(page.getByText(told)).toBeVisible();
    await expect(email(page)).toHaveValue(person.email);
    await expectAccessible(page);

    const link = await mailedLink(page, next);
    await expect
      .poll(() => subjectsTo(page, person.email))
      .toContain('Someone asked to change your Hearth email address');
    // Opening the link alone, as mail programs do, changes nothing.
    await signOut(page);
    await page.goto(link);
    await expect(confirm(page)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/login');
    await fillSignIn(page, person.email, goodPassword);
    await expect(page.getByRole('button', { name: /user menu$/ })).toBeVisible();

    await page.goto(link);
    await confirm(page).click();
    await expect(page.getByRole('status')).toContainText(`You now sign in with ${next}.`);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.goto('/myprofile');
    await expect(email(page)).toHaveValue(next);
    await expect(page.getByText('We sent an email', { exact: false })).toHaveCount(0);

    await signOut(page);
    await fillSignIn(page, person.email, goodPassword);
    await expect(page.getByRole('alert')).toContainText('The email or password is incorrect.');
    await fillSignIn(page, next, goodPassword);
    await expect(page.getByRole('button', { name: /user menu$/ })).toBeVisible();

    await page.goto(link);
    await confirm(page).click();
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
    await expect(page.getByRole('link', { name: 'your profile' })).toHaveAttribute('href', '/myprofile');
    await expectAccessible(page);
  });

  test('an unknown link says what to do, by keyboard alone, on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/email_changes/never-made');
    await expect(confirm(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Tab');
    await expect(confirm(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This link isn’t valid.');
    await expectAccessible(page);
  });

  test('AC-38 AC-39 what is left empty stays, and nothing that was typed is lost', async ({ page }) => {
    const person = await begin(page);
    await email(page).fill('');
    await page.getByLabel('First name').fill('');
    await page.getByLabel('Last name').fill('Renamed');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await save(page).click();
    expect((await sent).postDataJSON()).toEqual({ last_name: 'Renamed' });
    await expect(page).toHaveURL(/\/organization\//);
    await expect(page.getByRole('button', { name: 'Mira Renamed user menu' })).toBeVisible();
    await page.goto('/myprofile');
    await expect(email(page)).toHaveValue(person.email);
  });
});
