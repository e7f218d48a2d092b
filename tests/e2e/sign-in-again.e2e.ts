import { expect, test } from '@playwright/test';
import { curtis, stored } from './accounts.ts';
import { signIn } from './definitions.ts';
import { again, endSession, enter, lastName, save, typePerson } from './sign-in-again.ts';

test('R107 after idle minutes the page is covered, and goes on with what was typed and the file that was chosen', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'curtis');
  const last_name = await typePerson(page);
  await page.clock.fastForward('31:00');
  await expect(again(page)).toContainText(
    'You were signed out after 30 minutes without activity. Sign in to continue where you left off.',
  );
  expect(await stored(page)).toBeNull();
  await expect(page).toHaveTitle('Sign in again');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(again(page).getByLabel('Email')).toHaveValue(curtis[0]);
  await expect(again(page).getByLabel('Email')).not.toBeEditable();
  // Neither seen nor heard nor reached.
  await expect(lastName(page)).toHaveCount(0);
  await expect(page.locator('#last_name')).toBeHidden();
  await expect(page.getByText('Harborvale Family Services').locator('visible=true')).toHaveCount(1);

  await enter(page, curtis[1]);
  await expect(again(page)).toBeHidden();
  await expect(page.getByText('Signed in again. Press Save')).toBeVisible();
  await expect(lastName(page)).toHaveValue(last_name);
  await expect(page.getByAltText('New photo')).toBeVisible();
  await save(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ana ${last_name}`);
});

test('what met a session that was ended elsewhere can be saved again, and where one was has the focus', async ({
  page,
}) => {
  await signIn(page, 'curtis');
  const last_name = await typePerson(page);
  // Before the session ends: the draft may be saved at any moment, and asks to sign in again too.
  await lastName(page).focus();
  await endSession(page);
  await page.keyboard.press('Control+s');
  await expect(again(page)).toContainText('Your session has ended. Sign in to continue where you left off.');
  await enter(page, 'not his password at all');
  await expect(again(page).getByRole('alert')).toContainText('The email or password is incorrect.');
  await enter(page, curtis[1]);
  await expect(lastName(page)).toBeFocused();
  await expect(lastName(page)).toHaveValue(last_name);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ana ${last_name}`);
});
