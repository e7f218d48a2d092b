import type { ActionType, ConditionScope, RuleAction, RuleCondition } from '#forms/definition/rule.ts';
import type { Operator } from '#forms/field-types/condition.ts';

type Value = string | number | string[];

type Comparison = { field_name: string; op: Operator; value: Value };

const when = (scope: ConditionScope, comparison: Comparison): RuleCondition => ({
  and: [{ scope, conditions: { and: [comparison] } }],
});

/** Holds as long as an answer of the form compares so. */
export const whenAnswer = (field_id: number, op: Operator, value: Value): RuleCondition =>
  when('form', { field_name: String(field_id), op, value });

/** Holds as long as what is known of the person compares so. */
export const whenClient = (column: string, op: Operator, value: Value): RuleCondition =>
  when('client', { field_name: column, op, value });

/** Does the same with several fields. */
export const each = (type: ActionType, ...field_ids: number[]): RuleAction[] =>
  field_ids.map((field_id) => ({ type, field_id }));

/** Offers only the options whose value compares so. */
export const offer = (field_id: number, op: Operator, value: Value): RuleAction => ({
  type: 'filter',
  field_id,
  payload: { conditions: { and: [{ field_name: 'value', op, value }] } },
});
