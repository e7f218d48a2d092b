import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Answers, checkAnswer } from '../definition/answer.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import type { ActionType, ConditionScope, Rule, RuleCondition } from '../definition/rule.ts';
import type { Operator } from '../field-types/condition.ts';
import { exampleContext, exampleField, exampleForm, examplePlace } from '../testing.ts';
import { neverShown } from './never-shown.ts';
import { settle } from './settle.ts';

type Asked = [field_id: number, op: Operator, value?: string | string[]];

const text = exampleField('freeform-short');
const color = exampleField('select-one');
const colors = exampleField('select-many');
const form = exampleForm(
  ...[1, 2, 3, 4].map((id) => examplePlace(id, text)),
  examplePlace(5, color),
  examplePlace(6, colors),
);

const conditions = (...asked: Asked[]) => ({
  and: asked.map(([id, op, value]) => ({ field_name: String(id), op, ...(value !== undefined && { value }) })),
});
const met = (scope: ConditionScope, ...asked: Asked[]): RuleCondition => ({
  and: [{ scope, conditions: conditions(...asked) }],
});
const when = (condition: RuleCondition | Asked, type: ActionType, field_id: number, value?: string): Rule => ({
  name: `${type} ${field_id}`,
  condition: Array.isArray(condition) ? met('form', condition) : condition,
  actions: [{ type, field_id, ...(value !== undefined && { payload: { value } }) }],
});
const found = (logic: Rule[], changes: Partial<FormDefinition> = {}) => neverShown({ ...form, logic, ...changes });
const ids = (...given: Parameters<typeof found>) => found(...given).map(({ field_id }) => field_id);
const changed = (id: number, changes: Partial<FormDefinition['form_fields'][number]>) => ({
  form_fields: form.form_fields.map((entry) => (entry.field_id === id ? { ...entry, ...changes } : entry)),
});
const showing = (id: number, ...asked: Asked[]) =>
  changed(id, { field: { ...text, metadata: { show_when: conditions(...asked) } } });

describe('a question never appears', () => {
  test('where two hide each other while they are empty, by the rules that do so', () => {
    expect(found([when([2, 'EMPTY'], 'hide', 1), when([1, 'EMPTY'], 'hide', 2)])).toEqual([
      { field_id: 1, rules: [0], byOwnCondition: false },
      { field_id: 2, rules: [1], byOwnCondition: false },
    ]);
  });
  test('where two show each other', () => {
    expect(ids([when([2, 'NEMPTY'], 'show', 1), when([1, 'EQ', 'yes'], 'show', 2)])).toEqual([1, 2]);
  });
  test('where it hides itself while it is empty', () => {
    expect(ids([when(met('self', [0, 'EMPTY']), 'hide', 3)])).toEqual([3]);
  });
  test.each<[string, Asked]>([
    ['that was removed', [5, 'EQ', 'b']],
    ['that does not exist', [5, 'IN', ['x', 'y']]],
    ['of several that was removed', [6, 'CONTAINS', 'b']],
    ['of several that do not exist', [6, 'IN', ['x', 'b']]],
  ])('where it shows for an option %s', (_, asked) => {
    expect(ids([when(asked, 'show', 1)])).toEqual([1]);
    expect(ids([], showing(1, asked))).toEqual([1]);
  });
  test('where it hides for each option that there is, and for none', () => {
    expect(ids([when([5, 'NEQ', 'b'], 'hide', 1)])).toEqual([1]);
  });
  test('along a chain, each by its own rule', () => {
    const chain = [when([3, 'NEMPTY'], 'show', 4), when([2, 'NEMPTY'], 'show', 3), when([5, 'EQ', 'x'], 'show', 2)];
    expect(found(chain).map(({ field_id, rules }) => [field_id, rules])).toEqual([
      [2, [2]],
      [3, [1]],
      [4, [0]],
    ]);
  });
  test('under its own condition, or that and another’s', () => {
    expect(found([], showing(1, [1, 'NEMPTY']))).toEqual([{ field_id: 1, rules: [], byOwnCondition: true }]);
    expect(ids([when([1, 'EMPTY'], 'hide', 2)], showing(1, [2, 'NEMPTY']))).toEqual([1, 2]);
  });
  test('where the only rule that shows it comes before one that always hides it', () => {
    const [show, hide] = [when([2, 'NEMPTY'], 'show', 1), when(met('form', [5, 'NEQ', 'x']), 'hide', 1)];
    expect(found([show, hide])).toEqual([{ field_id: 1, rules: [1], byOwnCondition: false }]);
    expect(ids([hide, show])).toEqual([]);
    expect(
      ids([
        { ...show, position: 1 },
        { ...hide, position: 0 },
      ]),
    ).toEqual([]);
  });
});

