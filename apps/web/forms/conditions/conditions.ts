import type { RuleCondition, ScopedConditions } from '#forms/definition/rule.ts';
import type { Operator } from '#forms/field-types/condition.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { arityOf, type Condition, groupsOf, joined, type Value } from '#forms/words/expression.ts';
import type { FormRecord } from '../definition/form-record.ts';

/** A condition in which nothing was chosen yet. */
export const blankCondition: Condition = { field_name: '', op: 'EQ' };
export const blankGroup: ScopedConditions = { scope: 'form', conditions: { and: [blankCondition] } };

/** The form as its rules are checked against. Its settings were checked when it was saved. */
export const ruleFormOf = (form: Pick<FormRecord, 'form_fields' | 'calculations'>): RuleForm =>
  form as unknown as RuleForm;

const adapted = (value: Value, from: Operator, to: Operator): Value => {
  const [before, after] = [arityOf(from), arityOf(to)];
  if (before === after) return value;
  if (after === 'none' || after === 'weekdays' || before === 'weekdays') return undefined;
  const first = Array.isArray(value) ? value[0] : value;
  if (after === 'one') return first;
  return first == null ? undefined : after === 'list' ? [first] : [first, null];
};

/** The condition with another operator: what was entered stays as far as the operator takes it. */
export const withOperator = (condition: Condition, op: Operator): Condition => {
  const { value: _, ...rest } = condition;
  const value = adapted(condition.value, condition.op, op);
  return value === undefined ? { ...rest, op } : { ...rest, op, value };
};

const isBlank = (value: Value) => value == null || value === '';

/** What is still to be chosen or entered in one condition, and where; null when nothing is. */
export const incomplete = ({
  field_name,
  op,
  value,
}: Pick<Condition, 'field_name' | 'op' | 'value'>): { at: 'field_name' | 'value'; message: string } | null => {
  if (field_name === '') return { at: 'field_name', message: 'Choose a field for the condition' };
  const arity = arityOf(op);
  if (arity === 'none') return null;
  const isMissing = Array.isArray(value) ? value.length === 0 || value.some(isBlank) : isBlank(value);
  if (!isMissing) return null;
  return { at: 'value', message: arity === 'range' ? 'Enter both ends of the range' : 'Enter or choose a value' };
};

/** What is still to be chosen or entered in a condition, each at its path in the condition. */
export const blanksOf = (value: RuleCondition | null): { path: string; message: string }[] => {
  const groups = groupsOf(value);
  if (!groups) return [{ path: '', message: 'Add at least one condition' }];
  return groups.parts.flatMap(({ conditions }, place) => {
    const inner = joined<Condition>(conditions);
    return (inner?.parts ?? []).flatMap((one, index) => {
      const blank = incomplete(one);
      const path = `${groups.word}.${place}.conditions.${inner?.word}.${index}`;
      return blank ? [{ path: `${path}.${blank.at}`, message: blank.message }] : [];
    });
  });
};

/** The fields of the form that a condition reads; `self` stands for the field that is acted on. */
export const fieldsRead = (value: RuleCondition, target: number): number[] =>
  (groupsOf(value)?.parts ?? []).flatMap(({ scope, conditions }) =>
    scope === 'form' || scope === 'self'
      ? (joined<Condition>(conditions)?.parts ?? []).map(({ field_name }) =>
          scope === 'self' && Number.isNaN(Number(field_name)) ? target : Number(field_name),
        )
      : [],
  );
