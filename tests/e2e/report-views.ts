import type { Page } from '@playwright/test';
import { api, makeField, makeForm, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

/** A report of three responses of one person: a color and a score each, and of the first where it was. */
export const makeReport = async (page: Page) => {
  const options = ['red', 'blue'].map((value, position) => ({ label: value.toUpperCase(), value, position }));
  const [color, score, place] = await Promise.all([
    makeField(page, 'Color', { field_type: 'select-one', field_options: options }),
    makeField(page, 'Score', { field_type: 'number' }),
    makeField(page, 'Place', { field_type: 'address' }),
  ]);
  const form_fields = [color, score, place].map(({ id }) => ({ field_id: id, is_required: false }));
  const form = await makeForm(page, 'Colors', [], { form_fields });
  const person = await makePerson(page);
  for (const [value, points] of [
    ['red', 10],
    ['red', 4],
    ['blue', 7],
  ])
    await api(page, 'POST', `/clients/${person.id}/client_forms`, {
      form_id: form.id,
      answers: [
        { field_id: color.id, value },
        { field_id: score.id, value: points },
        ...(points === 10 ? [{ field_id: place.id, value: { text: '7 Harbor Rd', location: [43.68, -70.37] } }] : []),
      ],
    });
  const report = await api<{ id: number; name: string }>(page, 'POST', '/report_definitions', {
    name: unique('Colors seen'),
    report_type: 'client_forms',
    fields: [
      { key: 'color', form: form.id, field: String(color.id) },
      { key: 'score', form: form.id, field: String(score.id) },
      { key: 'place', form: form.id, field: String(place.id) },
    ],
  });
  return { report, person, form, color, score };
};

export const cells = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr');
