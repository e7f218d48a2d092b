import { describe, expect, test } from 'vitest';
import type { Rule, RuleAction, RuleCondition } from '#forms/definition/rule.ts';
import { exampleContext, exampleField, exampleForm, examplePlace } from '#forms/testing.ts';
import {
  errorsOfRule,
  keepsAnswer,
  leaving,
  leftBy,
  listOf,
  type RuleValues,
  ruleErrors,
  selfReaders,
  targetsOf,
  withField,
  withType,
  withValue,
} from './rule-draft.ts';

const form = exampleForm(
  examplePlace(1, exampleField('number', { name: 'Income' })),
  examplePlace(2, exampleField('select-one', { name: 'Colour' })),
  examplePlace(3, exampleField('presentation', { name: 'Heading' })),
  examplePlace(4, exampleField('signature', { name: 'Signed' })),
);
const when = (field_name: string, value?: number | string): RuleCondition => ({
  and: [{ scope: 'form', conditions: { and: [{ field_name, op: 'GT', ...(value === undefined ? {} : { value }) }] } }],
});
const show: RuleAction = { type: 'show', field_id: 2 };
const errors = (changes: Partial<RuleValues>) =>
  ruleErrors({ name: null, condition: when('1', 5), actions: [show], ...changes }, form, exampleContext);

describe('what is wrong with a rule', () => {
  test('is told at once: what is missing and what does not fit', () => {
    const set: RuleAction = { type: 'set', field_id: 1, payload: { value: 'much' } };
    expect(errors({ name: ' ', condition: when(''), actions: [set, { type: 'filter', field_id: 0 }] })).toEqual({
      name: ['Enter a name'],
      'condition.and.0.conditions.and.0.field_name': ['Choose a field for the condition'],
      'actions.0.payload.value': [expect.stringContaining('Enter a number')],
      'actions.1.field_id': ['Choose a field'],
      'actions.1.payload.conditions': ['Choose the options to offer'],
    });
    expect(errors({ condition: when('1', '2x') })).toEqual({
      'condition.and.0.conditions.and.0.value': ['Enter a number'],
    });
    expect(errors({ condition: { and: [{}] } as never })).toEqual({ condition: ['Add at least one condition'] });
  });

  test('is nothing once it is whole, though it has no name of its own', () => expect(errors({})).toEqual({}));

  test('as the server says it, is told of the rule itself, and of others with their names', () => {
    const rules = [{ name: 'First' }, { name: 'Second' }] as Rule[];
    const sent = { 'logic.1.actions.0.field_id': ['Choose a field'], 'logic.0.name': ['Enter a name'] };
    expect(errorsOfRule(sent, 1, rules)).toEqual({
      'actions.0.field_id': ['Choose a field'],
      base: ['First: Enter a name'],
    });
  });
});

test('an action takes the fields that it can be done with, and keeps its field where it can', () => {
  const names = (type: RuleAction['type']) => targetsOf(form, type).map(({ label }) => label);
  expect(names('hide')).toEqual(['Income', 'Colour', 'Heading', 'Signed']);
  expect(names('require')).toEqual(['Income', 'Colour', 'Signed']);
  expect(names('set')).toEqual(['Income', 'Colour']);
  expect(names('filter')).toEqual(['Colour']);
  expect(withType(show, 'filter', form)).toEqual({ type: 'filter', field_id: 2 });
  expect(withType({ type: 'show', field_id: 1 }, 'filter', form)).toEqual({ type: 'filter', field_id: 0 });
});

test('what is set may be corrected, unless somebody says otherwise or it was so before', () => {
  const set = withType({ type: 'show', field_id: 1 }, 'set', form);
  expect(set).toEqual({ type: 'set', field_id: 1, payload: { keeps: false } });
  expect(withValue(set, 5)).toEqual({ type: 'set', field_id: 1, payload: { value: 5, keeps: false } });
  const stored: RuleAction = { type: 'set', field_id: 1, payload: { value: 4 } };
  expect(keepsAnswer(stored)).toBe(true);
  expect(withField(withValue(stored, 5), 2)).toEqual({ type: 'set', field_id: 2, payload: { keeps: true } });
});

test('a filter leaves any number of options, in lists that are not too long', () => {
  const filter = (payload: RuleAction['payload']): RuleAction => ({ type: 'filter', field_id: 2, payload });
  const values = Array.from({ length: 120 }, (_, index) => `v${index}`);
  for (const some of [[], ['r'], values]) expect(leftBy(filter(leaving(some)))).toEqual(some);
  expect(leaving(values)?.conditions).toMatchObject({ or: [{ op: 'IN' }, { op: 'IN' }, { value: values.slice(100) }] });
  expect(leftBy(filter({ conditions: { and: [{ field_name: 'label', op: 'BWITH', value: 'R' }] } }))).toBeNull();
});

test('a field that is shown by its own answer is named', () => {
  expect(selfReaders({ condition: when('2', 1), actions: [show] }, form)).toEqual(['Colour']);
  expect(selfReaders({ condition: when('1', 1), actions: [show] }, form)).toEqual([]);
});

test('a rule is found again in a list that somebody else saved', () => {
  const rule = (name: string, field: string): Rule => ({ name, condition: when(field, 1), actions: [show] });
  const placeIn = (...logic: Rule[]) => listOf({ logic, lock_version: 2 } as never, rule('Mine', '1')).place;
  expect(placeIn(rule('Other', '1'))).toBe(-1);
  expect(placeIn(rule('Other', '1'), rule('Mine', '2'))).toBe(1);
  expect(placeIn(rule('Mine', '2'), rule('Mine', '1'))).toBe(1);
});
