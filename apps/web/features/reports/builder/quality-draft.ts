import { reportKinds } from '#reports/kinds.ts';
import { qualityDefinition } from '#reports/quality-report.ts';
import { type ReportValues, withMode, withSettings } from './draft.ts';

/** Gives a data quality report its usual columns, once its form is chosen. */
export const withQuestions = (values: ReportValues): ReportValues => {
  const [form] = values.forms;
  // When a form was removed, its formula may be left.
  const isEmpty = values.fields.every(({ type }) => type === 'operation');
  if (form === undefined || !isEmpty || !reportKinds[values.report_type].forms?.asksQuestions) return values;
  const { fields, settings } = qualityDefinition(form);
  return { ...withSettings(withMode(values, 'agg'), settings), fields };
};
