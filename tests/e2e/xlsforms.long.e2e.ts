import { expect, type Page, test } from '@playwright/test';
import readWorkbook from 'read-excel-file/node';
import writeWorkbook from 'write-excel-file/node';
import { expectAccessible, expectNoSidewaysScroll, signIn, unique } from './definitions.ts';

const header = ['type', 'name', 'label', 'required', 'relevant', 'calculation'];

/** A workbook whose form has this title, and three questions of which one cannot be asked. */
const intake = async (title: string) => {
  const sheets = {
    survey: [
      header,
      ['integer', 'age', `Age in ${title}`, 'yes'],
      ['text', 'employer', `Employer in ${title}`, '', `\${age} >= 18`],
      ['geopoint', 'place', 'Place'],
      ['calculate', 'months', 'Age in months', '', '', `\${age} * 12`],
    ],
    settings: [['form_title'], [title]],
  };
  return writeWorkbook(Object.entries(sheets).map(([sheet, data]) => ({ sheet, data }))).toBuffer();
};

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import XLSForm' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const choose = (page: Page, buffer: Buffer, name = 'intake.xlsx') =>
  dialog(page).getByLabel('Workbook').setInputFiles({ name, mimeType, buffer });
const open = async (page: Page) => {
  await page.goto('/organization/forms');
  await page.getByRole('button', { name: 'Import XLSForm' }).click();
};

test.describe('XLSForms, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('what is no workbook is refused, says what to choose, and leaves the dialog open', async ({ page }) => {
    await open(page);
    await button(page, 'Check').click();
    const problem = dialog(page).getByRole('alert');
    await expect(problem).toContainText('Choose an XLSForm workbook (.xlsx)');
    await expect(problem).toBeFocused();
    await choose(page, Buffer.from('type,name'), 'intake.csv');
    await expect(problem).toContainText('Choose an XLSForm workbook (.xlsx)');
    await choose(page, Buffer.from('type,name'));
    await expect(problem).toBeHidden();
    await button(page, 'Check').click();
    await expect(problem).toContainText('Choose an XLSForm workbook (.xlsx)');
    await expect(dialog(page)).toContainText('intake.xlsx');

    const survey = [header, ['text', 'a', 'A', '', `\${b} = 'x'`], ['text', 'b', 'B', '', `\${a} = 'x'`]];
    await choose(page, await writeWorkbook([{ sheet: 'survey', data: survey }]).toBuffer());
    await button(page, 'Check').click();
    await expect(problem).toContainText('Row 2 of survey: a refers to itself by way of b');
    await expectAccessible(page);
  });

  test('a workbook is checked, imported as an inactive form, and exported again', async ({ page }) => {
    const title = unique('Imported');
    await open(page);
    await choose(page, await intake(title));
    await button(page, 'Check').click();
    const outcome = dialog(page).getByRole('region', { name: '2 of 3 questions become fields' });
    await expect(outcome).toBeFocused();
    await expect(outcome).toContainText(title);
    await expect(outcome.getByRole('row').last()).toHaveText(
      /survey, row 4\s*place is left out: no field has the type geopoint/,
    );
    await expectAccessible(page);
    await button(page, 'Import').click();

    await expect(page.getByRole('status').filter({ hasText: `${title} imported. It’s inactive` })).toBeVisible();
    await expect(page).toHaveURL(/\/organization\/forms\/\d+\/edit$/);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(title);
    await expect(page.getByRole('list', { name: 'Fields' }).getByRole('listitem')).toHaveCount(2);

    await page.goto(page.url().replace('/edit', ''));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export XLSForm' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toMatch(/^imported_\w+\.xlsx$/);
    const [survey] = await readWorkbook(await file.path());
    expect(survey?.data.map((row) => row.slice(0, 3))).toEqual([
      ['type', 'name', 'label'],
      ['integer', expect.stringMatching(/^age_in_/), `Age in ${title}`],
      ['text', expect.stringMatching(/^employer_in_/), `Employer in ${title}`],
      ['calculate', 'age_in_months', 'Age in months'],
    ]);
  });

  test('another file takes the outcome away, and a phone shows all of it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    await choose(page, await intake(unique('Phone')));
    await button(page, 'Check').click();
    await expect(dialog(page)).toContainText('2 of 3 questions become fields');
    await expectNoSidewaysScroll(page);
    await choose(page, await intake(unique('Phone')));
    await expect(dialog(page)).not.toContainText('become fields');
    await expect(button(page, 'Check')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Import XLSForm' })).toBeFocused();
  });
});
