import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

type Made = { id: number; name: string };

const when = (field: Made, op: string, value?: unknown) => ({
  and: [{ scope: 'form', conditions: { and: [{ field_name: String(field.id), op, value }] } }],
});

/** A form whose rules ask for more, fill in and take away, with a sum and an age. */
const makeRuledForm = async (page: Page) => {
  const slept = await makeField(page, unique('Slept'), {
    field_type: 'select-one',
    field_options: ['Home', 'Shelter'].map((label, position) => ({ label, value: label.toLowerCase(), position })),
  });
  const shelter = await makeField(page, unique('Name of the shelter'));
  const rent = await makeField(page, unique('Rent'), { field_type: 'number' });
  const income = await makeField(page, unique('Income'), { field_type: 'number' });
  const born = await makeField(page, unique('Born'), { field_type: 'date' });
  const form = await api<Made>(page, 'POST', '/forms', {
    name: unique('Ruled'),
    form_fields: [slept, shelter, rent, income, born].map(({ id }, position) => ({
      field_id: id,
      position,
      is_required: id === shelter.id,
    })),
    logic: [
      {
        name: 'Ask for the shelter',
        condition: when(slept, 'EQ', 'shelter'),
        actions: [{ type: 'show', field_id: shelter.id }],
      },
      {
        name: 'No rent in a shelter',
        condition: when(slept, 'EQ', 'shelter'),
        actions: [{ type: 'set', field_id: rent.id, payload: { value: 0 } }],
      },
    ],
  });
  const variable = (name: string, { id }: Made) => ({ name, record_type: 'Field', record_id: id });
  await api(page, 'POST', `/forms/${form.id}/calculations`, {
    name: 'Left after rent',
    equation: 'a - b',
    calculation_type: 'numeric',
    variables: [variable('a', income), variable('b', rent)],
    formatter: { format: 'currency', currency: '$' },
  });
  await api(page, 'POST', `/forms/${form.id}/calculations`, {
    name: 'Age',
    calculation_type: 'date',
    calculation_subtype: 'time_since',
    display_unit: 'years',
    variables: [variable('a', born)],
  });
  return { form, slept, shelter, rent, income, born };
};

const box = (page: Page, { name }: Made) => page.getByRole('textbox', { name, exact: true });
const result = (page: Page, name: string) =>
  page.getByRole('main').locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

