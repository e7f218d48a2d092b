import { sql } from 'kysely';
import type { ScopedConditions } from '#forms/definition/rule.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { type Condition, type Conditions, compiledForm, groupOf } from '#forms/logic/compile.ts';
import { scopeColumn } from '#forms/logic/scopes.ts';
import { type Column, clientColumns, responseColumns } from '#reports/columns.ts';
import type { ReportCondition } from '#reports/conditions.ts';
import type { PlanCondition } from '#reports/plan/plan.ts';
import { comparisonProblems } from '#reports/plan/plan-conditions.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { as, type Sql } from './relation.ts';

/** The questions of a form that somebody is asked, in order. */
export const questionsOf = ({ form_fields }: Pick<FormDefinition, 'form_fields'>): FormDefinition['form_fields'] =>
  form_fields.filter(({ field_type }) => fieldType(field_type).isAnswerable && field_type !== 'autopopulate');

/** The name of the subquery with the outcomes of rules, which is joined to each response. */
export const rulesName = 'rules';

/** SQL of whether a condition holds, null where a report can't tell; null if the form no longer has what it's about. */
type Truth = Sql | null;

/** Whether a rule or a condition holds in a response, computed once for all questions that depend on it. */
type Outcome = { name: string; value: Sql; isUntold: boolean };

/** All parts of a list, or any of them; null as soon as one part is null, as when a form runs its rules. */
const combined = <T>([every, parts]: [boolean, readonly T[]], read: (part: T) => Truth): Truth => {
  const all = parts.map(read);
  if (all.includes(null)) return null;
  if (all.length === 0) return every ? sql.lit(true) : sql.lit(false);
  return sql`(${sql.join(all as Sql[], every ? sql` and ` : sql` or `)})`;
};

type Reading = {
  /** The columns of the form, and the columns about people. */
  columns: readonly Column[];
  /** SQL of whether a response and its person meet a condition. */
  meets: (condition: PlanCondition & { column: Column }) => Sql;
};

/** Turns the conditions of a form's rules into SQL. `untold` counts the conditions that a report can't tell. */
const conditionReader = (form: FormDefinition, { columns, meets }: Reading) => {
  const { byId } = compiledForm(form);
  const reader = { untold: 0 };
  const untold = (): Truth => {
    reader.untold += 1;
    return sql`null::boolean`;
  };
  const find = (type: Column['type'], field: string, of: number | null = form.id) =>
    columns.find((one) => one.form === of && one.type === type && one.field === field);
  const met = (column: Column | undefined, { op, value }: Condition): Truth => {
    if (!column) return null;
    const compared = { op, value: value as PlanCondition['value'] };
    const problems = comparisonProblems(column, { ...compared, field_name: column.field } as ReportCondition, '');
    return problems.length > 0 ? untold() : meets({ ...compared, column, named: null });
  };
  const ofCondition = (scope: ScopedConditions['scope'], condition: Condition, target: number): Truth => {
    const { field_name: name } = condition;
    switch (scope) {
      case 'form':
        return byId.has(Number(name)) ? met(find('field', name), condition) : null;
      case 'self':
        return met(find('field', byId.has(Number(name)) ? name : String(target)), condition);
      case 'calculator':
        return met(find('calculation', name), condition);
      default: {
        const column = scope === 'client' ? find('field', `client_${name}`, null) : find('field', name);
        if (!scopeColumn(scope, name)) return null;
        return column && scope !== 'administrator' ? met(column, condition) : untold();
      }
    }
  };
  const ofConditions = (conditions: Conditions, read: (one: Condition) => Truth): Truth => {
    const group = groupOf<Condition>(conditions);
    return group && combined(group, read);
  };
  return { reader, ofCondition, ofConditions };
};

/**
 * In which responses the questions of a form are asked, by the rules as they are now and the stored answers. A report
 * can't tell what depends on the role of the person who filled in the response, or on values that change daily.
 */
