import { expect, test } from 'vitest';
import { visitDateOf } from './pre-populate.ts';

const dates = (...names: string[]) =>
  names.map((name, position) => ({
    field_id: position + 1,
    position,
    settings: {},
    field: { name, field_type: 'date' as const },
  }));
const found = (...names: string[]) => visitDateOf(dates(...names))?.field.name;

test('the visit date of a form is the date question that is called so', () => {
  for (const name of [
    'Visit date',
    'Date of visit',
    'Date of Service',
    'Session Date',
    'Date',
    'VISIT',
    'Assessment date',
  ])
    expect(found('Date of birth', name, 'Next visit date'), name).toBe(name);
});

test('no other date is: of the person, of the next visit, or without such a name', () => {
  for (const name of ['Date of birth', 'Next visit date', 'Follow-up appointment date', 'Housed since', 'Move-in date'])
    expect(found(name), name).toBeUndefined();
  const [one] = dates('Visit date');
  expect(visitDateOf([{ ...one!, settings: { due_date: 'everyone' as const } }])).toBeUndefined();
  expect(
    visitDateOf([{ ...one!, field: { name: 'Visit date', field_type: 'freeform-short' as const } }]),
  ).toBeUndefined();
});

test('the first one in the order of the form', () => {
  const [first, second] = dates('Visit date', 'Service date');
  expect(visitDateOf([second!, first!])).toBe(first);
});
