// Long because what rules make of answers is shown case by case.
import { describe, expect, test } from 'vitest';
import { evaluate } from '../answers/evaluate.ts';
import type { WeekStart } from '../calendar.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { type ActionType, type Rule, type RuleCondition, rule } from '../definition/rule.ts';
import { exampleContext, exampleField, exampleForm, examplePlace } from '../testing.ts';
import { contradiction, overload, settle } from './settle.ts';

const text = exampleField('freeform-short');
const number = exampleField('number');
const choice = exampleField('select-one');

const equals = (field_id: number, value: unknown): RuleCondition => ({
  and: [{ scope: 'form', conditions: { and: [{ field_name: String(field_id), op: 'EQ', value: value as string }] } }],
});
const empty = (field_id: number): RuleCondition => ({
  and: [{ scope: 'form', conditions: { and: [{ field_name: String(field_id), op: 'EMPTY' }] } }],
});
const when = (condition: RuleCondition, ...actions: [ActionType, number, unknown?][]): Rule => ({
  name: `Rule ${actions.map(([type, id]) => `${type} ${id}`).join()}`,
  condition,
  actions: actions.map(([type, field_id, payload]) => ({
    type,
    field_id,
    payload: payload as Rule['actions'][0]['payload'],
  })),
});
const withRules = (form: FormDefinition, ...logic: Rule[]): FormDefinition => ({ ...form, logic });

const form = exampleForm(
  ...[1, 2, 3, 4, 5].map((id) => examplePlace(id, text)),
  examplePlace(6, number),
  examplePlace(7, choice),
);
const shown = (one: FormDefinition, answers: Record<string, unknown>) =>
  [...settle(one, { answers, stored: {}, context: exampleContext }).states]
    .filter(([, { hidden }]) => !hidden)
    .map(([id]) => id);