describe('nothing is said', () => {
  test.each<[string, Rule[]]>([
    ['of rules that show by an answer', [when([1, 'EQ', 'yes'], 'show', 2), when([5, 'EQ', 'r'], 'show', 3)]],
    ['of a rule that hides while another is empty', [when([1, 'EMPTY'], 'hide', 2)]],
    [
      'of two that hide each other when they are answered',
      [when([1, 'NEMPTY'], 'hide', 2), when([2, 'NEMPTY'], 'hide', 1)],
    ],
    [
      'of two that hide each other while empty, if another rule shows one',
      [when([2, 'EMPTY'], 'hide', 1), when([1, 'EMPTY'], 'hide', 2), when([3, 'NEMPTY'], 'show', 1)],
    ],
    [
      'where a rule fills one of them in',
      [when([2, 'EMPTY'], 'hide', 1), when([1, 'EMPTY'], 'hide', 2), when([3, 'NEMPTY'], 'set', 1, 'x')],
    ],
    ['where a rule sets a removed option', [when([5, 'EQ', 'b'], 'show', 1), when([3, 'NEMPTY'], 'set', 5, 'b')]],
    ['of a chain that begins with an open question', [when([1, 'NEMPTY'], 'show', 2), when([2, 'EQ', 'x'], 'show', 3)]],
    [
      'of conditions on the person, the user, the response and calculations',
      [
        when(met('client', [0, 'NEMPTY']), 'show', 1),
        when(met('administrator', [0, 'NEMPTY']), 'show', 2),
        when(met('response', [0, 'NEMPTY']), 'show', 3),
        when(met('calculator', [0, 'NEMPTY']), 'show', 4),
      ],
    ],
  ])('%s', (_, logic) => expect(ids(logic)).toEqual([]));

  const mutual = [when([2, 'EMPTY'], 'hide', 1), when([1, 'EMPTY'], 'hide', 2)];
  const removed = [when([5, 'EQ', 'b'], 'show', 1)];
  test.each<[string, Rule[], object]>([
    ['a question is pre-populated', mutual, changed(1, { field: { ...text, metadata: { pre_populate: true } } })],
    ['other answers are allowed', removed, changed(5, { field: { ...color, metadata: { allow_other: true } } })],
    [
      'options come from elsewhere',
      removed,
      changed(5, {
        field: { ...color, metadata: { options_source: 'external', api_endpoint: 'https://example.org' } },
      }),
    ],
    ['its author hides it', [], changed(1, { settings: { hide: true } })],
    [
      'its author hides it, and rules do too',
      [when([2, 'EMPTY'], 'hide', 1)],
      changed(1, { settings: { hide: true } }),
    ],
    ['its own condition names a field that has left the form', [], showing(1, [99, 'NEMPTY'])],
  ])('where %s', (_, logic, changes) => expect(ids(logic, changes)).toEqual([]));
});

const asked = fc.record({
  field_name: fc.integer({ min: 1, max: 6 }).map(String),
  op: fc.constantFrom<Operator>('EQ', 'NEQ', 'IN', 'NIN', 'EMPTY', 'NEMPTY', 'CONTAINS'),
  value: fc.constantFrom('r', 'g', 'b', 'x'),
});
const listed = asked.map((one) => (one.op.endsWith('IN') ? { ...one, value: [one.value] } : one));
const anyConditions = fc
  .tuple(fc.constantFrom('and', 'or'), fc.array(listed, { minLength: 1, maxLength: 2 }))
  .map(([word, parts]) => ({ [word]: parts }));
const anyRule = fc
  .record({
    scope: fc.constantFrom('form', 'self'),
    conditions: anyConditions,
    type: fc.constantFrom('show', 'show', 'hide', 'hide', 'set', 'clear', 'lock'),
    field_id: fc.integer({ min: 1, max: 6 }),
    keeps: fc.boolean(),
  })
  .map(({ scope, conditions, type, field_id, keeps }) => ({
    name: 'Any',
    condition: { and: [{ scope, conditions }] },
    actions: [{ type, field_id, payload: type === 'set' ? { value: field_id === 6 ? ['b'] : 'b', keeps } : null }],
  })) as unknown as fc.Arbitrary<Rule>;

const anyForm = fc
  .record({
    logic: fc.array(anyRule, { minLength: 1, maxLength: 5 }),
    own: fc.option(fc.tuple(fc.integer({ min: 1, max: 4 }), anyConditions)),
  })
  .map(({ logic, own }) => ({
    ...form,
    logic,
    form_fields: form.form_fields.map((entry) =>
      own?.[0] === entry.field_id ? { ...entry, field: { ...text, metadata: { show_when: own[1] } } } : entry,
    ),
  }));
const typed = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('r', 'g', 'x', ['r'], ['r', 'g'], null)),
  { maxLength: 8 },
);

test('whatever is answered from an empty form, what is said never to appear does not', () => {
  let said = 0;
  fc.assert(
    fc.property(anyForm, typed, (one, answering) => {
      const never = neverShown(one).map(({ field_id }) => field_id);
      said += never.length;
      const answers: Record<number, unknown> = {};
      let before: ReturnType<typeof settle>['outcomes'] = null;
      const answered = new Set<number>();
      const step = () => {
        const moments = { before, answered, standing: answered };
        const settled = settle(one, { answers: answers as Answers, stored: {}, context: exampleContext, moments });
        for (const [id, { value }] of settled.written) answers[id] = value;
        before = settled.outcomes;
        const shown = never.filter((id) => settled.states.get(id)?.hidden === false);
        expect(shown).toEqual([]);
        return settled.states;
      };
      let states = step();
      for (const [id, value] of answering) {
        const entry = one.form_fields.find(({ field_id }) => field_id === id);
        if (!entry || states.get(id)?.hidden) continue;
        if (value !== null && checkAnswer(entry, value, { today: exampleContext.today }).message) continue;
        answers[id] = value;
        answered.add(id);
        states = step();
      }
    }),
    { numRuns: 1000 },
  );
  expect(said).toBeGreaterThan(10);
});
