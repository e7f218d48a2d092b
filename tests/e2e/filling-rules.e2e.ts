import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './definitions.ts';
import { box, makeRuledForm } from './filling-rules.ts';
import { makePerson } from './responding.ts';

const result = (page: Page, name: string) =>
  page.getByRole('main').locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

test('FO-57 FO-60 FO-61 rules ask for more, fill in, and results follow each key', async ({ page }) => {
  await signIn(page, 'curtis');
  const { form, slept, shelter, rent, income, born } = await makeRuledForm(page);
  const person = await makePerson(page);
  await page.goto(`/organization/clients/${person.id}/client_forms/new/${form.id}`);
  const choose = (label: string) => page.getByRole('radiogroup', { name: slept.name }).getByLabel(label).check();

  await expect(box(page, income)).toBeVisible();
  await expect(box(page, shelter)).toHaveCount(0);
  await box(page, income).fill('900');
  await box(page, rent).fill('650.5');
  await expect(result(page, 'Left after rent')).toHaveText('$249.50');

  await choose('Shelter');
  await expect(box(page, shelter)).toHaveAccessibleDescription('Asked because the answer is “Shelter”');
  await expect(box(page, rent)).toHaveValue('0');
  await expect(box(page, rent)).toHaveAttribute('readonly', '');
  await expect(box(page, rent)).toHaveAccessibleDescription(/Filled in by a rule: No rent in a shelter/);
  await expect(result(page, 'Left after rent')).toHaveText('$900.00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(`Answer: ${shelter.name}`);
  await box(page, shelter).fill('Harbor Light');
  await box(page, born).fill('03/14/1985');
  await expect(result(page, 'Age')).toHaveText(/^4\d years$/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Show Response' }).click();
  await expect(page.getByRole('row', { name: new RegExp(rent.name) })).toContainText('0');
  await expect(result(page, 'Left after rent')).toHaveText('$900.00');
});
