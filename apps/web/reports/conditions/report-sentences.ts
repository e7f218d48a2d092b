import { comparisonWords, type Names, operatorNames, type Sentence } from '#forms/words/condition-words.ts';
import { alternativesOf, conditionsIn, type ReportCondition, type ReportConditions } from '#reports/conditions.ts';
import type { ColumnGroup } from '../columns.ts';
import { type Askable, askedOperatorWords } from './asking.ts';
import { subjectOf, topicOfColumn } from './topics.ts';

/** Whether a condition holds users by their ids, whose names it needs to be told in words. */
export const speaksOfUsers = (groups: readonly ColumnGroup[], conditions: ReportConditions): boolean =>
  conditionsIn(conditions).some((condition) => subjectOf(groups, condition)?.result === 'user');

const withForm = (groups: readonly ColumnGroup[], { form }: { form: number | null }): string => {
  const forms = groups.filter(({ of }) => of === 'form');
  const title = forms.length > 1 && form !== null && forms.find(({ key }) => key === String(form))?.title;
  return title ? ` (${title})` : '';
};

type SentenceContext = {
  groups: readonly ColumnGroup[];
  names: Names;
  /** What readers are asked, while it is not known what they choose. */
  asked?: readonly Pick<Askable, 'key' | 'label'>[];
};

const sentenceOf = (condition: ReportCondition, { groups, names, asked = [] }: SentenceContext): Sentence => {
  const column = subjectOf(groups, condition);
  if (!column) return [{ strong: 'a column that no longer exists' }, ` ${operatorNames[condition.op]}`];
  const topic = topicOfColumn(column, condition.op);
  const label = `${topic.label}${withForm(groups, column)}`;
  if (condition.parameter) {
    const chosen = asked.find(({ key }) => key === condition.parameter)?.label ?? 'what is asked';
    return [{ strong: label }, ` ${askedOperatorWords(condition.op, topic.kind)} `, { strong: chosen }];
  }
  return comparisonWords({ ...topic, label }, condition, names);
};

/** What stands between conditions of which one must hold: lists of values have an "or" of their own. */
export const orWords = ', or ';

/**
 * Conditions in words, one by one: "Age is more than 18"; of several forms with the name of the form. Those of which one
 * must hold are one sentence: "(Age is more than 18, or Score is 5)".
 */
export const reportSentences = ({ and }: ReportConditions, context: SentenceContext): Sentence[] =>
  and.map((entry) => {
    const all = alternativesOf(entry).map((one) => sentenceOf(one, context));
    if (all.length === 1) return all.flat();
    return ['(', ...all.flatMap((one, index) => (index > 0 ? [orWords, ...one] : one)), ')'];
  });

/** A sentence as plain text. */
export const textOf = (parts: Sentence): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
