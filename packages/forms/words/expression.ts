import type { z } from 'zod';
import { type ConditionScope, conditionScopes, type RuleCondition, type ScopedConditions } from '../definition/rule.ts';
import { alone, type condition, type Operator } from '../field-types/condition.ts';
import { groupOf } from '../logic/compile.ts';

export type Condition = z.output<typeof condition>;
export type Value = Condition['value'];

/** Parts of which all (`and`) or any (`or`) must hold. */
export type LogicalGroup<T> = { word: 'and' | 'or'; parts: readonly T[] };

/** An expression taken apart; null for one that joins nothing. */
export const joined = <T>(expression: { and?: T[] } | { or?: T[] } | null): LogicalGroup<T> | null => {
  const group = groupOf(expression);
  return group && { word: group[0] ? 'and' : 'or', parts: group[1] };
};

/** The expression put together again. */
export const joinedBy = <T>({ word, parts }: LogicalGroup<T>): { and: T[] } | { or: T[] } =>
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
export const groupsOf = (value: RuleCondition | null): LogicalGroup<ScopedConditions> | null => {
  const groups = joined<ScopedConditions>(value);
  return groups && groups.parts.length > 0 && groups.parts.every(isGroup) ? groups : null;
};

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
