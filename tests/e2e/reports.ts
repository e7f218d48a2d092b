import type { Page } from '@playwright/test';
import { api, makeField, makeForm, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

export type Named = { id: number; name: string };
export type Report = Named & {
  fields: { key: string; field: string | null; formula: string | null }[];
  lock_version: number;
};

export const preview = (page: Page) => page.getByRole('region', { name: 'Live preview' });
export const rows = (page: Page) => preview(page).getByRole('table', { name: 'Preview' }).locator('tbody tr');
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: false }).first();

/** A form of two numbers and a day, answered twice by one person. */
export const makeScores = async (page: Page, of?: { id: number }) => {
  const [score, nights, seen] = await Promise.all([
    makeField(page, 'Score', { field_type: 'number' }),
    makeField(page, 'Nights', { field_type: 'number' }),
    makeField(page, 'Seen', { field_type: 'date' }),
  ]);
  const heard = await makeField(page, 'Read this', { field_type: 'presentation' });
  const form = await makeForm(page, 'Scores', [heard, score, nights, seen]);
  const person = of ?? (await makePerson(page));
  for (const values of [
    [10, 4, '2026-01-05'],
    [4, 2, '2026-02-05'],
  ])
    await api(page, 'POST', `/clients/${person.id}/client_forms`, {
      form_id: form.id,
      answers: [score, nights, seen].map(({ id }, index) => ({ field_id: id, value: values[index] })),
    });
  return { form, score, nights, seen, heard, person };
};

/** A form with a question that takes several choices, answered twice by one person. */
export const makeNeeds = async (page: Page) => {
  const field_options = ['Bed', 'Food', 'Advice'].map((label, position) => ({ label, value: label, position }));
  const needs = await makeField(page, 'Needs', { field_type: 'select-many', field_options });
  const form = await makeForm(page, 'Needs', [needs]);
  const person = await makePerson(page);
  for (const value of [['Bed'], ['Bed', 'Food']])
    await api(page, 'POST', `/clients/${person.id}/client_forms`, {
      form_id: form.id,
      answers: [{ field_id: needs.id, value }],
    });
  return { form, needs };
};

/** A form that one person answered once for each city, and twice for the last one. */
export const makeCities = async (page: Page) => {
  const city = await makeField(page, 'City', { field_type: 'freeform-short' });
  const form = await makeForm(page, 'Visits', [city]);
  const person = await makePerson(page);
  for (const value of ['Avon', 'Bath', 'Cole', 'Dover', 'Troy', 'Troy'])
    await api(page, 'POST', `/clients/${person.id}/client_forms`, {
      form_id: form.id,
      answers: [{ field_id: city.id, value }],
    });
  return { form, city };
};

/** A report on a form. */
export const makeReport = (page: Page, form: Named, fields: Named[], rest: object = {}): Promise<Report> =>
  api(page, 'POST', '/report_definitions', {
    name: unique('Report'),
    report_type: 'client_forms',
    fields: fields.map(({ id }) => ({ form: form.id, field: String(id) })),
    ...rest,
  });