describe('a rule', () => {
  test('that shows a field hides it until its condition holds', () => {
    const one = withRules(form, when(equals(1, 'yes'), ['show', 2]));
    expect(shown(one, {})).not.toContain(2);
    expect(shown(one, { 1: 'YES' })).toContain(2);
  });

  test('that hides a field hides it while its condition holds', () => {
    const one = withRules(form, when(equals(1, 'yes'), ['hide', 2]));
    expect(shown(one, {})).toContain(2);
    expect(shown(one, { 1: 'yes' })).not.toContain(2);
  });

  test('later in the order wins', () => {
    const hide = { ...when(equals(1, 'yes'), ['hide', 2]), position: 1 };
    const show = { ...when(equals(1, 'yes'), ['show', 2]), position: 0 };
    expect(shown(withRules(form, show, hide), { 1: 'yes' })).not.toContain(2);
    expect(shown(withRules(form, { ...show, position: 2 }, hide), { 1: 'yes' })).toContain(2);
  });

  test('shows what the form hides', () => {
    const hidden = exampleForm(examplePlace(1, text), examplePlace(2, text, { settings: { hide: true } }));
    const one = withRules(hidden, when(equals(1, 'yes'), ['show', 2]), when(equals(1, 'no'), ['hide', 2]));
    expect(shown(one, {})).toEqual([1]);
    expect(shown(one, { 1: 'yes' })).toEqual([1, 2]);
  });

  test('counts hidden answers as none, along a whole chain', () => {
    const chain = withRules(form, ...[4, 3, 2, 1].map((id) => when(equals(id, 'yes'), ['show', id + 1])));
    const all = { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes' };
    expect(shown(chain, all)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(shown(chain, { ...all, 1: 'no' })).toEqual([1, 6, 7]);
  });

  test('requires, makes optional, locks and unlocks', () => {
    const one = withRules(
      form,
      when(equals(1, 'yes'), ['require', 2], ['lock', 3], ['unlock', 4]),
      when(equals(1, 'no'), ['optional', 2]),
    );
    const states = settle(one, { answers: { 1: 'yes' }, stored: {}, context: exampleContext }).states;
    expect(states.get(2)).toMatchObject({ required: true });
    expect(states.get(3)).toMatchObject({ locked: true });
    expect(states.get(4)).toMatchObject({ locked: false });
    expect(settle(one, { answers: {}, stored: {}, context: exampleContext }).states.get(4)).toMatchObject({
      locked: true,
    });
  });

  test('keeps answers, and others see it', () => {
    const one = withRules(
      form,
      when(equals(1, 'yes'), ['set', 2, { value: 'Done' }]),
      when(equals(2, 'done'), ['set', 4, { value: 'Too', keeps: true }]),
    );
    const { answers, states } = settle(one, {
      answers: { 1: 'yes', 2: 'typed', 3: 'typed' },
      stored: {},
      context: exampleContext,
    });
    expect(answers).toEqual({ 1: 'yes', 2: 'Done', 3: 'typed', 4: 'Too' });
    expect(states.get(2)?.heldBy).toBe('Rule set 2');
  });

  test('sees the answer that it keeps as it is without it', () => {
    const one = withRules(form, when(empty(2), ['set', 2, { value: 'x' }]), when(equals(2, 'x'), ['hide', 3]));
    expect(settle(one, { answers: {}, stored: {}, context: exampleContext })).toMatchObject({
      answers: { 2: 'x' },
      problem: null,
    });
    expect(shown(one, {})).not.toContain(3);
    expect(settle(one, { answers: { 2: 'y' }, stored: {}, context: exampleContext }).answers).toEqual({ 2: 'y' });
  });

  test('filters options, and refuses those that are left out', () => {
    const left = { conditions: { and: [{ field_name: 'value', op: 'EQ', value: 'g' }] } };
    const one = withRules(form, when(equals(1, 'yes'), ['filter', 7, left]));
    expect(
      settle(one, { answers: { 1: 'yes' }, stored: {}, context: exampleContext })
        .states.get(7)
        ?.options?.map(({ value }) => value),
    ).toEqual(['g']);
    expect(evaluate(one, { given: { 1: 'yes', 7: 'r' }, saved: {}, context: exampleContext }).issues).toEqual([
      { path: 'answers.7', message: 'Choose one of the options' },
    ]);
    expect(evaluate(one, { given: { 1: 'yes', 7: 'g' }, saved: {}, context: exampleContext }).issues).toEqual([]);
    expect(evaluate(one, { given: { 1: 'no', 7: 'r' }, saved: {}, context: exampleContext }).issues).toEqual([]);
  });

  test('any of its conditions is enough with or', () => {
    const [a, b] = [equals(1, 'yes'), equals(2, 'yes')] as { and: [never] }[];
    const one = withRules(form, when({ or: [...a!.and, ...b!.and] }, ['show', 3]));
    expect(shown(one, { 2: 'yes' })).toContain(3);
    expect(shown(one, { 2: 'no' })).not.toContain(3);
  });

  test('speaks of the field that it acts on with the scope self', () => {
    const condition: RuleCondition = {
      and: [{ scope: 'self', conditions: { and: [{ field_name: 'value', op: 'NEMPTY' }] } }],
    };
    const one = withRules(form, when(condition, ['require', 2], ['require', 3]));
    const { states } = settle(one, { answers: { 3: 'x' }, stored: {}, context: exampleContext });
    expect([states.get(2)?.required, states.get(3)?.required]).toEqual([false, true]);
  });

  test('sees the user, the person and the response, and nothing where there are none', () => {
    const about = (
      scope: 'administrator' | 'client' | 'response',
      field_name: string,
      op: 'EQ' | 'EMPTY' | 'IN',
      value?: never,
    ) => when({ and: [{ scope, conditions: { and: [{ field_name, op, value }] } }] }, ['show', 2]);
    const scopes = {
      administrator: { role: 'orgadmin', groups: [4, 9] },
      client: { gender: 'female' },
      response: { created_at: '2026-03-14' },
    };
    const isShown = (rule: Rule, context = { ...exampleContext, scopes }) =>
      settle(withRules(form, rule), { answers: {}, stored: {}, context }).states.get(2)?.hidden === false;
    expect(isShown(about('administrator', 'role', 'EQ', 'orgadmin' as never))).toBe(true);
    expect(isShown(about('administrator', 'groups', 'IN', ['9'] as never))).toBe(true);
    expect(isShown(about('client', 'gender', 'EQ', 'male' as never))).toBe(false);
    expect(isShown(about('response', 'created_at', 'EQ', 'today' as never))).toBe(true);
    expect(isShown(about('client', 'gender', 'EMPTY'), exampleContext as never)).toBe(true);
  });

  test('R49 goes by the first day of the week, asked again of the same rule', () => {
    const dated = exampleForm(examplePlace(1, exampleField('date')), examplePlace(2, text));
    const one = withRules(dated, when(equals(1, 'this week'), ['show', 2]));
    // Seen on Saturday, March 14: the 8th and the 15th are Sundays.
    const shownFor = (answer: string, weekStartsOn: WeekStart) =>
      settle(one, { answers: { 1: answer }, stored: {}, context: { ...exampleContext, weekStartsOn } }).states.get(2)
        ?.hidden === false;
    for (const weekStartsOn of ['sunday', 'monday', 'sunday'] as const)
      expect(['2026-03-08', '2026-03-15'].map((day) => shownFor(day, weekStartsOn))).toEqual(
        weekStartsOn === 'sunday' ? [true, false] : [false, true],
      );
  });

  test('whose condition cannot be read does nothing', () => {
    const broken = [
      { and: [{ scope: 'form', conditions: { and: [{ field_name: '99', op: 'EMPTY' }] } }] },
      { and: [{ scope: 'client', conditions: { and: [{ field_name: 'shoe', op: 'NEQ', value: '4' }] } }] },
      { and: [{ scope: 'form', conditions: null }] },
      { not: [] },
      null,
    ];
    for (const condition of broken)
      expect(shown(withRules(form, when(condition as never, ['hide', 2])), {}), JSON.stringify(condition)).toContain(2);
  });
});

test('a field shows by its own setting', () => {
  const show_when = { and: [{ field_name: '1', op: 'EQ', value: 'yes' }] };
  const one = exampleForm(
    examplePlace(1, text),
    examplePlace(2, exampleField('freeform-short', { metadata: { show_when } })),
  );
  expect(shown(one, {})).toEqual([1]);
  expect(shown(one, { 1: 'yes' })).toEqual([1, 2]);
});

test('rules that never come to rest are told, and end', () => {
  const one = withRules(form, when(empty(1), ['set', 2, { value: 'x' }]), when(empty(2), ['set', 1, { value: 'x' }]));
  expect(settle(one, { answers: {}, stored: {}, context: exampleContext }).problem).toBe(contradiction);
  expect(evaluate(one, { given: {}, saved: {}, context: exampleContext }).issues).toContainEqual({
    path: 'base',
    message: contradiction,
  });
  expect(evaluate(one, { given: { 1: 'y' }, saved: {}, context: exampleContext }).issues).toEqual([]);
});

test('a long chain is no contradiction', () => {
  const long = exampleForm(...Array.from({ length: 150 }, (_, id) => examplePlace(id + 1, text)));
  const rules = Array.from({ length: 149 }, (_, at) => when(equals(149 - at, 'yes'), ['show', 150 - at]));
  const answers = Object.fromEntries(long.form_fields.map(({ field_id }) => [field_id, 'yes']));
  const { problem, states } = settle(withRules(long, ...rules), { answers, stored: {}, context: exampleContext });
  expect(problem).toBeNull();
  expect([...states.values()].map(({ hidden }) => hidden)).toEqual(Array.from({ length: 150 }, () => false));
});

describe('rules that take too long', () => {
  test('are stopped by the clock, and told in words of their own', () => {
    const often = { and: Array(200).fill((equals(1, 'yes') as { and: object[] }).and[0]) } as RuleCondition;
    const one = withRules(form, ...Array.from({ length: 150 }, () => when(often, ['show', 2])));
    let now = 0;
    const by = (clock: () => number) => ({ ...exampleContext, timeLimit: { clock, milliseconds: 40 } });
    const quick = by(() => now++);
    expect(settle(one, { answers: {}, stored: {}, context: quick }).problem).toBeNull();
    const slow = by(() => (now += 5));
    expect(settle(one, { answers: {}, stored: {}, context: slow }).problem).toBe(overload);
    expect(evaluate(one, { given: {}, saved: {}, context: slow }).issues).toEqual([
      { path: 'base', message: overload },
    ]);
  });

  test('are not blamed for a pause of the machine', () => {
    let now = 0;
    const pausing = { ...exampleContext, timeLimit: { clock: () => (now += 10_000), milliseconds: 40, pause: 5 } };
    expect(
      settle(withRules(form, when(empty(1), ['hide', 2])), { answers: {}, stored: {}, context: pausing }).problem,
    ).toBeNull();
  });

  test('are stopped by their work where the clock stands still', () => {
    const left = { and: Array.from({ length: 50 }, () => ({ field_name: 'label', op: 'CONTAINS', value: 'x' })) };
    const options = Array.from({ length: 2000 }, (_, position) => ({
      label: 'Label',
      value: `v${position}`,
      position,
    }));
    const wide = exampleForm(examplePlace(1, exampleField('select-one', { field_options: options })));
    const one = withRules(
      wide,
      ...Array.from({ length: 100 }, () => when(empty(1), ...Array(100).fill(['filter', 1, { conditions: left }]))),
    );
    expect(settle(one, { answers: {}, stored: {}, context: exampleContext }).problem).toBe(overload);
  });

  test('are not helped by an answer that is far too long: it is compared with nothing', () => {
    const long = 'a'.repeat(900_000);
    const one = withRules(form, when(equals(1, long), ['hide', 2]), when(empty(1), ['hide', 3]));
    expect(shown(one, { 1: long })).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(shown(one, { 6: Array(2000).fill(1) })).not.toContain(3);
  });
});

describe('what is done once, when a condition becomes true', () => {
  const suggest = (id: number, value: unknown): [ActionType, number, unknown] => ['set', id, { value, keeps: false }];
  const one = withRules(form, when(equals(1, 'yes'), suggest(2, 'x'), ['clear', 3]));
  const stored = { 1: 'no', 2: 'old', 3: 'old' };
  const answersTo = (given: object, saved: object | null = null, standing: number[] = [], on = one) => {
    const { answers, issues } = evaluate(on, {
      given: given as never,
      saved: saved as never,
      context: exampleContext,
      standing: new Set(standing),
    });
    expect(issues).toEqual([]);
    return answers;
  };

  test('is not done while it does not hold', () => {
    expect(answersTo({ 1: 'no', 3: 'typed' })).toEqual({ 1: 'no', 3: 'typed' });
    expect(answersTo({ 4: 'typed' }, stored)).toEqual({ ...stored, 4: 'typed' });
  });

  test('fills in what was not sent, and empties what was', () => {
    expect(answersTo({ 1: 'yes', 3: 'typed' })).toEqual({ 1: 'yes', 2: 'x' });
    expect(answersTo({ 1: 'yes', 2: 'mine' })).toEqual({ 1: 'yes', 2: 'mine' });
    expect(answersTo({ 1: 'yes', 2: null })).toEqual({ 1: 'yes' });
    expect(answersTo({ 1: 'yes' }, stored)).toEqual({ 1: 'yes', 2: 'x' });
  });

  test('is done once: what is corrected afterwards stays', () => {
    const after = { 1: 'yes', 2: 'x' };
    expect(answersTo({ 2: 'mine', 3: 'again' }, after)).toEqual({ 1: 'yes', 2: 'mine', 3: 'again' });
    expect(answersTo({ 2: null }, after)).toEqual({ 1: 'yes' });
    expect(answersTo({ 1: 'yes', 3: 'again' }, null, [3])).toEqual({ 1: 'yes', 2: 'x', 3: 'again' });
  });

  test('a rule may look at the field that it fills in or empties', () => {
    const own = withRules(form, when(empty(2), suggest(2, 'none')), when(equals(3, 'n/a'), ['clear', 3]));
    expect(answersTo({ 3: 'n/a' }, null, [], own)).toEqual({ 2: 'none' });
    expect(answersTo({ 2: null }, null, [], own)).toEqual({});
    expect(answersTo({ 4: 'x' }, {}, [], own)).toEqual({ 4: 'x' });
    const both = withRules(form, when(empty(2), suggest(2, 'n/a')), when(equals(2, 'n/a'), ['clear', 2]));
    expect(answersTo({}, null, [], both)).toEqual({});
  });

  test('is seen by other rules, which may do something in turn', () => {
    const chain = withRules(
      form,
      when(equals(3, 'b'), suggest(4, 'c')),
      when(equals(2, 'a'), suggest(3, 'b')),
      when(equals(1, 'yes'), suggest(2, 'a')),
      when(equals(4, 'c'), ['hide', 5]),
    );
    expect(answersTo({ 1: 'yes', 5: 'typed' }, null, [], chain)).toEqual({ 1: 'yes', 2: 'a', 3: 'b', 4: 'c' });
  });

  test('waits for the rules to come to rest: what is about to be hidden sets nothing off', () => {
    const passing = withRules(form, when(equals(1, 'no'), ['hide', 2]), when(equals(2, 'x'), ['clear', 3]));
    expect(answersTo({ 1: 'no', 2: 'x', 3: 'typed' }, null, [], passing)).toEqual({ 1: 'no', 3: 'typed' });
  });

  test('is checked as an answer is', () => {
    const wrong = withRules(form, when(equals(1, 'yes'), suggest(6, 'many')));
    expect(
      evaluate(wrong, { given: { 1: 'yes' }, saved: null, context: exampleContext }).issues.map(({ path }) => path),
    ).toEqual(['answers.6']);
  });
});

describe('what is stored', () => {
  test('hidden answers are not kept, and not required', () => {
    const one = withRules(
      exampleForm(examplePlace(1, text), examplePlace(2, text, { is_required: true })),
      when(equals(1, 'yes'), ['hide', 2]),
    );
    const { answers, issues } = evaluate(one, { given: { 1: 'yes' }, saved: { 2: 'old' }, context: exampleContext });
    expect({ answers, issues }).toEqual({ answers: { 1: 'yes' }, issues: [] });
    expect(
      evaluate(one, { given: { 1: 'no' }, saved: {}, context: exampleContext }).issues.map(({ path }) => path),
    ).toEqual(['answers.2']);
  });

  test('a locked field keeps its answer, whatever is sent', () => {
    const one = withRules(form, when(equals(1, 'yes'), ['lock', 2]));
    expect(
      evaluate(one, { given: { 1: 'yes', 2: 'new' }, saved: { 2: 'old' }, context: exampleContext }).answers,
    ).toEqual({ 1: 'yes', 2: 'old' });
    expect(evaluate(one, { given: { 1: 'yes', 2: 'new' }, saved: {}, context: exampleContext }).answers).toEqual({
      1: 'yes',
    });
  });

  test('a field that a rule sets has what the rule says, whatever is sent', () => {
    const one = withRules(form, when(equals(1, 'yes'), ['set', 6, { value: 7 }]));
    expect(evaluate(one, { given: { 1: 'yes', 6: 'many' }, saved: {}, context: exampleContext })).toMatchObject({
      answers: { 6: 7 },
      issues: [],
    });
  });

  test('a field that a rule requires is asked for', () => {
    const one = withRules(form, when(equals(1, 'yes'), ['require', 2]));
    expect(
      evaluate(one, { given: { 1: 'yes' }, saved: {}, context: exampleContext }).issues.map(({ path }) => path),
    ).toEqual(['answers.2']);
  });
});

test('an autopopulate field fills itself when one option is left, and clears when none is', () => {
  const left = (value: string) => ({ conditions: { and: [{ field_name: 'value', op: 'EQ', value }] } });
  const one = withRules(
    exampleForm(examplePlace(1, text), examplePlace(2, exampleField('autopopulate'))),
    when(equals(1, 'green'), ['filter', 2, left('g')]),
    when(equals(1, 'none'), ['filter', 2, left('zzz')]),
  );
  expect(evaluate(one, { given: { 1: 'green', 2: 'mine' }, saved: {}, context: exampleContext }).answers[2]).toBe('g');
  expect(
    evaluate(one, { given: { 1: 'none', 2: 'r' }, saved: {}, context: exampleContext }).answers[2],
  ).toBeUndefined();
  expect(evaluate(one, { given: { 2: 'r' }, saved: {}, context: exampleContext }).answers[2]).toBe('r');
  expect(evaluate(one, { given: { 2: 'other' }, saved: {}, context: exampleContext }).answers[2]).toBeUndefined();
});

test('the rules here are rules', () => {
  expect(rule.safeParse(when(equals(1, 'yes'), ['set', 2, { value: 'x', keeps: false }])).success).toBe(true);
  expect(rule.safeParse(when(equals(1, 'yes'), ['clear', 2, { keeps: false }])).success).toBe(false);
});
