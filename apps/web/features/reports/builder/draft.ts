import type { Column, ReportType } from '#reports/columns.ts';
import { conditionsThat } from '#reports/conditions.ts';
import {
  blankDefinition,
  blankField,
  type FunctionMode,
  functionModeOf,
  maxOrders,
  type OrderEntry,
  type ReportDefinition,
  type ReportField,
} from '#reports/definition.ts';
import { letterAt, placeOf, withoutSpaces } from '#reports/formula.ts';
import { needsFunction, reportKinds } from '#reports/kinds.ts';
import { formsNamed } from '#reports/plan/plan-report.ts';
import type { ReportSettings } from '#reports/settings.ts';
import { isPercentage } from '#reports/shares.ts';
import { withTopAmong } from '#reports/top.ts';
import { withoutFunctions } from '#reports/without-functions.ts';
import { nameOfColumn } from '#web/reports/columns.ts';
import type { Report } from '#web/reports/report.ts';
import { settingsToSend, withMatchesLeft } from './matching-draft.ts';
import { withoutParametersOf } from './parameter-draft.ts';
import { hasWindow, withoutFormInWindow } from './window-draft.ts';

/** What the builder of reports holds: what the report says of its rows, and the rest. */
export type ReportValues = ReportDefinition & {
  name: string;
  description: string;
  /** The category that a new report is put into. */
  category_id: number | null;
  /** What a new report opens with; a chart is set up once the report is there. */
  first_view: 'table' | 'chart';
  /** The forms whose columns are offered, in the order in which they were chosen. */
  forms: number[];
  /** What is done with the rows: it may be chosen before anything follows from it. */
  mode: FunctionMode;
  /** The view that a stored report opens with. */
  default_view_id: number | null;
  /** The version that a stored report had when the builder was opened. */
  lock_version?: number;
};

export const emptyReport: ReportValues = {
  ...blankDefinition,
  name: '',
  description: '',
  category_id: null,
  first_view: 'table',
  report_type: 'client_forms',
  forms: [],
  mode: 'none',
  default_view_id: null,
};

/** An entry of the order by the key of its column, where the report has that column. */
const keyed = (entry: OrderEntry, fields: readonly ReportField[]): OrderEntry => {
  if (entry.key) return entry;
  const named = fields.find(
    ({ form, field, type, agg, elapsed, first_to_latest }) =>
      !(elapsed || first_to_latest) &&
      form === (entry.form ?? null) &&
      field === entry.field &&
      type === (entry.type ?? 'field') &&
      agg === (entry.agg ?? agg),
  );
  return named ? { key: named.key, form: null, order: entry.order } : entry;
};

/** A stored report as the builder holds it. */
export const valuesOf = (report: Report): ReportValues => {
  const stored = report as unknown as ReportDefinition;
  return {
    name: report.name,
    description: report.description ?? '',
    category_id: null,
    first_view: 'table',
    report_type: stored.report_type,
    report_target_id: stored.report_target_id,
    forms: formsNamed(stored),
    mode: functionModeOf(stored),
    fields: stored.fields,
    conditions: stored.conditions,
    default_order: stored.default_order.map((entry) => keyed(entry, stored.fields)),
    window: stored.window,
    partition_field: stored.partition_field,
    parameters: stored.parameters,
    settings: stored.settings,
    default_view_id: report.default_view_id,
    lock_version: report.lock_version,
  };
};

/** What the report says of its rows. Formulas are without their spaces. */
export const definitionOf = (values: ReportValues): ReportDefinition => {
  const { report_type, report_target_id, conditions, default_order, parameters } = values;
  const isWithWindow = hasWindow(values);
  return {
    report_type,
    report_target_id,
    fields: values.fields.map((one) => (one.formula ? { ...one, formula: withoutSpaces(one.formula) } : one)),
    conditions,
    default_order,
    window: isWithWindow ? values.window : null,
    partition_field: isWithWindow ? values.partition_field : null,
    parameters,
    settings: settingsToSend(values),
  };
};

/** What is sent to the server. */
export const bodyOf = (values: ReportValues) => ({
  name: values.name,
  description: values.description.trim() || null,
  ...definitionOf(values),
  function_mode: values.mode,
});

const unusedKey = (fields: readonly ReportField[]): string => {
  const taken = new Set(fields.map(({ key }) => key));
  let number = fields.length + 1;
  while (taken.has(`c${number}`)) number += 1;
  return `c${number}`;
};

/** Formulas go on speaking of the same columns, by the letters that these have now; of one that is gone by `?`. */
const relettered = (before: readonly ReportField[], after: ReportField[]): ReportField[] => {
  const placeNow = new Map(after.map(({ key }, place) => [key, place]));
  const renamed = (letter: string) => {
    const key = before[placeOf(letter)]?.key;
    if (key === undefined) return letter;
    return letterAt(placeNow.get(key) ?? Number.POSITIVE_INFINITY) ?? '?';
  };
  return after.map((one) => (one.formula ? { ...one, formula: one.formula.replaceAll(/[A-Z]/g, renamed) } : one));
};

/** The columns in another order, or fewer of them; what named one that is gone no longer does. */
export const withColumns = (values: ReportValues, fields: ReportField[]): ReportValues => {
  const kept = new Set(fields.map(({ key }) => key));
  return {
    ...values,
    fields: relettered(values.fields, fields).map((one) => withTopAmong(one, kept)),
    default_order: values.default_order.filter(({ key }) => !key || kept.has(key)),
  };
};

/** Whether a column of the report shows this column; a part of an address counts for the address. */
const shows =
  (column: Column) =>
  ({ form, field, type }: ReportField): boolean =>
    type !== 'operation' && nameOfColumn({ form, field: field ?? '', type }) === nameOfColumn(column);

