import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  countChanges,
  emptyForm,
  entryOf,
  type FormValues,
  issuesOf,
  type UsableField,
  withSetting,
} from './draft.ts';

const field = (id: number): UsableField => ({
  id,
  name: `Field ${id}`,
  description: null,
  field_type: 'freeform-short',
  data_type: 'string',
  metadata: {},
  field_options: [],
  internal_option: null,
});
const [one, two, three] = [entryOf(field(1)), entryOf(field(2)), entryOf(field(3))];
const saved: FormValues = { ...emptyForm, name: 'Intake', entries: [one!, two!, three!] };
const entries = (list: FormValues['entries']) => countChanges(saved, { ...saved, entries: list });

describe('countChanges', () => {
  test('counts parts and fields, each once', () => {
    expect(countChanges(saved, saved)).toBe(0);
    expect(countChanges(saved, { ...saved, name: 'Other', active: false })).toBe(2);
    expect(entries([one!, two!])).toBe(1);
    expect(entries([one!, two!, three!, entryOf(field(4))])).toBe(1);
    expect(entries([{ ...one!, is_required: false, is_quick_view: true }, two!, three!])).toBe(1);
  });
  test('counts a field whose settings changed, and not one whose settings are as they were', () => {
    const hidden = withSetting(one!, 'hide', true);
    expect(entries([hidden, two!, three!])).toBe(1);
    expect(entries([{ ...one!, parameters_mapping: { unit: 2 } }, two!, three!])).toBe(1);
    expect(entries([withSetting(hidden, 'hide', null), two!, three!])).toBe(0);
  });
  test('a new order is one change; fields that come and go are none of it', () => {
    expect(entries([three!, one!, two!])).toBe(1);
    expect(entries([entryOf(field(4)), two!, three!])).toBe(2);
  });
});

describe('bodyOf', () => {
  test('numbers the fields, and redirects from client forms only', () => {
    const values = { ...saved, redirect_url: 'https://example.org' };
    expect(bodyOf(values)).toMatchObject({ redirect_url: 'https://example.org', description: null });
    expect(bodyOf({ ...values, form_type: 'internal' }).redirect_url).toBeNull();
    expect(bodyOf(values).form_fields.map(({ field_id, position }) => [field_id, position])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
  });
});

describe('issuesOf', () => {
  const search = entryOf({ ...field(9), name: 'Unit', metadata: { api_parameters: ['house', 'floor'] } });
  const withEntries = (...list: FormValues['entries']) => issuesOf({ ...saved, entries: list });
  test('each parameter takes a field of the form', () => {
    expect(withEntries(one!, { ...search, parameters_mapping: { house: 1, floor: 2 } })).toEqual({
      'form_fields.1.parameters_mapping.floor': ['Choose the field that gives floor'],
    });
    expect(withEntries(one!, two!, { ...search, parameters_mapping: { house: 1, floor: 2 } })).toEqual({});
  });
  test('a form to pre-populate from takes one of its fields', () => {
    const source = { form_id: 5, form_field_id: 0, field_id: 0 };
    expect(Object.keys(withEntries(withSetting(one!, 'pre_populate', source)))).toEqual([
      'form_fields.0.settings.pre_populate',
    ]);
    expect(withEntries(withSetting(one!, 'pre_populate', { ...source, form_field_id: 7, field_id: 6 }))).toEqual({});
  });
});

test('a field that is only read is not required', () => {
  expect(entryOf({ ...field(1), field_type: 'presentation' }).is_required).toBe(false);
});

test('a field that is added is required and not shown in previews', () => {
  expect(one).toMatchObject({ is_required: true, is_quick_view: false, is_locked: false });
});
