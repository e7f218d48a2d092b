import { comparisonWords, type Names, operatorNames, type Sentence } from '#forms/words/condition-words.ts';
import type { ReportCondition, ReportConditions } from '#reports/definition.ts';
import type { ColumnGroup } from '../columns.ts';
import { subjectOf, topicOfColumn } from './topics.ts';

/** Whether a condition holds users by their ids, whose names it needs to be told in words. */
export const speaksOfUsers = (groups: readonly ColumnGroup[], { and }: ReportConditions): boolean =>
  and.some((condition) => subjectOf(groups, condition)?.result === 'user');

const withForm = (groups: readonly ColumnGroup[], { form }: { form: number | null }): string => {
  const forms = groups.filter(({ of }) => of === 'form');
  const title = forms.length > 1 && form !== null && forms.find(({ key }) => key === String(form))?.title;
  return title ? ` (${title})` : '';
};

const sentenceOf = (condition: ReportCondition, groups: readonly ColumnGroup[], names: Names): Sentence => {
  const column = subjectOf(groups, condition);
  if (!column) return [{ strong: 'a column that no longer exists' }, ` ${operatorNames[condition.op]}`];
  const topic = topicOfColumn(column, condition.op);
  return comparisonWords({ ...topic, label: `${topic.label}${withForm(groups, column)}` }, condition, names);
};

/** Conditions in words, one by one: "Age is more than 18"; of several forms with the name of the form. */
export const reportSentences = (
  { and }: ReportConditions,
  { groups, names }: { groups: readonly ColumnGroup[]; names: Names },
): Sentence[] => and.map((condition) => sentenceOf(condition, groups, names));

/** A sentence as plain text. */
export const textOf = (parts: Sentence): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
