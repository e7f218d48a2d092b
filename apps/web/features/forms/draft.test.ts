import { describe, expect, test } from 'vitest';
import { emptyField, withType } from '#web/forms/definition/draft.ts';
import { bodyOf, countChanges, emptyForm, type FormValues, issuesOf, withSetting } from './draft.ts';
import {
  canRetypeOptions,
  entryOf,
  newEntry,
  type UsableField,
  withEntry,
  withKnownField,
  withOptions,
  withOptionsDone,
  withOptionsOpen,
} from './entries.ts';

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

describe('a question whose options are being typed', () => {
  const select = (name: string) => newEntry(withType(emptyField(name), 'select-one'));
  const labels = (entry: FormValues['entries'][number]) => entry.field.field_options.map(({ label }) => label);
  test('stands on the form where it was added, and is not saved without options', () => {
    const color = select('Color');
    const list = withEntry(withEntry([one!], color), two!);
    expect(list.map(({ field }) => field.name)).toEqual(['Field 1', 'Color', 'Field 2']);
    expect(issuesOf({ ...saved, entries: list })).toEqual({
      'form_fields.1.field.field_options': ['Please add at least one option to this field.'],
    });
  });
  test('has the options of its lines at each key, and keeps its id', () => {
    const color = withOptions(select('Color'), 'Red\n\n Blue ');
    expect(labels(color)).toEqual(['Red', 'Blue']);
    expect(withOptions(color, 'Red').field.id).toBe(color.field_id);
    const [, sent] = bodyOf({ ...saved, entries: [one!, color] }).form_fields;
    expect(sent).not.toHaveProperty('option_lines');
    expect(sent).toMatchObject({ field: { name: 'Color', field_options: [{ label: 'Red' }, { label: 'Blue' }] } });
  });
  test('is done before another one comes, if nothing is wrong with it', () => {
    const [done, open] = withEntry(
      [withOptions(select('Color'), 'Red'), withOptions(select('Size'), 'A\tx\nB\tx')],
      one!,
    );
    expect(done).not.toHaveProperty('option_lines');
    expect(labels(done!)).toEqual(['Red']);
    expect(open?.option_lines).toBe('A\tx\nB\tx');
    expect(withOptionsDone(one!)).toEqual(one);
  });
});

describe('a new question with the name of a field that exists', () => {
  const fresh = newEntry(withType(emptyField('Phone'), 'freeform-short'));
  test('gives way to it at its place, with what was ticked meanwhile', () => {
    const known = withKnownField([one!, { ...fresh, is_quick_view: true }, two!], fresh.field_id, field(7));
    expect(known.map(({ field_id }) => field_id)).toEqual([1, 7, 2]);
    expect(known[1]).toMatchObject({ is_quick_view: true, field: { id: 7, name: 'Field 7' } });
  });
  test('goes when that field stands on the form already, and changes nothing once it is gone', () => {
    expect(withKnownField([one!, fresh], fresh.field_id, field(1))).toEqual([one]);
    const list = [one!];
    expect(withKnownField(list, fresh.field_id, field(7))).toBe(list);
  });
});

describe('issuesOf', () => {
  const search = entryOf({ ...field(9), name: 'Unit', metadata: { api_parameters: ['house', 'floor'] } });
  const withEntries = (...list: FormValues['entries']) => issuesOf({ ...saved, entries: list });
  test('each parameter takes a field of the form', () => {
    expect(withEntries(one!, { ...search, parameters_mapping: { house: 1, floor: 2 } })).toEqual({
      'form_fields.1.parameters_mapping.floor': ['Choose the field for floor'],
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

describe('options that are typed again', () => {
  const typed = (lines: string) =>
    withOptionsDone(withOptions(newEntry(withType(emptyField('Pets'), 'select-one')), lines));
  const optionsOf = ({ field: { field_options } }: ReturnType<typeof typed>) => field_options;

  test('are those of a new field, and not of one that the organization has', () => {
    expect(canRetypeOptions(typed('Dog\nCat'))).toBe(true);
    expect(canRetypeOptions({ ...typed('Dog'), field_id: 7 })).toBe(false);
    expect(canRetypeOptions(newEntry(withType(emptyField('Pets'), 'select-one')))).toBe(false);
  });
  test.each([
    ['with labels alone', 'Dog\nCat', 'Dog\nCat'],
    ['with values that are not those of the labels', 'Dog\td\nCat\tc', 'Dog\td\nCat\tc'],
  ])('stand in the box as they were, %s', (_, lines, shown) => {
    const open = withOptionsOpen(typed(lines));
    expect(open.option_lines).toBe(shown);
    expect(optionsOf(open)).toEqual(optionsOf(typed(lines)));
  });
});