export const askedQuestions = (form: FormDefinition, reading: Reading) => {
  const { base, shows, rules } = compiledForm(form);
  const { reader, ofCondition, ofConditions } = conditionReader(form, reading);
  const outcomes = new Map<string, Outcome | null>();
  const untoldOf = new Set<number>();

  const outcomeOf = (key: string, read: () => Truth): Outcome | null => {
    const known = outcomes.get(key);
    if (known !== undefined) return known;
    const before = reader.untold;
    const value = read();
    const made = value && { name: `r${outcomes.size}`, value, isUntold: reader.untold > before };
    outcomes.set(key, made);
    return made;
  };
  const outcomeOfRule = (place: number, target: number): Outcome | null => {
    const { condition, isOfTarget } = rules[place]!;
    const group = groupOf<ScopedConditions>(condition);
    const ofGroup = ({ scope, conditions }: ScopedConditions) =>
      ofConditions(conditions, (one) => ofCondition(scope, one, target));
    return outcomeOf(`${place} ${isOfTarget ? target : ''}`, () => group && combined(group, ofGroup));
  };
  const outcomeOfField = (field_id: number): Outcome | null => {
    const own = shows.find((one) => one.field_id === field_id);
    return own
      ? outcomeOf(`of ${field_id}`, () => ofConditions(own.conditions, (one) => ofCondition('form', one, field_id)))
      : null;
  };

  /** SQL of whether rules leave a question in a state; later rules win. Null if it's never in that state. */
  const stateOf = (field_id: number, { to, from, otherwise }: { to: string; from: string; otherwise: Sql | null }) => {
    const cases = rules.flatMap(({ actions }, place) =>
      actions.flatMap(({ field_id: target, type }) => {
        if (target !== field_id || (type !== to && type !== from)) return [];
        const outcome = outcomeOfRule(place, field_id);
        if (!outcome) return [];
        const met = sql.ref(`${rulesName}.${outcome.name}`);
        const then = sql`when ${met} then ${sql.lit(type === to)}`;
        if (!outcome.isUntold) return [then];
        untoldOf.add(field_id);
        return [sql`when ${met} is null then null ${then}`];
      }),
    );
    if (cases.length === 0) return otherwise;
    return sql`case ${sql.join(cases.toReversed(), sql` `)} else ${otherwise ?? sql.lit(false)} end`;
  };
  const ownState = (field_id: number): Sql | null => {
    if (base.get(field_id)?.hidden) return sql.lit(true);
    const outcome = outcomeOfField(field_id);
    if (!outcome) return null;
    if (outcome.isUntold) untoldOf.add(field_id);
    return sql`not ${sql.ref(`${rulesName}.${outcome.name}`)}`;
  };

  const isAsked = (field_id: number): Sql | null => {
    const hidden = stateOf(field_id, { to: 'hide', from: 'show', otherwise: ownState(field_id) });
    // Nobody can answer it until a rule unlocks it. A question that a rule locks was asked before.
    const isLocked = base.get(field_id)?.locked === true;
    const locked = isLocked ? stateOf(field_id, { to: 'lock', from: 'unlock', otherwise: sql.lit(true) }) : null;
    const against = [hidden, locked].flatMap((one) => (one ? [sql`not ${one}`] : []));
    return against.length > 0 ? sql.join(against, sql` and `) : null;
  };
  const asked = new Map(questionsOf(form).map(({ field_id }) => [field_id, isAsked(field_id)]));
  return {
    /** SQL of whether each question is asked, which is null where a report can't tell; null if it's always asked. */
    asked,
    /** The columns of the subquery `rulesName`. */
    outcomes: [...outcomes.values()].flatMap((one) => (one ? [as(one.value, one.name)] : [])),
    /** The questions for which a report can't always tell. */
    untold: questionsOf(form).filter(({ field_id }) => untoldOf.has(field_id)),
  };
};

/** The columns that rules can refer to besides the form's fields and calculations. */
export const columnsBeside = (form: number): readonly Column[] => [...clientColumns, ...responseColumns(form)];
