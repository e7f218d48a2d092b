import type { z } from 'zod';
import {
  type ConditionScope,
  conditionScopes,
  type RuleCondition,
  type ScopedConditions,
} from '#forms/definition/rule.ts';
import { alone, type condition, type Operator } from '#forms/field-types/condition.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { groupOf } from '#forms/logic/compile.ts';
import type { FormRecord } from '../definition/form-record.ts';

export type Condition = z.output<typeof condition>;
export type Value = Condition['value'];

/** Parts of which all (`and`) or any (`or`) must hold. */
export type Joined<T> = { word: 'and' | 'or'; parts: readonly T[] };

/** An expression taken apart; null for one that joins nothing. */
export const joined = <T>(expression: { and?: T[] } | { or?: T[] } | null): Joined<T> | null => {
  const group = groupOf(expression);
  return group && { word: group[0] ? 'and' : 'or', parts: group[1] };
};

/** The expression put together again. */
export const joinedBy = <T>({ word, parts }: Joined<T>): { and: T[] } | { or: T[] } =>
  word === 'and' ? { and: [...parts] } : { or: [...parts] };

const isGroup = (group: unknown): boolean => {
  const { scope, conditions } = (group ?? {}) as Partial<ScopedConditions>;
  const inner = joined<Condition>(conditions ?? null);
  return (
    conditionScopes.includes(scope as ConditionScope) &&
    inner !== null &&
    inner.parts.length > 0 &&
    inner.parts.every((one) => typeof one?.field_name === 'string' && typeof one.op === 'string')
  );
};

/** The groups of a condition; null for an expression that cannot be read, which counts as none. */
export const groupsOf = (value: RuleCondition | null): Joined<ScopedConditions> | null => {
  const groups = joined<ScopedConditions>(value);
  return groups && groups.parts.length > 0 && groups.parts.every(isGroup) ? groups : null;
};

/** A condition in which nothing was chosen yet. */
export const blankCondition: Condition = { field_name: '', op: 'EQ' };
export const blankGroup: ScopedConditions = { scope: 'form', conditions: { and: [blankCondition] } };

/** The form as its rules are checked against. Its settings were checked when it was saved. */
export const ruleFormOf = (form: Pick<FormRecord, 'form_fields' | 'calculations'>): RuleForm =>
  form as unknown as RuleForm;

const lists: readonly Operator[] = ['IN', 'NIN'];
const weekdays: readonly Operator[] = ['DOW', 'NDOW'];
const ranges: readonly Operator[] = ['RANGE', 'NRANGE'];

/** How many values an operator compares with, and of what kind. */
export const arityOf = (op: Operator): 'none' | 'one' | 'list' | 'range' | 'weekdays' => {
  if (alone.includes(op)) return 'none';
  if (weekdays.includes(op)) return 'weekdays';
  if (lists.includes(op)) return 'list';
  return ranges.includes(op) ? 'range' : 'one';
};

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
  if (field_name === '') return { at: 'field_name', message: 'Choose what the condition is about' };
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
