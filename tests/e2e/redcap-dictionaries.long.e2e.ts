import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';

test('a REDCap data dictionary is checked, and each instrument becomes an inactive form', async ({ page }) => {
  const name = unique('Visit').toLowerCase().replaceAll(/\W+/g, '_');
  const rows = [
    'Variable / Field Name,Form Name,Field Type,Field Label,"Choices, Calculations, OR Slider Labels",Text Validation Type OR Show Slider Number,Branching Logic (Show field only if...),Custom Alignment',
    `age,${name},text,Age,,integer,,LH`,
    `phone,${name},text,Phone,,phone,[age] > 17,`,
    `risk,${name}_again,yesno,At risk,,,[age] > 17,`,
  ];
  const buffer = Buffer.from(rows.join('\n'));
  await signIn(page, 'curtis');
  await page.goto('/organization/forms');
  await page.getByRole('button', { name: 'Import REDCap data dictionary' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import REDCap data dictionary' });
  const button = (label: string) => dialog.getByRole('button', { name: label, exact: true });
  const choose = (file: string, content: Buffer) =>
    dialog.getByLabel('Data dictionary').setInputFiles({ name: file, mimeType: 'text/csv', buffer: content });
  await choose('table.csv', Buffer.from('a,b\n1,2'));
  await button('Check').click();
  await expect(dialog.getByRole('alert')).toContainText('This file isn’t a data dictionary');
  await choose('project.csv', buffer);
  await button('Check').click();
  const title = name.replaceAll('_', ' ').replace(/^v/, 'V');
  const first = dialog.getByRole('region', { name: title, exact: true });
  await expect(first).toBeFocused();
  await expect(first).toContainText('2 of 2 questions become fields, with 1 rule and 0 calculations');
  await expect(first).toContainText('The validation phone of phone isn’t imported: any text is accepted');
  await expect(dialog.getByRole('region', { name: `${title} again` })).toContainText('so it’s always shown');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await button('Import').click();
  await expect(page.getByRole('status').filter({ hasText: '2 forms imported. They’re inactive' })).toBeVisible();
  // The list holds a page of forms, and those of other tests.
  await page.getByRole('searchbox').fill(`${title} again`);
  await expect(page.getByRole('link', { name: `${title} again` })).toBeVisible();
});
