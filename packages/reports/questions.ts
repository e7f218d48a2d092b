import { meaningWords } from '#forms/field-types/field-type.ts';
import type { Column } from './columns.ts';

/** The status of a question that was asked in a response, in the words of screens. */
export const answerStatuses = { answered: 'Answered', ...meaningWords, missing: 'Missing' } as const;
export type AnswerStatus = keyof typeof answerStatuses;

type QuestionColumn = 'question' | 'answer_status';
const named: readonly (string | null)[] = ['question', 'answer_status'] satisfies QuestionColumn[];

/** Whether a column says which question a row is about, or its status. */
export const isOfQuestion = ({ form, field }: Pick<Column, 'form' | 'field'>): boolean =>
  form !== null && named.includes(field);

/** The columns that data quality reports have besides those of a report on the form. */
export const questionColumns = (
  form: number,
  questions: readonly { field_id: number; field: { name: string } }[],
): Column[] => {
  const column = (field: QuestionColumn, label: string, options: NonNullable<Column['options']>): Column => ({
    ...{ form, field, type: 'field', label, result: 'choice', options },
    ofRow: true,
  });
  return [
    column(
      'question',
      'Question',
      questions.map(({ field_id, field }) => ({ label: field.name, value: String(field_id) })),
    ),
    column(
      'answer_status',
      'Answer',
      Object.entries(answerStatuses).map(([value, label]) => ({ label, value })),
    ),
  ];
};
