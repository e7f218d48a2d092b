import { expect, test } from '@playwright/test';
import { endRoutes, expectAccessible, expectNoSidewaysScroll, signIn, withoutBell } from './definitions.ts';
import { add, card, notes } from './notes.ts';
import { makePerson } from './responding.ts';

test.afterEach(endRoutes);

test.describe('notes on a person', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'curtis');
    const { id } = await makePerson(page, {});
    await page.goto(`/organization/clients/${id}`);
  });

  test('a half-written note is kept as a draft, and ends with the note', async ({ page }) => {
    const box = card(page).getByRole('textbox', { name: 'New note' });
    await box.fill('Half of what');
    await expect(card(page).getByText(/Draft saved/)).toBeVisible();
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(card(page).getByText('“Half of what”')).toBeVisible();
    await expectAccessible(page);
    await card(page)
      .getByRole('button', { name: /^Restore draft from/ })
      .click();
    await expect(box).toHaveValue('Half of what');
    await box.fill('Half of what was said');
    await card(page).getByRole('button', { name: 'Add note' }).click();
    await expect(notes(page)).toHaveText([/Half of what was said/]);
    await expect(box).toHaveValue('');
    // The next one begins anew.
    await box.fill('And another');
    await expect(card(page).getByText(/Draft saved/)).toBeVisible();
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(card(page).getByText(/^You have a draft from/)).toHaveText(/“And another”/);
  });

  test('RE-09 changing and deleting ask first, and nothing that was typed is lost', async ({ page }) => {
    await add(page, 'Prefers texts');
    await notes(page).getByRole('button', { name: 'Edit' }).click();
    const box = notes(page).getByRole('textbox');
    await expect(box).toBeFocused();
    await box.fill('Prefers texts after 5 PM');
    await page.getByRole('link', { name: 'Forms', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await notes(page).getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('The note will be replaced with: “Prefers texts”');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(box).toHaveValue('Prefers texts after 5 PM');
    await notes(page).getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(notes(page)).toContainText('Prefers texts after 5 PM');
    await expect(notes(page)).toContainText('changed');

    await notes(page).getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(notes(page)).toHaveCount(0);
  });

  test('what is being changed stays although newer notes push it out of the three', async ({ page }) => {
    for (const text of ['First', 'Second', 'Third']) await add(page, text);
    await notes(page).filter({ hasText: 'First' }).getByRole('button', { name: 'Edit' }).click();
    await notes(page).getByRole('textbox').fill('First, and more');
    await add(page, 'Fourth');
    await expect(notes(page)).toHaveCount(4);
    await expect(notes(page).getByRole('textbox')).toHaveValue('First, and more');
  });

  test('what is typed while a note is being added is kept, and added next', async ({ page }) => {
    const isOfNotes = /client_notes|\/notes/;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(isOfNotes, async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    const box = card(page).getByRole('textbox', { name: 'New note' });
    await box.fill('First');
    const stored = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await card(page).getByRole('button', { name: 'Add note' }).click();
    await box.fill('Second');
    letGo();
    await stored;
    await expect(notes(page)).toHaveText([/First/]);
    await expect(card(page).getByRole('button', { name: 'Add note' })).toBeEnabled();
    await expect(box).toHaveValue('Second');
    await card(page).getByRole('button', { name: 'Add note' }).click();
    await expect(notes(page)).toHaveText([/Second/, /First/]);
    await expect(box).toHaveValue('');
  });

  test('an empty one is refused in words, and a phone shows all of it', async ({ page }) => {
    await card(page).getByRole('button', { name: 'Add note' }).click();
    await expect(card(page).getByText('Enter a note')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'New note', exact: true }).click();
    await expect(card(page).getByRole('textbox', { name: 'New note' })).toBeFocused();
    await add(page, `${'long '.repeat(60)}${'x'.repeat(200)}`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('RE-10 who may not read notes is shown none', async ({ page }) => {
  await withoutBell(page);
  await signIn(page, 'omar');
  const { id } = await makePerson(page, {});
  await page.goto(`/organization/clients/${id}`);
  await expect(page.getByRole('region', { name: 'Record Summary' })).toBeVisible();
  // Until all that the page asks for is there, none is shown to anybody.
  await page.waitForLoadState('networkidle');
  await expect(card(page)).toHaveCount(0);
});
