// Forms and answers for property tests: often nearly right, sometimes not at all.
import fc from 'fast-check';
import type { Calculation } from '../definition/calculation.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { actionTypes, conditionScopes, type Rule } from '../definition/rule.ts';
import { operators } from '../field-types/condition.ts';
import { fieldTypeNames } from '../field-types/field-type.ts';
import { exampleField, examplePlace } from '../testing.ts';

const fieldId = fc.nat({ max: 22 });
const words = fc.constantFrom('r', 'g', 'b', 'yes', 'today', 'last 7 days', 'monday', '2026-03-14', '08:30', '', '5');
const single = fc.oneof(words, fc.integer({ min: -5, max: 5 }), fc.boolean(), fc.constant(null));
const operand = fc.oneof(
  { weight: 4, arbitrary: single },
  { weight: 1, arbitrary: fc.array(single, { maxLength: 3 }) },
);

const condition = fc.record({
  field_name: fc.oneof(fieldId.map(String), fc.constantFrom('value', 'label', 'role', 'gender', 'created_at', 'x')),
  op: fc.constantFrom(...operators),
  value: operand,
});
const conditions = fc.oneof(
  fc.record({ and: fc.array(condition, { minLength: 1, maxLength: 3 }) }),
  fc.record({ or: fc.array(condition, { minLength: 1, maxLength: 3 }) }),
);
const scoped = fc.record({
  scope: fc.oneof(
    { weight: 6, arbitrary: fc.constant('form' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...conditionScopes) },
  ),
  conditions,
});
const ruleCondition = fc.oneof(
  { weight: 4, arbitrary: fc.record({ and: fc.array(scoped, { minLength: 1, maxLength: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ or: fc.array(scoped, { minLength: 1, maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.constantFrom(null, {}, { and: null }, { and: [{ scope: 'form', conditions: {} }] }) },
);
const action = fc.record({
  type: fc.constantFrom(...actionTypes),
  field_id: fieldId,
  payload: fc.oneof(
    fc.record({ value: single, keeps: fc.boolean() }, { requiredKeys: ['value'] }),
    fc.record({ conditions }),
    fc.constant(null),
  ),
});
const rule = fc.record({
  name: fc.constantFrom('One', 'Two'),
  position: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
  condition: ruleCondition,
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
}) as unknown as fc.Arbitrary<Rule>;

const calculation = fc.record({
  id: fc.nat({ max: 22 }),
  name: fc.constant('Sum'),
  equation: fc.constantFrom('a + b', 'b - a', 'a / b', 'a % 0', '(a', ''),
  calculation_type: fc.constantFrom('numeric', 'date', 'time'),
  calculation_subtype: fc.constantFrom('time_since', 'time_between', 'time_from', null),
  display_unit: fc.constantFrom('days', 'years', 'hours', 'hh:mm', null),
  position: fc.nat({ max: 9 }),
  variables: fc.array(
    fc.record({
      name: fc.constantFrom('a', 'b'),
      record_type: fc.constantFrom('Field', 'Calculation', null),
      record_id: fieldId,
      parameter_type: fc.constantFrom('interval', 'date_relative', null),
      value: fc.constantFrom({ magnitude: 2, unit: 'days' }, { magnitude: -1, unit: 'hours' }, null),
    }),
    { maxLength: 3 },
  ),
  formatter: fc.constantFrom({}, { precision: 2 }, { format: 'currency' }),
}) as unknown as fc.Arbitrary<Calculation>;

const places = fieldTypeNames.map((name, id) => examplePlace(id, exampleField(name)));

/** A form with a field of every type, and rules and calculations that may make no sense. */
export const anyForm: fc.Arbitrary<FormDefinition> = fc
  .record({
    required: fc.array(fieldId, { maxLength: 6 }),
    hidden: fc.array(fieldId, { maxLength: 3 }),
    logic: fc.array(rule, { maxLength: 8 }),
    calculations: fc.array(calculation, { maxLength: 4 }),
  })
  .map(({ required, hidden, logic, calculations }) => ({
    id: 1,
    name: 'Any',
    form_fields: places.map((place) => ({
      ...place,
      is_required: required.includes(place.field_id),
      settings: hidden.includes(place.field_id) ? { hide: true } : {},
    })),
    logic,
    calculations,
  }));

const answer = fc.oneof(
  words,
  fc.integer({ min: -100, max: 100 }),
  fc.boolean(),
  fc.array(words, { maxLength: 3 }),
  fc.constantFrom(null, { text: '1 Main St' }, { value: 'v', label: 'V' }, { record_id: 3, label: 'R' }, {}, [[]]),
  fc.jsonValue(),
);

/** Answers to some of its fields, by field id. */
export const anyAnswers = fc.dictionary(fieldId.map(String), answer, { maxKeys: 15 });

const fewFields = fc.integer({ min: 1, max: 4 });
const few = fc.constantFrom('a', 'b', null);
const oftenTrue = fc.record({
  name: fc.constantFrom('One', 'Two'),
  condition: fc
    .tuple(fewFields, fc.constantFrom('EQ', 'NEQ', 'EMPTY', 'NEMPTY'), fc.constantFrom('a', 'b'))
    .map(([id, op, value]) => ({
      and: [{ scope: 'form', conditions: { and: [{ field_name: String(id), op, value }] } }],
    })),
  actions: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('clear'), field_id: fewFields }) },
      {
        weight: 3,
        arbitrary: fc.record({
          type: fc.constant('set'),
          field_id: fewFields,
          payload: fc.record({ value: fc.constantFrom('a', 'b'), keeps: fc.boolean() }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ type: fc.constantFrom('hide', 'show', 'lock', 'unlock'), field_id: fewFields }),
      },
    ),
    { minLength: 1, maxLength: 2 },
  ),
}) as unknown as fc.Arbitrary<Rule>;

/** A small form whose rules, most of which fill in, keep and empty fields, become true and false all the time. */
export const livelyForm: fc.Arbitrary<FormDefinition> = fc
  .array(oftenTrue, { minLength: 1, maxLength: 4 })
  .map((logic) => ({
    id: 1,
    name: 'Lively',
    form_fields: [1, 2, 3, 4].map((id) => examplePlace(id, exampleField('freeform-short'))),
    logic,
    calculations: [],
  }));

/** One answer after the other, as somebody gives them. */
export const livelyAnswers: fc.Arbitrary<[field_id: number, value: string | null][]> = fc.array(
  fc.tuple(fewFields, few),
  { maxLength: 8 },
);
