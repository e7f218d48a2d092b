import { aggregates } from '#reports/columns.ts';
import type { Formula } from '#reports/formula.ts';
import type { Plan, PlanColumn } from '#reports/plan/plan.ts';

const signs = { '+': '+', '-': '−', '*': '×', '/': '÷' };

const formulaWords = (formula: Formula, columns: readonly PlanColumn[]): string =>
  'at' in formula
    ? (columns[formula.at]?.label ?? '…')
    : `${formulaWords(formula.left, columns)} ${signs[formula.sign]} ${formulaWords(formula.right, columns)}`;

const overWords: Record<NonNullable<PlanColumn['over']>, string> = {
  previous: 'as it was in the response before',
  next: 'as it was in the response after',
  row_number: 'numbered in the order of time',
  running_total: 'added up to this row',
  sum: 'first and latest response added up',
  diff: 'latest response less the first',
  avg: 'average of first and latest response',
};

/** What a column shows before anything is worked out of it: "Income of Intake". */
const subjectWords = ({ column, component }: PlanColumn, { forms }: Plan): string => {
  if (!column) return 'What is not there any more';
  const form = forms.find(({ id }) => id === column.form);
  const name = component && component !== 'text' ? `${column.label}, ${component} of the address` : column.label;
  return form ? `${name} of ${form.name}` : name;
};

/** Where the values of a column come from, in words. */
export const describeColumn = (one: PlanColumn, plan: Plan): string => {
  if (one.formula) return formulaWords(one.formula, plan.columns);
  if (one.column?.restricted) return 'You may not see it';
  const subject = subjectWords(one, plan);
  const some = one.filters.length > 0 ? ', of some rows alone' : '';
  if (one.agg) return `${aggregates[one.agg]}: ${subject}${some}`;
  if (one.over) return `${subject}, ${overWords[one.over]}${some}`;
  const options = one.column?.options;
  const choices = options && options.length <= 50 ? `. One of ${options.map(({ label }) => label).join(', ')}` : '';
  return subject + choices;
};

const ids: Record<string, string> = {
  client_id: 'The ID of the person',
  household_id: 'The ID of the household',
};

/** What an id before the columns names. */
export const describeIdColumn = (key: string): string =>
  ids[key] ?? (/^response/.test(key) ? 'The ID of the response' : 'The ID of the record');
