import type { Page } from '@playwright/test';
import { api, makeField, unique } from './definitions.ts';

export type Made = { id: number; name: string };

export const when = (field: Made, op: string, value?: unknown) => ({
  and: [{ scope: 'form', conditions: { and: [{ field_name: String(field.id), op, value }] } }],
});

/** A form whose rules ask for more, fill in and take away, with a sum and an age. */
export const makeRuledForm = async (page: Page) => {
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

export const box = (page: Page, { name }: Made) => page.getByRole('textbox', { name, exact: true });
