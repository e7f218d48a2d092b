import { type FormDefinition, type FormField, inOrder } from '../definition/form-definition.ts';
import type { Rule, ScopedConditions } from '../definition/rule.ts';
import { isExternal } from '../field-types/endpoint.ts';
import { fieldType } from '../field-types/index.ts';
import { comparison, type Operand, type Subject, subjectOf } from './compare.ts';
import { type Condition, type Conditions, compiledForm, groupOf, kindOfField } from './compile.ts';

/** A field that no answer can make appear, and what keeps it hidden. */
export type NeverShownField = {
  field_id: number;
  /** The places in `logic` of the rules that always hide it, or that would show it and can never apply. */
  rules: number[];
  /** Whether the condition that the question itself shows under can never be met. */
  byOwnCondition: boolean;
};

/** Whether something can be true, and whether it can be false, for the answers that can be given. */
type Outlook = { canHold: boolean; canFail: boolean };

const open: Outlook = { canHold: true, canFail: true };
const failing: Outlook = { canHold: false, canFail: true };

const combined = ([every, parts]: [every: boolean, parts: readonly Outlook[]]): Outlook =>
  every
    ? { canHold: parts.every(({ canHold }) => canHold), canFail: parts.some(({ canFail }) => canFail) }
    : { canHold: parts.some(({ canHold }) => canHold), canFail: parts.every(({ canFail }) => canFail) };

/** The answers that somebody can choose in a field, as conditions compare them; null for one that isn't a list. */
const choicesOf = ({ field }: FormField): Subject[] | null => {
  const { field_type, field_options, metadata } = field;
  const isList = field_type === 'select-one' || field_type === 'select-many';
  if (!isList || isExternal(field) || metadata.allow_other) return null;
  // Of several choices a condition holds when it holds of one of them.
  const answerOf = (value: unknown) => (field_type === 'select-many' ? [value] : value);
  return field_options
    .filter(({ hidden }) => !hidden)
    .map(({ value }) => subjectOf(fieldType(field_type).compared(answerOf(value) as never)));
};

/** How a condition comes out for a field without an answer, and for one that can have any. */
const outlooksOf = (entry: FormField, { op, value }: Condition): { blank: Outlook; answered: Outlook } => {
  // Only days need a calendar, and they are never among choices.
  const calendar = { today: '', weekStartsOn: 'sunday', fiscalYearStartMonth: 1 } as const;
  const { holdsOf } = comparison({ op, operand: value as Operand, kind: kindOfField(entry.field), calendar });
  const of = (subjects: readonly Subject[]): Outlook => {
    const outcomes = subjects.map(holdsOf);
    return { canHold: outcomes.includes(true), canFail: outcomes.includes(false) };
  };
  const [nothing, choices] = [subjectOf(null), choicesOf(entry)];
  return { blank: of([nothing]), answered: choices ? of([nothing, ...choices]) : open };
};

/** Whether an answer can come from elsewhere than from whoever fills in the form. */
const isFilled = ({ field_id, field, settings }: FormField, logic: readonly Rule[]): boolean =>
  Boolean(settings.pre_populate || field.metadata.pre_populate) ||
  logic.some(({ actions }) => actions.some((one) => one.type === 'set' && one.field_id === field_id));

/**
 * Returns the questions that can't appear to someone who starts with an empty form, whatever they answer: because of
 * rules, or of the condition that they show under themselves. Questions that are hidden and that no rule shows are
 * left out, as their author chose so. What can't be worked out counts as possible: what is returned is certain, and
 * conditions that exclude each other aren't found.
 */
