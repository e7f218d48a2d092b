// Long because each step of the report builder has its journey here, in the order of the rows.
import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

type Named = { id: number; name: string };
type Report = Named & { fields: { key: string; field: string | null; formula: string | null }[]; lock_version: number };

const preview = (page: Page) => page.getByRole('region', { name: 'Live preview' });
const rows = (page: Page) => preview(page).getByRole('table', { name: 'Preview' }).locator('tbody tr');
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: false }).first();
const chooseForm = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Forms', exact: true }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
};

/** A form of two numbers and a day, answered twice by one person. */
const makeScores = async (page: Page) => {
  const [score, nights, seen] = await Promise.all([
    makeField(page, 'Score', { field_type: 'number' }),
    makeField(page, 'Nights', { field_type: 'number' }),
    makeField(page, 'Seen', { field_type: 'date' }),
  ]);
  const heard = await makeField(page, 'Read this', { field_type: 'presentation' });
  const form = await makeForm(page, 'Scores', [heard, score, nights, seen]);
  const person = await makePerson(page);
  for (const values of [
    [10, 4, '2026-01-05'],
    [4, 2, '2026-02-05'],
  ])
    await api(page, 'POST', `/clients/${person.id}/client_forms`, {
      form_id: form.id,
      answers: [score, nights, seen].map(({ id }, index) => ({ field_id: id, value: values[index] })),
    });
  return { form, score, nights, seen, heard };
};

const makeReport = (page: Page, form: Named, fields: Named[], rest: object = {}): Promise<Report> =>
  api(page, 'POST', '/report_definitions', {
    name: unique('Report'),
    report_type: 'client_forms',
    fields: fields.map(({ id }) => ({ form: form.id, field: String(id) })),
    ...rest,
  });

