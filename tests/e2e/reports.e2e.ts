import { expect, type Locator, test } from '@playwright/test';
import { api, expectAccessible, makeField, makeForm, signIn, unique } from './definitions.ts';
import {
  heading,
  makeCities,
  makeNeeds,
  makeReport,
  makeScores,
  type Named,
  preview,
  type Report,
  rows,
  save,
} from './reports.ts';
import { makePerson } from './responding.ts';

test.describe('reports, as an owner', () => {
  test.beforeEach(({ page }) => signIn(page, 'marisol'));

  test('ages at a date are grouped by bands, each with a sentence where it is wrong', async ({ page }) => {
    const { form, seen } = await makeScores(page);
    const report = await makeReport(page, form, [], {
      fields: [{ field: 'client_dob' }, { form: form.id, field: String(seen.id), agg: 'count', label: 'Visits' }],
    });
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    const choose = async (box: string, option: string) => {
      await page.getByRole('combobox', { name: box }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Period for Date of birth', 'Time until another date');
    await choose('Time from Age today until', `Until ${seen.name}`);
    const bands = page.getByRole('textbox', { name: `Bands for Age at ${seen.name}` });
    await bands.fill('0, 90, 26');
    await expect(page.getByText('Enter the starts in ascending order: 26 comes after 90').first()).toBeVisible();
    await bands.fill('0, 26, 90');
    await expect(page.getByText('0–25, 26–89, 90 and over')).toBeVisible();
    await expect(rows(page)).toHaveText([/0–25.*0/, /26–89.*2/, /90 and over.*0/]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(bands).toHaveValue('');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(bands).toHaveValue('0, 26, 90');
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    await expect(page.getByRole('columnheader', { name: `Age at ${seen.name}` })).toBeVisible();
    await expect(page.getByRole('row', { name: /26–89/ })).toContainText('2');
  });

  test('each option of a question has a row, also one that nobody chose', async ({ page }) => {
    const { form, needs } = await makeNeeds(page);
    const report = await makeReport(page, form, [needs], {
      fields: [
        { form: form.id, field: String(needs.id) },
        { field: 'client_id', agg: 'count_distinct', label: 'People' },
      ],
      settings: { totals: true },
    });
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    await expect(rows(page)).toHaveText([/Bed.*1/, /Bed, Food.*1/]);
    await page.getByRole('combobox', { name: `Group ${needs.name} by` }).click();
    await page.getByRole('option', { name: 'Each option', exact: true }).click();
    await expect(page.getByText('Totals count each record once.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Show groups without records' })).toBeChecked();
    await expect(rows(page)).toHaveText([/Bed.*1/, /Food.*1/, /Advice.*0/]);
    await expect(preview(page).getByRole('row', { name: /Total/ })).toContainText('1');
    await expectAccessible(page);
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    await expect(page.getByRole('row', { name: /Advice/ })).toContainText('0');
  });

  test('the top groups are shown, and all others together', async ({ page }) => {
    const { form, city } = await makeCities(page);
    const report = await makeReport(page, form, [], {
      fields: [
        { form: form.id, field: String(city.id) },
        { form: form.id, field: 'response_id', agg: 'count', label: 'Visits' },
        { field: 'client_id', agg: 'count_distinct', label: 'People' },
      ],
      settings: { totals: true },
    });
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    await expect(rows(page)).toHaveText([/Avon.*1/, /Bath.*1/, /Cole.*1/, /Dover.*1/, /Troy.*2/]);
    const choose = async (box: string, option: string) => {
      await page.getByRole('combobox', { name: box, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose(`Show ${city.name}`, 'Top 3');
    await expect(rows(page)).toHaveText([/Troy.*2/, /Avon.*1/, /Bath.*1/, /Other \(2\).*2.*1/]);
    await choose(`Top of ${city.name} by`, 'People');
    await expect(rows(page)).toHaveText([/Avon.*1/, /Bath.*1/, /Cole.*1/, /Other \(2\).*3.*1/]);
    await expectAccessible(page);
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    await expect(page.getByRole('row', { name: /Other \(2\)/ })).toContainText('3');
  });

  test('a formula is averaged over records, which its result limits, and a figure has a target', async ({ page }) => {
    const { form, score, nights } = await makeScores(page);
    const fields = [score, nights].map(({ id }) => ({ form: form.id, field: String(id), agg: 'sum' }));
    const report = await makeReport(page, form, [], {
      fields: [...fields, { type: 'operation', formula: 'A / (B * 2)', label: 'Points' }],
    });
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    await expect(rows(page)).toHaveText([/14.*6.*1\.1666/]);
    const choose = async (box: string, option: string) => {
      await page.getByRole('combobox', { name: box, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Function for Points', 'Average');
    await expect(rows(page)).toHaveText([/14.*6.*1\.125/]);
    const conditions = page.getByRole('region', { name: 'Conditions' });
    await conditions.getByRole('button', { name: 'Add condition' }).click();
    const condition = conditions.getByRole('group', { name: 'Condition 1' });
    await condition.getByRole('combobox', { name: 'Field to compare' }).click();
    await page
      .getByRole('group', { name: 'Calculated in this report' })
      .getByRole('option', { name: 'Points' })
      .click();
    await condition.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'is more than', exact: true }).click();
    await condition.getByRole('textbox', { name: 'Value' }).fill('1');
    await expect(rows(page)).toHaveText([/10.*4.*1\.25/]);
    await choose(`Show ${score.name} as`, 'Percent of target');
    await page.getByRole('textbox', { name: `Target for ${score.name}` }).fill('0');
    await expect(page.getByRole('region', { name: 'Function' }).getByText('Enter a target above 0')).toBeVisible();
    await page.getByRole('textbox', { name: `Target for ${score.name}` }).fill('20');
    await expect(rows(page)).toHaveText([/50\.0%.*4.*1\.25/]);
    await expectAccessible(page);
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    await expect(page.getByRole('columnheader', { name: /percent of target/ })).toContainText('Target 20');
    await expect(page.getByText('Points is more than 1', { exact: true })).toBeVisible();
  });

  test('one of several conditions must hold, which readers can change for themselves', async ({ page }) => {
    const { form, score, nights } = await makeScores(page);
    const report = await makeReport(page, form, [score, nights]);
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    await expect(rows(page)).toHaveCount(2);
    const conditions = page.getByRole('region', { name: 'Conditions' });
    const choose = async (row: Locator, name: string, value: string) => {
      await row.getByRole('combobox', { name: 'Field to compare' }).click();
      await page.getByRole('option', { name, exact: true }).click();
      await row.getByRole('textbox', { name: 'Value' }).fill(value);
    };
    await conditions.getByRole('button', { name: 'Add “any of these”' }).click();
    const first = conditions.getByRole('group', { name: 'Condition 1.1' });
    await expect(first.getByRole('combobox', { name: 'Field to compare' })).toBeFocused();
    await choose(first, score.name, '10');
    await expect(rows(page)).toHaveCount(2);
    await choose(conditions.getByRole('group', { name: 'Condition 1.2' }), nights.name, '99');
    await expect(rows(page)).toHaveText([/10.*4/]);
    await conditions.getByRole('button', { name: 'Add to “any of these”' }).click();
    await choose(conditions.getByRole('group', { name: 'Condition 1.3' }), nights.name, '2');
    await expect(rows(page)).toHaveCount(2);
    await conditions.getByRole('button', { name: 'Remove condition 1.2' }).click();
    await expect(conditions.getByRole('button', { name: 'Add to “any of these”' })).toBeFocused();
    await expect(rows(page)).toHaveCount(2);
    await expectAccessible(page);
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    await expect(page.getByText(`(${score.name} is 10, or ${nights.name} is 2)`, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Modify Results' }).click();
    const changed = page.getByRole('group', { name: 'Condition 1.1' });
    await expect(changed.getByRole('combobox', { name: 'Field to compare' })).toBeFocused();
    await changed.getByRole('textbox', { name: 'Value' }).fill('11');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByText(`(${score.name} is 11, or ${nights.name} is 2)`, { exact: true })).toBeVisible();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Modify Results' }).click();
    await page.getByRole('button', { name: 'Remove condition 1.2' }).click();
    await expect(page.getByRole('group', { name: 'Condition 1', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByText(`${score.name} is 11`, { exact: true })).toBeVisible();
  });

  test('one response to another form stands beside each row, found by a date', async ({ page }) => {
    const { form, score, seen, person } = await makeScores(page);
    const { form: other, score: points, seen: entry } = await makeScores(page, person);
    const report = await makeReport(page, form, [score], {
      fields: [
        { form: form.id, field: String(score.id) },
        { form: other.id, field: String(points.id), label: 'Points' },
      ],
    });
    await page.goto(`/organization/reports/${report.id}/edit?step=fields`);
    const choose = async (box: string, option: string) => {
      await page.getByRole('combobox', { name: box, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await expect(page.getByText('2 forms, joined by person', { exact: false })).toBeVisible();
    await choose(`Responses to ${form.name}`, 'Latest response');
    await choose(`Responses to ${other.name}`, 'Latest response');
    await expect(
      page.getByRole('region', { name: 'Forms' }).getByText('Choose a form that gives the rows'),
    ).toBeVisible();
    await choose(`Responses to ${form.name}`, 'Each response is a row');
    await choose(`Responses to ${other.name}`, 'First on or after a row date');
    await choose(`Row date for ${other.name}`, seen.name);
    await choose(`Date of ${other.name}`, entry.name);
    await expect(rows(page)).toHaveText([/10.*10/, /4.*4/]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('combobox', { name: `Date of ${other.name}`, exact: true })).toHaveValue(
      'Time Recorded',
    );
    await page.getByRole('button', { name: 'Redo' }).click();
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    const told = `${other.name}: the first response on or after ${seen.name}, by ${entry.name}.`;
    await expect(page.getByText(told, { exact: true })).toBeVisible();
  });

  test('who improved, stayed the same or got worse is counted in one report', async ({ page }) => {
    const { form, score, seen } = await makeScores(page);
    const report = await makeReport(page, form, [score, score]);
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    const choose = async (box: string, option: string) => {
      await page.getByRole('combobox', { name: box, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await page.getByRole('button', { name: 'Aggregate' }).click();
    await choose(`Responses to ${form.name}`, 'First and latest of each person, compared');
    await choose(`Date of ${form.name}`, seen.name);
    await choose(`Answer shown for ${score.name} (A)`, 'Improved, same or worse');
    await choose(`Answer shown for ${score.name} (B)`, 'Change');
    await choose(`Function for ${score.name}, change (B)`, 'Average');
    await expect(rows(page)).toHaveText([/Worse.*-6/]);
    const better = `Better for ${score.name}, improved, same or worse (A)`;
    await choose(better, 'Lower is better');
    await expect(rows(page)).toHaveText([/Improved.*-6/]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveText([/Worse.*-6/]);
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    const told = `${form.name}: the first and the latest response of each person, by ${seen.name}.`;
    await expect(page.getByText(told, { exact: true })).toBeVisible();
  });

  test('figures that are kept stay as they are', async ({ page }) => {
    const { form, score, nights, seen, person } = await makeScores(page);
    const report = await makeReport(page, form, [], {
      fields: [
        { form: form.id, field: 'form_name' },
        { form: form.id, field: String(score.id), agg: 'sum' },
      ],
    });
    await page.goto(`/organization/reports/${report.id}`);
    await expect(page.getByRole('table', { name: 'Table' }).locator('tbody tr')).toHaveText([/14/]);
    await page.getByRole('button', { name: 'Keep these figures' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Keep these figures' });
    await dialog.getByLabel('Name').fill('January');
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: 'Everyone who can open this report' }).check();
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(dialog).toBeHidden();
    await api(page, 'POST', `/clients/${person.id}/client_forms`, {
      form_id: form.id,
      answers: [
        { field_id: score.id, value: 100 },
        { field_id: nights.id, value: 1 },
        { field_id: seen.id, value: '2026-03-05' },
      ],
    });
    await page.getByRole('link', { name: 'Kept figures' }).click();
    const list = page.getByRole('table', { name: 'Kept figures' });
    await list.getByRole('link', { name: 'January' }).click();
    await expect(
      page.getByText(/kept these figures on .* Everyone who can open this report can see them/),
    ).toBeVisible();
    await expect(page.getByRole('table', { name: 'January' }).locator('tbody tr')).toHaveText([/14/]);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Kept figures' }).click();
    await page.getByRole('button', { name: 'Delete January' }).click();
    const deletion = page.getByRole('alertdialog', { name: 'Delete kept figures January' });
    await deletion.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('No kept figures')).toBeVisible();
  });

  test('how the questions of a form are answered is one press away', async ({ page }) => {
    const field_options = ['Yes', 'No', 'No idea'].map((label, position) => ({ label, value: label, position }));
    const veteran = await makeField(page, 'Veteran', { field_type: 'select-one', field_options });
    const city = await makeField(page, 'City', { field_type: 'freeform-short' });
    await page.goto(`/organization/fields/${veteran.id}/edit`);
    await page.getByRole('button', { name: 'What No idea counts as' }).click();
    await page.getByRole('menuitem', { name: 'Counts as unknown' }).click();
    await expect(page.getByText('Counts as unknown, not as an answer')).toBeVisible();
    await page.getByRole('button', { name: 'Add “Prefers not to answer”, “Not collected”' }).click();
    await expect(page.getByText(/not as an answer$/)).toHaveCount(3);
    await expectAccessible(page);
    await save(page).click();
    await expect(page.getByRole('list', { name: 'Options' }).getByRole('listitem')).toHaveText([
      ...[/^YesYes$/, /^NoNo$/, /Unknown$/, /Declined$/, /Not collected$/],
    ]);
    const form = await makeForm(page, 'Intake', [], {
      form_fields: [veteran, city].map(({ id }) => ({ field_id: id, is_required: false })),
    });
    const person = await makePerson(page);
    for (const [value, town] of [
      ['Yes', 'Avon'],
      ['No idea', null],
      ['prefers_not_to_answer', null],
      [null, 'Bath'],
    ])
      await api(page, 'POST', `/clients/${person.id}/client_forms`, {
        form_id: form.id,
        answers: [
          { field_id: veteran.id, value },
          { field_id: city.id, value: town },
        ],
      });
    await page.goto(`/organization/forms/${form.id}`);
    await page.getByRole('button', { name: 'Create data quality report' }).click();
    await expect(page.getByRole('heading', { name: `${form.name}: data quality` })).toBeVisible();
    const table = page.getByRole('table', { name: 'Table' });
    // Asked, answered, missing, in percent, unknown, declined, not collected.
    await expect(table.locator('tbody tr')).toHaveText([
      /4\s*1\s*1\s*25\.0%\s*1\s*1\s*0/,
      /4\s*2\s*2\s*50\.0%\s*0\s*0\s*0/,
    ]);
    await expectAccessible(page);
    await page.goto('/organization/reports/new');
    await page.getByRole('radio', { name: 'Data quality' }).check();
    await page.getByRole('combobox', { name: 'Forms', exact: true }).fill(form.name);
    await page.getByRole('option', { name: form.name, exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveText([/25\.0%/, /50\.0%/]);
    await expectAccessible(page);
  });

  test('RP-16 RP-17 RP-23 RP-26 RP-28 a report is built from nothing by the keyboard alone, beside its rows', async ({
    page,
  }) => {
    const { form, score, nights, heard } = await makeScores(page);
    const name = unique('Points a night');
    await page.goto('/organization/reports');
    await page.getByRole('link', { name: 'Add report' }).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: 'Client forms' })).toBeChecked();
    await page.getByRole('combobox', { name: 'Forms', exact: true }).focus();
    await page.keyboard.type(form.name);
    await expect(page.getByRole('option', { name: form.name, exact: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const fields = page.getByRole('region', { name: form.name });
    await expect(fields.getByRole('checkbox', { name: score.name })).toBeVisible();
    await expect(fields.getByText(heard.name)).toHaveCount(0);
    for (const field of [score, nights]) {
      await fields.getByRole('checkbox', { name: field.name }).focus();
      await page.keyboard.press('Space');
    }
    await expect(rows(page)).toHaveCount(2);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Next', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Columns')).toBeFocused();
    const label = page.getByRole('textbox', { name: `Label of ${score.name}` });
    await label.focus();
    await page.keyboard.type('Points');
    await expect(preview(page).getByRole('columnheader', { name: 'A Points' })).toBeVisible();
    await page.getByRole('button', { name: 'Add calculation' }).focus();
    await page.keyboard.press('Enter');
    const formula = page.getByRole('textbox', { name: 'Formula of calculation C' });
    await expect(formula).toBeFocused();
    await page.keyboard.type('a / b');
    await expect(formula).toHaveValue('A / B');
    await expect(page.getByText('First row: 10 / 4 = 2.5')).toBeVisible();
    // The columns change places, and the formula goes on meaning the same.
    await page.getByRole('button', { name: /^Move Points\. Position 1 of 3/ }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Points is over position 1 of 3')).toBeAttached();
    // The list measures its rows first: a key that comes before that does nothing.
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByText('Points is over position 2 of 3')).toBeAttached({ timeout: 2000 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(formula).toHaveValue('B / A');
    await expect(page.getByText('First row: 10 / 4 = 2.5')).toBeVisible();
    await expectAccessible(page);
    // Undone and done again.
    await page.keyboard.press('Control+z');
    await expect(formula).toHaveValue('A / B');
    await page.keyboard.press('Control+Shift+z');
    await expect(formula).toHaveValue('B / A');

    await page.getByRole('button', { name: 'Next', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add condition' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Field to compare' })).toBeFocused();
    // What comes at once, as from the clipboard, opens the list and marks the option that Enter takes.
    await page.keyboard.insertText(nights.name);
    await expect(page.getByRole('option', { name: nights.name })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Comparison' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('is more than');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Value' }).focus();
    await page.keyboard.type('3');
    await expect(rows(page)).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('In words')).toBeVisible();
    await save(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Enter a name');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    await page.keyboard.type(name);
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/organization\/reports\/\d+/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    const { data } = await api<{ data: Named[] }>(page, 'GET', `/report_definitions/page/1?query=${name}`);
    const stored = await api<Report>(page, 'GET', `/report_definitions/${data[0]?.id}`);
    expect(stored.fields).toMatchObject([
      { field: String(nights.id) },
      { field: String(score.id), label: 'Points' },
      { type: 'operation', formula: 'B/A' },
    ]);
  });
});
