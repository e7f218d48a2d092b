import { describe, expect, test } from 'vitest';
import {
  inCondition,
  inEntry,
  inMapping,
  inMetadata,
  inNotification,
  inRule,
  inTranslations,
  inVariables,
  referencesIn,
  renumberedBy,
} from './references.ts';
import type { Rule, RuleCondition } from './rule.ts';

const about = (scope: string, ...conditions: object[]) => ({ scope, conditions: { and: conditions } });
const condition = (...groups: object[]) => ({ or: groups }) as RuleCondition;
const seven = { field_name: '7', op: 'EQ', value: 'a' };
const renumber = renumberedBy({
  field: new Map([[7, 70]]),
  calculation: new Map([[7, 71]]),
  form: new Map([[7, 72]]),
  permission_group: new Map([[7, 73]]),
});
const words = (found: ReturnType<typeof referencesIn>) =>
  found.map((one) => `${one.thing} ${one.id}${one.thing === 'option' ? `=${one.value}` : ''}`);

describe('conditions', () => {
  test.each<[string, object, string[], object]>([
    ['form', seven, ['option 7=a', 'field 7'], { ...seven, field_name: '70' }],
    ['self', seven, ['option 7=a', 'field 7'], { ...seven, field_name: '70' }],
    ['self', { ...seven, field_name: 'value' }, [], { ...seven, field_name: 'value' }],
    ['calculator', seven, ['calculation 7'], { ...seven, field_name: '71' }],
    ['client', { ...seven, field_name: 'gender' }, [], { ...seven, field_name: 'gender' }],
    [
      'response',
      { ...seven, field_name: 'created_by', value: 7 },
      [],
      { ...seven, field_name: 'created_by', value: 7 },
    ],
    [
      'administrator',
      { field_name: 'groups', op: 'IN', value: [7, 8] },
      ['permission_group 7', 'permission_group 8'],
      { field_name: 'groups', op: 'IN', value: [73, 8] },
    ],
    ['administrator', { field_name: 'groups', op: 'EMPTY' }, [], { field_name: 'groups', op: 'EMPTY' }],
    ['administrator', { field_name: 'role', op: 'EQ', value: '7' }, [], { field_name: 'role', op: 'EQ', value: '7' }],
  ])('on %s %j', (scope, one, found, renumbered) => {
    const stored = condition(about(scope, one));
    expect(words(referencesIn(inCondition, stored))).toEqual(found);
    expect(inCondition(stored, renumber)).toEqual(condition(about(scope, renumbered)));
  });

  test('compare with options where they compare with whole values', () => {
    const stored = condition(
      about(
        'form',
        { ...seven, op: 'NIN', value: ['a', 2, true] },
        { ...seven, op: 'CONTAINS', value: 'b' },
        { ...seven, op: 'BWITH', value: 'c' },
        { ...seven, op: 'EMPTY' },
      ),
    );
    const options = words(referencesIn(inCondition, stored)).filter((one) => one.startsWith('option'));
    expect(options).toEqual(['option 7=a', 'option 7=2', 'option 7=true', 'option 7=b']);
  });
});

test('rules name the fields and options that they act on', () => {
  const offered = { and: [{ field_name: 'value', op: 'IN' as const, value: ['b'] }] };
  const rule = {
    name: 'Rule',
    condition: condition(about('calculator', seven)),
    actions: [
      { type: 'set', field_id: 7, payload: { value: 'a' } },
      { type: 'filter', field_id: 7, payload: { conditions: offered } },
      { type: 'hide', field_id: 8 },
    ],
  } as Rule;
  expect(words(referencesIn(inRule, rule))).toEqual([
    'calculation 7',
    'option 7=a',
    'field 7',
    'option 7=b',
    'field 7',
    'field 8',
  ]);
  expect(inRule(rule, renumber).actions.map(({ field_id }) => field_id)).toEqual([70, 70, 8]);
});

test('notifications, variables, entries, settings, mappings and texts are renumbered', () => {
  const source = { form_id: 7, form_field_id: 7, field_id: 7 };
  const moved = { form_id: 72, form_field_id: 7, field_id: 70 };
  const notification = { conditions: null, recipient_field_ids: [7], recipient_group_ids: [7], scoped_fields: [7] };
  expect(inNotification(notification, renumber)).toEqual({
    conditions: null,
    recipient_field_ids: [70],
    recipient_group_ids: [73],
    scoped_fields: [70],
  });
  const variables = [
    { record_type: 'Field' as const, record_id: 7 },
    { record_type: 'Calculation' as const, record_id: 7 },
    { record_type: null, record_id: null },
  ];
  expect(inVariables(variables, renumber).map(({ record_id }) => record_id)).toEqual([70, 71, null]);
  const entry = { field_id: 7, settings: { hide: true, pre_populate: source }, parameters_mapping: { q: 7 } };
  expect(inEntry(entry, renumber)).toEqual({
    field_id: 70,
    settings: { hide: true, pre_populate: moved },
    parameters_mapping: { q: 70 },
  });
  expect(inMetadata({ pre_populate: source, show_when: { and: [seven] }, min: 7 }, renumber)).toEqual({
    pre_populate: moved,
    show_when: { and: [{ ...seven, field_name: '70' }] },
    min: 7,
  });
  expect(inMetadata({ pre_populate: true }, renumber)).toEqual({ pre_populate: true });
  expect(inMapping({ note: 7, reason: null }, renumber)).toEqual({ note: 70, reason: null });
  expect(Object.keys(inTranslations({ name: 1, 'field.7.option.a.b': 1 }, renumber))).toEqual([
    'name',
    'field.70.option.a.b',
  ]);
});

test('what is not stored yet has a negative number, in conditions and texts too', () => {
  const first = renumberedBy({ field: new Map([[7, -7]]) });
  const then = renumberedBy({ field: new Map([[-7, 70]]) });
  const stored = condition(about('form', seven));
  expect(inCondition(inCondition(stored, first), then)).toEqual(
    condition(about('form', { ...seven, field_name: '70' })),
  );
  expect(Object.keys(inTranslations(inTranslations({ 'field.7.name': 1 }, first), then))).toEqual(['field.70.name']);
});
