import type { z } from 'zod';
import type { FormField } from '../definition/form-definition.ts';
import type { RuleCondition } from '../definition/rule.ts';
import type { condition as conditionSchema, Operator } from '../field-types/condition.ts';
import { acknowledged, type Logic, type Term, thisDay } from './condition-terms.ts';
import { quoted } from './xpath.ts';

/** A rule's condition holds at most this many groups, and this many comparisons in all of them. */
const maxGroups = 50;
const maxTerms = 100;

type Group = Term[];

/** The condition of a rule that holds when all the parts do; null when it would take too many groups. */
export const conditionOf = (parts: Logic[]): RuleCondition | 'always' | 'never' | null => {
  const choices = (['and', 'or'] as const).flatMap((outer) => {
    const groups = distribute({ all: parts }, outer);
    return groups?.every(isOfOneScope) ? [{ outer, groups }] : [];
  });
  const [best] = choices.toSorted((a, b) => weightOf(a.groups) - weightOf(b.groups));
  if (!best) return null;
  const { outer, groups } = best;
  if (groups.length === 0) return outer === 'or' ? 'never' : 'always';
  if (groups.some((group) => group.length === 0)) return outer === 'or' ? 'always' : 'never';
  const scoped = groups.map((group) => scopedConditions(group, outer));
  return outer === 'or' ? { or: scoped } : { and: scoped };
};

/** How much there is to read: single conditions read best. */
const weightOf = (groups: Group[]) => groups.reduce((sum, group) => sum + group.length + (group.length > 1 ? 1 : 0), 0);

const isOfOneScope = (group: Group) => group.every(({ subject }) => subject.scope === group[0]?.subject.scope);

/** The logic as groups joined by `outer`, whose terms are joined by the other word; null when it takes too many. */
const distribute = (logic: Logic, outer: 'or' | 'and'): Group[] | null => {
  if ('op' in logic) return [[logic]];
  const isOuter = outer === ('any' in logic ? 'or' : 'and');
  let groups: Group[] = isOuter ? [] : [[]];
  for (const part of 'any' in logic ? logic.any : logic.all) {
    const further = distribute(part, outer);
    if (!further) return null;
    groups = isOuter ? [...groups, ...further] : groups.flatMap((group) => further.map((one) => [...group, ...one]));
    if (groups.length > maxGroups || groups.flat().length > maxTerms) return null;
  }
  return groups;
};

const scopedConditions = (group: Group, outer: 'or' | 'and') => {
  const conditions = group.map(({ subject, op, value }) => ({
    field_name: String(subject.id),
    op,
    ...(value !== undefined && { value }),
  }));
  const isAll = group.length === 1 || outer === 'or';
  return { scope: group[0]!.subject.scope, conditions: isAll ? { and: conditions } : { or: conditions } };
};

/** What stands for a field or a calculation in expressions. */
export type ExpressionSubject = { name: string; entry: FormField | null };
export type NameOf = (scope: 'form' | 'calculator', id: number) => ExpressionSubject | null;

/** The expression that holds when a rule's condition does; null when the standard cannot say it. */
export const writeCondition = (condition: RuleCondition, nameOf: NameOf): string | null => {
  const [word, scoped] = 'and' in condition ? (['and', condition.and] as const) : (['or', condition.or] as const);
  const groups = scoped.map(({ scope, conditions }) => {
    if (scope !== 'form' && scope !== 'calculator') return null;
    const [inner, list] = 'and' in conditions ? (['and', conditions.and] as const) : (['or', conditions.or] as const);
    const written = (one: Condition) => writeComparison(one, nameOf(scope, Number(one.field_name)));
    return joined(list.map(written), inner);
  });
  return joined(groups, word);
};

/** Expressions joined by a word, each in parentheses where it needs them; null when one of them is. */
export const joined = (parts: (string | null)[], word: 'and' | 'or'): string | null => {
  if (!parts.every((part) => part !== null)) return null;
  return parts.length === 1 ? parts[0]! : parts.map((part) => (isJoined(part) ? `(${part})` : part)).join(` ${word} `);
};

const isJoined = (text: string) => / (and|or) /.test(text);

type Condition = z.output<typeof conditionSchema>;
type Value = Condition['value'];

const symbols: Partial<Record<Operator, string>> = { EQ: '=', NEQ: '!=', LT: '<', LTE: '<=', GT: '>', GTE: '>=' };
const searches = { CONTAINS: 'contains', BWITH: 'starts-with', EWITH: 'ends-with' };

const writeComparison = ({ op, value }: Condition, subject: ExpressionSubject | null): string | null => {
  if (!subject) return null;
  const { entry } = subject;
  const answer = `\${${subject.name}}`;
  const isMany = entry?.field.field_type === 'select-many';
  const literal = (one: Value) => literalFor(one, entry);
  const compared = (symbol: string, one: Value) => {
    const text = literal(one);
    if (text === null) return null;
    return isMany ? selectedText(answer, text, symbol) : `${answer} ${symbol} ${text}`;
  };
  const values = Array.isArray(value) ? value : [value];
  const within = () => joined([compared('>=', values[0]), compared('<=', values[1] ?? values[0])], 'and');

  switch (op) {
    case 'EMPTY':
      return `${answer} = ''`;
    case 'NEMPTY':
      return `${answer} != ''`;
    case 'TRUE':
      return `${answer} = '${acknowledged}'`;
    case 'FALSE':
      return `${answer} != '${acknowledged}'`;
    case 'IN':
      return joined(
        values.map((one) => compared('=', one)),
        'or',
      );
    case 'NIN':
      return joined(
        values.map((one) => compared('!=', one)),
        'and',
      );
    case 'RANGE':
      return isMany ? null : within();
    case 'NRANGE':
      return isMany ? null : negated(within());
    case 'CONTAINS':
    case 'BWITH':
    case 'EWITH':
      return isMany ? compared('=', value) : called(searches[op], answer, literal(value));
    case 'NCONTAINS':
      return isMany ? compared('!=', value) : negated(called('contains', answer, literal(value)));
    default:
      return symbols[op] ? compared(symbols[op], value) : null;
  }
};

const selectedText = (answer: string, text: string, symbol: string) => {
  const selected = `selected(${answer}, ${text})`;
  if (symbol === '=') return selected;
  return symbol === '!=' ? negated(selected) : null;
};

/** The opposite of an expression. */
export const negated = (text: string | null): string | null => text && `not(${text})`;

const called = (name: string, answer: string, text: string | null) => text && `${name}(${answer}, ${text})`;

/** A value as an expression has it: numbers bare, all else quoted; null for words that stand for several days. */
const literalFor = (value: Value, entry: FormField | null): string | null => {
  if (value === null || value === undefined || typeof value === 'boolean' || Array.isArray(value)) return null;
  const kind = entry?.field.data_type ?? 'numeric';
  if (kind === 'numeric' && entry?.field.field_type !== 'select-one') {
    return Number.isFinite(Number(value)) && value !== '' ? String(Number(value)) : null;
  }
  if (kind !== 'date') return quoted(String(value));
  if (value === 'today') return thisDay;
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? `date('${value}')` : null;
};
