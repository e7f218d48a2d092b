import { maxTrialFields } from '#contract/resources/forms.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { Rule, RuleAction } from '#forms/definition/rule.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import type { EvaluationContext } from '#forms/logic/context.ts';
import type { ScopeValues } from '#forms/logic/scopes.ts';
import { settle } from '#forms/logic/settle.ts';
import type { Names } from '#forms/words/condition-words.ts';
import { type Condition, groupsOf, joined } from '#forms/words/expression.ts';
import { type Topic, topicOf } from '#forms/words/topics.ts';
import { blanksOf } from '#web/forms/conditions/conditions.ts';
import type { TrialBody } from '#web/forms/trial/use-tried-responses.ts';

/** Something that the condition reads, and that is answered to try the rule. */
export type Subject = {
  scope: 'form' | 'client' | 'response';
  name: string;
  field: Field;
  /** The id of the field of the form; undefined for what is read of the person or the response. */
  field_id: number | undefined;
};

/** Answers to try a rule with, by scope and name. */
export type TrialValues = Readonly<Record<string, unknown>>;
export const trialKey = ({ scope, name }: Pick<Subject, 'scope' | 'name'>): string => `${scope} ${name}`;

const typeOfTopic = ({ kind, options, of }: Topic, names: Names): Pick<Field, 'field_type' | 'field_options'> => {
  const offered = of ? [...names[of]].map(([value, label]) => ({ value, label })) : options;
  if (offered)
    return { field_type: 'select-one', field_options: offered.map((one, position) => ({ ...one, position })) as never };
  const field_type = kind === 'number' || kind === 'date' || kind === 'time' ? kind : 'freeform-short';
  return { field_type, field_options: [] };
};

/** What people type cannot be a file, and a signature is one. */
const isTyped = ({ field_type }: Field) => field_type !== 'attachment' && field_type !== 'signature';

/** The fields of the form that its calculations count with. */
const countedFields = ({ calculations }: RuleForm): number[] =>
  calculations.flatMap(({ variables }) =>
    variables.flatMap(({ record_type, record_id }) => (record_type === 'Field' && record_id ? [record_id] : [])),
  );

type RuleParts = Pick<Rule, 'condition' | 'actions'>;

/** The fields that a rule acts on, each once. */
const targetsOf = ({ actions }: RuleParts): number[] => [
  ...new Set(actions.map(({ field_id }) => field_id).filter((id) => id > 0)),
];

/** Whether a name in the scope `self` stands for the field that is acted on, and not for a field of its own. */
const isTarget = ({ form_fields }: RuleForm, name: string) =>
  form_fields.every(({ field_id }) => field_id !== Number(name));

/**
 * The request that tries a rule on the form's responses. It names `field_ids` where the condition is about each of several
 * fields that the rule changes. Null while the condition isn't finished, or is about a field that isn't chosen yet.
 */
export const trialOf = (rule: RuleParts, form: RuleForm): TrialBody | null => {
  const { condition } = rule;
  if (blanksOf(condition).length > 0) return null;
  const isAboutTarget = (groupsOf(condition)?.parts ?? []).some(
    ({ scope, conditions }) =>
      scope === 'self' && joined<Condition>(conditions)?.parts.some(({ field_name }) => isTarget(form, field_name)),
  );
  if (!isAboutTarget) return { condition };
  const [field_id, ...others] = targetsOf(rule);
  if (field_id === undefined) return null;
  return { condition, field_id, ...(others.length > 0 && { field_ids: others.slice(0, maxTrialFields) }) };
};

