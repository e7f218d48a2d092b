// Long because each row of the forms screens has its journey here, in the order of the rows.
import { expect, type Page, test } from '@playwright/test';
import { ask, fillSignIn, goodPassword, makeGroup, member, superuserToken } from './accounts.ts';
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
import { handles, list, order, row, three, unsaved } from './forms.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const add = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Add field' }).fill(name);
  await page.getByRole('option', { name }).click();
};
/** Records a response of somebody to a form of one field. */
const answer = async (page: Page, form: { id: number }, field: { id: number }) => {
  const { data } = await api<{ data: { id: number }[] }>(page, 'GET', '/clients/page/1');
  await api(page, 'POST', `/clients/${data[0]!.id}/client_forms`, {
    form_id: form.id,
    answers: [{ field_id: field.id, value: 'Said' }],
  });
};

test.describe('forms, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('FO-02 FO-03 FO-04 the list is searched, sorted by name then active, and marked', async ({ page }) => {
    const field = await makeField(page, 'Listed');
    const name = unique('Twin');
    await api(page, 'POST', '/forms', { name, active: false, form_fields: [{ field_id: field.id }] });
    await api(page, 'POST', '/forms', { name, form_type: 'internal', form_fields: [{ field_id: field.id }] });
    await page.goto('/organization/forms');
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search forms' }).fill(name);
    await expect(page.getByText('2 forms')).toBeVisible();
    const items = page.getByRole('region', { name: 'Forms' }).getByRole('listitem');
    await expect(items).toHaveText([/1 field\s*Internal$/, /1 field\s*Inactive$/]);
    await page.getByRole('button', { name: 'Inactive' }).click();
    await expect(page).toHaveURL(/\?inactive=1$/);
    await expect(items).toHaveText([/Inactive$/]);
    await page.getByRole('button', { name: 'Inactive' }).click();
    await page.getByRole('button', { name: 'Internal' }).click();
    await expect(items).toHaveText([/Internal$/]);
    await page.getByRole('searchbox', { name: 'Search forms' }).fill('no such form');
    await expect(page.getByText('No Forms Matched Your Filters')).toBeVisible();
  });

  test('FO-08 FO-09 FO-10 FO-11 the record tells what the form is and asks', async ({ page }) => {
    const [first, second] = await three(page);
    const form = await api<{ id: number }>(page, 'POST', '/forms', {
      name: unique('Told'),
      redirect_url: 'https://example.org/thanks',
      form_fields: [
        { field_id: first!.id, is_quick_view: true },
        { field_id: second!.id, is_required: false },
      ],
    });
    await page.goto(`/organization/forms/${form.id}`);
    const term = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');
    await expect(term('Description')).toHaveText('none');
    await expect(term('Custom redirect URL')).toHaveText('https://example.org/thanks');
    await expect(term('Responses')).toHaveText('0');
    await expect(list(page).getByRole('listitem')).toHaveText([
      /Alpha.*Short text.*Preview Field/,
      /Beta.* \(optional\)Short text$/,
    ]);
    await expect(list(page).getByRole('link', { name: first!.name })).toHaveAttribute(
      'href',
      `/organization/fields/${first!.id}`,
    );
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Created by Curtis Bell');
    await expectAccessible(page);
  });

  test('FO-12 FO-13 FO-17 the sections of the record say what there is, and the outline leads to them', async ({
    page,
  }) => {
    const text = await makeField(page, 'Read first', { field_type: 'presentation' });
    const form = await makeForm(page, 'Sectioned', [text, ...(await three(page))]);
    const sequence = await api<{ id: number; name: string }>(page, 'POST', '/sequences', {
      name: unique('Sequence'),
      forms: [{ id: form.id, position: 0 }],
    });
    await page.goto(`/organization/forms/${form.id}`);
    await expect(row(page, text.name)).not.toContainText('(optional)');
    await expect(
      page.getByRole('region', { name: 'Sequences' }).getByRole('link', { name: sequence.name }),
    ).toHaveAttribute('href', `/organization/sequences/${sequence.id}`);
    await expect(page.getByText('There are currently no reports defined.')).toBeVisible();
    await expect(page.getByText('This form has not been published for public use.')).toBeVisible();
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Publish settings' }).click();
    await expect(page.locator('#publish')).toBeFocused();
    await expect(page.locator('#publish')).toBeInViewport();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  test('FO-06 FO-44 FO-45 FO-47 a form is cloned, with its responses when asked', async ({ page }) => {
    const field = await makeField(page, 'Copied');
    const form = await makeForm(page, 'Original', [field]);
    await answer(page, form, field);
    const clone = async () => {
      await page.goto(`/organization/forms/${form.id}`);
      await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Clone' }).click();
      return page.getByRole('alertdialog', { name: `Clone form ${form.name}` });
    };
    const withResponses = await clone();
    await withResponses.getByRole('checkbox', { name: 'Copy responses too' }).check();
    await withResponses.getByRole('button', { name: 'Clone' }).click();
    await expect(page.getByText('Copy is being created. You will receive an email when finished')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/forms/${form.id}$`));
    const without = await clone();
    await without.getByRole('button', { name: 'Clone' }).click();
    await expect(page).toHaveURL(/\/forms\/\d+\/edit$/);
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(`${form.name} (copy 2)`);
  });

  test('FO-20 FO-25 FO-26 FO-27 FO-30 FO-33 FO-34 a form is written, refused until it has a field, and saved', async ({
    page,
  }) => {
    const [first] = await three(page);
    const name = unique('Written');
    await page.goto('/organization/forms/new');
    await expect(page.getByRole('switch', { name: 'Active' })).toBeChecked();
    await save(page);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(['Enter name', 'Please add at least one field to this form.']);
    await expectAccessible(page);
    await summary.getByRole('link', { name: 'Please add at least one field' }).click();
    await expect(page.getByRole('combobox', { name: 'Add field' })).toBeFocused();
    // What is still wrong elsewhere does not take the focus from who types.
    await page.getByRole('textbox', { name: 'Name' }).pressSequentially(name);
    await page.getByRole('textbox', { name: 'Custom redirect URL' }).fill('http://example.org');
    await add(page, first!.name);
    await expect(row(page, first!.name).getByRole('checkbox', { name: 'Required' })).toBeChecked();
    await expect(row(page, first!.name).getByRole('checkbox', { name: 'Preview Field' })).not.toBeChecked();
    await save(page);
    await expect(page.getByRole('textbox', { name: 'Custom redirect URL' })).toHaveAccessibleDescription(
      /Enter an address like https/,
    );
    await page.getByRole('combobox', { name: 'Form Use' }).click();
    await page.getByRole('option', { name: 'Internal' }).click();
    await expect(page.getByRole('textbox', { name: 'Custom redirect URL' })).toBeHidden();
    await save(page);
    await expect(page).toHaveURL(/\/organization\/forms\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByRole('combobox', { name: 'Form Use' })).toBeDisabled();
    await expect(page.getByText('Cannot be changed once saved')).toBeVisible();
  });

  test('FO-31 FO-35 fields are searched on the server, ticked, and one is made on the way', async ({ page }) => {
    const [first] = await three(page);
    const name = unique('Made on the way');
    await page.goto('/organization/forms/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(unique('Built'));
    await add(page, first!.name);
    await expect(page.getByRole('combobox', { name: 'Add field' })).toBeFocused();
    await page.keyboard.type(first!.name);
    await expect(page.getByRole('listbox', { name: 'Fields' })).toHaveText('Already on this form');
    await page.getByRole('combobox', { name: 'Add field' }).fill(name);
    await page.getByRole('option', { name: `Create field “${name}”` }).click();
    const dialog = page.getByRole('dialog', { name: 'Create field' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
    await dialog.getByRole('button', { name: 'Add to form' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Choose a field type');
    await expectAccessible(page);
    await dialog.getByRole('combobox', { name: 'Field type' }).click();
    await page.getByRole('option', { name: 'Date' }).click();
    await dialog.getByRole('button', { name: 'Add to form' }).click();
    await expect(row(page, name)).toContainText('Date');
    const known = () =>
      api<{ data: { name: string }[] }>(page, 'GET', `/fields/page/1?query=${encodeURIComponent(name)}`);
    expect((await known()).data, 'made with the form, not before').toEqual([]);
    await row(page, name).getByRole('checkbox', { name: 'Preview Field' }).check();
    await row(page, name).getByRole('checkbox', { name: 'Required' }).uncheck();
    await save(page);
    await expect(row(page, name)).toHaveText(/\(optional\)Date\s*Preview Field/);
  });

  test('questions are not lost while options are typed, nor by quick typing, nor to a draft of this tab', async ({
    page,
  }) => {
    // Somebody whose drafts no other test writes.
    const group = await makeGroup(page, 'Form makers', { privileges: { forms: ['write'], fields: ['write', 'use'] } });
    const person = await member(page, 'Fay', [group.id]);
    await page.goto('/login');
    await fillSignIn(page, person.email, goodPassword);
    await expect(page).not.toHaveURL(/login/);
    const mark = unique('');
    const adding = page.getByRole('combobox', { name: 'Add field' });
    const begin = async (question: string, kind: string) => {
      await adding.fill(`${question}${mark}`);
      await page.getByRole('option', { name: new RegExp(`^${kind} [A-Z]`), exact: true }).click();
    };
    await page.goto('/organization/forms/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(unique('Quick'));
    await begin('Color', 'Select one');
    await page.getByRole('textbox', { name: `Options of Color${mark}` }).fill('Red\nBlue');
    await begin('Size', 'Select one');
    await expect(row(page, `Color${mark}`), 'what was complete is added').toContainText('Select one');
    await expect(page.getByRole('textbox', { name: `Options of Size${mark}` })).toHaveValue('');
    await begin('Shape', 'Select one');
    await page.getByRole('textbox', { name: `Options of Shape${mark}` }).fill('Round');
    await page.getByRole('textbox', { name: `Options of Size${mark}` }).fill('Small\nLarge');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: `Options of Size${mark}` }), 'Escape drops nothing').toHaveValue(
      'Small\nLarge',
    );
    // Keys faster than any search: both questions stand there, each with its own name.
    await adding.click();
    for (const name of ['Zeta one', 'Zeta two']) {
      await page.keyboard.insertText(`${name}${mark}`);
      await page.keyboard.press('Enter');
    }
    for (const name of ['Size', 'Shape', 'Zeta one', 'Zeta two'])
      await expect(row(page, `${name}${mark}`)).toHaveCount(1);
    await expect(adding).toHaveValue('');
    await expect(list(page).getByRole('listitem')).toHaveCount(5);
    await expect(page.getByText('You have a draft from'), 'this tab’s own draft').toHaveCount(0);
    // What is not on the form yet is not saved without it, nor a question without its options.
    await begin('Pets', 'Select many');
    await adding.fill(`Left${mark}`);
    await save(page);
    await expect(adding).toBeFocused();
    await expect(adding).toHaveAccessibleDescription(`Add “Left${mark}” to the form, or clear it`);
    await page.keyboard.press('Enter');
    await expect(row(page, `Left${mark}`)).toHaveCount(1);
    await save(page);
    await page
      .getByRole('alert')
      .getByRole('link', { name: `Pets${mark}: Please add at least one option` })
      .click();
    await expect(page.getByRole('textbox', { name: `Options of Pets${mark}` })).toBeFocused();
    await page.keyboard.type('Dog');
    expect(await order(page), 'as they were typed').toEqual(
      ['Color', 'Size', 'Shape', 'Zeta one', 'Zeta two', 'Pets', 'Left'].map((name) => `${name}${mark}`),
    );
    await save(page);
    await expect(page).toHaveURL(/\/organization\/forms\/\d+$/);
  });

  test('the paper of a form has the name of each rule and calculation, and their words across the page', async ({
    page,
  }) => {
    const { id } = await find(page, 'forms', 'Housing Intake');
    await page.goto(`/organization/forms/${id}`);
    const logic = page.getByRole('region', { name: 'Logic' });
    const calculations = page.getByRole('region', { name: 'Calculations' });
    await expect(logic.getByRole('listitem').first()).toBeVisible();
    await expect(calculations.getByRole('listitem').first()).toBeVisible();
    await page.setViewportSize({ width: 816, height: 1056 });
    await page.emulateMedia({ media: 'print' });
    for (const list of [logic, calculations]) {
      const item = list.getByRole('listitem').first();
      const name = item.locator('[data-print="keep"]');
      await expect(name).toBeVisible();
      const words = await name.locator('..').boundingBox();
      expect(words!.width).toBeGreaterThan(600);
    }
  });

  test('keys that hit something else lose no text, move no question, and close no options for good', async ({
    page,
  }) => {
    const mark = unique('');
    const adding = page.getByRole('combobox', { name: 'Add field' });
    const optionsOf = (name: string) => page.getByRole('textbox', { name: `Options of ${name}${mark}` });
    await page.goto('/organization/forms');
    await page.getByRole('link', { name: 'Add form' }).first().click();
    for (const name of ['First', 'Second']) {
      await adding.fill(`${name}${mark}`);
      await page.keyboard.press('Enter');
    }
    // The list of kinds does not cover what Enter has just added.
    await row(page, `Second${mark}`).getByRole('button', { name: 'Move up' }).click();
    expect(await order(page)).toEqual([`Second${mark}`, `First${mark}`]);
    // Tab leads past the button that clears the box; a space there picks up a row, which is put back.
    await adding.fill('Third');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await adding.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' one', { delay: 50 });
    await expect(adding).toHaveValue('Third one');
    await handles(page).first().press('Space');
    await adding.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' more', { delay: 50 });
    await expect(adding).toHaveValue('Third one more');
    expect(await order(page)).toEqual([`Second${mark}`, `First${mark}`]);
    // A question stands over the dialog that was open already, and Stay keeps both.
    await adding.fill(`Text${mark}`);
    await page.getByRole('option', { name: /^Presentation [A-Z]/ }).click();
    const creating = page.getByRole('dialog', { name: 'Create field' });
    await creating.getByRole('textbox', { name: 'Content' }).click();
    await page.keyboard.type('Read this');
    await page.evaluate(() => history.back());
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await expect(creating.getByRole('textbox', { name: 'Content' })).toContainText('Read this');
    await creating.getByRole('button', { name: 'Add to form' }).click();
    await expect(adding).toBeFocused();
    // Done too early: the options are typed on.
    await adding.fill(`Pets${mark}`);
    await page.getByRole('option', { name: /^Select one [A-Z]/ }).click();
    await optionsOf('Pets').fill('Dog');
    await page.keyboard.press('Control+Enter');
    await expect(optionsOf('Pets')).toHaveCount(0);
    await row(page, `Pets${mark}`).locator('button[aria-expanded="false"]').first().click();
    await row(page, `Pets${mark}`).getByRole('button', { name: 'Edit options' }).click();
    await expect(optionsOf('Pets')).toBeFocused();
    await expect(optionsOf('Pets')).toHaveValue('Dog');
    await expectAccessible(page);
    page.once('dialog', (dialog) => dialog.accept());
  });

  test('rules and calculations are made over questions that are not saved yet, mended, undone and saved in one', async ({
    page,
  }) => {
    const [asked, shown] = await three(page);
    const income = await makeField(page, 'Income', { field_type: 'number' });
    const dialog = page.getByRole('dialog');
    const within = (group: string) => dialog.getByRole('group', { name: group, exact: true });
    const choose = async (group: string, select: string, option: string) => {
      await within(group).getByRole('combobox', { name: select }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const apply = () => dialog.getByRole('button', { name: 'Apply' }).click();
    const region = (name: string) => page.getByRole('region', { name });
    await page.goto('/organization/forms/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(unique('At once'));
    for (const { name } of [asked!, shown!, income]) await add(page, name);

    await list(page)
      .getByRole('button', { name: `${shown!.name} Short text` })
      .click();
    await page.getByRole('button', { name: `Add rule about ${shown!.name}` }).click();
    await choose('Condition 1', 'Field to compare', asked!.name);
    await choose('Condition 1', 'Comparison', 'is not empty');
    await apply();
    await expect(region('Logic').getByRole('listitem')).toContainText(
      `When ${asked!.name} is not empty: show ${shown!.name}`,
    );
    await region('Calculations').getByRole('button', { name: 'Add calculation' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Double');
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await dialog.getByRole('combobox', { name: 'Variable' }).click();
    await page.getByRole('option', { name: income.name }).click();
    await page.keyboard.type(' * 2');
    await apply();
    await expect(region('Calculations').getByRole('listitem')).toContainText(`Numeric: ${income.name} × 2`);
    await expectAccessible(page);

    const preview = region('Live preview');
    await preview.getByRole('button', { name: 'Try it' }).click();
    await expect(preview.getByRole('textbox', { name: shown!.name })).toHaveCount(0);
    await preview.getByRole('textbox', { name: income.name }).fill('21');
    await expect(preview.getByRole('region', { name: 'Results' })).toContainText(/Double\s*42/);

    const question = page.getByRole('alertdialog');
    const remove = (name: string) => row(page, name).first().getByRole('button', { name: 'Remove' }).first().click();
    await remove(income.name);
    await expect(question).toContainText('Calculation Double uses this field');
    await expect(question.getByRole('button', { name: 'Remove' })).toHaveCount(0);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await remove(asked!.name);
    await expect(question.getByRole('listitem')).toContainText(`Rule Show ${shown!.name} will be deleted`);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(region('Logic').getByRole('listitem')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(region('Logic').getByRole('listitem')).toHaveCount(1);
    expect(await order(page)).toEqual([asked!.name, shown!.name, income.name]);

    await save(page);
    await expect(page).toHaveURL(/\/forms\/\d+$/);
    await expect(region('Logic').getByRole('listitem')).toContainText(`show ${shown!.name}`);
    await expect(region('Calculations').getByRole('listitem')).toContainText(`Numeric: ${income.name} × 2`);
  });

  test('FO-31 fields are moved by pointer, keyboard, buttons and menu, and each move is said', async ({ page }) => {
    const fields = await three(page);
    const [a, b, c] = fields.map(({ name }) => name) as [string, string, string];
    const form = await makeForm(page, 'Moved', fields);
    await page.goto(`/organization/forms/${form.id}/edit`);
    await expect(handles(page)).toHaveCount(3);
    await row(page, a).hover();
    await row(page, a).getByRole('button', { name: 'Move down' }).click();
    expect(await order(page)).toEqual([b, a, c]);
    await expect(page.getByText(`${a} moved to position 2 of 3`)).toBeAttached();

    await row(page, c)
      .getByRole('button', { name: `More for ${c}` })
      .click();
    await page.getByRole('menuitem', { name: 'Move to top' }).click();
    await expect.poll(() => order(page)).toEqual([c, b, a]);
    await expect(page.getByText(`${c} moved to position 1 of 3`)).toBeAttached();

    await row(page, c)
      .getByRole('button', { name: /^Move .* Position/ })
      .focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(`${c} is over position 1 of 3`)).toBeAttached();
    // The list listens to arrows a moment after it has picked the row up.
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByText(`${c} is over position 2 of 3`)).toBeAttached({ timeout: 2000 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect.poll(() => order(page)).toEqual([b, c, a]);

    await row(page, b)
      .getByRole('button', { name: /^Move .* Position/ })
      .hover();
    await page.mouse.down();
    const target = (await row(page, a).boundingBox())!;
    await page.mouse.move(target.x + 20, target.y + 4, { steps: 8 });
    await page.mouse.move(target.x + 20, target.y + target.height - 4, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual([c, a, b]);
    // By key: for 50 ms after a drag, a click belongs to the drag and is not passed on.
    await page.keyboard.press('Control+s');
    await expect(list(page).getByRole('link')).toHaveText([c, a, b]);
  });

  test('FO-32 the switch makes the form inactive and active again', async ({ page }) => {
    const form = await makeForm(page, 'Switched', await three(page));
    for (const state of ['Inactive', 'Active']) {
      await page.goto(`/organization/forms/${form.id}/edit`);
      await page.getByRole('switch', { name: 'Active' }).click();
      await save(page);
      await expect(page).toHaveURL(new RegExp(`/forms/${form.id}$`));
      await expect(page.getByRole('main').getByText(state, { exact: true }).last()).toBeVisible();
    }
  });

  test('FO-37 FO-38 only superusers lock, and take away what is locked', async ({ page }) => {
    const [first, second] = await three(page);
    const form = await makeForm(page, 'Locked', [first!, second!]);
    const form_fields = [{ field_id: first!.id, is_locked: true }, { field_id: second!.id }];
    await ask(page, 'PUT', `/organization/demo/forms/${form.id}`, { form_fields }, await superuserToken(page));
    await page.goto(`/organization/forms/${form.id}/edit`);
    await expect(row(page, second!.name).getByRole('button', { name: 'Remove' })).toBeVisible();
    await expect(row(page, first!.name)).toContainText('Locked');
    await expect(row(page, first!.name).getByRole('button', { name: 'Remove' })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Locked' })).toHaveCount(0);
  });

  test('the preview follows every change, at both widths', async ({ page }) => {
    const form = await makeForm(page, 'Previewed', await three(page));
    await page.goto(`/organization/forms/${form.id}/edit`);
    const preview = page.getByRole('region', { name: 'Live preview' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Seen at once');
    await preview.getByRole('button', { name: 'Try it' }).click();
    await expect(preview.getByRole('heading', { name: 'Seen at once' })).toBeVisible();
    await expect(preview.getByRole('textbox')).toHaveCount(3);
    await row(page, 'Alpha').getByRole('checkbox', { name: 'Required' }).uncheck();
    await expect(preview.getByText('(optional)')).toHaveCount(1);
    const sheet = preview.getByRole('heading', { name: 'Seen at once' }).locator('..');
    expect((await sheet.boundingBox())!.width).toBe(390);
    await preview.getByRole('button', { name: 'Desktop' }).click();
    expect((await sheet.boundingBox())!.width).toBeGreaterThan(640);
    await preview.getByRole('textbox', { name: /Alpha/ }).fill('typed');
    await expect(unsaved(page)).toHaveText('Not saved yet, 2 changes');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  test('the preview runs the rules and calculations of the form', async ({ page }) => {
    const [asked, shown, held] = await three(page);
    const number = await makeField(page, 'Income', { field_type: 'number' });
    const when = (value: string) => ({
      and: [{ scope: 'form', conditions: { and: [{ field_name: String(asked!.id), op: 'EQ', value }] } }],
    });
    const form = await makeForm(page, 'Ruled', [asked!, shown!, held!, number], {
      logic: [
        { name: 'Show it', condition: when('yes'), actions: [{ type: 'show', field_id: shown!.id }] },
        {
          name: 'Fill it',
          condition: when('yes'),
          actions: [{ type: 'set', field_id: held!.id, payload: { value: 'Filled' } }],
        },
      ],
    });
    await api(page, 'POST', `/forms/${form.id}/calculations`, {
      name: 'Twice',
      calculation_type: 'numeric',
      equation: 'a * 2',
      variables: [{ name: 'a', record_type: 'Field', record_id: number.id }],
    });
    await page.goto(`/organization/forms/${form.id}/edit`);
    await expect(row(page, shown!.name)).toContainText('shown by a logic rule');
    const preview = page.getByRole('region', { name: 'Live preview' });
    await preview.getByRole('button', { name: 'Try it' }).click();
    const box = (name: string) => preview.getByRole('textbox', { name });
    await expect(box(asked!.name)).toBeVisible();
    await expect(box(shown!.name)).toHaveCount(0);
    await box(asked!.name).fill('yes');
    await expect(box(shown!.name)).toBeVisible();
    await expect(box(held!.name)).toHaveValue('Filled');
    await expect(box(held!.name)).toHaveAccessibleDescription(/Filled in by a rule: Fill it/);
    await box(number.name).fill('21');
    await expect(preview.getByRole('region', { name: 'Results' })).toContainText(/Twice\s*42/);
    await preview.getByRole('button', { name: 'Clear answers' }).click();
    await expect(box(shown!.name)).toHaveCount(0);
    await expect(box(asked!.name)).toHaveValue('');
    await expect(unsaved(page)).toHaveCount(0);
  });

  test('FI-40 FI-41 FI-42 FO-36 FO-40 FO-41 FO-42 FO-43 a field opens to its settings, and lookups are mapped', async ({
    page,
  }) => {
    const [text, day, search] = await Promise.all([
      makeField(page, 'House', { field_type: 'freeform-short' }),
      makeField(page, 'Moved in', { field_type: 'date' }),
      makeField(page, 'Unit', {
        field_type: 'search',
        metadata: { api_endpoint: 'https://example.org/units' },
      }),
    ]);
    const opener = await makeField(page, 'Opener', { field_type: 'presentation' });
    const form = await makeForm(page, 'Set up', [opener, text, day, search]);
    // It asks for more than it did when it was put on the form.
    await api(page, 'PUT', `/fields/${search.id}`, {
      metadata: { api_endpoint: 'https://example.org/units', api_parameters: ['house'] },
    });
    await page.goto(`/organization/forms/${form.id}/edit`);
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await expect(row(page, opener.name).getByRole('checkbox')).toHaveCount(0);
    await expect(row(page, search.name)).toContainText('1 lookup not mapped');

    await page.getByRole('button', { name: `${day.name} Date` }).focus();
    await page.keyboard.press('Enter');
    await choose('Client field', 'Date of birth');
    await choose('Latest date', 'Today');
    await row(page, day.name)
      .getByRole('checkbox', { name: /Hidden at first/ })
      .check();
    await choose('Pre-populate from', `${form.name} (this form)`);
    await save(page);
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      `${day.name}: Choose a field to pre-populate from, or None`,
      `${search.name}: Choose the field for house`,
    ]);
    await choose('Answer of', day.name);
    await expect(page.getByText(`Last answer to ${day.name} on ${form.name}`)).toBeVisible();
    await page.getByRole('alert').getByRole('link').click();
    await expect(page.getByRole('combobox', { name: 'Field for house' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page);
    await page.getByRole('option', { name: text.name }).click();
    await expect(row(page, search.name)).not.toContainText('not mapped');
    await save(page);
    await expect(page).toHaveURL(new RegExp(`/forms/${form.id}$`));
    type Stored = { form_fields: { id: number; field_id: number; settings: object; parameters_mapping: object }[] };
    const { form_fields } = await api<Stored>(page, 'GET', `/forms/${form.id}`);
    expect(form_fields[2]!.settings).toEqual({
      hide: true,
      client_field: 'dob',
      maxDate: { type: 'today' },
      pre_populate: { form_id: form.id, form_field_id: form_fields[2]!.id, field_id: day.id },
    });
    expect(form_fields[3]!.parameters_mapping).toEqual({ house: text.id });
  });

  test('a change that touches answers is asked about first', async ({ page }) => {
    const fields = await three(page);
    const form = await makeForm(page, 'Touched', fields.slice(0, 2));
    await api(page, 'PUT', `/forms/${form.id}`, {
      form_fields: fields.slice(0, 2).map(({ id }) => ({ field_id: id, is_required: false })),
    });
    await answer(page, form, fields[0]!);
    await page.goto(`/organization/forms/${form.id}/edit`);
    await row(page, fields[0]!.name).getByRole('button', { name: 'Remove' }).click();
    await row(page, fields[1]!.name).getByRole('checkbox', { name: 'Required' }).check();
    await save(page);
    const question = page.getByRole('alertdialog', { name: `Save form ${form.name}` });
    await expect(question).toContainText('This change affects 1 response.');
    await expect(question.getByRole('listitem')).toHaveText([
      new RegExp(`^${fields[0]!.name} is removed. The answers stay`),
      new RegExp(`^${fields[1]!.name} is now required`),
    ]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(unsaved(page)).toHaveText('Not saved yet, 2 changes');
    await save(page);
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(list(page).getByRole('link')).toHaveText([fields[1]!.name]);

    await page.goto(`/organization/fields/${fields[0]!.id}/edit`);
    await page.getByRole('textbox', { name: 'Name' }).fill(`${fields[0]!.name} again`);
    await save(page);
    const ofField = page.getByRole('alertdialog', { name: `Save field ${fields[0]!.name}` });
    await expect(ofField).toContainText('Existing responses will show the new name too.');
    await ofField.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${fields[0]!.name} again` })).toBeVisible();
  });

  test('a form with responses is not deleted but can be made inactive; another is deleted', async ({ page }) => {
    const ask = async (id: number) => {
      await page.goto(`/organization/forms/${id}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    };
    const field = await makeField(page, 'Answered');
    const answered = await makeForm(page, 'Answered', [field]);
    await answer(page, answered, field);
    await ask(answered.id);
    const refusal = page.getByRole('alertdialog', { name: `Delete form ${answered.name}` });
    await expect(refusal).toContainText('This form has responses. Make it inactive instead');
    await refusal.getByRole('button', { name: 'Make inactive' }).click();
    await expect(refusal).toBeHidden();
    await expect(page.getByRole('main').getByText('Inactive', { exact: true }).last()).toBeVisible();
    await expect(page.getByText('1 response', { exact: true })).toBeVisible();

    const form = await makeForm(page, 'Doomed', await three(page));
    await ask(form.id);
    const question = page.getByRole('alertdialog', { name: `Delete form ${form.name}` });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/organization\/forms$/);
  });

  test('somebody else saved first: what was done here is kept', async ({ page }) => {
    const fields = await three(page);
    const form = await makeForm(page, 'Contested', fields);
    await page.goto(`/organization/forms/${form.id}/edit`);
    await row(page, fields[1]!.name).getByRole('button', { name: 'Remove' }).click();
    await api(page, 'PUT', `/forms/${form.id}`, { description: 'Theirs' });
    await save(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Conflict – Your action cannot be completed');
    await dialog.getByRole('button', { name: 'Save again' }).click();
    await expect(page.getByRole('term').filter({ hasText: 'Description' }).locator('+ dd')).toHaveText('Theirs');
    await expect(list(page).getByRole('listitem')).toHaveCount(2);
  });

  test('by keyboard alone', async ({ page }) => {
    const [first, second] = await three(page);
    await page.goto('/organization/forms/new');
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type(unique('Typed'));
    await page.getByRole('combobox', { name: 'Add field' }).focus();
    for (const { name } of [first!, second!]) {
      await page.keyboard.type(name);
      await expect(page.getByRole('option', { name })).toHaveAttribute('data-combobox-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(row(page, name)).toBeVisible();
    }
    await expect(page.getByText(`${second!.name} added at position 2`)).toBeAttached();
    await page.keyboard.press('Control+s');
    await expect(list(page).getByRole('link')).toHaveText([first!.name, second!.name]);
  });

  test('on a phone the editor is one column with Save in reach', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const form = await makeForm(page, 'Small', await three(page));
    await page.goto(`/organization/forms/${form.id}/edit`);
    await expect(handles(page)).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Live preview' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport();
    await page.getByRole('textbox', { name: 'Description' }).fill('From a phone');
    await save(page);
    await expect(page).toHaveURL(new RegExp(`/forms/${form.id}$`));
    await expect(page.getByText('From a phone')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('who may only read forms is offered no changes', async ({ page }) => {
  await signIn(page, 'dana');
  const form = await find(page, 'forms', 'Housing Intake');
  await page.goto(`/organization/forms/${form.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Housing Intake' })).toBeVisible();
  for (const name of ['Edit', 'Add form']) await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  // Responses she may write; of the form itself nothing.
  await expect(page.getByRole('menuitem')).toHaveText([
    'Download responses',
    'Import/Delete Responses',
    'Import/Batch Delete Log',
    'Export XLSForm',
    'Print',
  ]);
});
