import type { Calendar } from '../calendar.ts';
import type { Calculation, CalculationValue } from '../definition/calculation.ts';
import type { FormField } from '../definition/form-definition.ts';
import type { RuleCondition, ScopedConditions } from '../definition/rule.ts';
import type { FieldOption } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import type { Budget } from './budget.ts';
import {
  type Comparison,
  type ConditionValue,
  comparison,
  type Kind,
  type Operand,
  type Subject,
  subjectOf,
} from './compare.ts';
import {
  type CompiledForm,
  type Condition,
  type Conditions,
  groupOf,
  kindOfCalculation,
  kindOfField,
} from './compile.ts';
import type { EvaluationContext } from './context.ts';
import { scopeColumn } from './scopes.ts';

/** What a condition speaks of: a value, and how it is compared. */
export type ConditionSubject = { subject: Subject; kind: Kind };

/** What is longer than any answer may be, or has more parts, is refused when it is saved, and compared with nothing. */
const longest = 64_000;
const maxParts = 1000;

/** An answer as conditions compare it, whatever was sent in its place; null when it cannot be compared. */
const comparedOf = ({ field }: FormField, answer: unknown): Subject | null => {
  const type = fieldType(field.field_type);
  if (typeof answer === 'string' && answer.length > longest) return null;
  if (Array.isArray(answer) && answer.length > maxParts) return null;
  const seen = type.isBlank(answer) ? null : seenIn(() => type.compared(answer));
  const length = [seen].flat().reduce<number>((sum, part) => sum + String(part ?? '').length, 0);
  return length > 2 * longest ? null : subjectOf(seen);
};

const seenIn = (read: () => ConditionValue): ConditionValue => {
  try {
    return read() ?? null;
  } catch {
    return null;
  }
};

/** Answers made ready to be compared, each as long as it stays the same. */
export const newReader = (compiled: CompiledForm) => {
  const reads = new Map<number, { answer: unknown; read: ConditionSubject | null }>();
  return (field_id: number, answer: unknown): ConditionSubject | null => {
    const before = reads.get(field_id);
    if (before && Object.is(before.answer, answer)) return before.read;
    const entry = compiled.byId.get(field_id);
    const subject = entry ? comparedOf(entry, answer) : null;
    const read = entry && subject ? { subject, kind: kindOfField(entry.field) } : null;
    reads.set(field_id, { answer, read });
    return read;
  };
};
export type Reader = ReturnType<typeof newReader>;

/** The results of a form's calculations made ready to be compared; null for a calculation that it does not have. */
export const newResultReader = (
  calculations: ReadonlyMap<number, Calculation>,
  results: ReadonlyMap<number, CalculationValue> | null,
) => {
  return (id: number): ConditionSubject | null => {
    const calculation = calculations.get(id);
    return calculation ? { subject: subjectOf(results?.get(id) ?? null), kind: kindOfCalculation(calculation) } : null;
  };
};

type Ready = Comparison & { kind: Kind; calendar: Calendar };
const ready = new WeakMap<Condition, Ready>();

const isSameCalendar = (one: Calendar, other: Calendar) =>
  one.today === other.today &&
  one.weekStartsOn === other.weekStartsOn &&
  one.fiscalYearStartMonth === other.fiscalYearStartMonth;

/** A condition made ready to be asked; once, as long as it is asked about the same kind of value by the same calendar. */
const readied = (condition: Condition, asked: Pick<Ready, 'kind' | 'calendar'>, { spend }: Budget): Ready => {
  const { kind, calendar } = asked;
  const known = ready.get(condition);
  if (known && known.kind === kind && isSameCalendar(known.calendar, calendar)) return known;
  // Once for each form that is read: the list is folded when it is first asked.
  if (Array.isArray(condition.value)) spend(condition.value.length);
  const made = { ...comparison({ op: condition.op, operand: condition.value as Operand, ...asked }), ...asked };
  ready.set(condition, made);
  return made;
};

type OptionParts = { value: Subject; label: Subject };
const options = new WeakMap<FieldOption, OptionParts>();

const partsOf = (option: FieldOption): OptionParts => {
  const made = options.get(option) ?? { value: subjectOf(option.value), label: subjectOf(option.label) };
  options.set(option, made);
  return made;
};

/** All of a list or any of it; null, as soon as one of them cannot be told. */
const combined = <T>(every: boolean, parts: readonly T[], meets: (part: T) => boolean | null): boolean | null => {
  let result = every;
  for (const part of parts) {
    const one = meets(part);
    if (one === null) return null;
    result = every ? result && one : result || one;
  }
  return result;
};

/** What there is to look at in a round. */
type Sight = {
  context: EvaluationContext;
  /** The answers as they count, and as they would be without the rules that keep answers. */
  counted: (field_id: number) => unknown;
  bare: (field_id: number) => unknown;
  calculated: (id: number) => ConditionSubject | null;
  reader: Reader;
};

/** One look at the answers: what the rules see in a round. Throws Overload when there is too much to look at. */
export const look = (compiled: CompiledForm, { context, counted, bare, calculated, reader }: Sight, budget: Budget) => {
  // Of the context only this: what is readied outlasts it.
  const { today, weekStartsOn, fiscalYearStartMonth } = context;
  const calendar: Calendar = { today, weekStartsOn, fiscalYearStartMonth };
  const meets = (conditions: Conditions, lookUp: (name: string) => ConditionSubject | null): boolean | null => {
    const group = groupOf<Condition>(conditions);
    if (!group) return null;
    return combined(...group, (condition) => {
      budget.spend(1);
      const found = lookUp(condition.field_name);
      if (!found) return null;
      const { holdsOf, weight } = readied(condition, { kind: found.kind, calendar }, budget);
      budget.spend(weight * found.subject.weight - 1);
      return holdsOf(found.subject);
    });
  };
  const ofField = (field_id: number) => reader(field_id, counted(field_id));
  return {
    meets: (conditions: Conditions) => meets(conditions, (name) => ofField(Number(name))),
    /** Whether a rule's condition holds, of the field that it acts on. */
    holdsFor: (condition: RuleCondition, kept: ReadonlySet<number>, target: number): boolean => {
      const group = groupOf<ScopedConditions>(condition);
      if (!group) return false;
      const ofAnswer = (id: number) => (kept.has(id) ? reader(id, bare(id)) : ofField(id));
      const read = ({ scope }: ScopedConditions, name: string): ConditionSubject | null => {
        if (scope === 'form') return ofAnswer(Number(name));
        if (scope === 'self') return ofAnswer(compiled.byId.has(Number(name)) ? Number(name) : target);
        if (scope === 'calculator') return calculated(Number(name));
        const column = scopeColumn(scope, name);
        return column ? { subject: subjectOf(context.scopes?.[scope]?.[name] ?? null), kind: column.kind } : null;
      };
      return combined(...group, (scoped) => meets(scoped.conditions, (name) => read(scoped, name))) ?? false;
    },
    /** Whether an option of a field is among those that a filter leaves. */
    offers: (conditions: Conditions, option: FieldOption, kind: Kind): boolean =>
      meets(conditions, (name) =>
        name === 'value' || name === 'label'
          ? { subject: partsOf(option)[name], kind: name === 'value' ? kind : 'text' }
          : null,
      ) ?? true,
    spend: budget.spend,
  };
};
export type Look = ReturnType<typeof look>;
