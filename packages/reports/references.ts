import { type Renumber, visitComparedOptions, type Walk } from '#forms/definition/references.ts';
import { isField } from './columns.ts';
import { type ReportCondition, withEach } from './conditions.ts';
import type { OrderEntry, ReportDefinition, ReportParameter, ReportWindow } from './definition.ts';
import { reportKinds } from './kinds.ts';
import type { ResponseMatch } from './matching.ts';

type ColumnName = {
  form?: number | null | undefined;
  field?: string | null | undefined;
  type?: string | null | undefined;
};

const inForm = (form: number, renumber: Renumber): number => renumber({ thing: 'form', id: form });

/** A column by its name: the ID of a field or calculation is one of digits. */
const inName = (name: string, type: string | null | undefined, renumber: Renumber): string =>
  isField({ field: name })
    ? String(renumber({ thing: type === 'calculation' ? 'calculation' : 'field', id: Number(name) }))
    : name;

const inColumn = <C extends ColumnName>(column: C, renumber: Renumber): C => ({
  ...column,
  ...(column.form && { form: inForm(column.form, renumber) }),
  ...(column.field && { field: inName(column.field, column.type, renumber) }),
});

const inReportCondition: Walk<ReportCondition> = (condition, renumber) => {
  const { form, field_name, type } = condition;
  // A key may consist of digits.
  if (type === 'column') return condition;
  if (isField({ field: field_name }) && type !== 'calculation')
    visitComparedOptions(Number(field_name), condition, renumber);
  return {
    ...condition,
    ...(form && { form: inForm(form, renumber) }),
    field_name: inName(field_name, type, renumber),
  };
};

/** What a window says of each form, by the form's ID. */
const byForm = <T>(sections: Record<string, T> | undefined, renumber: Renumber, inside: Walk<T>) =>
  sections &&
  Object.fromEntries(
    Object.entries(sections).map(([id, section]) => [inForm(Number(id), renumber), inside(section, renumber)]),
  );

const inConditions: Walk<ReportDefinition['conditions']> = (conditions, renumber) =>
  withEach(conditions, (one) => inReportCondition(one, renumber));

/** A choice offers the values of a column, some of which may be its default. */
const inParameter: Walk<ReportParameter> = ({ column, ...parameter }, renumber) => {
  const value = parameter.default;
  if (column && isField(column) && column.type !== 'calculation' && Array.isArray(value))
    visitComparedOptions(Number(column.field), { field_name: column.field, op: 'IN', value }, renumber);
  return { ...parameter, column: column && inColumn(column, renumber) };
};

const inColumns = <C extends ColumnName>(columns: C[], renumber: Renumber): C[] =>
  columns.map((one) => inColumn(one, renumber));

const inWindow: Walk<ReportWindow> = (window, renumber) => {
  const { filters, order_fields, compare_operations, functions } = window;
  return {
    ...window,
    ...(filters && { filters: byForm(filters, renumber, inConditions) }),
    ...(order_fields && { order_fields: byForm(order_fields, renumber, inColumns) }),
    ...(compare_operations && { compare_operations: byForm(compare_operations, renumber, inColumns) }),
    ...(functions && { functions: byForm(functions, renumber, inColumns) }),
  };
};

const inMatch: Walk<ResponseMatch> = ({ date, at, ...match }, renumber) => ({
  ...match,
  ...(date && { date: inColumn(date, renumber) }),
  ...(at && { at: inColumn(at, renumber) }),
});

/** What a report says of its rows. */
export const inReport: Walk<ReportDefinition> = (report, renumber) => {
  const { report_type, report_target_id, fields, conditions, default_order, window, partition_field, parameters } =
    report;
  const { matching, ...settings } = report.settings;
  // An Aggregate shows columns by their keys, which may be digits.
  const isOnKeys = reportKinds[report_type].isBuiltOnReport === true;
  return {
    ...report,
    report_target_id: report_target_id && renumber({ thing: 'report', id: report_target_id }),
    fields: fields.map(({ filters, by, elapsed, ...column }) => ({
      ...(isOnKeys ? column : inColumn(column, renumber)),
      ...(by && { by: isOnKeys ? by : inName(by, 'field', renumber) }),
      ...(elapsed && {
        elapsed: { ...elapsed, until: elapsed.until && (isOnKeys ? elapsed.until : inColumn(elapsed.until, renumber)) },
      }),
      filters: filters && inConditions(filters, renumber),
    })),
    conditions: inConditions(conditions, renumber),
    default_order: isOnKeys ? default_order : inColumns<OrderEntry>(default_order, renumber),
    window: window && inWindow(window, renumber),
    partition_field: partition_field && inColumn(partition_field, renumber),
    parameters: parameters.map((one) => inParameter(one, renumber)),
    settings: { ...settings, ...(matching && { matching: byForm(matching, renumber, inMatch) }) },
  };
};
