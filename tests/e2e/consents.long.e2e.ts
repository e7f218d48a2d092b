import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';
import { makePerson } from './responding.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Consent' });

test('a consent is recorded by keyboard and withdrawn on a phone, and what no longer holds is shown on request', async ({
  page,
}) => {
  await signIn(page, 'curtis');
  const { id } = await makePerson(page, {});
  await page.goto(`/organization/clients/${id}`);
  await card(page).getByRole('button', { name: 'Record consent' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Record consent' });
  await expect(dialog.getByRole('checkbox', { name: 'Exports' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Choose at least one purpose').first()).toBeVisible();
  for (const name of ['Referral', 'Exports']) {
    await dialog.getByRole('checkbox', { name }).focus();
    await page.keyboard.press('Space');
  }
  await expect(dialog.getByText('I agree that my information can be included in files')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Last day' }).fill('12/31/2099');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('2 consents recorded')).toBeVisible();
  await expect(card(page).getByRole('listitem')).toHaveCount(2);
  await expect(card(page)).toContainText('until 12/31/2099');

  // Somebody else corrects it meanwhile: nothing that was typed is lost, and either may be kept.
  await card(page).getByRole('button', { name: 'Correct Exports' }).click();
  const correcting = page.getByRole('dialog', { name: 'Correct consent: Exports' });
  await correcting.getByRole('textbox', { name: 'Last day' }).fill('soon');
  await correcting.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(correcting.getByRole('alert')).toBeVisible();
  await correcting.getByRole('textbox', { name: 'Last day' }).fill('12/31/2098');
  const path = `/clients/${id}/consents`;
  const { data } = await api<{ data: { id: number; purpose: string }[] }>(page, 'GET', path);
  const stored = data.find(({ purpose }) => purpose === 'export');
  await api(page, 'PUT', `${path}/${stored?.id}`, { note: 'By phone' });
  await correcting.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(correcting.getByRole('alert')).toContainText('Theirs: The person.');
  await expect(correcting.getByRole('alert')).toContainText('Note: By phone');
  await expectAccessible(page);
  await correcting.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(page.getByText('Consent corrected: Exports')).toBeVisible();
  await expect(card(page)).toContainText('until 12/31/2098');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history).toContainText('Note: By phone');
  await expect(history).toContainText('Until 12/31/2099, Note: By phoneUntil 12/31/2098');
  await history.getByRole('button', { name: 'Close' }).last().click();

  await page.setViewportSize({ width: 390, height: 844 });
  await card(page).getByRole('button', { name: 'Withdraw Exports' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox', { name: 'Withdrawn by' }).fill('She called.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('Consent withdrawn: Exports')).toBeVisible();
  await expect(card(page).getByRole('listitem')).toHaveCount(1);
  await card(page).getByRole('button', { name: 'Show past consents (1)' }).click();
  await expect(card(page)).toContainText('She called.');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
