import { describe, expect, test } from 'vitest';
import type { Rule, RuleAction } from '#forms/definition/rule.ts';
import { exampleContext, exampleField, exampleForm, examplePlace } from '#forms/testing.ts';
import { noNames } from '#forms/words/condition-words.ts';
import { rivalsOf, subjectsOf, type TrialValues, trialOf, tryRule } from './rule-trial.ts';

const form = {
  ...exampleForm(
    examplePlace(1, exampleField('number', { name: 'Income' })),
    examplePlace(2, exampleField('select-one', { name: 'Color' })),
    examplePlace(3, exampleField('attachment', { name: 'Paper' })),
    examplePlace(4, exampleField('number', { name: 'Rent' })),
  ),
  calculations: [
    {
      id: 9,
      name: 'Left',
      equation: 'a - b',
      calculation_type: 'numeric',
      calculation_subtype: null,
      display_unit: null,
      position: 0,
      formatter: {},
      variables: [1, 4].map((record_id, index) => ({
        name: 'ab'[index] as string,
        record_type: 'Field',
        record_id,
        parameter_type: null,
        value: null,
      })),
    },
  ],
} as ReturnType<typeof exampleForm>;
const of = (scope: string, field_name: string, op: string, value?: unknown) =>
  ({ scope, conditions: { and: [{ field_name, op, ...(value === undefined ? {} : { value }) }] } }) as never;
const rule = (groups: never[], ...actions: RuleAction[]): Rule => ({ name: 'R', condition: { and: groups }, actions });
const tried = (one: Rule, values: TrialValues) =>
  tryRule(one, form, { values, administrator: { role: 'orgadmin' }, context: exampleContext, valueWords: () => '5' });

describe('what is answered to try a rule', () => {
  const subjects = (...groups: never[]) =>
    subjectsOf(rule(groups, { type: 'show', field_id: 2 }), form, noNames).map(({ scope, name, field }) => [
      scope,
      name,
      field.name,
      field.field_type,
    ]);

  test('is each thing that its condition reads, once', () => {
    expect(subjects(of('form', '1', 'GT', 5), of('form', '1', 'LT', 9), of('self', 'self', 'NEMPTY'))).toEqual([
      ['form', '1', 'Income', 'number'],
      ['form', '2', 'Color', 'select-one'],
    ]);
  });
  test('is each field that the rule acts on, where its condition is about that', () => {
    const actions: RuleAction[] = [2, 0, 4, 2].map((field_id) => ({ type: 'show', field_id }));
    const found = subjectsOf(
      rule([of('self', 'self', 'NEMPTY'), of('self', '1', 'NEMPTY')], ...actions),
      form,
      noNames,
    );
    expect(found.map(({ field_id }) => field_id)).toEqual([2, 4, 1]);
  });
  test('is what calculations count with, and what is read of the person and the response', () => {
    expect(
      subjects(
        of('calculator', '9', 'GT', 5),
        of('client', 'dob', 'LT', 'today'),
        of('client', 'gender', 'EQ', 'male'),
      ),
    ).toEqual([
      ['form', '1', 'Income', 'number'],
      ['form', '4', 'Rent', 'number'],
      ['client', 'dob', 'Person: Date of birth', 'date'],
      ['client', 'gender', 'Person: Gender', 'select-one'],
    ]);
  });
  test('is no file, nothing of the signed-in user, and nothing that was not chosen yet', () => {
    expect(subjects(of('form', '3', 'EMPTY'), of('administrator', 'role', 'EQ', 'x'), of('form', '', 'EQ'))).toEqual(
      [],
    );
  });
});

describe('what is asked of responses', () => {
  const show = (...ids: number[]) => ids.map((field_id): RuleAction => ({ type: 'show', field_id }));
  const asked = (group: never, ...ids: number[]) => trialOf(rule([group], ...show(...ids)), form);
  const own = of('self', 'self', 'EQ', 5);
  test('is nothing before the condition is finished and has the field it is about', () => {
    expect(asked(of('form', '1', 'EQ', null), 2)).toBeNull();
    expect(asked(own, 0)).toBeNull();
  });
  test('is the condition alone, whatever the rule does, where it is about other fields', () => {
    const conditions = [of('form', '1', 'EQ', 5), of('self', '1', 'EQ', 5)];
    for (const one of conditions) expect(asked(one, 2, 4)).toEqual({ condition: { and: [one] } });
  });
  test('names the field to act on, and the others where there are several', () => {
    const condition = { and: [own] };
    expect(asked(own, 0, 4, 4)).toEqual({ condition, field_id: 4 });
    expect(asked(own, 4, 1, 2)).toEqual({ condition, field_id: 4, field_ids: [1, 2] });
  });
});

describe('a rule that is tried', () => {
  const rich = of('form', '1', 'GT', 100);
  test('does nothing until its condition holds, and then what it says', () => {
    const whole = rule(
      [rich],
      { type: 'show', field_id: 2 },
      { type: 'require', field_id: 2 },
      { type: 'set', field_id: 4, payload: { value: 5 } },
    );
    expect(tried(whole, { 'form 1': Symbol('unreadable') })).toEqual({
      applies: false,
      effects: [{ type: 'show', name: 'Color', says: 'stays hidden' }],
    });
    expect(tried(whole, { 'form 1': 200 })).toEqual({
      applies: true,
      effects: [
        { type: 'show', name: 'Color', says: 'is shown' },
        { type: 'require', name: 'Color', says: 'is required' },
        { type: 'set', name: 'Rent', says: 'is set to 5' },
      ],
    });
  });
  test('counts the options that it leaves', () => {
    const filter: RuleAction = {
      type: 'filter',
      field_id: 2,
      payload: { conditions: { and: [{ field_name: 'value', op: 'IN', value: ['g'] }] } },
    };
    expect(tried(rule([rich], filter), { 'form 1': 200 }).effects).toMatchObject([{ says: 'offers 1 of 2 options' }]);
  });
  test('sees the person, calculations and the signed-in user', () => {
    const lock: RuleAction = { type: 'lock', field_id: 2 };
    const one = rule(
      [
        of('client', 'first_name', 'EQ', 'Ana'),
        of('calculator', '9', 'EQ', 60),
        of('administrator', 'role', 'EQ', 'orgadmin'),
      ],
      lock,
    );
    expect(tried(one, { 'client first_name': 'Ana', 'form 1': 100, 'form 4': 40 }).applies).toBe(true);
    expect(tried(one, { 'client first_name': 'Berta', 'form 1': 100, 'form 4': 40 }).applies).toBe(false);
  });
});

test('another rule that does the opposite with the same field is named', () => {
  const others = [
    rule([], { type: 'hide', field_id: 2 }, { type: 'show', field_id: 2 }),
    { ...rule([], { type: 'hide', field_id: 1 }), name: 'Elsewhere' },
  ];
  expect(rivalsOf([{ type: 'show', field_id: 2 }], others)).toEqual([
    { rule: 'R', action: { type: 'hide', field_id: 2 } },
  ]);
});