export const isChosen = ({ fields }: ReportValues, column: Column): boolean => fields.some(shows(column));

/** With one more column, or without all that show it. */
export const withColumn = (values: ReportValues, column: Column, isWanted: boolean): ReportValues => {
  if (!isWanted)
    return withColumns(
      values,
      values.fields.filter((one) => !shows(column)(one)),
    );
  const { form, field, type } = column;
  const isCounted = needsFunction(values, column);
  const added: ReportField = {
    ...blankField,
    key: unusedKey(values.fields),
    form,
    field,
    type,
    ...(isCounted ? { agg: 'count' } : {}),
  };
  return { ...values, ...(isCounted ? { mode: 'agg' } : {}), fields: [...values.fields, added] };
};

/** With an empty calculated column at the end. */
export const withOperation = (values: ReportValues): ReportValues => ({
  ...values,
  fields: [
    ...values.fields,
    { ...blankField, key: unusedKey(values.fields), form: null, field: null, type: 'operation' },
  ],
});

/** With the same column once more, after it: it can have its own function, conditions and format. */
export const withCopy = (values: ReportValues, key: string, proposed: LabelFor): ReportValues => {
  const place = values.fields.findIndex((one) => one.key === key);
  const copied = values.fields[place];
  if (!copied) return values;
  const copy = { ...copied, key: unusedKey(values.fields), label: proposed(copied) };
  // Formulas name columns by letters: none that has one moves beyond Z.
  const at = letterAt(values.fields.length) === null ? values.fields.length : place + 1;
  return withColumns(values, values.fields.toSpliced(at, 0, copy));
};

/** With one column changed. */
export const withField = (values: ReportValues, key: string, change: Partial<ReportField>): ReportValues => ({
  ...values,
  fields: values.fields.map((one) => (one.key === key ? { ...one, ...change } : one)),
});

const isPercent = ({ agg, agg_query, share, compare }: ReportField) =>
  compare?.as === 'percent' || isPercentage({ agg: agg ?? agg_query, share });

/** What a column is called for its conditions; null for its usual name. */
type LabelFor = (field: ReportField) => string | null;

/** With a column changed in what it works out. A label that nobody wrote follows it. */
export const withFunction = (
  values: ReportValues,
  key: string,
  { change, proposed }: { change: Partial<ReportField>; proposed: LabelFor },
): ReportValues => ({
  ...values,
  fields: values.fields.map((one) => {
    if (one.key !== key) return one;
    const isOwn = one.label !== null && one.label !== proposed(one);
    const next = { ...one, ...change };
    // What shows percentages would show numbers a hundred times as large.
    const formatter = isPercent(next) === isPercent(one) ? next.formatter : null;
    return { ...next, formatter, label: isOwn ? one.label : proposed(next) };
  }),
});

/** A formula as it is typed: always in capitals. */
export const withFormula = (values: ReportValues, key: string, formula: string): ReportValues =>
  withField(values, key, { formula: formula.toUpperCase() || null });

/** Another kind of report begins from nothing but its name. */
export const withType = (values: ReportValues, report_type: ReportType): ReportValues => {
  if (report_type === values.report_type) return values;
  const { name, description, category_id } = values;
  const { modes, firstTable } = reportKinds[report_type];
  const settings = firstTable ? { table: firstTable } : {};
  return { ...emptyReport, name, description, category_id, report_type, mode: modes[0], settings };
};

/** With other forms; what was of a form that is gone goes with it. */
export const withForms = (values: ReportValues, forms: number[]): ReportValues => {
  const gone = values.forms.filter((form) => !forms.includes(form));
  const isGone = (form: number | null | undefined) => form != null && gone.includes(form);
  const conditions = conditionsThat(values.conditions, ({ form }) => !isGone(form));
  const rest = withoutParametersOf({ ...values, conditions }, gone);
  const kept = rest.fields.filter(({ form, elapsed }) => !isGone(form) && !isGone(elapsed?.until?.form));
  return withMatchesLeft({
    ...withColumns(rest, kept),
    forms,
    window: gone.reduce((window, form) => withoutFormInWindow(window, form), rest.window),
    partition_field: isGone(values.partition_field?.form) ? null : values.partition_field,
  });
};

/** An Aggregate of another report, or a system report of another table: its columns are other ones. */
export const withSource = (
  values: ReportValues,
  source: Pick<ReportValues, 'report_target_id'> | Pick<ReportValues, 'settings'>,
): ReportValues => ({
  ...values,
  fields: [],
  conditions: { and: [] },
  default_order: [],
  parameters: [],
  ...source,
});

/** With what a report of its type is asked besides. */
export const withSettings = (values: ReportValues, settings: ReportSettings): ReportValues => ({
  ...values,
  settings: { ...values.settings, ...settings },
});

/** Another function: what the one before had worked out goes. */
export const withMode = (values: ReportValues, mode: FunctionMode, proposed: LabelFor = () => null): ReportValues => {
  if (mode === values.mode) return values;
  const fields = values.fields.map((one) => (one.label === proposed(one) ? { ...one, label: null } : one));
  const plain = withoutFunctions({ ...values, fields });
  return { ...plain, mode, window: mode === 'window' ? {} : null };
};

/** With a column ordered by; it replaces what was said of that column before, and the last three stay. */
export const withOrder = (values: ReportValues, key: string, order: 'asc' | 'desc'): ReportValues => ({
  ...values,
  default_order: [...values.default_order.filter((entry) => entry.key !== key), { key, form: null, order }].slice(
    -maxOrders,
  ),
});

export const withoutOrder = (values: ReportValues, place: number): ReportValues => ({
  ...values,
  default_order: values.default_order.toSpliced(place, 1),
});
