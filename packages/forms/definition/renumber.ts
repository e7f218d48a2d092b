import type { Calculation } from './calculation.ts';
import type { Rule, ScopedConditions } from './rule.ts';

/** The new ids, by the old ones; what is not in here keeps its id. */
export type Numbers = { fields: ReadonlyMap<number, number>; calculations: ReadonlyMap<number, number> };

const numbered = (numbers: ReadonlyMap<number, number>, id: number) => numbers.get(id) ?? id;

const scopedConditions = ({ scope, conditions }: ScopedConditions, numbers: Numbers): ScopedConditions => {
  const inScope = scope === 'calculator' ? numbers.calculations : numbers.fields;
  if (scope !== 'form' && scope !== 'self' && scope !== 'calculator') return { scope, conditions };
  const [[word, list]] = Object.entries(conditions) as unknown as [[string, { field_name: string }[]]];
  const renamed = list.map((one) => ({
    ...one,
    field_name: /^\d+$/.test(one.field_name) ? String(numbered(inScope, Number(one.field_name))) : one.field_name,
  }));
  return { scope, conditions: { [word]: renamed } as ScopedConditions['conditions'] };
};

/** Rules that speak of the copies of their fields and calculations. */
export const renumberRules = (rules: readonly Rule[], numbers: Numbers): Rule[] =>
  rules.map((rule) => {
    const [[word, groups]] = Object.entries(rule.condition) as [[string, ScopedConditions[]]];
    return {
      ...rule,
      condition: { [word]: groups.map((one) => scopedConditions(one, numbers)) } as Rule['condition'],
      actions: rule.actions.map((one) => ({ ...one, field_id: numbered(numbers.fields, one.field_id) })),
    };
  });

/** The variables of a calculation that speak of the copies of its fields and of other calculations. */
export const renumberVariables = <V extends Calculation['variables'][number]>(
  variables: readonly V[],
  numbers: Numbers,
): V[] =>
  variables.map((variable) => {
    const { record_type, record_id } = variable;
    if (record_id === null) return variable;
    const inTable = record_type === 'Calculation' ? numbers.calculations : numbers.fields;
    return { ...variable, record_id: numbered(inTable, record_id) };
  });
