import { type Column, isDate } from '../columns.ts';
import type { ReportDefinition } from '../definition.ts';
import { reportKinds } from '../kinds.ts';
import { isByRow, type ResponseMatch } from '../matching.ts';
import { type ColumnReference, findColumn } from './find-column.ts';
import type { PlanMatch } from './plan.ts';
import { type ConditionContext, changes } from './plan-conditions.ts';

/** The forms of a report whose responses are rows, in their order: those of the others are matched to these. */
export const rowFormsOf = (
  { report_type, settings }: Pick<ReportDefinition, 'report_type' | 'settings'>,
  forms: readonly number[],
): number[] => {
  const isMatched = (form: number) => settings.matching?.[form] !== undefined;
  return reportKinds[report_type].forms?.matchesResponses ? forms.filter((form) => !isMatched(form)) : [...forms];
};

type Place = { path: string; wanted: string };

/** A date that responses are found by; null when there is none of that name. */
const dateOf = (
  named: ColumnReference,
  { path, wanted }: Place,
  { catalogue, say }: Pick<ConditionContext, 'catalogue' | 'say'>,
): Column | null => {
  const column = findColumn(catalogue, named);
  if (column && isDate(column.result) && !column.changing) return column;
  say(path, !column ? wanted : column.changing ? changes(column.label) : `Choose a date: ${column.label} isn’t a date`);
  return null;
};

const planMatch = ({ response, date, at }: ResponseMatch, form: number, reading: ConditionContext): PlanMatch => {
  const { report_type, rowForms, say } = reading;
  const path = `settings.matching.${form}`;
  const field = reportKinds[report_type].forms?.timeColumn ?? '';
  const own = dateOf({ field, ...date, form }, { path: `${path}.date`, wanted: 'Choose a date of this form' }, reading);
  if (!isByRow(response)) {
    if (at) say(`${path}.at`, 'Leave this out: the latest response doesn’t depend on a date of the row');
    return { response, date: own, at: null };
  }
  const wanted = 'Choose a date of a form that gives the rows';
  const [first] = rowForms;
  const named = at ?? (first === undefined ? null : { form: first, field });
  const isThere = named !== null && rowForms.includes(named.form ?? 0);
  if (!isThere) say(`${path}.at`, wanted);
  return { response, date: own, at: isThere ? dateOf(named, { path: `${path}.at`, wanted }, reading) : null };
};

/** Which response to each of its other forms a report shows beside a row, by these forms. */
export const planMatches = (
  { report_type, settings }: ReportDefinition,
  reading: ConditionContext,
): Map<number, PlanMatch> => {
  const { forms, rowForms, say } = reading;
  const { matching = {} } = settings;
  const named = Object.keys(matching);
  if (named.length > 0 && !reportKinds[report_type].forms?.matchesResponses) {
    say('settings.matching', 'Leave this out: only the rows of client forms are of people');
    return new Map();
  }
  for (const form of named)
    if (!forms.includes(Number(form))) say(`settings.matching.${form}`, 'Choose one of the forms of this report');
  if (forms.length > 0 && rowForms.length === 0 && !settings.include_people_without_responses)
    say(
      'settings.matching',
      'Choose a form that gives the rows, with at least one field, or include people without responses',
    );
  const matched = forms.filter((form) => !rowForms.includes(form));
  return new Map(matched.map((form) => [form, planMatch(matching[form] as ResponseMatch, form, reading)]));
};
