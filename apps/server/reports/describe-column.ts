import { comparisonName } from '#reports/comparisons.ts';
import type { Formula } from '#reports/formula.ts';
import { aggregateName, countedRows } from '#reports/kinds.ts';
import { matchInWords } from '#reports/matching.ts';
import { columnsOf, isOfEnds, type Plan, type PlanColumn, rowForms } from '#reports/plan/plan.ts';
import { shares } from '#reports/shares.ts';

const signs = { '+': '+', '-': '−', '*': '×', '/': '÷' };

const isSum = (formula: Formula): boolean => 'sign' in formula && (formula.sign === '+' || formula.sign === '-');

/** A label that is a formula itself, in parentheses. */
const bracketed = (label: string): string => (/ [-+*/−×÷] /.test(label) ? `(${label})` : label);

const inFull = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 15, useGrouping: false });

const formulaWords = (formula: Formula, columns: readonly PlanColumn[]): string => {
  if ('at' in formula) return bracketed(columns[formula.at]?.label ?? '…');
  if ('number' in formula) return inFull(formula.number);
  const { sign, left, right } = formula;
  const words = (side: Formula, isBracketed: boolean) =>
    isBracketed ? `(${formulaWords(side, columns)})` : formulaWords(side, columns);
  const isProduct = !isSum(formula);
  return `${words(left, isProduct && isSum(left))} ${signs[sign]} ${words(right, 'sign' in right && (isProduct || sign === '-'))}`;
};

const overWords: Record<NonNullable<PlanColumn['over']>, string> = {
  previous: 'from the previous response',
  next: 'from the next response',
  row_number: 'numbered by time',
  running_total: 'total up to this row',
  sum: 'sum of first and latest response',
  diff: 'latest response minus the first',
  avg: 'average of first and latest response',
  ...{ first: 'the first answer of two or more', latest: 'the latest answer of two or more' },
  change: 'the latest answer minus the first',
  higher_is_better: 'the latest answer compared with the first, higher is better',
  lower_is_better: 'the latest answer compared with the first, lower is better',
};

/** What a column shows before anything is worked out of it: "Income of Intake". */
const subjectWords = ({ column, component, rowFormula }: PlanColumn, plan: Plan): string => {
  const { forms } = plan;
  if (rowFormula) {
    const columns = rowFormula.columns.map((one) => ({ ...one, label: subjectWords(one, plan) }));
    return formulaWords(rowFormula.formula, columns);
  }
  if (!column) return 'Removed column';
  const form = forms.find(({ id }) => id === column.form);
  const name = component && component !== 'text' ? `${column.label}, ${component} of the address` : column.label;
  // Whoever may not read the report, only use it, knows no columns but those that it shows.
  const matched = form?.match ? ` (${matchInWords({ ...form.match, date: null, at: null })})` : '';
  return form ? `${name} of ${form.name}${matched}` : name;
};

const topWords = ({ top }: PlanColumn, { columns }: Plan): string => {
  const by = columns.find(({ key }) => key === top?.by);
  return top && by ? `, the top ${top.count} by ${by.label} and all others together` : '';
};

/** What a column is to come to, in words. */
const targetWords = ({ target }: PlanColumn): string =>
  target ? `, ${target.isPercent ? shares.target.toLowerCase() : 'target'} ${inFull(target.value)}` : '';

/** Where the values of a column come from, in words. */
export const describeColumn = (one: PlanColumn, plan: Plan): string => {
  if (one.compare?.as === 'change' || one.compare?.as === 'percent') {
    const figure = plan.columns.find(({ behind }) => behind === one.key);
    return `${figure ? describeColumn(figure, plan) : one.label}, ${comparisonName(one.compare).toLowerCase()}`;
  }
  if (one.formula) return `${formulaWords(one.formula, plan.columns)}${targetWords(one)}`;
  if (one.column?.restricted) return 'You can’t view this';
  const subject = one.bands ? `${subjectWords(one, plan)}, in bands` : subjectWords(one, plan);
  const some = one.filters.length > 0 ? ', only some rows' : '';
  if (one.agg) {
    const read = one.rowFormula ? columnsOf(one) : one.column && [one.column];
    const rows = read ? countedRows(plan, read, rowForms(plan).length) : '';
    const share = one.share ? `, ${shares[one.share].toLowerCase()}` : '';
    const compared = one.compare ? `, ${comparisonName(one.compare).toLowerCase()}` : '';
    return `${aggregateName(one.agg, rows)}${share}${targetWords(one)}: ${subject}${some}${compared}`;
  }
  if (one.over) return `${subject}${isOfEnds(one) ? ':' : ','} ${overWords[one.over]}${some}`;
  const options = one.column?.options;
  const choices = options && options.length <= 50 ? `. One of ${options.map(({ label }) => label).join(', ')}` : '';
  return `${subject}${one.eachOf ? ', one row for each option' : ''}${topWords(one, plan)}${choices}`;
};

const ids: Record<string, string> = {
  client_id: 'The ID of the person',
  household_id: 'The ID of the household',
};

/** What an id before the columns names. */
export const describeIdColumn = (key: string): string =>
  ids[key] ?? (/^response/.test(key) ? 'The ID of the response' : 'The ID of the record');