/** The questions that a rule's condition reads, each once, in the order of the condition. */
export const subjectsOf = (rule: RuleParts, form: RuleForm, names: Names): Subject[] => {
  const ofField = (field_id: number | undefined): Subject[] => {
    const entry = form.form_fields.find((one) => one.field_id === field_id);
    return entry && isTyped(entry.field)
      ? [{ scope: 'form', name: String(field_id), field: entry.field, field_id: entry.field_id }]
      : [];
  };
  const found = (groupsOf(rule.condition)?.parts ?? []).flatMap(({ scope, conditions }) =>
    (joined<Condition>(conditions)?.parts ?? []).flatMap(({ field_name: name }): Subject[] => {
      if (scope === 'form') return ofField(Number(name));
      if (scope === 'self') return (isTarget(form, name) ? targetsOf(rule) : [Number(name)]).flatMap(ofField);
      if (scope === 'calculator') return countedFields(form).flatMap(ofField);
      const topic = scope === 'administrator' ? null : topicOf(form, { scope, name });
      if (!topic || scope === 'administrator') return [];
      const label = `${scope === 'client' ? 'Person' : 'Response'}: ${topic.label}`;
      const common = { name: label, description: null, data_type: 'text', metadata: {}, internal_option: null };
      return [{ scope, name, field: { ...common, ...typeOfTopic(topic, names) } as Field, field_id: undefined }];
    }),
  );
  return [...new Map(found.map((one) => [trialKey(one), one])).values()];
};

const valuesIn = (values: TrialValues, scope: Subject['scope']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      // What cannot be read counts as no answer.
      key.startsWith(`${scope} `) && typeof value !== 'symbol' ? [[key.slice(scope.length + 1), value]] : [],
    ),
  );

/** One thing that becomes of a field: what it speaks of, and what is said of it. */
export type Effect = { type: RuleAction['type']; name: string; says: string };

const effectOf = (action: RuleAction, { offered, all, value }: { offered: number; all: number; value: string }) => {
  const said: Record<RuleAction['type'], string> = {
    show: 'is shown',
    hide: 'is hidden',
    require: 'is required',
    optional: 'is optional',
    lock: 'can’t be changed',
    unlock: 'can be changed',
    set: `is set to ${value}`,
    clear: 'is cleared',
    filter: `offers ${offered} of ${all} options`,
  };
  return said[action.type];
};
/** What stays as it is while the rule does not apply, where that is not as if there were no rule. */
const otherwise: Partial<Record<RuleAction['type'], string>> = { show: 'stays hidden', unlock: 'stays locked' };

/**
 * What a whole rule does with answers that are tried, by itself: whether it applies, and what becomes of fields. The
 * person is the signed-in user.
 * @param valueWords what an action sets, in words
 */
export const tryRule = (
  rule: Rule,
  form: RuleForm,
  {
    values,
    administrator,
    context,
    valueWords,
  }: {
    values: TrialValues;
    administrator: ScopeValues['administrator'];
    context: EvaluationContext;
    valueWords: (action: RuleAction) => string;
  },
): { applies: boolean; effects: Effect[] } => {
  const alone = { id: 0, name: '', form_fields: [...form.form_fields], calculations: [...form.calculations] };
  const scopes = {
    administrator,
    client: valuesIn(values, 'client'),
    response: valuesIn(values, 'response'),
  } as ScopeValues;
  const { outcomes, states } = settle(
    { ...alone, logic: [{ ...rule, position: 0 }] },
    { answers: valuesIn(values, 'form') as Answers, stored: {}, context: { ...context, scopes } },
  );
  const held = rule.actions.map((_, index) => outcomes?.[0]?.[index] === true);
  const effects = rule.actions.flatMap((action, index): Effect[] => {
    const entry = form.form_fields.find(({ field_id }) => field_id === action.field_id);
    if (!entry) return [];
    const all = entry.field.field_options.filter(({ hidden }) => !hidden).length;
    const offered = states.get(action.field_id)?.options?.filter(({ hidden }) => !hidden).length ?? all;
    const says = held[index] ? effectOf(action, { offered, all, value: valueWords(action) }) : otherwise[action.type];
    return says ? [{ type: action.type, name: entry.field.name, says }] : [];
  });
  return { applies: held.includes(true), effects };
};

const opposites: Partial<Record<RuleAction['type'], RuleAction['type']>> = {
  show: 'hide',
  hide: 'show',
  require: 'optional',
  optional: 'require',
  lock: 'unlock',
  unlock: 'lock',
};

/** The other rules that do the opposite with the same field: where both apply, the later one wins. */
export const rivalsOf = (
  actions: readonly RuleAction[],
  others: readonly Rule[],
): { rule: string; action: RuleAction }[] =>
  others.flatMap((other) =>
    other.actions
      .filter(({ type, field_id }) => actions.some((one) => one.field_id === field_id && opposites[one.type] === type))
      .map((action) => ({ rule: other.name, action })),
  );
