// Long because each row of the fields screens has its journey here, in the order of the rows.
import { expect, type Page, test } from '@playwright/test';
import {
  api,
  expectAccessible,
  expectNoSidewaysScroll,
  find,
  makeField,
  makeForm,
  signIn,
  unique,
} from './definitions.ts';

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const row = (page: Page, position: number) =>
  page.getByRole('list', { name: 'Options' }).getByRole('listitem').nth(position);
const labels = (page: Page) =>
  page
    .getByRole('list', { name: 'Options' })
    .getByRole('textbox', { name: 'Label' })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

test.describe('fields, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('FI-01 FI-08 FI-17 a select field is added, shown, changed, and its history kept', async ({ page }) => {
    const name = unique('Way to travel');
    await page.goto('/organization/fields');
    await expect(page).toHaveTitle(/Fields/);
    await page.getByRole('region', { name: 'Fields' }).getByRole('link', { name: 'Add field' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('textbox', { name: 'Description' }).fill('Most days');
    await choose(page, 'Field type', 'Select one');
    await row(page, 0).getByRole('textbox', { name: 'Label' }).fill('On foot');
    await expect(row(page, 0).getByRole('textbox', { name: 'Value' })).toHaveValue('on_foot');
    await page.getByRole('button', { name: 'Add option' }).click();
    await page.keyboard.type('Bus');
    await row(page, 1).getByRole('textbox', { name: 'Value' }).fill('public');
    await row(page, 1).getByRole('textbox', { name: 'Label' }).fill('Bus or train');
    await expect(row(page, 1).getByRole('textbox', { name: 'Value' })).toHaveValue('public');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('button', { name: 'Try it' }).click();
    await expect(preview.getByRole('radiogroup', { name }).getByRole('radio')).toHaveCount(2);
    await expectAccessible(page);
    await save(page);

    await expect(page).toHaveURL(/\/organization\/fields\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const options = page.getByRole('list', { name: 'Options' });
    await expect(options.getByRole('listitem')).toHaveText([/On foot\s*on_foot/, /Bus or train\s*public/]);
    await expect(page.getByText('No forms use this field yet.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('On most days');
    await save(page);
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history).toContainText('Changed by Curtis Bell');
    await expect(history).toContainText('On most days');
  });

  test('FI-13 FI-16 each type has its own settings, and the record tells them in words', async ({ page }) => {
    await page.goto('/organization/fields/new');
    const settings = page.getByRole('region', { name: 'Settings' });
    await page.getByRole('textbox', { name: 'Name' }).fill(unique('Rent'));
    await choose(page, 'Field type', 'Short text');
    for (const label of ['Minimum', 'Maximum', 'Mask']) await expect(settings.getByLabel(label)).toBeVisible();
    await expect(settings.getByRole('combobox', { name: 'Capitalization' })).toBeVisible();
    await choose(page, 'Field type', 'Checkbox');
    await expect(settings.getByRole('textbox', { name: 'Checked value', exact: true })).toBeVisible();
    await expect(settings.getByRole('textbox', { name: 'Unchecked value' })).toBeVisible();
    await expect(settings.getByLabel('Mask')).toBeHidden();
    await choose(page, 'Field type', 'Select many');
    await expect(settings.getByRole('checkbox', { name: 'Allow "Other"' })).toBeVisible();
    await expect(settings.getByRole('combobox', { name: 'Display type' })).toBeVisible();
    await choose(page, 'Data type', 'Numbers, several');
    await choose(page, 'Field type', 'Attachment');
    await expect(settings).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Data type' })).toBeHidden();
    await choose(page, 'Field type', 'Number');
    await settings.getByLabel('Minimum').fill('10');
    await settings.getByLabel('Maximum').fill('900');
    await choose(page, 'Format', 'US dollars ($)');
    await expectAccessible(page);
    await save(page);
    for (const [term, words] of [
      ['Field type', 'Number'],
      ['Minimum', '10'],
      ['Maximum', '900'],
      ['Format', 'US dollars ($)'],
    ])
      await expect(page.getByRole('term').filter({ hasText: term! }).locator('+ dd')).toHaveText(words!);
  });

  test('FI-02 FI-13 FI-14 FI-15 texts to read, moving dates and options from elsewhere are set up, and copied', async ({
    page,
  }) => {
    const settings = page.getByRole('region', { name: 'Settings' });
    const fact = (term: string) => page.getByRole('term').filter({ hasText: term }).locator('+ dd');
    const name = unique('Clinic');
    await page.goto('/organization/fields/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await choose(page, 'Field type', 'Date');
    await choose(page, 'Minimum', 'Days from today');
    await choose(page, 'Maximum', 'Today');
    await save(page);
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter a whole number of days']);
    await settings.getByLabel('Minimum, days from today').fill('-30');
    await choose(page, 'Format', 'March 14, 1985');
    await expectAccessible(page);
    await save(page);
    await expect(fact('Minimum')).toHaveText('30 days before today');
    await expect(fact('Maximum')).toHaveText('Today');

    await page.getByRole('link', { name: 'Edit' }).click();
    await choose(page, 'Field type', 'Select one');
    await choose(page, 'Options source', 'An API endpoint');
    await expect(page.getByRole('list', { name: 'Options' })).toBeHidden();
    await settings.getByLabel('API endpoint').fill('http://example.org/clinics');
    await settings.getByLabel('API parameters').fill('county\nage\n');
    await save(page);
    await expect(settings.getByLabel('API endpoint')).toHaveAccessibleDescription(
      /Enter an address like https:\/\/example\.org\/options/,
    );
    await settings.getByLabel('API endpoint').fill('https://example.org/clinics');
    await settings.getByRole('textbox', { name: 'Source', exact: true }).fill('The county list');
    await choose(page, 'Pre-populate from', 'The last answer on the same form');
    const shows = page.getByRole('region', { name: 'Show when' });
    await shows.getByRole('button', { name: 'Add condition' }).click();
    await save(page);
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Choose a field', 'Enter a value']);
    await page.getByRole('alert').getByRole('link').first().click();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().click();
    await shows.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'is not empty' }).click();
    await expectAccessible(page);
    await save(page);
    await expect(fact('API parameters')).toHaveText('county, age');
    await expect(
      page
        .getByRole('term')
        .filter({ hasText: /^Source$/ })
        .locator('+ dd'),
    ).toHaveText('The county list');
    await expect(fact('Pre-populate from')).toHaveText('The last answer on the same form');
    await expect(fact('Show when')).toHaveText('1 condition on other answers');

    await page.getByRole('link', { name: 'Edit' }).click();
    await choose(page, 'Field type', 'Presentation');
    await settings.getByRole('textbox', { name: 'Content' }).fill('You may refuse.');
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('You may refuse.');
    await expectAccessible(page);
    await save(page);
    await expect(page.getByRole('region', { name: 'Content' })).toContainText('You may refuse.');

    await page.getByRole('button', { name: 'Clone' }).click();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /saved$/ })
        .last(),
    ).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: `${name} (copy)` })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Content' })).toContainText('You may refuse.');
  });

  test('settings that cannot be right are told under their box, and nothing is lost', async ({ page }) => {
    await page.goto('/organization/fields/new');
    await page.getByRole('textbox', { name: 'Description' }).fill('Kept');
    await choose(page, 'Field type', 'Number');
    await page.getByLabel('Minimum').fill('many');
    await save(page);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(page).toHaveTitle(/^Error/);
    await expect(summary.getByRole('link')).toHaveText(['Enter a name']);
    await page.getByRole('textbox', { name: 'Name' }).fill(unique('Bounds'));
    await save(page);
    await expect(summary.getByRole('link')).toHaveText(['Enter a number']);
    await summary.getByRole('link', { name: 'Enter a number' }).click();
    await expect(page.getByLabel('Minimum')).toBeFocused();
    await page.getByLabel('Minimum').fill('9');
    await page.getByLabel('Maximum').fill('3');
    await save(page);
    await expect(page.getByLabel('Maximum')).toHaveAccessibleDescription(
      /Enter a maximum that isn’t below the minimum/,
    );
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Kept');
    await expectAccessible(page);
  });

  test('FI-19 a field with options needs at least one', async ({ page }) => {
    await page.goto('/organization/fields/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(unique('Empty'));
    await choose(page, 'Field type', 'Select many');
    await save(page);
    await expect(page.getByRole('alert')).toContainText('Please add at least one option to this field.');
    await row(page, 0).getByRole('button', { name: 'Remove' }).click();
    await save(page);
    await expect(page.getByRole('alert')).toContainText('Please add at least one option to this field.');
    await expect(page).toHaveURL(/new$/);
    await expectAccessible(page);
  });

  test('FI-18 options are pasted, moved by pointer, keyboard and buttons, removed and brought back', async ({
    page,
  }) => {
    const field = await makeField(page, 'Order', {
      field_type: 'select-one',
      field_options: [{ label: 'Zero', value: 'zero' }],
    });
    await page.goto(`/organization/fields/${field.id}/edit`);
    await page.getByRole('button', { name: 'Add option' }).click();
    await paste(page, 'One\nTwo\tsecond\n\nThree');
    expect(await labels(page)).toEqual(['Zero', 'One', 'Two', 'Three']);
    await expect(row(page, 2).getByRole('textbox', { name: 'Value' })).toHaveValue('second');

    await row(page, 3).getByRole('button', { name: 'Move up' }).click();
    await expect(page.getByText('Three moved to position 3 of 4')).toBeAttached();
    expect(await labels(page)).toEqual(['Zero', 'One', 'Three', 'Two']);
    await row(page, 0).getByRole('button', { name: 'Move down' }).click();
    expect(await labels(page)).toEqual(['One', 'Zero', 'Three', 'Two']);

    await row(page, 3)
      .getByRole('button', { name: /^Move Two/ })
      .focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Two is over position 4 of 4')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Two is over position 3 of 4')).toBeAttached();
    await page.keyboard.press('Space');
    await expect.poll(() => labels(page)).toEqual(['One', 'Zero', 'Two', 'Three']);

    const handle = row(page, 0).getByRole('button', { name: /^Move One/ });
    await handle.hover();
    await page.mouse.down();
    const target = (await row(page, 2).boundingBox())!;
    await page.mouse.move(target.x + 20, target.y + 10, { steps: 8 });
    await page.mouse.move(target.x + 20, target.y + target.height - 4, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => labels(page)).toEqual(['Zero', 'Two', 'One', 'Three']);

    await row(page, 1).getByRole('button', { name: 'Remove' }).click();
    expect(await labels(page)).toEqual(['Zero', 'One', 'Three']);
    await page
      .getByRole('status')
      .filter({ hasText: 'Option Two removed' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(() => labels(page)).toEqual(['Zero', 'Two', 'One', 'Three']);
    await save(page);
    await expect(page).toHaveURL(new RegExp(`/fields/${field.id}$`));
    const saved = await api<{ field_options: object[] }>(page, 'GET', `/fields/${field.id}`);
    expect(saved.field_options).toEqual([
      { label: 'Zero', value: 'zero', position: 0 },
      { label: 'Two', value: 'second', position: 1 },
      { label: 'One', value: 'one', position: 2 },
      { label: 'Three', value: 'three', position: 3 },
    ]);
  });

  test('a removed option is offered again where it is typed or pasted, and labels that repeat are told', async ({
    page,
  }) => {
    const removed = ['Espresso', 'Mocha'].map((label) => ({ label, value: label.toLowerCase(), hidden: true }));
    const field = await makeField(page, 'Drink', {
      field_type: 'select-one',
      field_options: [{ label: 'Latte', value: 'latte' }, ...removed],
    });
    await page.goto(`/organization/fields/${field.id}/edit`);
    await page.getByRole('button', { name: 'Add option' }).click();
    await page.keyboard.type('Espresso');
    await expect(row(page, 1).getByRole('textbox', { name: 'Value' })).toHaveValue('espresso_2');
    await expect(row(page, 1).getByRole('status')).toHaveText(/^This field had the option Espresso\./);
    await expectAccessible(page);
    await row(page, 1).getByRole('button', { name: 'Restore Espresso' }).click();
    await expect(row(page, 1).getByRole('textbox', { name: 'Value' })).toHaveValue('espresso');
    await expect(row(page, 1).getByRole('textbox', { name: 'Label' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Restore Espresso' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Add option' }).click();
    await paste(page, 'Tea\nMocha\nlatte');
    await expect(row(page, 4).getByRole('status')).toHaveText(/^Another option is also called latte\./);
    await row(page, 4).getByRole('button', { name: 'Remove' }).click();
    await row(page, 3).getByRole('button', { name: 'Restore Mocha' }).click();
    expect(await labels(page)).toEqual(['Latte', 'Espresso', 'Tea', 'Mocha']);
    await save(page);
    await expect(page).toHaveURL(new RegExp(`/fields/${field.id}$`));
    const saved = await api<{ field_options: object[] }>(page, 'GET', `/fields/${field.id}`);
    expect(saved.field_options).toEqual(
      ['Latte', 'Espresso', 'Tea', 'Mocha'].map((label, position) => ({
        label,
        value: label.toLowerCase(),
        position,
      })),
    );
  });

  test('what an answered field is cannot change, and the reason stands at its field', async ({ page }) => {
    const field = await find(page, 'fields', 'Children present');
    await page.goto(`/organization/fields/${field.id}/edit`);
    await choose(page, 'Field type', 'Long text');
    await save(page);
    await expect(page.getByRole('combobox', { name: 'Field type' })).toHaveAccessibleDescription(
      /This field has [\d,]+ answers?\. Create a new field instead\./,
    );
    await expect(page.getByRole('alert').getByRole('link').first()).toHaveText(/Create a new field instead/);
  });

  test('a field on a form is not deleted, and leads to that form; a free one is', async ({ page }) => {
    const field = await makeField(page, 'Doomed');
    const form = await makeForm(page, 'Holds it', [field]);
    await page.goto(`/organization/fields/${field.id}`);
    const uses = page.getByRole('list', { name: 'Forms that use it' });
    await expect(uses.getByRole('link', { name: form.name })).toHaveAttribute('href', `/organization/forms/${form.id}`);
    const askToDelete = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page
        .getByRole('alertdialog', { name: `Delete field ${field.name}` })
        .getByRole('button', { name: 'Delete' })
        .click();
    };
    await askToDelete();
    const refusal = page.getByRole('dialog', { name: 'Error' });
    await expect(refusal).toContainText('This field is used by the form');
    await refusal.getByRole('button', { name: 'OK' }).click();
    await api(page, 'DELETE', `/forms/${form.id}`);
    await askToDelete();
    await expect(page).toHaveURL(/\/organization\/fields$/);
    await expect(page.getByRole('status').filter({ hasText: `Field ${field.name} deleted` })).toBeVisible();
  });

  test('two presses on Save make one field; leaving with changes asks', async ({ page }) => {
    const name = unique('Once');
    await page.goto('/organization/fields/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await choose(page, 'Field type', 'Date');
    await page.getByRole('link', { name: 'Forms', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
    await expect(question).toContainText('You have unsaved changes, are you sure you want to leave?');
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await expect(page).toHaveURL(/\/fields\/\d+$/);
    const { data } = await api<{ data: object[] }>(page, 'GET', `/fields/page/1?query=${encodeURIComponent(name)}`);
    expect(data).toHaveLength(1);
  });

  test('somebody else saved first: nothing typed is lost', async ({ page }) => {
    const field = await makeField(page, 'Contested');
    await page.goto(`/organization/fields/${field.id}/edit`);
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
    await api(page, 'PUT', `/fields/${field.id}`, { description: 'Theirs' });
    await save(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Conflict – Your action cannot be completed');
    await dialog.getByRole('radio', { name: 'Yours: Mine' }).check();
    await dialog.getByRole('button', { name: 'Save again' }).click();
    await expect(page.getByRole('term').filter({ hasText: 'Description' }).locator('+ dd')).toHaveText('Mine');
  });

  test('by keyboard alone', async ({ page }) => {
    await page.goto('/organization/fields');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/new$/);
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type(unique('Typed'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Field type' })).toBeFocused();
    await page.keyboard.type('select one');
    await page.keyboard.press('Enter');
    await row(page, 0).getByRole('textbox', { name: 'Label' }).focus();
    await page.keyboard.type('Yes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('No');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('list', { name: 'Options' }).getByRole('listitem')).toHaveText([/Yes/, /No/]);
  });

  test('on a phone list, record and form are pages of their own', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const field = await makeField(page, 'Small', {
      field_type: 'select-one',
      field_options: [{ label: 'A', value: 'a' }],
    });
    await page.goto('/organization/fields');
    await page.getByRole('searchbox', { name: 'Search fields' }).fill(field.name);
    await page.getByRole('link', { name: field.name }).click();
    await expect(page.getByRole('searchbox', { name: 'Search fields' })).toBeHidden();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(row(page, 0).getByRole('textbox', { name: 'Label' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('who may only read fields is offered no changes', async ({ page }) => {
  await signIn(page, 'dana');
  const field = await find(page, 'fields', 'Preferred language');
  await page.goto(`/organization/fields/${field.id}`);
  await expect(page.getByRole('heading', { level: 1, name: field.name })).toBeVisible();
  for (const name of ['Edit', 'Add field']) await expect(page.getByRole('link', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
});
