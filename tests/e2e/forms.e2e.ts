import { expect, test } from '@playwright/test';
import { makeForm, signIn, unique } from './definitions.ts';
import { list, order, row, three, unsaved } from './forms.ts';

test.describe('forms, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('twelve new questions in two sections take at most 40 clicks and entries, and are saved as a draft', async ({
    page,
  }) => {
    const mark = unique('');
    let actions = 0;
    const enter = (name: string | RegExp, text: string) => {
      actions++;
      return page.getByRole(name === 'Add field' ? 'combobox' : 'textbox', { name }).fill(text);
    };
    const press = (role: 'option' | 'button', name: string | RegExp) => {
      actions++;
      return page.getByRole(role, { name, exact: true }).click();
    };
    const ask = async (question: string, kind: string) => {
      await enter('Add field', `${question}${mark}`);
      await press('option', new RegExp(`^${kind} [A-Z]`));
    };
    await page.goto('/organization/forms/new');
    await enter('Name', unique('Fast'));
    for (const [section, ...kinds] of [
      ['Person', 'Short text', 'Long text', 'Number', 'Date', 'Select one', 'Checkbox'],
      ['Home', 'Time', 'Email', 'Hyperlink', 'Signature', 'Select many', 'Attachment'],
    ]) {
      await ask(section!, 'Section');
      for (const kind of kinds) {
        await ask(`${section} ${kind}`, kind);
        if (!kind.startsWith('Select')) continue;
        await enter(/^Options of/, 'Own home\nShelter\nStreet');
        await press('button', 'Done');
      }
    }
    await expect(page.getByRole('combobox', { name: 'Add field' })).toBeFocused();
    await expect(list(page).getByRole('checkbox', { name: 'Required' })).toHaveCount(12);
    await press('button', 'Save draft');
    expect(actions).toBeLessThanOrEqual(40);

    await expect(list(page).getByRole('listitem')).toHaveCount(14);
    await expect(list(page).getByRole('link').nth(7)).toHaveText(`Home${mark}`);
    await expect(page.getByText('Draft: staff can’t fill in this form')).toBeVisible();
    await page.getByRole('button', { name: 'Make form active' }).click();
    await expect(page.getByText('Draft: staff can’t fill in this form')).toHaveCount(0);
  });

  test('changes are counted, undone and done again; a removed field comes back', async ({ page }) => {
    const fields = await three(page);
    const [a, b, c] = fields.map(({ name }) => name) as [string, string, string];
    const form = await makeForm(page, 'Undone', fields);
    await page.goto(`/organization/forms/${form.id}/edit`);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await row(page, b).getByRole('button', { name: 'Remove' }).click();
    await expect(unsaved(page)).toHaveText('Not saved yet, 1 change');
    await page
      .getByRole('status')
      .filter({ hasText: `${b} removed` })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(() => order(page)).toEqual([a, b, c]);
    await expect(unsaved(page)).toHaveCount(0);

    await page.getByRole('textbox', { name: 'Name' }).fill('Another name');
    await page.getByRole('switch', { name: 'Active' }).click();
    await row(page, a).getByRole('checkbox', { name: 'Required' }).uncheck();
    await expect(unsaved(page)).toHaveText('Not saved yet, 3 changes');
    await page.keyboard.press('Control+z');
    await expect(row(page, a).getByRole('checkbox', { name: 'Required' })).toBeChecked();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(form.name);
    await page.keyboard.press('Control+Shift+z');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Another name');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(new RegExp(`/forms/${form.id}$`));
  });
});
