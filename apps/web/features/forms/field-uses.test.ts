import { describe, expect, test } from 'vitest';
import type { Rule, ScopedConditions } from '#forms/definition/rule.ts';
import { isUnused, rulesWithout, ruleWithout, usesOf } from './field-uses.ts';

const about = (...fields: number[]): ScopedConditions => ({
  scope: 'form',
  conditions: { or: fields.map((id) => ({ field_name: String(id), op: 'NEMPTY' as const })) },
});
const rule = (name: string, groups: ScopedConditions[], ...targets: number[]): Rule => ({
  name,
  position: 0,
  condition: { and: groups },
  actions: targets.map((field_id) => ({ type: 'show' as const, field_id })),
});

describe('a rule without a field', () => {
  test('is none where it would ask for nothing, or do nothing', () => {
    expect(ruleWithout(rule('Asks', [about(1)], 2), 1)).toBeNull();
    expect(ruleWithout(rule('Does', [about(1)], 2), 2)).toBeNull();
  });
  test('keeps its other conditions and actions', () => {
    expect(ruleWithout(rule('Both', [about(1, 3), about(1)], 2, 1), 1)).toEqual(rule('Both', [about(3)], 2));
  });
  test('keeps what speaks of other things by the same number', () => {
    const ofCalculation: ScopedConditions = { ...about(1), scope: 'calculator' };
    expect(ruleWithout(rule('Result', [ofCalculation], 2), 1)).toEqual(rule('Result', [ofCalculation], 2));
  });
  test('leaves rules that say nothing of it the same objects', () => {
    const rules = [rule('Other', [about(2)], 3), rule('Asks', [about(1)], 2)];
    expect(rulesWithout(rules, 1)).toEqual([rules[0]]);
    expect(rulesWithout(rules, 1)[0]).toBe(rules[0]);
  });
});

test('what speaks of a field is found in rules, calculations and notifications', () => {
  const calculation = { variables: [{ name: 'a', record_type: 'Field', record_id: 4 }] };
  const mail = (rest: object) => ({
    recipient_field_ids: [],
    recipient_group_ids: [],
    scoped_fields: [],
    conditions: null,
    ...rest,
  });
  const parts = { logic: [rule('R', [about(1)], 2)], calculations: [calculation] } as never;
  const ofResult = { ...about(7), scope: 'calculator' };
  const mails = [
    mail({ scoped_fields: [5] }),
    mail({ conditions: JSON.stringify({ and: [about(6), ofResult] }) }),
  ] as never;
  const found = (id: number) => {
    const { rules, calculations, notifications } = usesOf(id, parts, mails);
    return [rules.length, calculations.length, notifications.length];
  };
  expect([1, 2, 4, 5, 6].map(found)).toEqual([
    [1, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 1],
  ]);
  expect(isUnused(usesOf(7, parts, mails))).toBe(true);
});