test('FO-57 FO-60 FO-61 rules ask for more, fill in, and results follow each key', async ({ page }) => {
  await signIn(page, 'curtis');
  const { form, slept, shelter, rent, income, born } = await makeRuledForm(page);
  const person = await makePerson(page);
  await page.goto(`/organization/clients/${person.id}/client_forms/new/${form.id}`);
  const choose = (label: string) => page.getByRole('radiogroup', { name: slept.name }).getByLabel(label).check();

  await expect(box(page, income)).toBeVisible();
  await expect(box(page, shelter)).toHaveCount(0);
  await box(page, income).fill('900');
  await box(page, rent).fill('650.5');
  await expect(result(page, 'Left after rent')).toHaveText('$249.50');

  await choose('Shelter');
  await expect(box(page, shelter)).toHaveAccessibleDescription('Asked because the answer is “Shelter”');
  await expect(box(page, rent)).toHaveValue('0');
  await expect(box(page, rent)).toHaveAttribute('readonly', '');
  await expect(box(page, rent)).toHaveAccessibleDescription(/Set by the rule “No rent in a shelter”/);
  await expect(result(page, 'Left after rent')).toHaveText('$900.00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(`Answer: ${shelter.name}`);
  await box(page, shelter).fill('Harbor Light');
  await box(page, born).fill('03/14/1985');
  await expect(result(page, 'Age')).toHaveText(/^4\d years$/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Show Response' }).click();
  await expect(page.getByRole('row', { name: new RegExp(rent.name) })).toContainText('0');
  await expect(result(page, 'Left after rent')).toHaveText('$900.00');
});

test('R47a a rule suggests an answer, which may be corrected, and empties another once', async ({ page }) => {
  await signIn(page, 'curtis');
  const [town, county, note] = await Promise.all(
    ['Town', 'County', 'Note'].map((name) => makeField(page, unique(name), { field_type: 'freeform-short' })),
  );
  const form = await api<Made>(page, 'POST', '/forms', {
    name: unique('Suggesting'),
    form_fields: [town, county, note].map((field) => ({ field_id: field!.id, is_required: false })),
    logic: [
      {
        name: 'Harborvale is in Essex',
        condition: when(town!, 'EQ', 'Harborvale'),
        actions: [
          { type: 'set', field_id: county!.id, payload: { value: 'Essex', keeps: false } },
          { type: 'clear', field_id: note!.id },
        ],
      },
    ],
  });
  const person = await makePerson(page);
  await page.goto(`/organization/clients/${person.id}/client_forms/new/${form.id}`);
  await box(page, note!).fill('from before');
  await box(page, town!).fill('Harborvale');
  await expect(box(page, county!)).toHaveValue('Essex');
  await expect(box(page, county!)).toHaveAccessibleDescription(/Suggested by the rule “Harborvale is in Essex”/);
  await expect(box(page, note!)).toHaveValue('');
  await expectAccessible(page);
  await box(page, county!).fill('Middlesex');
  await expect(box(page, county!)).toHaveAccessibleDescription('(optional)');
  await box(page, note!).fill('typed again');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Show Response' }).click();
  await expect(page.getByRole('row', { name: new RegExp(county!.name) })).toContainText('Middlesex');
  await expect(page.getByRole('row', { name: new RegExp(note!.name) })).toContainText('typed again');
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await expect(box(page, county!)).toHaveValue('Middlesex');
  await box(page, note!).fill('');
  await expect(box(page, county!)).toHaveValue('Middlesex');
});

test('R47 answers that the rules hide are removed only after a question', async ({ page }) => {
  await signIn(page, 'curtis');
  const { form, slept, shelter } = await makeRuledForm(page);
  const person = await makePerson(page);
  const path = `/clients/${person.id}/client_forms`;
  const answers = [
    { field_id: slept.id, value: 'shelter' },
    { field_id: shelter.id, value: 'Harbor Light' },
  ];
  const { id } = await api<Made>(page, 'POST', path, { form_id: form.id, answers });
  await page.goto(`/organization${path}/${id}/edit`);
  await page.getByRole('radiogroup', { name: slept.name }).getByLabel('Home').check();
  await expect(box(page, shelter)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: '1 answer is hidden now and will be removed' });
  await expect(question).toContainText(shelter.name);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Go back' }).click();
  await page.getByRole('radiogroup', { name: slept.name }).getByLabel('Shelter').check();
  await expect(box(page, shelter)).toHaveValue('Harbor Light');
  await page.getByRole('radiogroup', { name: slept.name }).getByLabel('Home').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Response saved' })).toBeVisible();
  const stored = await api<{ answers: { field_id: number; value: unknown }[] }>(page, 'GET', `${path}/${id}`);
  expect(stored.answers.find(({ field_id }) => field_id === shelter.id)?.value).toBeNull();
});

test('R55 FO-23 answers are filled in from an earlier form, and say where they come from', async ({ page }) => {
  await signIn(page, 'curtis');
  const { form, income, rent } = await makeRuledForm(page);
  const person = await makePerson(page);
  const first = await api<{ form_fields: { id: number; field_id: number }[] }>(page, 'GET', `/forms/${form.id}`);
  const entry = first.form_fields.find(({ field_id }) => field_id === income.id);
  const pre_populate = { form_id: form.id, form_field_id: entry?.id, field_id: income.id };
  const next = await api<Made>(page, 'POST', '/forms', {
    name: unique('Follow-up'),
    form_fields: [
      { field_id: income.id, settings: { pre_populate } },
      { field_id: rent.id, is_required: false },
    ],
  });
  const path = `/clients/${person.id}/client_forms`;
  await api(page, 'POST', path, { form_id: form.id, answers: [{ field_id: income.id, value: 712 }] });
  await page.goto(`/organization${path}/new/${next.id}`);
  await expect(box(page, income)).toHaveValue('712');
  await expect(box(page, income)).toHaveAccessibleDescription(/Filled from Ruled/);
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Show Response' }).click();
  await expect(page.getByRole('row', { name: new RegExp(income.name) })).toContainText('712');
});
