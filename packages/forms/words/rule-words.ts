import type { Rule, RuleAction } from '../definition/rule.ts';
import { fieldType } from '../field-types/index.ts';
import type { RuleForm } from '../logic/check.ts';
import {
  between,
  capital,
  conditionSentence,
  operatorNames,
  type Sentence,
  type SentenceContext,
  valueWords,
} from './condition-words.ts';
import { arityOf, type Condition, joined } from './expression.ts';
import type { Topic } from './topics.ts';

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
  filter: 'Limit options of',
};

const verbOf = ({ type }: RuleAction) => actionWords[type].toLowerCase();

const entryOf = ({ form_fields }: RuleForm, id: number) => form_fields.find(({ field_id }) => field_id === id);

const offered = (action: RuleAction, context: SentenceContext): Sentence => {
  const entry = entryOf(context.form, action.field_id);
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
        ? [{ strong: valueWords(ofOption('value'), { op, value }, context.names) }]
        : [
            `those whose ${field_name} ${operatorNames[op]} `,
            { strong: arityOf(op) === 'none' ? '' : valueWords(ofOption(field_name), { op, value }, context.names) },
          ],
    ),
    rest.word,
  );
};

/** A value to set as it reads; dots for none, and for what the field cannot hold. */
export const setWords = (entry: ReturnType<typeof entryOf>, value: unknown): string => {
  if (!entry || value == null || value === '') return '…';
  try {
    return fieldType(entry.field.field_type).text(value, entry.field) || '…';
  } catch {
    return '…';
  }
};

/** What an action does: "show Rent", "set Rent to 500", "suggest 500 for Rent". */
export const actionSentence = (action: RuleAction, context: SentenceContext): Sentence => {
  const entry = entryOf(context.form, action.field_id);
  const field = { strong: entry?.field.name ?? '…' };
  if (action.type === 'optional') return ['make ', field, ' optional'];
  if (action.type === 'set') {
    const text = setWords(entry, action.payload?.value);
    return action.payload?.keeps === false
      ? ['suggest ', { strong: text }, ' for ', field]
      : ['set ', field, ' to ', { strong: text }];
  }
  if (action.type === 'filter') return ['limit options of ', field, ' to ', ...offered(action, context)];
  return [`${verbOf(action)} `, field];
};

/** Whether an action is told by its verb and its field alone: "show Rent". */
const isPlain = ({ type }: RuleAction) => !['optional', 'set', 'filter'].includes(type);

/** Plain actions that follow each other on one field, together: "show and require Rent". */
const actionsTogether = (actions: readonly RuleAction[]): RuleAction[][] => {
  const together: RuleAction[][] = [];
  for (const action of actions) {
    const last = together.at(-1);
    const before = last?.at(-1);
    if (last && before && isPlain(before) && isPlain(action) && before.field_id === action.field_id) last.push(action);
    else together.push([action]);
  }
  return together;
};

const actionsSentence = (actions: readonly RuleAction[], context: SentenceContext): Sentence =>
  actionsTogether(actions).flatMap((together, index) => {
    const [last, ...before] = together.toReversed() as [RuleAction, ...RuleAction[]];
    const verbs = before.length === 0 ? [] : [`${before.reverse().map(verbOf).join(', ')} and `];
    return [...(index === 0 ? [] : [', ']), ...verbs, ...actionSentence(last, context)];
  });

/** A rule as a sentence: "When Income is at least 2,000: show and require Rent". */
export const ruleSentence = (
  { condition, actions }: Pick<Rule, 'condition' | 'actions'>,
  context: SentenceContext,
): Sentence => {
  const target = actions[0]?.field_id;
  const when = conditionSentence(condition, target === undefined ? context : { ...context, target });
  return [...(when ? ['When ', ...when, ': '] : ['Always: ']), ...actionsSentence(actions, context)];
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