export const neverShown = (form: Pick<FormDefinition, 'form_fields' | 'logic'>): NeverShownField[] => {
  const { form_fields, logic } = form;
  const whole = { id: 0, name: '', calculations: [], form_fields, logic };
  const { byId, base, shows } = compiledForm(whole);
  const ownConditions = new Map(shows.map(({ field_id, conditions }) => [field_id, conditions]));
  const acting = logic
    .map((rule, place) => ({ rule, place, position: rule.position ?? place }))
    .toSorted((one, other) => one.position - other.position)
    .flatMap(({ rule, place }) => rule.actions.map(({ type, field_id }) => ({ rule, place, type, field_id })));
  const actionsOn = Map.groupBy(
    acting.filter(({ type }) => type === 'show' || type === 'hide'),
    ({ field_id }) => field_id,
  );
  const filled = new Set(form_fields.filter((entry) => isFilled(entry, logic)).map(({ field_id }) => field_id));
  /** The fields that can be answered, as they can appear. */
  const answered = new Set<number>();
  const known = new Map<Condition, { field_id: number } & ReturnType<typeof outlooksOf>>();

  const ofField = (field_id: number, condition: Condition): Outlook => {
    const entry = byId.get(field_id);
    if (!entry) return failing;
    if (filled.has(field_id)) return open;
    const before = known.get(condition);
    const outlooks = before?.field_id === field_id ? before : { field_id, ...outlooksOf(entry, condition) };
    known.set(condition, outlooks);
    return answered.has(field_id) ? outlooks.answered : outlooks.blank;
  };
  const ofGroup = ({ scope, conditions }: ScopedConditions, target: number): Outlook => {
    const group = groupOf<Condition>(conditions);
    if (!group) return failing;
    if (scope !== 'form' && scope !== 'self') return open;
    const idOf = (name: string) => (scope === 'self' && !byId.has(Number(name)) ? target : Number(name));
    return combined([group[0], group[1].map((one) => ofField(idOf(one.field_name), one))]);
  };
  const ofRule = ({ condition }: Rule, target: number): Outlook => {
    const group = groupOf<ScopedConditions>(condition);
    return group ? combined([group[0], group[1].map((one) => ofGroup(one, target))]) : failing;
  };
  /** A condition that names a field that isn't on the form can't be told: the question shows. */
  const canShowItself = (field_id: number): boolean => {
    const group = groupOf<Condition>(ownConditions.get(field_id) as Conditions | undefined);
    return (
      !group ||
      group[1].some(({ field_name }) => !byId.has(Number(field_name))) ||
      combined([group[0], group[1].map((one) => ofField(Number(one.field_name), one))]).canHold
    );
  };
  /** What keeps a field hidden; null when something can show it. Later rules win. */
  const whyHidden = ({ field_id }: FormField): Omit<NeverShownField, 'field_id'> | null => {
    const isOpen = !base.get(field_id)?.hidden;
    const actions = actionsOn.get(field_id) ?? [];
    let canShow = isOpen && canShowItself(field_id);
    const byOwnCondition = isOpen && !canShow;
    let rules: number[] = [];
    if (!isOpen && actions.every(({ type }) => type === 'hide')) return { rules, byOwnCondition };
    for (const { type, rule, place } of actions) {
      const { canHold, canFail } = ofRule(rule, field_id);
      if (type === 'show' && canHold) [canShow, rules] = [true, []];
      if (type === 'show' ? !canHold : !canFail) rules.push(place);
      if (type === 'hide' && !canFail) canShow = false;
    }
    return canShow ? null : { rules, byOwnCondition };
  };

  const hidden = new Set(inOrder(whole));
  for (let before = -1; before !== hidden.size; ) {
    before = hidden.size;
    for (const entry of hidden)
      if (!whyHidden(entry)) {
        hidden.delete(entry);
        if (fieldType(entry.field.field_type).isAnswerable) answered.add(entry.field_id);
      }
  }
  return [...hidden].flatMap((entry) => {
    const why = whyHidden(entry);
    const isChosen = !why || (why.rules.length === 0 && !why.byOwnCondition);
    return isChosen ? [] : [{ field_id: entry.field_id, ...why }];
  });
};
