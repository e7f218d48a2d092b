import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './definitions.ts';
import { makePerson } from './responding.ts';
import { dialog, makeForms, makeSequence, type Named, saveButton, setActive } from './sequences.ts';

test('CL-60 CL-67 CL-74 CL-75 a sequence is filled in form by form; one that was made inactive is skipped', async ({
  page,
}) => {
  await signIn(page, 'marisol');
  const [one, two, three] = await makeForms(page, 'One', 'Two', 'Three');
  const sequence = await makeSequence(page, [one!, two!, three!]);
  const person = await makePerson(page);
  await page.goto(`/organization/clients/${person.id}`);
  await page.getByRole('button', { name: 'Add a Form' }).click();
  const items = page.getByRole('menuitem');
  await expect(items.filter({ hasText: sequence.name })).toBeVisible();
  const hrefs = await items.evaluateAll((all) => all.map((item) => item.getAttribute('href') ?? 'sequence'));
  const isSequence = hrefs.map((href) => href.includes('sequence'));
  expect(isSequence).toEqual(isSequence.toSorted((a, b) => Number(b) - Number(a)));
  await items.filter({ hasText: sequence.name }).click();

  const step = (form: Named) =>
    `/organization/clients/${person.id}/client_forms/sequence/${sequence.id}/new/${form.id}`;
  await expect(page).toHaveURL(new RegExp(`${step(one!)}$`));
  await expect(page.getByText(`Form 1 of 3 in ${sequence.name}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(one!.question).fill('Yes');
  await setActive(page, two!, false);
  await saveButton(page).click();
  const saved = dialog(page, 'Response saved');
  await expect(saved).toContainText(`Skipped, because it is inactive: ${two!.name}`);
  await expect(saved).toContainText('This action will interrupt the sequence');
  await expect(saved.getByRole('button', { name: 'Next Form' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(new RegExp(`${step(three!)}$`));
  await expect(page.getByText(`Form 2 of 2 in ${sequence.name}`)).toBeVisible();
  await page.getByLabel(three!.question).fill('No');
  await saveButton(page).click();
  await expect(saved).toContainText(`This was the last form in the ${sequence.name} sequence.`);
  await expect(saved.getByRole('button', { name: 'Next Form' })).toHaveCount(0);
  await expect(saved).not.toContainText('This action will interrupt the sequence');
  await saved.getByRole('button', { name: 'Show Response' }).click();
  await expect(page.getByRole('row').filter({ hasText: three!.question })).toContainText('No');
});
