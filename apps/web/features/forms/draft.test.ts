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

describe('rules and calculations of the editor', () => {
  const rule = (name: string): FormValues['logic'][number] => ({
    name,
    condition: { and: [{ scope: 'form', conditions: { and: [{ field_name: '1', op: 'NEMPTY' }] } }] },
    actions: [{ type: 'show', field_id: 2 }],
  });
  const calculation = (id: number, name: string, position: number): FormValues['calculations'][number] => ({
    id,
    name,
    position,
    equation: 'a',
    calculation_type: 'numeric',
    calculation_subtype: null,
    display_unit: null,
    variables: [],
    formatter: {},
    lock_version: 3,
  });
  const stored = [calculation(7, 'Left', 0), calculation(8, 'Rest', 5)];
  const before = { ...saved, logic: [rule('A'), rule('B')], calculations: stored, stored_calculations: stored };

  test('what is as it was counts and is sent as nothing, though positions have gaps', () => {
    expect(countChanges(before, before)).toBe(0);
    expect(bodyOf(before).calculations).toEqual([]);
  });
  test('count each, and only what was done to calculations is sent', () => {
    const now = {
      ...before,
      logic: [rule('B')],
      calculations: [{ ...stored[1]!, name: 'Renamed' }, calculation(Number.MAX_SAFE_INTEGER, 'New', 1)],
    };
    expect(countChanges(before, now)).toBe(4);
    expect(bodyOf(now).logic).toEqual([{ ...rule('B'), position: 0 }]);
    expect(bodyOf(now).calculations).toMatchObject([
      { id: 7, lock_version: 3, removed: true },
      { id: Number.MAX_SAFE_INTEGER, name: 'New', position: 6 },
      { id: 8, lock_version: 3, name: 'Renamed' },
    ]);
    expect(bodyOf(now).calculations[2]).not.toHaveProperty('position');
  });
  test('another order of the rules is one change', () => {
    expect(countChanges(before, { ...before, logic: before.logic.toReversed() })).toBe(1);
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
