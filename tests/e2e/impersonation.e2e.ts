import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './definitions.ts';
import { bar, caseworker, kept, side, stop, userMenu } from './impersonation.ts';

test.describe('acting for somebody', () => {
  test('AC-49 AC-50 AC-54 PE-03 SH-16 begins with a question and ends with Stop, by keyboard alone', async ({
    page,
  }) => {
    const person = await caseworker(page, 'Kei');
    await signIn(page, 'marisol');
    await page.goto(`/organization/users/${person.id}`);
    await side(page).getByRole('button', { name: 'Impersonate' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: `Impersonate ${person.name}` });
    await expect(question).toContainText('shows both names');
    await expectAccessible(page);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(bar(page, person)).toBeVisible();
    await expect(page).toHaveURL(/\/organization\/dashboard$/);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toHaveText(['My work', 'People']);
    expect(await kept(page)).toEqual(['hearth.acting', 'hearth.auth']);
    await userMenu(page, person.name).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toContainText(`Acting as ${person.name}`);
    await expect(page.getByRole('menu')).toContainText('Signed in as Marisol Quint');
    await expect(page.getByRole('menuitem', { name: 'My Organization' })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await stop(page).focus();
    await page.keyboard.press('Enter');
    await expect(userMenu(page, 'Marisol Quint')).toBeVisible();
    await expect(stop(page)).toHaveCount(0);
    await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible();
    expect(await kept(page)).toEqual(['hearth.auth']);
  });
});
