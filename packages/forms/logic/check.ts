import type { z } from 'zod';
import { checkAnswer } from '../definition/answer.ts';
import type { Calculation } from '../definition/calculation.ts';
import type { FormField } from '../definition/form-definition.ts';
import { idsIn, inRule } from '../definition/references.ts';
import type { ConditionScope, Rule, RuleAction, RuleCondition } from '../definition/rule.ts';
import { alone, type condition, type Operator } from '../field-types/condition.ts';
import { fieldType, operatorsOfField } from '../field-types/index.ts';
import type { Issue } from '../issue.ts';
import type { Kind } from './compare.ts';
import { kindOfCalculation, kindOfField } from './compile.ts';
import type { EvaluationContext } from './context.ts';
import { isPreset } from './presets.ts';
import { scopeColumn } from './scopes.ts';

type Condition = z.output<typeof condition>;

/** The form that rules belong to. */
export type RuleForm = { form_fields: readonly FormField[]; calculations: readonly Calculation[] };

/** The operators that a kind of value takes. */
export const operatorsOfKind: Record<Kind, readonly Operator[]> = {
  text: ['EQ', 'NEQ', 'IN', 'NIN', 'BWITH', 'EWITH', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  number: ['EQ', 'NEQ', 'IN', 'NIN', 'LT', 'LTE', 'GT', 'GTE', 'RANGE', 'NRANGE', 'EMPTY', 'NEMPTY'],
  date: ['EQ', 'NEQ', 'IN', 'NIN', 'LT', 'LTE', 'GT', 'GTE', 'RANGE', 'NRANGE', 'DOW', 'NDOW', 'EMPTY', 'NEMPTY'],
  boolean: ['TRUE', 'FALSE', 'EMPTY', 'NEMPTY'],
};

/** What a condition may be about, and how it is compared. */
export type Subject = { label: string; kind: Kind; operators: readonly Operator[]; entry?: FormField };

const ofEntry = (entry: FormField): Subject => ({
  label: entry.field.name,
  kind: kindOfField(entry.field),
  operators: operatorsOfField(entry.field),
  entry,
});

/** A name in a scope of conditions; `self` stands for the target, the field that a rule acts on. */
export type SubjectPlace = { scope: ConditionScope; name: string; target?: number | undefined };

/** What a name stands for in a scope of conditions; null when it stands for nothing on this form. */
export const subjectOf = (
  { form_fields, calculations }: RuleForm,
  { scope, name, target }: SubjectPlace,
): Subject | null => {
  const entryOf = (id: number) => form_fields.find(({ field_id }) => field_id === id);
  if (scope === 'form' || scope === 'self') {
    const entry = entryOf(Number(name)) ?? (scope === 'self' && target !== undefined ? entryOf(target) : undefined);
    return entry ? ofEntry(entry) : null;
  }
  if (scope === 'calculator') {
    const calculation = calculations.find(({ id }) => String(id) === name);
    if (!calculation) return null;
    const kind = kindOfCalculation(calculation);
    return { label: calculation.name, kind, operators: operatorsOfKind[kind] };
  }
  const column = scopeColumn(scope, name);
  return column ? { label: column.label, kind: column.kind, operators: operatorsOfKind[column.kind] } : null;
};

const lists: readonly Operator[] = ['IN', 'NIN', 'DOW', 'NDOW'];
const ranges: readonly Operator[] = ['RANGE', 'NRANGE'];

const isOfKind = (value: unknown, kind: Kind): boolean => {
  if (kind === 'number') return value !== null && value !== '' && Number.isFinite(Number(value));
  if (kind === 'date') return isPreset(value) || /^\d{4}-\d{2}-\d{2}$/.test(String(value));
  return true;
};

const valueProblem = ({ op, value }: Condition, kind: Kind): string | null => {
  if (alone.includes(op)) return null;
  const values = Array.isArray(value) ? value : [value];
  if (lists.includes(op) && !Array.isArray(value)) return 'Send the values as a list';
  if (values.length === 0) return 'Enter a value';
  if (op === 'DOW' || op === 'NDOW')
    return values.every((one) => Number.isInteger(Number(one)) && Number(one) >= 0 && Number(one) <= 6)
      ? null
      : 'Choose days from 0 (Sunday) to 6 (Saturday)';
  if (ranges.includes(op) && !isPreset(value) && values.length !== 2) return 'Enter both ends of the range';
  if (Array.isArray(value) && !lists.includes(op) && !ranges.includes(op)) return 'Enter one value';
  if (!values.every((one) => isOfKind(one, kind)))
    return kind === 'number' ? 'Enter a number' : 'Enter a date like 03/14/1985, or choose a period';
  return null;
};

/** What is wrong with how a condition compares what it is about; the path is below `path`. */
export const comparisonIssues = (
  { label, kind, operators }: Omit<Subject, 'entry'>,
  one: Condition,
  path: string,
): Issue[] => {
  // Days of the week are a matter of dates, wherever they come from.
  if (!operators.includes(one.op))
    return [{ path: `${path}.op`, message: `Choose another comparison: ${label} can’t be compared this way` }];
  const problem = valueProblem(one, kind);
  return problem ? [{ path: `${path}.value`, message: problem }] : [];
};

/** The trouble with one condition about `subject`; its path is below `path`. */
const conditionIssues = (
  subject: Subject | null,
  { one, scope, path }: { one: Condition; scope: ConditionScope; path: string },
): Issue[] => {
  if (!subject)
    return [
      {
        path: `${path}.field_name`,
        message:
          scope === 'form' || scope === 'self'
            ? 'This condition uses a field that isn’t on this form'
            : scope === 'calculator'
              ? 'This condition uses a calculation that isn’t on this form'
              : `Choose another value to compare: the ${scope} has no ${one.field_name}`,
      },
    ];
  return comparisonIssues(subject, one, path);
};

const inner = (conditions: object): [key: string, list: Condition[]] =>
  Object.entries(conditions)[0] as [string, Condition[]];

/**
 * What is wrong with the condition of a rule or a notification on its form.
 * `path` is where it stands in what was sent; `target` is the field that the rule acts on, of which the scope `self` speaks.
 */
export const ruleConditionIssues = (
  form: RuleForm,
  condition: RuleCondition,
  { path, target }: { path: string; target?: number | undefined },
): Issue[] =>
  Object.entries(condition).flatMap(([key, groups]) =>
    groups.flatMap(({ scope, conditions }, place) => {
      const [word, list] = inner(conditions);
      return list.flatMap((one, index) =>
        conditionIssues(subjectOf(form, { scope, name: one.field_name, target }), {
          one,
          scope,
          path: `${path}.${key}.${place}.conditions.${word}.${index}`,
        }),
      );
    }),
  );

const acted = (types: readonly RuleAction['type'][]) => (type: RuleAction['type']) => types.includes(type);
const ofAnswers = acted(['require', 'optional', 'set', 'clear', 'filter', 'lock', 'unlock']);

const actionIssues = (
  { form, context }: { form: RuleForm; context: EvaluationContext },
  action: RuleAction,
  path: string,
): Issue[] => {
  const entry = form.form_fields.find(({ field_id }) => field_id === action.field_id);
  if (!entry) return [{ path: `${path}.field_id`, message: 'This action uses a field that isn’t on this form' }];
  const { field } = entry;
  const type = fieldType(field.field_type);
  if (!type.isAnswerable && ofAnswers(action.type))
    return [{ path: `${path}.type`, message: `${field.name} has no answer: it can only be shown or hidden` }];
  if (action.type === 'set') {
    if (type.slot === null && field.field_type !== 'freeform-long')
      return [{ path: `${path}.type`, message: `${field.name} can’t be filled in by a rule` }];
    const { message } = checkAnswer(entry, action.payload?.value, { today: context.today });
    return message ? [{ path: `${path}.payload.value`, message }] : [];
  }
  if (action.type !== 'filter') return [];
  if (!type.hasOptions) return [{ path: `${path}.type`, message: `${field.name} has no options to filter` }];
  const [word, list] = inner(action.payload?.conditions ?? { and: [] });
  return list.flatMap(({ field_name }, index) =>
    field_name === 'value' || field_name === 'label'
      ? []
      : [
          {
            path: `${path}.payload.conditions.${word}.${index}.field_name`,
            message: 'Filter options by their value or label',
          },
        ],
  );
};

/**
 * What is wrong with the rules of a form, each at its path below `logic`: fields and calculations that are not there,
 * operators and values that do not fit, actions that a field does not take.
 */
export const checkRules = (rules: readonly Rule[], form: RuleForm, context: EvaluationContext): Issue[] =>
  rules.flatMap((rule, index) => [
    ...ruleConditionIssues(form, rule.condition, {
      path: `logic.${index}.condition`,
      target: rule.actions[0]?.field_id,
    }),
    ...rule.actions.flatMap((one, place) => actionIssues({ form, context }, one, `logic.${index}.actions.${place}`)),
  ]);

const rulesThatName =
  (thing: 'field' | 'calculation') =>
  (rules: readonly Rule[], id: number): string[] =>
    rules.filter((rule) => idsIn(inRule, rule, thing).has(id)).map(({ name }) => name);

/** The rules that speak of a field, by their names. */
export const rulesAbout = rulesThatName('field');

/** The rules that speak of a calculation, by their names. */
export const rulesAboutCalculation = rulesThatName('calculation');
