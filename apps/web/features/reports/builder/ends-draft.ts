import type { CompareOperation, OrderFunction } from '#reports/columns.ts';
import type { ReportDefinition, ReportField } from '#reports/definition.ts';
import { type FirstToLatest, type FirstToLatestValue, firstToLatestValues } from '#reports/first-to-latest.ts';
import { reportKinds } from '#reports/kinds.ts';
import { windowOf, withColumnFunction, withOrderColumn, withOrderFunction } from './window-draft.ts';

/** Removes from the columns of a form what they show of first and latest answers. */
export const withoutEnds = (fields: readonly ReportField[], form: number): ReportField[] =>
  fields.map((one) => (one.form === form && one.first_to_latest ? { ...one, first_to_latest: undefined } : one));

/** Chooses which responses to a form count for each person. Without comparing, columns show their own answers again. */
export const withResponses = <D extends ReportDefinition>(values: D, form: number, made: OrderFunction | null): D => {
  const time = reportKinds[values.report_type].forms?.timeColumn ?? '';
  const chosen = withOrderFunction(values.window ?? {}, form, { made, time });
  // Groups of all responses have no order.
  const isOfAll = made === null && values.fields.some((one) => one[reportKinds[values.report_type].functionKey]);
  const window = isOfAll ? withOrderColumn(chosen, form, { column: { field: time, type: 'field' }, time }) : chosen;
  return { ...values, window, fields: made === 'compare' ? values.fields : withoutEnds(values.fields, form) };
};

/** What a column can show of first and latest answers. Sum, difference and average are of all columns of a question. */
export type EndsChoice = FirstToLatestValue | CompareOperation;

const ofNumbers: readonly (string | null)[] = ['sum', 'avg', 'median', 'min', 'max'];

/** What a column shows of first and latest answers; null for the answer of the latest response. */
export const endsShown = ({ window }: Pick<ReportDefinition, 'window'>, one: ReportField): EndsChoice | null => {
  const compared = windowOf(window, one.form ?? 0).compared.find(
    ({ field, type }) => field === one.field && type === one.type,
  );
  return one.first_to_latest?.show ?? compared?.function ?? null;
};

const isOfEnds = (show: EndsChoice | null): show is FirstToLatestValue => show !== null && show in firstToLatestValues;

/** Chooses what a column shows of first and latest answers. Where it shows words, bands and functions of numbers go. */
export const withEndsShown = <D extends ReportDefinition>(values: D, key: string, show: EndsChoice | null): D => {
  const { functionKey } = reportKinds[values.report_type];
  const named = values.fields.find((one) => one.key === key);
  if (!named?.field || named.form === null) return values;
  const own: Partial<ReportField> = {
    first_to_latest: isOfEnds(show) ? { show } : undefined,
    formatter: null,
    ...(show === 'direction' && {
      bands: undefined,
      ...(ofNumbers.includes(named[functionKey]) && { [functionKey]: 'count' }),
    }),
  };
  const column = { field: named.field, type: named.type as 'field' | 'calculation' };
  // What windows compute of a question is of all its columns that show nothing else.
  const isAlone = values.fields.every(
    (one) => one === named || one.form !== named.form || one.field !== named.field || one.first_to_latest,
  );
  const isCompared = windowOf(values.window, named.form).compared.length > 0;
  const made = isOfEnds(show) ? null : show;
  const window =
    made || (isCompared && (isAlone || show === null))
      ? withColumnFunction(values.window ?? {}, named.form, { column, made })
      : values.window;
  return { ...values, window, fields: values.fields.map((one) => (one.key === key ? { ...one, ...own } : one)) };
};

/** Chooses which numbers are better. */
export const withBetter = <D extends ReportDefinition>(
  values: D,
  key: string,
  better: NonNullable<FirstToLatest['better']>,
): D => ({
  ...values,
  fields: values.fields.map((one) =>
    one.key === key ? { ...one, first_to_latest: { show: 'direction', better } } : one,
  ),
});
