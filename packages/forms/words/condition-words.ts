import { formatDate, formatTime } from '../calendar.ts';
import type { ConditionScope, RuleCondition, ScopedConditions } from '../definition/rule.ts';
import type { Operator } from '../field-types/condition.ts';
import type { RuleForm } from '../logic/check.ts';
import { isPreset } from '../logic/presets.ts';
import { arityOf, type Condition, groupsOf, joined } from './expression.ts';
import { type Topic, topicOf } from './topics.ts';

/** A sentence with a capital at its start. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence in parts; what it speaks of stands out. */
export type Sentence = (string | { strong: string })[];

/** The names of records that conditions hold by id. */
export type Names = Record<'users' | 'groups', ReadonlyMap<number, string>>;

export const noNames: Names = { users: new Map(), groups: new Map() };

export const textOf = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.strong)).join('');

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Each operator in words, as it is said of text. */
export const operatorNames: Record<Operator, string> = {
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
  TRUE: 'is checked',
  FALSE: 'is not checked',
};
const inTime: Partial<Record<Operator, string>> = { LT: 'is before', GT: 'is after' };
const inDays: Partial<Record<Operator, string>> = { ...inTime, LTE: 'is on or before', GTE: 'is on or after' };
const inHours: Partial<Record<Operator, string>> = { ...inTime, LTE: 'is at or before', GTE: 'is at or after' };

/** An operator in words, as it is said of a kind of value. */
export const operatorWords = (op: Operator, kind: Topic['kind']): string =>
  (kind === 'date' && inDays[op]) || (kind === 'time' && inHours[op]) || operatorNames[op];

/** One of the words for days: "the last 30 days", "Monday". */
export const presetWords = (preset: string): string => {
  const words = preset.toLowerCase().replaceAll('_', ' ');
  if (weekdayNames.includes(capital(words))) return capital(words);
  return /^((last|next) \d|year to)/.test(words) ? `the ${words}` : words;
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
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? formatDate(String(value)) : String(value);
};

const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? (words[0] ?? '…') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** What a condition compares with, in words. */
export const valueWords = (topic: Topic, { op, value }: Pick<Condition, 'op' | 'value'>, names: Names): string => {
  const values = [value ?? []].flat();
  const words =
    arityOf(op) === 'weekdays'
      ? values.map((day) => weekdayNames[Number(day)] ?? String(day))
      : values.map((one) => single(topic, one, names));
  return listed(words, arityOf(op) === 'range' ? 'and' : 'or');
};

/** What a sentence needs to know: the form, the names of records, and the field that a rule acts on. */
export type SentenceContext = { form: RuleForm; names: Names; target?: number };

const conditionWords = ({ form, names, target }: SentenceContext, scope: ConditionScope, condition: Condition) => {
  const topic = topicOf(form, { scope, name: condition.field_name, target });
  const own = {
    form: '',
    self: '',
    calculator: '',
    client: 'the person’s ',
    administrator: 'the user’s ',
    response: 'the response’s ',
  };
  // No value yet.
  if (condition.field_name === '') return ['…'];
  if (!topic) return [{ strong: 'a field that isn’t on this form' }, ` ${operatorNames[condition.op]}`];
  return [own[scope], ...comparisonWords(topic, condition, names)];
};

/** What is compared, how and with what: "Visit is in the last 30 days". */
export const comparisonWords = (
  topic: Topic,
  { op, value }: Pick<Condition, 'op' | 'value'>,
  names: Names,
): Sentence => {
  const subject: Sentence = [{ strong: topic.label }, ` ${operatorWords(op, topic.kind)}`];
  if (arityOf(op) === 'none') return subject;
  const within = (op === 'EQ' || op === 'NEQ') && topic.kind === 'date' && isPeriod(value) ? ' in ' : ' ';
  return [...subject, within, { strong: valueWords(topic, { op, value }, names) }];
};

/** Sentences in one, a word between each two. */
export const between = (sentences: Sentence[], word: string): Sentence =>
  sentences.flatMap((sentence, index) => (index === 0 ? sentence : [` ${word} `, ...sentence]));

const groupWords = (context: SentenceContext, { scope, conditions }: ScopedConditions, isAlone: boolean): Sentence => {
  const inner = joined<Condition>(conditions);
  if (!inner) return [];
  const words = between(
    inner.parts.map((one) => conditionWords(context, scope, one)),
    inner.word,
  );
  return isAlone || inner.parts.length === 1 ? words : ['(', ...words, ')'];
};

/** A condition as a sentence: "Income is at least 2,000 and Rent is empty"; null for none. */
export const conditionSentence = (value: RuleCondition | null, context: SentenceContext): Sentence | null => {
  const groups = groupsOf(value);
  return (
    groups &&
    between(
      groups.parts.map((group) => groupWords(context, group, groups.parts.length === 1)),
      groups.word,
    )
  );
};
