import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './definitions.ts';
import { add, card, notes } from './notes.ts';
import { makePerson } from './responding.ts';

test.describe('notes on a person', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'curtis');
    const { id } = await makePerson(page, {});
    await page.goto(`/organization/clients/${id}`);
  });

  test('RE-06 RE-08 the three newest are shown, expandable to all, above the summary; by keyboard', async ({
    page,
  }) => {
    await expect(card(page)).toBeVisible();
    for (const text of ['First', 'Second', 'Third']) await add(page, text);
    await expect(card(page).getByRole('button', { name: 'Show all notes' })).toHaveCount(0);
    const box = card(page).getByRole('textbox', { name: 'New note' });
    await box.focus();
    await page.keyboard.type('Fourth');
    await page.keyboard.press('Control+Enter');
    await expect(notes(page)).toHaveText([/Fourth/, /Third/, /Second/]);
    await expect(box).toHaveValue('');
    await expect(card(page).getByRole('heading')).toHaveText('Notes');
    await expect(card(page).getByRole('heading').locator('+ span')).toHaveText('4');
    await card(page).getByRole('button', { name: 'Show all notes' }).click();
    await expect(notes(page)).toHaveText([/Fourth/, /Third/, /Second/, /First/]);
    const headings = await page.locator('aside').getByRole('heading', { level: 2 }).allTextContents();
    expect(headings).toEqual(['Actions', 'Notes', 'Consent', 'Record Summary']);
    await expectAccessible(page);
  });
});
