// Long because each row of filling in, viewing and changing responses has its journey here.
import { expect, test } from '@playwright/test';
import { api, expectAccessible, expectAccessibleInBoth, makeField, signIn, unique } from './definitions.ts';
import { makePerson, respond } from './responding.ts';
import { answer, begin, save, saved, stillNeeded, summary } from './responses.ts';

test.describe('responses, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('CL-59 CL-60 CL-61 forms to add: active ones by name, then inactive ones, by arrow keys', async ({ page }) => {
    const { home, form } = await begin(page, { active: false });
    await page.goto(home);
    await expect(page.getByText('This Client Has No Forms')).toBeVisible();
    const button = page.getByRole('button', { name: 'Add a Form' });
    await button.focus();
    await page.keyboard.press('Enter');
    // Sequences stand above the forms.
    const items = page.getByRole('menuitem').and(page.locator('[href*="/client_forms/new/"]'));
    await expect(items.first()).toBeVisible();
    const texts = await items.allInnerTexts();
    const inactive = texts.map((text) => /INACTIVE$/.test(text));
    expect(inactive).toEqual([...inactive].sort((a, b) => Number(a) - Number(b)));
    const active = texts.filter((_, index) => !inactive[index]);
    expect(active).toEqual(active.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })));
    expect(texts.some((text) => text.startsWith(form.name) && text.endsWith('INACTIVE'))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/client_forms\/(sequence\/\d+\/)?new\/\d+$/);
  });

  test('a long form by keyboard: begins at its first question, leads by sections, and keeps the person in sight', async ({
    page,
  }) => {
    const person = await makePerson(page, { dob: '1985-03-14' });
    const entries = [];
    for (const section of ['Visit', 'Money']) {
      const opening = await makeField(page, unique(section), { field_type: 'presentation' });
      entries.push({ field_id: opening.id, is_required: false });
      for (let nth = 0; nth < 8; nth++) {
        const { id } = await makeField(page, unique(`${section} ${nth}`), { metadata: { min: 3 } });
        entries.push({ field_id: id, is_required: nth === 0 });
      }
    }
    const form = await api<{ id: number; name: string }>(page, 'POST', '/forms', {
      name: unique('Long'),
      form_fields: entries.map((entry, position) => ({ ...entry, position })),
    });
    await page.goto(`/organization/clients/${person.id}/client_forms/new/${form.id}`);
    const questions = page.getByRole('region', { name: form.name }).getByRole('textbox');
    await expect(questions.first()).toBeFocused();
    await expect(questions.first()).toHaveAccessibleDescription('At least 3 characters');
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect(sections.first()).toHaveAttribute('aria-current', 'true');
    await page.keyboard.type('ab');
    for (let question = 0; question < 15; question++) await page.keyboard.press('Tab');
    await expect(questions.last()).toBeFocused();
    await expect(sections.last()).toHaveAttribute('aria-current', 'true');
    await expect(sections.first()).toHaveText(/, 1 to fix$/);
    const head = page.getByRole('main').getByRole('link', { name: `Tess ${person.last_name}` });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await questions.last().scrollIntoViewIfNeeded();
      await expect(head).toBeInViewport();
      await expect(page.getByText('03/14/1985')).toBeInViewport();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await questions.last().focus();
    // Past Cancel and Save draft.
    for (let button = 0; button < 3; button++) await page.keyboard.press('Tab');
    await expect(save(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(sections.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: /^Visit/ })).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(summary(page).getByRole('link')).toHaveText([
      /^Visit 0.*: use at least 3 characters$/,
      /^Answer: Money 0/,
    ]);
  });

  test('CL-73 after saving another form can be chosen, the same one too', async ({ page }) => {
    const { form, filler } = await begin(page);
    await page.goto(filler);
    await answer(page, form);
    await save(page).click();
    await saved(page).getByRole('combobox', { name: 'Choose a new form' }).fill(form.name);
    await page.getByRole('option', { name: form.name }).click();
    await expect(saved(page)).toHaveCount(0);
    await expect(page.getByLabel(form.names.income, { exact: true })).toHaveValue('');
    await expect(stillNeeded(page)).toContainText('Still needed (3)');
  });

  test('answers are checked when left, and all of them when saved', async ({ page }) => {
    const { form, filler } = await begin(page);
    await page.goto(filler);
    const income = page.getByLabel(form.names.income, { exact: true });
    await income.fill('30000');
    await expect(page.getByText('Enter a number between 0 and 20000')).toHaveCount(0);
    await page.getByLabel(form.names.phone, { exact: true }).fill('12');
    await expect(page.getByText('Enter a number between 0 and 20000')).toBeVisible();
    await expect(summary(page)).toHaveCount(0);
    await page.getByLabel(form.names.visit, { exact: true }).fill('13/45/2026');
    await save(page).click();
    await expect(summary(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(summary(page).getByRole('link')).toHaveText([
      `${form.names.visit}: enter a date like 03/14/1985`,
      `Answer: ${form.names.slept}`,
      `${form.names.income}: enter a number between 0 and 20000`,
      `${form.names.phone}: enter it like (123) 456-7890`,
    ]);
    await expectAccessible(page);
    await summary(page)
      .getByRole('link', { name: `Answer: ${form.names.slept}` })
      .click();
    await expect(page.getByRole('radio', { name: 'Own home' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(summary(page).getByRole('link')).toHaveCount(3);
    await income.fill('1');
    await page.getByLabel(form.names.phone, { exact: true }).fill('');
    await page.getByLabel(form.names.visit, { exact: true }).fill('01/01/2999');
    await save(page).click();
    await expect(summary(page).getByRole('link')).toHaveText([/: enter a date on or before /]);
  });

  test('FI-23 FI-24 FI-25 FI-26 numbers: limits, blank, no arrows and wheel, the dollar', async ({ page }) => {
    const { form, filler, person } = await begin(page);
    await page.goto(filler);
    await answer(page, form);
    const income = page.getByLabel(form.names.income, { exact: true });
    await expect(income.locator('..')).toHaveText('$');
    await income.focus();
    for (const key of ['ArrowUp', 'ArrowDown', 'PageUp']) await page.keyboard.press(key);
    await income.hover();
    await page.mouse.wheel(0, 120);
    await expect(income).toHaveValue('1240.5');
    await save(page).click();
    await saved(page).getByRole('button', { name: 'Show Response' }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await income.fill('');
    await save(page).click();
    await expect(summary(page).getByRole('link')).toHaveText([`Answer: ${form.names.income}`]);
    await income.fill('0');
    await save(page).click();
    await expect(page.getByRole('row').filter({ hasText: form.names.income })).toContainText('$0.00');
    const { data } = await api<{ data: { answers: { value: unknown; field_id: number }[] }[] }>(
      page,
      'GET',
      `/clients/${person.id}/client_forms`,
    );
    expect(data[0]?.answers.find(({ field_id }) => field_id === form.ids.income)?.value).toBe(0);
    expect(data[0]?.answers.find(({ field_id }) => field_id === form.ids.phone)?.value).toBeNull();
  });

  test('Other opens a text box, which keeps what is typed even where it begins like an option', async ({ page }) => {
    const { form, filler } = await begin(page);
    await page.goto(filler);
    await answer(page, form);
    await page.getByRole('radio', { name: 'Other' }).check();
    const box = page.getByRole('textbox', { name: 'Please specify' });
    await expect(box).toBeFocused();
    await box.pressSequentially('hotel of a friend');
    await save(page).click();
    await saved(page).getByRole('button', { name: 'Show Response' }).click();
    await expect(page.getByRole('row').filter({ hasText: form.names.slept })).toContainText('hotel of a friend');
  });

  test('CL-69 CL-70 answers to an inactive form are checked, and not saved', async ({ page }) => {
    const { form, filler, person } = await begin(page, { active: false });
    await page.goto(filler);
    await expect(save(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Validate' }).click();
    await expect(summary(page).getByRole('link')).toHaveCount(3);
    await answer(page, form);
    await page.getByRole('button', { name: 'Validate' }).click();
    await expect(page.getByText('Answers are valid. Record not saved because form is inactive.')).toBeVisible();
    expect(await api(page, 'GET', `/clients/${person.id}/client_forms`)).toEqual({ data: [] });
  });

  test('a form that was made inactive meanwhile: nothing typed is lost, and the screen says so', async ({ page }) => {
    const { form, filler } = await begin(page);
    await page.goto(filler);
    await answer(page, form);
    await api(page, 'PUT', `/forms/${form.id}`, { active: false });
    await save(page).click();
    await expect(summary(page)).toContainText('This form is inactive');
    await expect(page.getByLabel(form.names.income, { exact: true })).toHaveValue('1240.5');
    await page.getByRole('button', { name: 'Validate' }).click();
    await expect(page.getByText('Answers are valid. Record not saved because form is inactive.')).toBeVisible();
  });

  test('a person who was merged meanwhile: nothing typed is lost, and the screen says where they are', async ({
    page,
  }) => {
    const { form, filler, person } = await begin(page);
    const master = await makePerson(page);
    await page.goto(filler);
    await answer(page, form);
    const merging = { master_client_id: master.id, client_ids: [person.id], is_duplicate: true };
    await api(page, 'POST', '/merge_clients', merging);
    const merges = () => api<{ data: object[] }>(page, 'GET', `/clients/${master.id}/merges`);
    await expect.poll(async () => (await merges()).data.length).toBe(1);
    await save(page).click();
    await expect(page.getByText(`This record was merged into ID ${master.id}.`)).toBeVisible();
    await expect(page.getByLabel(form.names.income, { exact: true })).toHaveValue('1240.5');
  });

  test('a failed connection keeps everything; the next try saves it once', async ({ page }) => {
    const { form, filler, person } = await begin(page);
    await page.goto(filler);
    await answer(page, form);
    // The first try reaches the server, and its answer does not come back.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (...sent) => {
        const answer = await fetch(...sent);
        if (!String(sent[0]).endsWith('/client_forms')) return answer;
        window.fetch = fetch;
        throw new TypeError('The connection was lost');
      };
    });
    await save(page).click();
    await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('Your answers are still here');
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByLabel(form.names.income, { exact: true })).toHaveValue('1240.5');
    await save(page).click();
    await expect(saved(page)).toBeVisible();
    const { data } = await api<{ data: object[] }>(page, 'GET', `/clients/${person.id}/client_forms`);
    expect(data).toHaveLength(1);
  });

  test('CL-50 to CL-57 the forms of a person expand to their instances, a page at a time', async ({ page }) => {
    const { form, home, person } = await begin(page);
    for (let number = 0; number < 30; number++) await respond(page, person.id, form, { income: 100 + number });
    await page.goto(home);
    const groups = page.getByRole('table', { name: 'Client Forms' });
    await expect(groups.getByRole('columnheader')).toHaveText([
      'Form Name',
      'Count',
      'Last Administered On',
      'Last Administered By',
    ]);
    await expect(groups.getByRole('row').filter({ hasText: form.name })).toContainText('30');
    await expect(groups.getByRole('row').filter({ hasText: form.name })).toContainText('Bell, Curtis');
    await page.getByRole('button', { name: `Show ${form.name} responses` }).click();
    const table = page.getByRole('table', { name: `${form.name} responses` });
    await expect(table.getByRole('columnheader').first()).toHaveText(/Recorded At/);
    await expect(table.getByRole('columnheader', { name: form.names.slept })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: form.names.income })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: form.names.notes })).toHaveCount(0);
    await expect(table.getByRole('row')).toHaveCount(26);
    const scroller = await table.evaluateHandle((element) => {
      let parent = element.parentElement!;
      while (getComputedStyle(parent).maxHeight !== '400px') parent = parent.parentElement!;
      return parent;
    });
    expect(await scroller.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(100);
    // Not yet within 10 px of the end.
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 60));
    await page.waitForTimeout(600);
    await expect(table.getByRole('row')).toHaveCount(26);
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 8));
    await expect(table.getByRole('row')).toHaveCount(31);
    await table.getByRole('button', { name: form.names.income }).click();
    await expect(table.getByRole('row').nth(1)).toContainText('$100.00');
    await table.getByRole('button', { name: form.names.income }).click();
    await expect(table.getByRole('row').nth(1)).toContainText('$129.00');
    await scroller.evaluate((element) => element.scrollTo(0, 0));
    await expectAccessible(page);
    await table.getByRole('row').nth(1).hover();
    await table.getByRole('link', { name: 'Edit response' }).first().click();
    await expect(page.getByRole('textbox', { name: form.names.income, exact: true })).toHaveValue('129');
    await page.goto(`${home}/client_forms`);
    await expect(groups.getByRole('row').filter({ hasText: form.name })).toBeVisible();
  });

  test('a change that met another one is resolved answer by answer', async ({ page }) => {
    const { form, home, person } = await begin(page);
    const { id } = await respond(page, person.id, form);
    await page.goto(`${home}/client_forms/${id}/edit`);
    await page.getByLabel(form.names.income, { exact: true }).fill('1');
    await page.getByRole('radio', { name: 'Own home' }).check();
    await api(page, 'PUT', `/clients/${person.id}/client_forms/${id}`, {
      answers: [
        { field_id: form.ids.income, value: 2 },
        { field_id: form.ids.notes, value: 'From a colleague' },
      ],
    });
    await save(page).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes before saving' });
    await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
    await dialog.getByRole('radio', { name: 'Curtis Bell: $2.00' }).check();
    await dialog.getByRole('button', { name: 'Save again' }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row(form.names.income)).toContainText('$2.00');
    await expect(row(form.names.slept)).toContainText('Own home');
    await expect(row(form.names.notes)).toContainText('From a colleague');
  });

  test('CL-82 CL-83 deleting asks, names the response, and leads to the person', async ({ page }) => {
    const { form, home, person } = await begin(page);
    const { id } = await respond(page, person.id, form);
    await page.goto(`${home}/client_forms/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`Delete response ${form.name} of`);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('This Client Has No Forms')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('leaving a form with answers asks; a session that ends does not lose them', async ({ page }) => {
    const { form, filler } = await begin(page);
    await page.goto(filler);
    await answer(page, form);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(
      'You have unsaved changes, are you sure you want to leave?',
    );
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.route(/client_forms$/, (route) => route.fulfill({ status: 401, json: { errors: {} } }), { times: 1 });
    await save(page).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password', { exact: true }).fill('copper-kettle-harvest-58');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expect(again).toBeHidden();
    await expect(page.getByLabel(form.names.income, { exact: true })).toHaveValue('1240.5');
    await save(page).click();
    await expect(saved(page)).toBeVisible();
  });

  test('axe finds nothing on a response, new, shown or changed, in the light and in the dark', async ({ page }) => {
    const { form, home, person, filler } = await begin(page);
    const { id } = await respond(page, person.id, form);
    const view = `${home}/client_forms/${id}`;
    for (const address of [filler, view, `${view}/edit`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(form.name);
      await expectAccessibleInBoth(page);
    }
  });
});

test('CL-62 CL-63 CL-81 who may only read sees responses, and no way to change them', async ({ page }) => {
  await signIn(page, 'curtis');
  const { form, home, person } = await begin(page);
  const { id } = await respond(page, person.id, form);
  await signIn(page, 'iris');
  await page.goto(home);
  await page.getByRole('button', { name: `Show ${form.name} responses` }).click();
  await expect(page.getByRole('table', { name: `${form.name} responses` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit response' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a Form' })).toHaveCount(0);
  await page.goto(`${home}/client_forms/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.name);
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.goto(`${home}/client_forms/new/${form.id}`);
  await expect(page).toHaveURL(/permissiondenied/);
});
