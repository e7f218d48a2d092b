import { expect, test } from '@playwright/test';
import { api, expectAccessible, makeField, signIn, unique } from './definitions.ts';
import { box, type Made, makeRuledForm, when } from './filling-rules.ts';
import { makePerson } from './responding.ts';

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
