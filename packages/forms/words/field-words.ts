import type { FormDefinition, FormField } from '../definition/form-definition.ts';
import type { Rule, RuleCondition } from '../definition/rule.ts';
import type { RuleForm } from '../logic/check.ts';
import { capital, conditionSentence, type Names, textOf } from './condition-words.ts';
import { type Condition, joined } from './expression.ts';
import { ruleSentence } from './rule-words.ts';

type FormContext = Pick<FormDefinition, 'form_fields' | 'logic' | 'calculations'>;

/** What the settings and rules of a form say of one of its fields: lines in words, none where there is nothing to say. */
export type FieldWords = { shown: string[]; required: string[]; rules: string[] };

/** The conditions that a field brings along to each form that asks it, as a rule has them. */
const ownCondition = ({ field }: FormField): RuleCondition | null => {
  const parts = joined<Condition>((field.metadata.show_when ?? null) as never);
  if (!parts) return null;
  const conditions = { [parts.word]: parts.parts } as { and: Condition[] };
  return { and: [{ scope: 'form', conditions }] };
};

/**
 * Returns when a field is shown, as paper says it: "if Income is at least 2,000"; null for a field that is always shown.
 */
export const shownIf = (
  form: RuleForm & Pick<FormDefinition, 'logic'>,
  entry: FormField,
  names: Names,
): string | null => {
  const context = { form, names, target: entry.field_id };
  const say = (word: string, condition: RuleCondition | null): string[] => {
    const sentence = conditionSentence(condition, context);
    return sentence ? [`${word} ${textOf(sentence)}`] : [];
  };
  const own = ownCondition(entry);
  const said = [
    ...(own ? say('if', own) : []),
    ...form.logic.flatMap(({ condition, actions }) =>
      actions
        .filter(({ field_id }) => field_id === entry.field_id)
        .flatMap(({ type }) => {
          if (type === 'show') return say('if', condition);
          return type === 'hide' ? say('unless', condition) : [];
        }),
    ),
  ];
  if (said.length > 0) return said.join(', or ');
  return entry.settings.hide ? 'if asked' : null;
};

/** When a field of a form is shown and required, and what else its rules do with it. */
export const fieldWords = (form: FormContext, entry: FormField, names: Names): FieldWords => {
  const { field_id, is_required, settings } = entry;
  const context = { form, names, target: field_id };
  const when = (condition: RuleCondition | null): string => {
    const sentence = conditionSentence(condition, context);
    return sentence ? `when ${textOf(sentence)}` : 'always';
  };
  const words: FieldWords = { shown: [], required: [is_required ? 'Yes' : 'No'], rules: [] };
  const own = ownCondition(entry);
  if (own) words.shown.push(`Only ${when(own)}`);
  if (settings.hide) words.shown.push('No');
  const say = ({ condition, ...rule }: Rule) => {
    for (const action of rule.actions.filter((one) => one.field_id === field_id)) {
      if (action.type === 'show') words.shown.push(capital(when(condition)));
      else if (action.type === 'hide') words.shown.push(`Not ${when(condition)}`);
      else if (action.type === 'require') words.required.push(`Yes ${when(condition)}`);
      else if (action.type === 'optional') words.required.push(`No ${when(condition)}`);
      else words.rules.push(textOf(ruleSentence({ condition, actions: [action] }, context)));
    }
  };
  for (const rule of form.logic) say(rule);
  if (words.shown.length === 0) words.shown.push('Always');
  return words;
};
