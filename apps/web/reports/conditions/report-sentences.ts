import { comparisonWords, type Names, operatorNames, type Sentence } from '#forms/words/condition-words.ts';
import type { ReportCondition, ReportConditions } from '#reports/conditions.ts';
import type { ColumnGroup } from '../columns.ts';
import { type Askable, askedOperatorWords } from './asking.ts';
import { subjectOf, topicOfColumn } from './topics.ts';

/** Whether a condition holds users by their ids, whose names it needs to be told in words. */
export const speaksOfUsers = (groups: readonly ColumnGroup[], { and }: ReportConditions): boolean =>
  and.some((condition) => subjectOf(groups, condition)?.result === 'user');

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

/** Conditions in words, one by one: "Age is more than 18"; of several forms with the name of the form. */
export const reportSentences = ({ and }: ReportConditions, context: SentenceContext): Sentence[] =>
  and.map((condition) => sentenceOf(condition, context));

/** A sentence as plain text. */
export const textOf = (parts: Sentence): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
