import { optionMeanings } from '#forms/field-types/field-type.ts';
import type { ReportField } from './definition.ts';
import { type AnswerStatus, answerStatuses } from './questions.ts';

const blankField = {
  label: null,
  type: 'field',
  formatter: null,
  hidden: false,
  agg: null,
  agg_query: null,
  filters: null,
  formula: null,
  component: null,
} as const;

/** The usual columns of a data quality report: a line for each question, with counts by status. */
export const qualityDefinition = (form: number) => {
  const ofStatus = (status: AnswerStatus): ReportField => ({
    ...blankField,
    key: status,
    form,
    field: 'answer_status',
    agg: 'count',
    filters: { and: [{ form, field_name: 'answer_status', op: 'EQ', value: status }] },
    label: answerStatuses[status],
  });
  const fields: ReportField[] = [
    { ...blankField, key: 'question', form, field: 'question' },
    { ...blankField, key: 'asked', form, field: 'response_id', agg: 'count', label: 'Asked' },
    ofStatus('answered'),
    ofStatus('missing'),
    {
      ...blankField,
      key: 'missing_part',
      form: null,
      field: null,
      type: 'operation',
      formula: 'D/B',
      formatter: { format: 'percent' },
      label: 'Missing, in percent',
    },
    ...optionMeanings.map(ofStatus),
  ];
  return { fields, settings: { empty_groups: true, totals: true } };
};