test.describe('reports, as an owner', () => {
  test.beforeEach(({ page }) => signIn(page, 'marisol'));

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
    await expect(page.getByRole('combobox', { name: 'What it is about' })).toBeFocused();
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

  test('RP-19 RP-20 RP-22 RP-24 RP-25 RP-29 RP-30 RP-38 what cannot be is said where it is, and nothing is lost', async ({
    page,
  }) => {
    const { form, score, nights, heard } = await makeScores(page);
    const [other, list] = await Promise.all([
      makeForm(page, 'Other', [score]),
      makeForm(page, 'Shelves', [score], { form_type: 'internal' }),
    ]);
    await page.goto('/organization/reports/new');
    await page.getByRole('radio', { name: 'Internal forms' }).check();
    await page.getByRole('combobox', { name: 'Forms', exact: true }).fill(form.name);
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await page.getByRole('combobox', { name: 'Forms', exact: true }).fill(list.name);
    await expect(page.getByRole('option', { name: list.name })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Public forms' }).check();
    await chooseForm(page, form.name);
    await page.getByRole('combobox', { name: 'Forms', exact: true }).fill(other.name);
    await page.getByRole('option', { name: other.name, exact: true }).click();
    const refusal = page.getByRole('dialog', { name: 'One form only' });
    await expect(refusal).toContainText(
      'Multiple forms cannot be used on a Public Form report as there is no client record to connect on.',
    );
    await expectAccessible(page);
    await refusal.getByRole('button', { name: 'OK' }).click();
    await expect(refusal).toBeHidden();
    const fields = page.getByRole('region', { name: form.name });
    await expect(fields).toBeVisible();
    await expect(page.getByRole('region', { name: other.name })).toHaveCount(0);

    // Nothing is chosen yet.
    await next(page);
    await expect(page.getByRole('alert')).toContainText('Choose at least one field');
    const search = page.getByRole('searchbox', { name: 'Search fields' });
    // How long after the last key the list is another one, told by the page itself.
    await fields.evaluate((list) => {
      let typed = 0;
      const told: number[] = [];
      document.addEventListener('input', () => {
        typed = performance.now();
      });
      new MutationObserver(() => {
        told.push(performance.now() - typed);
        document.documentElement.dataset.searched = JSON.stringify(told);
      }).observe(list.querySelector('ul')!, { childList: true });
    });
    await search.pressSequentially(score.name.slice(0, 8), { delay: 20 });
    await search.fill(score.name);
    await expect(fields.getByRole('checkbox')).toHaveCount(1);
    const told: number[] = JSON.parse((await page.locator('html').getAttribute('data-searched')) ?? '[]');
    expect(Math.min(...told), 'a search waits for half a second without a key').toBeGreaterThanOrEqual(495);
    await expect(page.getByText(heard.name)).toHaveCount(0);
    await fields.getByRole('checkbox', { name: score.name }).check();
    await page.getByRole('searchbox', { name: 'Search fields' }).fill('');
    await next(page);
    await expect(page.getByRole('region', { name: 'Calculated columns' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Add fields' }).click();
    await fields.getByRole('checkbox', { name: nights.name }).check();
    await fields.getByRole('button', { name: /more of/ }).click();
    await fields.getByRole('checkbox', { name: 'Form', exact: true }).check();
    await next(page);

    await page.getByRole('button', { name: 'Add calculation' }).click();
    await next(page);
    await expect(page.getByRole('alert')).toContainText('Formula is required');
    await page.getByRole('alert').getByRole('link').click();
    const formula = page.getByRole('textbox', { name: 'Formula of calculation D' });
    await expect(formula).toBeFocused();
    await page.keyboard.type('a ++');
    await expect(formula).toHaveAccessibleDescription(/Formula must be in format: A \+ B or A \+ B - C/);
    const letters = page.getByRole('group', { name: 'Put a column into the formula' });
    await expect(letters.getByRole('button', { name: /^C / })).toBeDisabled();
    await expect(letters.getByRole('button', { name: /^D / })).toBeDisabled();
    await formula.fill('');
    await letters.getByRole('button', { name: /^A / }).click();
    await letters.getByRole('button', { name: /^B / }).click();
    await expect(formula).toHaveValue('A + B');
    await page.getByRole('button', { name: `More for ${nights.name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(page.getByRole('textbox', { name: 'Formula of calculation C' })).toHaveValue('A + ?');
    const draft = page.waitForRequest(
      (request) => request.method() === 'PUT' && !!request.postData()?.includes('A + B'),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(formula).toHaveValue('A + B');

    // What is typed is kept as a draft.
    const kept = await (await draft).response();
    await expect(page.getByRole('status').filter({ hasText: /Draft saved/ })).toBeVisible();
    page.once('dialog', (dialog) => dialog.accept());
    const offered = page.waitForResponse(
      (response) => response.request().method() === 'GET' && /\/drafts(\?|$)/.test(response.url()),
    );
    await page.goto('/organization/reports/new?step=layout');
    // The same person may have drafts of other new reports.
    const { data } = (await (await offered).json()) as { data: { key: string }[] };
    const place = data.findIndex(({ key }) => kept?.url().endsWith(key));
    await page
      .getByRole('button', { name: /^Restore draft from / })
      .nth(place)
      .click();
    await expect(formula).toHaveValue('A + B');
  });

  test('RP-18 RP-41 RP-43 RP-48 a stored report begins with its layout, is grouped and ordered, and both of two who save are kept', async ({
    page,
  }) => {
    const { form, score, nights, seen } = await makeScores(page);
    const report = await makeReport(page, form, [score, nights, seen]);
    await page.goto(`/organization/reports/${report.id}/edit`);
    await expect(heading(page, 'Columns')).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await next(page);
    const functions = page.getByRole('combobox', { name: /^Function of/ });
    await expect(functions).toHaveCount(0);
    await page.getByRole('button', { name: 'Window' }).click();
    await expect(functions).toHaveCount(3);
    for (const name of ['Time Recorded', score.name, nights.name])
      await expect(page.getByRole('combobox', { name: `Function of ${name}` })).toBeVisible();
    await page.getByRole('combobox', { name: 'Main column: in the order of' }).click();
    await page.getByRole('option', { name: seen.name, exact: true }).click();
    await expect(page.getByRole('combobox', { name: `Function of ${seen.name}` })).toBeVisible();
    await expect(functions).toHaveCount(3);
    await page.getByRole('button', { name: 'Aggregate' }).click();
    await expect(page.getByRole('region', { name: /^Window of/ })).toHaveCount(0);
    await next(page);
    await expect(page.getByRole('alert')).toContainText('Choose a function for at least one column, or None');
    const choose = async (field: Named, made: string) => {
      await page.getByRole('combobox', { name: `Function of ${field.name}` }).click();
      await page.getByRole('option', { name: made, exact: true }).click();
    };
    await choose(score, 'Sum');
    await choose(nights, 'Average');
    await choose(seen, 'Count');
    await expect(rows(page)).toHaveText([/14.*3.*2/]);
    await page.getByRole('combobox', { name: 'Order by' }).click();
    await page.getByRole('option', { name: score.name, exact: true }).click();
    await page
      .getByRole('group', { name: `Order of ${score.name}` })
      .getByRole('button', { name: 'Descending' })
      .click();
    await expectAccessible(page);

    await api(page, 'PUT', `/report_definitions/${report.id}`, { description: 'For the county' });
    await save(page).click();
    const review = page.getByRole('dialog', { name: 'Review changes before saving' });
    await expect(review).toContainText('Your changes and theirs do not touch each other.');
    await review.getByRole('button', { name: 'Save again' }).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    expect(await api(page, 'GET', `/report_definitions/${report.id}`)).toMatchObject({
      description: 'For the county',
      function_mode: 'agg',
      fields: [{ agg: 'sum' }, { agg: 'avg' }, { agg: 'count' }],
      default_order: [{ key: report.fields[0]?.key, order: 'desc' }],
    });
  });

  test('on a phone the rows stand below the work', async ({ page }) => {
    const { form, score, nights } = await makeScores(page);
    const report = await makeReport(page, form, [score, nights]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/organization/reports/${report.id}/edit`);
    await expect(rows(page)).toHaveCount(2);
    for (const step of ['layout', 'function', 'name', 'fields']) {
      await page.goto(`/organization/reports/${report.id}/edit?step=${step}`);
      await expect(rows(page)).toHaveCount(2);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});

test('RP-01 RP-08 who may read reports and not write them finds them by type, and builds none', async ({ page }) => {
  await signIn(page, 'marisol');
  const { form, score } = await makeScores(page);
  const report = await makeReport(page, form, [score]);
  await signIn(page, 'dana');
  await page.goto('/organization/reports?report_type=client_forms');
  await page.getByRole('searchbox').first().fill(report.name);
  await expect(page.getByRole('link', { name: report.name })).toBeVisible();
  await expect(page.getByRole('link', { name: /Add report/ })).toHaveCount(0);
  await page.goto('/organization/reports/new');
  await expect(page).toHaveURL(/permissiondenied/);
});
