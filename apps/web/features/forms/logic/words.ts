import { formatTime } from '#forms/calendar.ts';
import type { ConditionScope, Rule, RuleAction, RuleCondition, ScopedConditions } from '#forms/definition/rule.ts';
import type { Operator } from '#forms/field-types/condition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { isPreset } from '#forms/logic/presets.ts';
import { capital, showDate } from '#web/kit/formats.ts';
import { arityOf, type Condition, groupsOf, joined, type Value } from './conditions.ts';
import { type Topic, topicOf } from './topics.ts';

/** A sentence in parts; what it speaks of stands out. */
export type Sentence = (string | { strong: string })[];

/** The names of records that conditions hold by id. */
export type Names = Record<'users' | 'groups', ReadonlyMap<number, string>>;

export const noNames: Names = { users: new Map(), groups: new Map() };

export const textOf = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.strong)).join('');

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const operators: Record<Operator, string> = {
  EQ: 'is',
  NEQ: 'is not',
  IN: 'is one of',
  NIN: 'is none of',
  LT: 'is less than',
  LTE: 'is at most',
  GT: 'is more than',
  GTE: 'is at least',
  BWITH: 'begins with',
  EWITH: 'ends with',
  CONTAINS: 'contains',
  NCONTAINS: 'does not contain',
  RANGE: 'is between',
  NRANGE: 'is not between',
  DOW: 'falls on',
  NDOW: 'does not fall on',
  EMPTY: 'is empty',
  NEMPTY: 'is not empty',
  TRUE: 'is ticked',
  FALSE: 'is not ticked',
};
const inTime: Partial<Record<Operator, string>> = { LT: 'is before', GT: 'is after' };
const inDays: Partial<Record<Operator, string>> = { ...inTime, LTE: 'is on or before', GTE: 'is on or after' };
const inHours: Partial<Record<Operator, string>> = { ...inTime, LTE: 'is at or before', GTE: 'is at or after' };

/** An operator in words, as it is said of a kind of value. */
export const operatorWords = (op: Operator, kind: Topic['kind']): string =>
  (kind === 'date' && inDays[op]) || (kind === 'time' && inHours[op]) || operators[op];

/** One of the words for days: "the last 30 days", "Monday". */
export const presetWords = (preset: string): string => {
  const words = preset.toLowerCase().replaceAll('_', ' ');
  if (weekdayNames.includes(capital(words))) return capital(words);
  return /^(last|next) \d/.test(words) ? `the ${words}` : words;
};

const isPeriod = (value: unknown) => isPreset(value) && /[ _]/.test(String(value));

const single = (topic: Topic, value: unknown, names: Names): string => {
  if (value === null || value === undefined || value === '') return '…';
  const option = topic.options?.find((one) => String(one.value) === String(value));
  if (option) return option.label;
  if (topic.of) return names[topic.of].get(Number(value)) ?? `number ${value}`;
  if (topic.kind === 'number') return Number(value).toLocaleString('en-US', { maximumFractionDigits: 10 });
  if (topic.kind === 'time') return formatTime(String(value));
  if (topic.kind !== 'date') return String(value);
  if (isPreset(value)) return presetWords(String(value));
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? showDate(String(value)) : String(value);
};

const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? (words[0] ?? '…') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

const valueWords = (topic: Topic, op: Operator, value: Value, names: Names): string => {
  const values = [value ?? []].flat();
  const words =
    arityOf(op) === 'weekdays'
      ? values.map((day) => weekdayNames[Number(day)] ?? String(day))
      : values.map((one) => single(topic, one, names));
  return listed(words, arityOf(op) === 'range' ? 'and' : 'or');
};

type Told = { form: RuleForm; names: Names; target?: number };

const conditionWords = ({ form, names, target }: Told, scope: ConditionScope, { field_name, op, value }: Condition) => {
  const topic = topicOf(form, scope, field_name, target);
  const own = {
    form: '',
    self: '',
    calculator: '',
    client: 'the person’s ',
    administrator: 'the user’s ',
    response: 'the response’s ',
  };
  if (!topic) return [{ strong: 'something that is not on this form' }, ` ${operators[op]}`];
  const subject: Sentence = [own[scope], { strong: topic.label }, ` ${operatorWords(op, topic.kind)}`];
  if (arityOf(op) === 'none') return subject;
  const within = (op === 'EQ' || op === 'NEQ') && topic.kind === 'date' && isPeriod(value) ? ' in ' : ' ';
  return [...subject, within, { strong: valueWords(topic, op, value, names) }];
};

