import { describe, expect, test } from 'vitest';
import type { RuleAction, RuleCondition, ScopedConditions } from '../definition/rule.ts';
import { exampleField, exampleForm, examplePlace } from '../testing.ts';
import { conditionSentence, noNames, textOf } from './condition-words.ts';
import type { Condition } from './expression.ts';
import { shownIf } from './field-words.ts';
import { proposedName, ruleSentence } from './rule-words.ts';

const form = exampleForm(
  examplePlace(1, exampleField('number', { name: 'Income' })),
  examplePlace(2, exampleField('date', { name: 'Visit' })),
  examplePlace(3, exampleField('select-one', { name: 'Colour' })),
  examplePlace(4, exampleField('time', { name: 'Start' })),
);
const group = (scope: ScopedConditions['scope'], ...list: Condition[]): ScopedConditions => ({
  scope,
  conditions: { or: list },
});
const said = (condition: RuleCondition) => {
  const sentence = conditionSentence(condition, { form, names: { ...noNames, groups: new Map([[7, 'Leads']]) } });
  return sentence && textOf(sentence);
};
const one = (field_name: string, op: Condition['op'], value?: Condition['value']) =>
  said({ and: [group('form', value === undefined ? { field_name, op } : { field_name, op, value })] });

describe('on a blank form', () => {
  const income = { and: [group('form', { field_name: '1', op: 'GTE', value: 2000 })] } as RuleCondition;
  const shown = (type: RuleAction['type'] | null, hide = false) => {
    const visit = { ...form.form_fields[1]!, settings: hide ? { hide } : {} };
    const actions = type ? [{ type, field_id: 2 } as RuleAction] : [];
    return shownIf({ ...form, logic: [{ name: 'Rule', condition: income, actions }] as never }, visit, noNames);
  };

  test.each([
    [null, false, null],
    ['require', false, null],
    ['show', true, 'if Income is at least 2,000'],
    ['hide', false, 'unless Income is at least 2,000'],
    [null, true, 'if asked'],
  ] as const)('a question that rules %s, hidden at first: %s, says %s', (type, hide, text) =>
    expect(shown(type, hide)).toBe(text),
  );
});

describe('a condition as a sentence', () => {
  test('that cannot be read is none', () => expect(said({ and: [{}] } as never)).toBeNull());

  test('of a field that is gone says so', () =>
    expect(one('99', 'EMPTY')).toBe('a field that isn’t on this form is empty'));

  test.each([
    [one('1', 'GTE', 2000), 'Income is at least 2,000'],
    [one('1', 'RANGE', [1, 2]), 'Income is between 1 and 2'],
    [one('2', 'EQ', 'last_30_days'), 'Visit is in the last 30 days'],
    [one('2', 'EQ', 'monday'), 'Visit is Monday'],
    [one('2', 'LT', '2026-03-14'), 'Visit is before 03/14/2026'],
    [one('2', 'DOW', [0, 6]), 'Visit falls on Sunday or Saturday'],
    [one('3', 'IN', ['r', 'g', 'x']), 'Colour is one of Red, Green or x'],
    [one('4', 'LTE', '17:00'), 'Start is at or before 17:00'],
    [one('1', 'EQ'), 'Income is …'],
  ])('%s', (sentence, words) => expect(sentence).toBe(words));

  test('of several groups parts them, and names what is held by id', () => {
    const condition: RuleCondition = {
      and: [
        group('administrator', { field_name: 'groups', op: 'IN', value: [7, 8] }),
        group('client', { field_name: 'active', op: 'TRUE' }, { field_name: 'dod', op: 'NEMPTY' }),
      ],
    };
    expect(said(condition)).toBe(
      'the user’s Permission groups is one of Leads or number 8 and ' +
        '(the person’s Active is checked or the person’s Date deceased is not empty)',
    );
  });
});

test('a rule as a sentence, and the name that is proposed for it', () => {
  const actions: RuleAction[] = [
    { type: 'optional', field_id: 1 },
    { type: 'set', field_id: 2, payload: { value: '2026-01-31' } },
    { type: 'set', field_id: 1, payload: { value: 5, keeps: false } },
    {
      type: 'filter',
      field_id: 3,
      payload: { conditions: { and: [{ field_name: 'label', op: 'BWITH', value: 'R' }] } },
    },
  ];
  const condition: RuleCondition = { and: [group('self', { field_name: 'self', op: 'EMPTY' })] };
  expect(textOf(ruleSentence({ condition, actions }, { form, names: noNames }))).toBe(
    'When Income is empty: make Income optional, set Visit to 01/31/2026, suggest 5 for Income, ' +
      'limit options of Colour to those whose label begins with R',
  );
  expect(proposedName(actions, form)).toBe('Do not require Income, set Visit, set Income, limit Colour');
  const onVisit = ['show', 'require', 'lock'].map((type) => ({ type, field_id: 2 })) as RuleAction[];
  expect(textOf(ruleSentence({ condition, actions: onVisit }, { form, names: noNames }))).toBe(
    'When Visit is empty: show, require and lock Visit',
  );
  const unfit: RuleAction = { type: 'set', field_id: 1, payload: { value: Symbol('unreadable'), keeps: false } };
  expect(textOf(ruleSentence({ condition, actions: [unfit] }, { form, names: noNames }))).toBe(
    'When Income is empty: suggest … for Income',
  );
  const blank = { and: [group('form', { field_name: '', op: 'EQ' })] } as RuleCondition;
  const begun = ruleSentence({ condition: blank, actions: [{ type: 'show', field_id: 0 }] }, { form, names: noNames });
  expect(textOf(begun), 'before anything was chosen').toBe('When …: show …');
  expect(proposedName([{ type: 'show', field_id: 0 }], form)).toBe('');
});
