import type { z } from 'zod';
import type { Errors } from '#contract/kit/issues.ts';
import { type Rule, type RuleAction, type RuleCondition, rule as ruleSchema } from '#forms/definition/rule.ts';
import { maxValues } from '#forms/field-types/condition.ts';
import type { FieldOption, FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { checkRules, type RuleForm } from '#forms/logic/check.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import { type Condition, groupsOf, joined } from '#forms/words/expression.ts';
import { proposedName } from '#forms/words/rule-words.ts';
import { blankGroup, blanksOf, fieldsRead } from '#web/forms/conditions/conditions.ts';
import { errorsOf } from '#web/forms/errors-of.ts';
import type { OptionGroup } from '#web/ui/select-field.tsx';

type RuleValue = FieldOption['value'];

/** The stored rules of a form in their order, and the place of the one that is edited: -1 for a new one. */
export type RuleList = { rules: Rule[]; place: number; lock_version: number };

/** What the dialog of a rule holds. */
export type RuleValues = {
  /** Null until somebody types one: then it follows the actions. */
  name: string | null;
  condition: RuleCondition | null;
  actions: RuleAction[];
  list: RuleList;
};

/** An action without its field. */
export const blankAction: RuleAction = { type: 'show', field_id: 0 };

/** What the dialog begins with. @param rule null for a new one, @param about the field that a new one acts on */
export const valuesOf = (rule: Rule | null, list: RuleList, about = 0): RuleValues => ({
  name: rule?.name ?? null,
  condition: rule?.condition ?? { and: [blankGroup] },
  actions: rule?.actions ?? [{ ...blankAction, field_id: about }],
  list,
});

const forSetting = (type: FieldTypeName) => fieldType(type).slot !== null || type === 'freeform-long';

/** Whether an action of this type can be done with a field. */
const takes = (type: RuleAction['type'], field_type: FieldTypeName): boolean => {
  const { isAnswerable, hasOptions } = fieldType(field_type);
  if (type === 'show' || type === 'hide') return true;
  if (type === 'set') return isAnswerable && forSetting(field_type);
  return isAnswerable && (type !== 'filter' || hasOptions);
};

/** The fields that an action of a type can be done with. */
export const targetsOf = ({ form_fields }: RuleForm, type: RuleAction['type']): OptionGroup['items'] =>
  form_fields
    .filter(({ field }) => takes(type, field.field_type))
    .map(({ field_id, field }) => ({ value: String(field_id), label: field.name }));

/** An action with nothing but its type and its field. What is set may be corrected, unless somebody says otherwise. */
const bare = (type: RuleAction['type'], field_id: number, keeps = false): RuleAction =>
  type === 'set' ? { type, field_id, payload: { keeps } } : { type, field_id };

/** The action with another type: its field stays where the type takes it. */
export const withType = (action: RuleAction, type: RuleAction['type'], form: RuleForm): RuleAction =>
  bare(type, targetsOf(form, type).some(({ value }) => value === String(action.field_id)) ? action.field_id : 0);

/** The action with another field, whose answers are others. */
export const withField = (action: RuleAction, field_id: number): RuleAction =>
  bare(action.type, field_id, keepsAnswer(action));

/** Whether what an action sets cannot be changed; it was so of all rules that do not say. */
export const keepsAnswer = ({ type, payload }: RuleAction): boolean => type === 'set' && payload?.keeps !== false;

/** The action with another value to set. */
export const withValue = (action: RuleAction, value: unknown): RuleAction => ({
  ...action,
  payload: { value, keeps: keepsAnswer(action) },
});

/** Conditions that leave these options; undefined for none. A list of values holds so many, an alternative to each. */
export const leaving = (values: RuleValue[]): RuleAction['payload'] => {
  const lists = Array.from({ length: Math.ceil(values.length / maxValues) }, (_, index) => ({
    field_name: 'value',
    op: 'IN' as const,
    value: values.slice(index * maxValues, (index + 1) * maxValues),
  }));
  if (lists.length === 0) return undefined;
  return { conditions: lists.length === 1 ? { and: lists } : { or: lists } };
};

/** The values of the options that a filter leaves, when it is told as lists of them; null for a filter of another shape. */
export const leftBy = (action: RuleAction): string[] | null => {
  const conditions = joined<Condition>(action.payload?.conditions ?? null);
  if (!conditions) return [];
  const { word, parts } = conditions;
  const areLists = parts.every(({ field_name, op }) => field_name === 'value' && op === 'IN');
  return areLists && (word === 'or' || parts.length === 1)
    ? parts.flatMap(({ value }) => [value ?? []].flat().map(String))
    : null;
};

/** The fields that a rule shows or hides by their own answer. */
export const selfReaders = (
  { condition, actions }: Pick<RuleValues, 'condition' | 'actions'>,
  { form_fields }: RuleForm,
): string[] => {
  const ids = actions
    .filter(
      ({ type, field_id }) =>
        (type === 'show' || type === 'hide') && condition && fieldsRead(condition, field_id).includes(field_id),
    )
    .map(({ field_id }) => field_id);
  return [...new Set(ids)].flatMap((id) => form_fields.find(({ field_id }) => field_id === id)?.field.name ?? []);
};

/** The name of a rule: its own, or else what it does. */
export const nameOf = ({ name, actions }: Pick<RuleValues, 'name' | 'actions'>, form: RuleForm): string =>
  name ?? proposedName(actions, form);

const issuesIn = (part: string, { error }: z.ZodSafeParseResult<unknown>) =>
  (error?.issues ?? []).map(({ path, message }) => ({ path: [part, ...path].join('.'), message }));

/** What is wrong with a rule on its form, by paths within the rule; the words are the server's. */
export const ruleErrors = (values: Omit<RuleValues, 'list'>, form: RuleForm, clock: EvaluationContext): Errors => {
  const { name, condition, actions } = values;
  const { shape } = ruleSchema;
  const found = [
    // A rule without a name of its own has one as soon as it does something.
    ...(name === null ? [] : issuesIn('name', shape.name.safeParse(name))),
    ...blanksOf(condition).map(({ path, message }) => ({
      path: ['condition', path].filter(Boolean).join('.'),
      message,
    })),
    ...issuesIn('actions', shape.actions.safeParse(actions)),
  ];
  const rule = { name: nameOf(values, form), condition: (groupsOf(condition) && condition) ?? { and: [] }, actions };
  const unfit = checkRules([rule], form, clock).map(({ path, message }) => ({
    path: path.replace('logic.0.', ''),
    message,
  }));
  return errorsOf([...found, ...unfit.filter(({ path }) => found.every((one) => one.path !== path))]);
};

/** What the server says of one rule of the list that was sent; what it says of the others is told with their names. */
export const errorsOfRule = (errors: Errors, place: number, sent: readonly Rule[]): Errors =>
  errorsOf(
    Object.entries(errors).flatMap(([path, messages]) => {
      const [, index, rest] = /^logic\.(\d+)\.?(.*)$/.exec(path) ?? [];
      if (Number(index) === place) return messages.map((message) => ({ path: rest || 'base', message }));
      const other = sent[Number(index)]?.name;
      return messages.map((message) => ({ path: 'base', message: other ? `${other}: ${message}` : message }));
    }),
  );

/** The rules in the order in which they run. */
export const inOrder = (rules: readonly Rule[]): Rule[] =>
  rules
    .map((rule, index) => ({ rule, place: rule.position ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ rule }) => rule);

/** The rules as they are sent: numbered in their order. */
export const numbered = (rules: readonly Rule[]): Rule[] => rules.map((rule, position) => ({ ...rule, position }));

/** The rules with one of them changed, or with another at their end where `place` is -1. */
export const withRule = (rules: readonly Rule[], place: number, rule: Rule): Rule[] =>
  place < 0 ? [...rules, rule] : rules.with(place, rule);

const contentOf = ({ name, condition, actions }: Rule) => JSON.stringify({ name, condition, actions });

/** Whether a rule, or each rule of a list, is what it was. */
export const isSame = (a: Rule, b: Rule | undefined): boolean => b !== undefined && contentOf(a) === contentOf(b);
export const areSame = (a: readonly Rule[], b: readonly Rule[]): boolean =>
  a.length === b.length && a.every((rule, index) => isSame(rule, b[index]));

/** The list of a form as it is stored, with the place where a rule stands now: the same one, else that of its name. */
export const listOf = (
  { logic, lock_version = 0 }: { logic: readonly Rule[]; lock_version?: number },
  rule: Rule | null,
): RuleList => {
  const rules = inOrder(logic);
  const same = rule ? rules.findIndex((one) => isSame(rule, one)) : -1;
  const place = same < 0 && rule ? rules.findIndex(({ name }) => name === rule.name) : same;
  return { rules, place, lock_version };
};
