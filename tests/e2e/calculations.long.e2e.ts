import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn } from './definitions.ts';
import { makePerson } from './responding.ts';

type Stored = { calculations: { name: string; equation: string; variables: object[]; formatter: object }[] };

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const section = (page: Page) => page.getByRole('region', { name: 'Calculations' });
const rows = (page: Page) => section(page).getByRole('listitem');
const box = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
const choose = async (page: Page, select: string, option: string | RegExp) => {
  await dialog(page).getByRole('combobox', { name: select, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
};
const addVariable = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name: 'Add variable' }).click();
  await choose(page, 'Variable', name);
  await expect(box(page, 'Equation')).toBeFocused();
};
const more = async (page: Page, name: string, what: string) => {
  await section(page)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
};
const stored = async (page: Page, { id }: { id: number }) =>
  (await api<Stored>(page, 'GET', `/forms/${id}`)).calculations;

test.describe('the calculations of a form, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('FO-63 FO-66 FO-67 FO-68 FO-69 FO-78 an equation takes digits, signs and variables, and says what is wrong', async ({
    page,
  }) => {
    const [income, rent, note] = await Promise.all([
      makeField(page, 'Income', { field_type: 'number' }),
      makeField(page, 'Rent', { field_type: 'number' }),
      makeField(page, 'Note'),
    ]);
    const form = await makeForm(page, 'Counted', [income, rent, note]);
    await page.goto(`/organization/forms/${form.id}`);
    await expect(section(page).getByText('This form has no calculations yet.')).toBeVisible();
    await section(page).getByRole('button', { name: 'Add calculation' }).click();
    await save(page);
    await expect(dialog(page).getByRole('alert').getByRole('link')).toHaveText(['Enter a name', 'Enter an equation']);
    await box(page, 'Name').fill('Left');
    await box(page, 'Equation').focus();
    await page.keyboard.type('(x2a=');
    await expect(box(page, 'Equation')).toHaveValue('(2');
    await expect(box(page, 'Equation')).toHaveAccessibleDescription(/Close the \( at position 1/);
    await page.keyboard.press('Backspace');
    await dialog(page).getByRole('button', { name: 'Add variable' }).click();
    await dialog(page).getByRole('combobox', { name: 'Variable' }).click();
    await expect(page.getByRole('option')).toHaveText([income.name, rent.name]);
    await page.getByRole('option', { name: income.name }).click();
    await expect(box(page, 'Equation')).toBeFocused();
    await page.keyboard.type(' - ');
    await addVariable(page, rent.name);
    await page.keyboard.type(') / 2');
    await expect(box(page, 'Equation')).toHaveValue('(a - b) / 2');
    await expect(dialog(page).getByRole('list', { name: 'Variables' }).getByRole('listitem')).toHaveText([
      `a = ${income.name}`,
      `b = ${rent.name}`,
    ]);
    await choose(page, 'Format', 'Currency');
    await box(page, income.name).fill('2,001');
    await box(page, rent.name).fill('1000');
    await expect(dialog(page).getByText('Result: $500.50')).toBeVisible();
    await expectAccessible(page);
    await save(page);
    await expect(rows(page)).toHaveText([`LeftNumeric: (${income.name} − ${rent.name}) ÷ 2`]);

    await more(page, 'Left', 'Edit');
    await box(page, 'Equation').fill('a * 3');
    await expect(dialog(page).getByText('not in the equation, removed when you save')).toBeVisible();
    await save(page);
    await expect(rows(page)).toHaveText([`LeftNumeric: ${income.name} × 3`]);
    expect(await stored(page, form)).toMatchObject([
      { equation: 'a * 3', variables: [{ name: 'a', record_id: income.id }], formatter: { format: 'currency' } },
    ]);
  });

  test('a calculation takes five actions, shows what it gives for real responses, and is named by itself', async ({
    page,
  }) => {
    const [income, rent] = await Promise.all([
      makeField(page, 'Income', { field_type: 'number' }),
      makeField(page, 'Rent', { field_type: 'number' }),
    ]);
    const form = await makeForm(page, 'Quick', [income, rent]);
    const person = await makePerson(page);
    const answers = [
      { field_id: income.id, value: 1240 },
      { field_id: rent.id, value: 688 },
    ];
    await api(page, 'POST', `/clients/${person.id}/client_forms`, { form_id: form.id, answers });
    await page.goto(`/organization/forms/${form.id}`);
    await section(page).getByRole('button', { name: 'Add calculation' }).click();
    const near = dialog(page).getByRole('group', { name: 'Signs and fields' });
    await near.getByRole('button', { name: income.name }).click();
    await near.getByRole('button', { name: 'Minus' }).click();
    await near.getByRole('button', { name: rent.name }).click();
    await expect(box(page, 'Equation')).toHaveValue('a-b');
    await expect(box(page, 'Name')).toHaveValue(`${income.name} − ${rent.name}`);
    const trial = dialog(page).getByRole('region', { name: 'Try it' });
    await expect(trial.getByRole('list', { name: 'Recent responses' }).getByRole('listitem')).toHaveText(
      new RegExp(`^${person.last_name}, ${person.first_name}552$`),
    );
    await trial.getByRole('combobox', { name: 'Use answers from' }).click();
    await page.getByRole('option', { name: new RegExp(`^${person.last_name}`) }).click();
    await expect(box(page, income.name)).toHaveValue('1240');
    await expect(trial.getByText('Result: 552')).toBeVisible();
    await expectAccessible(page);
    await save(page);
    await expect(rows(page)).toHaveText([/^Income .* − Rent .*Numeric: /]);
  });

  test('FO-70 FO-71 FO-72 FO-79 FO-80 FO-81 dates and times are counted by sentences, on a phone too', async ({
    page,
  }) => {
    const [visit, exit, start] = await Promise.all([
      makeField(page, 'Visit', { field_type: 'date' }),
      makeField(page, 'Exit', { field_type: 'date' }),
      makeField(page, 'Start', { field_type: 'time' }),
    ]);
    const form = await makeForm(page, 'Dated', [visit, exit, start]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/organization/forms/${form.id}`);
    await section(page).getByRole('button', { name: 'Add calculation' }).click();
    await box(page, 'Name').fill('Stay');
    await dialog(page).getByRole('tab', { name: 'Time', exact: true }).click();
    await expect(dialog(page).getByRole('tab', { name: 'Time between' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Time', exact: true }).press('ArrowLeft');
    await expect(dialog(page).getByRole('tab', { name: 'Date' })).toBeFocused();
    await expect(dialog(page).getByRole('tab', { name: 'Time since' })).toHaveAttribute('aria-selected', 'true');
    await dialog(page).getByRole('tab', { name: 'Time between' }).click();
    await choose(page, 'From', visit.name);
    await save(page);
    await expect(dialog(page).getByRole('alert')).toContainText('Choose a field or a calculation for b');
    await choose(page, 'To', exit.name);
    await choose(page, 'Show as', 'Weeks');
    await box(page, visit.name).fill('01/01/2026');
    await box(page, exit.name).fill('01/15/2026');
    await expect(dialog(page).getByText('Result: 2 weeks')).toBeVisible();
    await expectNoSidewaysScroll(page);
    // So high that nothing of the dialog lies half under its foot.
    await page.setViewportSize({ width: 390, height: 1400 });
    await expectAccessible(page);
    await save(page);
    await expect(rows(page)).toHaveText([`StayDate: Weeks from ${visit.name} to ${exit.name}`]);

    await section(page).getByRole('button', { name: 'Add calculation' }).click();
    await box(page, 'Name').fill('Due');
    await dialog(page).getByRole('tab', { name: 'Date' }).click();
    await dialog(page).getByRole('tab', { name: 'Time from' }).click();
    await choose(page, 'Date', visit.name);
    await box(page, 'How many').fill('2');
    await choose(page, 'Unit', 'Months');
    await box(page, visit.name).fill('12/31/2025');
    await expect(dialog(page).getByText('Result: 02/28/2026')).toBeVisible();
    await choose(page, 'Show as', /^[A-Z][a-z]+ \d+, \d{4}$/);
    await expect(dialog(page).getByText('Result: February 28, 2026')).toBeVisible();
    await save(page);
    await expect(rows(page)).toHaveText([/^Stay/, `DueDate: ${visit.name} plus 2 months`]);
    expect(await stored(page, form)).toMatchObject([
      { equation: 'b - a', formatter: {} },
      { equation: 'a + b', formatter: { output: 'alpha_date' } },
    ]);
  });

  test('FO-74 FO-76 the order is changed in a mode of its own; responses follow; what others use stays', async ({
    page,
  }) => {
    const income = await makeField(page, 'Income', { field_type: 'number' });
    const form = await makeForm(page, 'Sorted', [income]);
    const add = (name: string, record: object) =>
      api<{ id: number }>(page, 'POST', `/forms/${form.id}/calculations`, {
        name,
        calculation_type: 'numeric',
        equation: 'a * 2',
        variables: [{ name: 'a', ...record }],
      });
    const first = await add('Double', { record_type: 'Field', record_id: income.id });
    await add('Fourfold', { record_type: 'Calculation', record_id: first.id });
    const names = async () => (await stored(page, form)).map(({ name }) => name);
    await page.goto(`/organization/forms/${form.id}`);
    await expect(rows(page)).toHaveText([/^DoubleNumeric: Income/, 'FourfoldNumeric: Double × 2']);
    await section(page).getByRole('button', { name: 'Change order' }).click();
    await rows(page).nth(1).getByRole('button', { name: 'Move up' }).press('Enter');
    await expect(rows(page)).toHaveText([/^Fourfold/, /^Double/]);
    await section(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(rows(page)).toHaveText([/^Double/, /^Fourfold/]);
    await expect(section(page).getByRole('button', { name: 'Change order' })).toBeFocused();
    await page.keyboard.press('Enter');
    await rows(page).nth(1).getByRole('button', { name: 'Move up' }).press('Enter');
    expect(await names()).toEqual(['Double', 'Fourfold']);
    await section(page).getByRole('button', { name: 'Save order' }).click();
    await expect(section(page).getByRole('button', { name: 'Change order' })).toBeVisible();
    await expect(rows(page)).toHaveText([/^Fourfold/, /^Double/]);
    expect(await names()).toEqual(['Fourfold', 'Double']);

    const { id: client_id } = await makePerson(page);
    const answers = [{ field_id: income.id, value: 100 }];
    await api(page, 'POST', `/clients/${client_id}/client_forms`, { form_id: form.id, answers });
    await page.reload();
    await more(page, 'Double', 'Edit');
    await box(page, 'Name').fill('Twofold');
    await save(page);
    await expect(page.getByText('Twofold saved', { exact: true })).toBeVisible();
    await more(page, 'Twofold', 'Edit');
    await box(page, 'Equation').press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3');
    await save(page);
    const question = page.getByRole('alertdialog', { name: 'Save calculation Twofold' });
    await expect(question).toContainText('1 response has a result. Keep it as it was calculated, or recalculate it?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await save(page);
    await question.getByRole('button', { name: 'Keep results' }).click();
    await expect(section(page).getByText('1 response has results from before a calculation changed.')).toBeVisible();
    await section(page).getByRole('button', { name: 'Recalculate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Recalculate' }).click();
    await expect(page.getByText('Results are being recalculated', { exact: true })).toBeVisible();

    await more(page, 'Twofold', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('This calculation is used by the calculation “Fourfold”')).toBeVisible();
  });
});
