import { z } from 'zod';
import { shortText } from '../clean-text.ts';
import { conditions } from '../field-types/condition.ts';

/** What a condition speaks of. */
export const conditionScopes = ['self', 'form', 'administrator', 'client', 'response', 'calculator'] as const;
export type ConditionScope = (typeof conditionScopes)[number];

export const actionTypes = ['hide', 'show', 'require', 'lock', 'unlock', 'optional', 'clear', 'set', 'filter'] as const;
export type ActionType = (typeof actionTypes)[number];

const scoped = z.strictObject({
  scope: z.enum(conditionScopes, `Choose one of ${conditionScopes.join(', ')}`),
  conditions,
});
export type ScopedConditions = z.output<typeof scoped>;

const severalScoped = z
  .array(scoped, 'Add at least one condition')
  .min(1, 'Add at least one condition')
  .max(50, 'Use at most 50 conditions');

const countConditions = (condition: Record<string, ScopedConditions[]>): number =>
  Object.values(condition)
    .flat()
    .reduce((count, { conditions }) => count + Object.values(conditions).flat().length, 0);

/** In one condition of a rule. */
const maxConditions = 200;

/** Conditions of which all (`and`) or any (`or`) must hold, each group of them in its scope. */
export const ruleCondition = z
  .union(
    [z.strictObject({ and: severalScoped }), z.strictObject({ or: severalScoped })],
    'Write the condition as {and: [{scope, conditions}]} or {or: […]}',
  )
  .refine((condition) => countConditions(condition) <= maxConditions, `Use at most ${maxConditions} conditions`);
export type RuleCondition = z.output<typeof ruleCondition>;

const fieldId = z.int('Choose a field').positive('Choose a field');
const payload = z
  .strictObject({
    value: z.unknown().optional(),
    keeps: z.boolean('Choose true or false').optional(),
    conditions: conditions.optional(),
  })
  .nullish();

const action = z
  .strictObject({
    type: z.enum(actionTypes, `Choose one of ${actionTypes.join(', ')}`),
    field_id: fieldId,
    /**
     * `{value, keeps}` of set: kept, nobody can change it while the condition holds (also when `keeps` is left out);
     * else it is filled in once, and may be corrected. `{conditions}` of filter, whose field names are `value` and
     * `label` of the options.
     */
    payload,
  })
  .refine(({ type, payload }) => type !== 'set' || (payload?.value ?? null) !== null, {
    path: ['payload', 'value'],
    error: 'Enter the value to set',
  })
  .refine(({ type, payload }) => type === 'set' || payload?.keeps === undefined, {
    path: ['payload', 'keeps'],
    error: 'Only “set” can keep a value',
  })
  .refine(({ type, payload }) => type !== 'filter' || payload?.conditions, {
    path: ['payload', 'conditions'],
    error: 'Choose the options to offer',
  });
export type RuleAction = z.output<typeof action>;

/** Whether an action is done once, at the moment when its condition becomes true, and not for as long as it is true. */
export const isMoment = ({ type, payload }: RuleAction): boolean =>
  type === 'clear' || (type === 'set' && payload?.keeps === false);

/** When something holds of the answers, something is done with fields of the form. Rules run by position. */
export const rule = z.strictObject({
  name: shortText('Enter a name'),
  position: z.int('Enter a whole number').min(0, 'Enter 0 or more').optional(),
  condition: ruleCondition,
  actions: z
    .array(action, 'Add at least one action')
    .min(1, 'Add at least one action')
    .max(100, 'Use at most 100 actions'),
});
export type Rule = z.output<typeof rule>;

/** The rules of a form. */
export const rules = z
  .array(rule, 'Send the rules as a list')
  .max(200, 'Use at most 200 rules')
  .refine(
    (all) => all.reduce((count, { condition }) => count + countConditions(condition), 0) <= 5000,
    'Use at most 5,000 conditions in all',
  )
  .refine(
    (all) => all.reduce((count, { actions }) => count + actions.length, 0) <= 5000,
    'Use at most 5,000 actions in all',
  );

/** Rules as they are stored: those that were saved under older limits are shown as they are. */
export const storedRules = z.custom<Rule[]>(Array.isArray);