const between = (sentences: Sentence[], word: string): Sentence =>
  sentences.flatMap((sentence, index) => (index === 0 ? sentence : [` ${word} `, ...sentence]));

const groupWords = (told: Told, { scope, conditions }: ScopedConditions, isAlone: boolean): Sentence => {
  const inner = joined<Condition>(conditions);
  if (!inner) return [];
  const words = between(
    inner.parts.map((one) => conditionWords(told, scope, one)),
    inner.word,
  );
  return isAlone || inner.parts.length === 1 ? words : ['(', ...words, ')'];
};

/** A condition as a sentence: "Income is at least 2,000 and Rent is empty"; null for none. */
export const conditionSentence = (value: RuleCondition | null, told: Told): Sentence | null => {
  const groups = groupsOf(value);
  return (
    groups &&
    between(
      groups.parts.map((group) => groupWords(told, group, groups.parts.length === 1)),
      groups.word,
    )
  );
};

/** What each kind of action does, to choose from. */
export const actionWords: Record<RuleAction['type'], string> = {
  show: 'Show',
  hide: 'Hide',
  require: 'Require',
  optional: 'Make optional',
  lock: 'Lock',
  unlock: 'Unlock',
  set: 'Set',
  clear: 'Clear',
  filter: 'Offer only some options of',
};

const entryOf = ({ form_fields }: RuleForm, id: number) => form_fields.find(({ field_id }) => field_id === id);

const offered = (action: RuleAction, told: Told): Sentence => {
  const entry = entryOf(told.form, action.field_id);
  const rest = joined<Condition>(action.payload?.conditions ?? null);
  if (!entry || !rest) return [];
  const ofOption = (label: string): Topic => ({
    label,
    kind: 'text',
    operators: [],
    options: label === 'value' ? entry.field.field_options : null,
    of: null,
  });
  return between(
    rest.parts.map(({ field_name, op, value }) =>
      field_name === 'value' && op === 'IN'
        ? [{ strong: valueWords(ofOption('value'), op, value, told.names) }]
        : [
            `those whose ${field_name} ${operators[op]} `,
            { strong: arityOf(op) === 'none' ? '' : valueWords(ofOption(field_name), op, value, told.names) },
          ],
    ),
    rest.word,
  );
};

/** What an action does: "show Rent", "set Rent to 500", "suggest 500 for Rent". */
export const actionSentence = (action: RuleAction, told: Told): Sentence => {
  const entry = entryOf(told.form, action.field_id);
  const field = { strong: entry?.field.name ?? '…' };
  if (action.type === 'optional') return ['make ', field, ' optional'];
  if (action.type === 'set') {
    const value = action.payload?.value;
    const text =
      entry && value != null && value !== '' ? fieldType(entry.field.field_type).text(value, entry.field) : '…';
    return action.payload?.keeps === false
      ? ['suggest ', { strong: text }, ' for ', field]
      : ['set ', field, ' to ', { strong: text }];
  }
  if (action.type === 'filter') return ['offer in ', field, ' only ', ...offered(action, told)];
  return [`${actionWords[action.type].toLowerCase()} `, field];
};

const actionsSentence = (actions: readonly RuleAction[], told: Told): Sentence =>
  actions.flatMap((action, index) => [...(index === 0 ? [] : [', ']), ...actionSentence(action, told)]);

/** A rule as a sentence: "When Income is at least 2,000: show Rent, require Rent". */
export const ruleSentence = ({ condition, actions }: Pick<Rule, 'condition' | 'actions'>, told: Told): Sentence => {
  const target = actions[0]?.field_id;
  const when = conditionSentence(condition, target === undefined ? told : { ...told, target });
  return [...(when ? ['When ', ...when, ': '] : ['Always: ']), ...actionsSentence(actions, told)];
};

/** A name for a rule that does these things: "Show Rent, require Rent"; '' while there is nothing to name. */
export const proposedName = (actions: readonly RuleAction[], form: RuleForm): string => {
  const parts = actions.flatMap(({ type, field_id }) => {
    const name = entryOf(form, field_id)?.field.name;
    return name ? `${type === 'optional' ? 'do not require' : type === 'filter' ? 'limit' : type} ${name}` : [];
  });
  const text = capital(parts.join(', '));
  return text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text;
};
