// Over 300 lines: reports are made here by hand, each with the parts of the builder that only a browser shows.
import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeForm, signIn } from './definitions.ts';
import { heading, makeReport, makeScores, type Named, preview, rows, save } from './reports.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
const chooseForm = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Forms', exact: true }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
};

test.describe('reports, as an owner', () => {
  test.beforeEach(({ page }) => signIn(page, 'marisol'));

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
    const letters = page.getByRole('group', { name: 'Insert a column into the formula' });
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
    const functions = page.getByRole('combobox', { name: /^Function for/ });
    await expect(functions).toHaveCount(0);
    await page.getByRole('button', { name: 'Window' }).click();
    await expect(functions).toHaveCount(3);
    for (const name of ['Time Recorded', score.name, nights.name])
      await expect(page.getByRole('combobox', { name: `Function for ${name}` })).toBeVisible();
    await page.getByRole('combobox', { name: 'Main column: order by' }).click();
    await page.getByRole('option', { name: seen.name, exact: true }).click();
    await expect(page.getByRole('combobox', { name: `Function for ${seen.name}` })).toBeVisible();
    await expect(functions).toHaveCount(3);
    await page.getByRole('button', { name: 'Aggregate' }).click();
    await expect(page.getByRole('region', { name: /^Window for/ })).toHaveCount(0);
    await next(page);
    await expect(page.getByRole('alert')).toContainText('Choose a function for at least one column, or None');
    const choose = async (field: Named, made: string) => {
      await page.getByRole('combobox', { name: `Function for ${field.name}` }).click();
      await page.getByRole('option', { name: made, exact: true }).click();
    };
    await choose(score, 'Sum');
    await choose(nights, 'Average');
    await choose(seen, 'Count');
    await expect(rows(page)).toHaveText([/14.*3.*2/]);
    await choose(seen, 'Group by');
    await page.getByRole('combobox', { name: `Period for ${seen.name}` }).click();
    await page.getByRole('option', { name: 'Month', exact: true }).click();
    await expect(rows(page)).toHaveText([/10.*January 2026/, /4.*February 2026/]);
    await page.getByRole('checkbox', { name: 'Show groups without records' }).check();
    await expect(rows(page)).toHaveCount(2);
    await choose(seen, 'Count');
    await expect(page.getByRole('checkbox', { name: 'Show groups without records' })).toHaveCount(0);
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
    await expect(review).toContainText('Your changes don’t conflict with theirs.');
    await review.getByRole('button', { name: 'Save again' }).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    expect(await api(page, 'GET', `/report_definitions/${report.id}`)).toMatchObject({
      description: 'For the county',
      function_mode: 'agg',
      fields: [{ agg: 'sum' }, { agg: 'avg' }, { agg: 'count' }],
      default_order: [{ key: report.fields[0]?.key, order: 'desc' }],
    });
  });

  test('RP-12 RP-42 one question has several columns, called by their conditions, with percentages and a total line', async ({
    page,
  }) => {
    const { form, score, seen } = await makeScores(page);
    const report = await makeReport(page, form, [seen, score]);
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    await page.getByRole('button', { name: 'Aggregate' }).click();
    const choose = async (box: string, option: string) => {
      await page.getByRole('combobox', { name: box }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose(`Period for ${seen.name}`, 'Month');
    await choose(`Function for ${score.name}`, 'Sum');
    await page.getByRole('button', { name: `Duplicate ${score.name}` }).click();
    await choose(`Show ${score.name} (C) as`, 'Percent of total');
    await page.getByRole('button', { name: `Duplicate ${score.name} (C)` }).click();
    await choose(`Function for ${score.name} (D)`, 'Count');
    await choose(`Show ${score.name} (D) as`, 'As a number');
    await page.getByRole('button', { name: `Filter rows for ${score.name} (D)` }).click();
    const filters = page.getByRole('group', { name: /^Conditions for / });
    await filters.getByRole('button', { name: 'Add condition' }).click();
    await filters.getByRole('combobox', { name: 'Field to compare' }).fill(score.name);
    await page.getByRole('option', { name: score.name }).click();
    await filters.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'is more than', exact: true }).click();
    await filters.getByRole('textbox', { name: 'Value' }).fill('5');
    await page.getByRole('checkbox', { name: 'Show a total line' }).check();
    await expect(preview(page).locator('tfoot')).toHaveText(/Total.*14.*100\.0%.*1/);
    await expectAccessible(page);
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    const table = page.getByRole('table', { name: 'Table' });
    await expect(table.getByRole('columnheader', { name: `${score.name} is more than 5` })).toBeVisible();
    await expect(table.locator('tfoot')).toHaveText(/Total.*14.*100\.0%.*1/);
    await expect(table.locator('tbody tr')).toHaveText([/January 2026.*10.*71\.4%.*1/, /February 2026.*4.*28\.6%.*0/]);
    await expectAccessible(page);
  });

  test('figures stand beside those of the period before, once there is a period', async ({ page }) => {
    const { form, score, seen } = await makeScores(page);
    const report = await makeReport(page, form, [], {
      fields: [{ form: form.id, field: String(score.id), agg: 'sum' }],
      conditions: {
        and: [{ form: form.id, field_name: String(seen.id), op: 'RANGE', value: ['2026-02-01', '2026-02-28'] }],
      },
    });
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    const choose = async (column: string, option: string) => {
      await page.getByRole('combobox', { name: `Show ${column} as` }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await page.getByRole('button', { name: `Duplicate ${score.name}` }).click();
    await choose(`${score.name} (B)`, 'Previous period');
    await page.getByRole('button', { name: `Duplicate ${score.name} (B)` }).click();
    await choose(`${score.name} (C)`, '% change from previous period');
    await expect(rows(page)).toHaveText([/^4\s*10\s*[-−]60\.0%$/]);
    await expectAccessible(page);
    const conditions = page.getByRole('region', { name: 'Conditions', exact: true });
    await conditions.getByRole('button', { name: /^Remove/ }).click();
    await save(page).click();
    await expect(page.getByText('Add a condition with a period, such as this quarter.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));
    await expect(page.getByRole('columnheader', { name: '% change from previous period' })).toBeVisible();
  });

  test('a period is asked of who opens a report: begun at a condition, chosen without the right to change', async ({
    page,
  }) => {
    const { form, score, seen } = await makeScores(page);
    const report = await makeReport(page, form, [seen, score]);
    await page.goto(`/organization/reports/${report.id}/edit?step=function`);
    const conditions = page.getByRole('region', { name: 'Conditions', exact: true });
    await conditions.getByRole('button', { name: 'Add condition' }).click();
    await conditions.getByRole('combobox', { name: 'Field to compare' }).fill(seen.name);
    await page.getByRole('option', { name: seen.name }).click();
    await conditions.getByRole('textbox', { name: 'Value' }).fill('01/05/2026');
    await conditions.getByRole('button', { name: `Ask readers: ${seen.name}` }).click();
    await page.getByRole('menuitem', { name: 'Ask when opened' }).click();
    await expect(conditions.getByRole('combobox', { name: 'Value' })).toHaveValue('Period');
    const asked = page.getByRole('region', { name: 'Asked when opened' });
    await asked.getByRole('textbox', { name: 'Name' }).fill('Seen in');
    // The value that was there is the default.
    await expect(rows(page)).toHaveCount(1);
    await expectAccessible(page);
    await save(page).click();
    await expect(page).toHaveURL(new RegExp(`/organization/reports/${report.id}/views/`));

    const table = page.getByRole('table', { name: 'Table' });
    const bar = page.getByRole('region', { name: 'Choose what is shown' });
    await expect(table.locator('tbody tr')).toHaveText([/01\/05\/2026.*10/]);
    await bar.getByRole('combobox', { name: 'Seen in' }).fill('from');
    await page.getByRole('option', { name: 'From a date to a date' }).click();
    await bar.getByRole('textbox', { name: 'First day' }).fill('02/28/2026');
    await bar.getByRole('textbox', { name: 'Last day' }).fill('02/01/2026');
    await expect(bar.getByText('Enter the first day of the period first')).toBeVisible();
    await expect(table.locator('tbody tr')).toHaveText([/01\/05\/2026.*10/]);
    await bar.getByRole('textbox', { name: 'First day' }).fill('02/01/2026');
    await bar.getByRole('textbox', { name: 'Last day' }).fill('02/28/2026');
    await expect(table.locator('tbody tr')).toHaveText([/02\/05\/2026.*4/]);
    await expect(page.getByText('Seen in: 02/01/2026 to 02/28/2026')).toBeVisible();
    await expect(page.getByText(`${seen.name} is between 02/01/2026 and 02/28/2026`).first()).toBeVisible();
    await expectAccessible(page);
    // It stands in the address.
    const address = page.url();
    await page.goto(address.replace(/\/views\/\d+/, ''));
    await expect(page).toHaveURL(address);
    await expect(table.locator('tbody tr')).toHaveText([/02\/05\/2026.*4/]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.goto(address.replace('period', 'other'));
    await expect(page.getByText(/The choices in this address don’t fit this report/)).toBeVisible();
    await page.getByRole('button', { name: 'Use the defaults' }).first().click();
    await expect(table.locator('tbody tr')).toHaveText([/01\/05\/2026.*10/]);
    await page.setViewportSize({ width: 1440, height: 900 });

    await signIn(page, 'dana');
    await page.goto(`/organization/reports/${report.id}`);
    await bar.getByRole('combobox', { name: 'Seen in' }).fill('last month');
    await page.getByRole('option', { name: 'Last month' }).click();
    await expect(page).toHaveURL(/parameters=/);
    await expect(bar.getByRole('combobox', { name: 'Seen in' })).toHaveValue('Last month');
    await expect(page.getByText('No results found')).toBeVisible();
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
