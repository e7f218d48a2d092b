import { optionMeanings } from '#forms/field-types/field-type.ts';
import { blankField, type ReportField } from './definition.ts';
import { type AnswerStatus, answerStatuses } from './questions.ts';

/** The usual columns of a data quality report: a line for each question, with counts by status. */
export const qualityDefinition = (form: number) => {
  const ofStatus = (status: AnswerStatus): ReportField => ({
    ...{ ...blankField, type: 'field', key: status, form, field: 'answer_status' },
    agg: 'count',
    filters: { and: [{ form, field_name: 'answer_status', op: 'EQ', value: status }] },
    label: answerStatuses[status],
  });
  const fields: ReportField[] = [
    { ...blankField, type: 'field', key: 'question', form, field: 'question' },
    { ...blankField, type: 'field', key: 'asked', form, field: 'response_id', agg: 'count', label: 'Asked' },
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
