import {
  type Column,
  type CompareOperation,
  compareOperations,
  isNumeric,
  type RowFunction,
  unordered,
} from '../columns.ts';
import type { PartitionField, ReportDefinition, ReportWindow } from '../definition.ts';
import { type FormsRead, reportKinds } from '../kinds.ts';
import { findColumn } from './find-column.ts';
import type { PlanColumn, PlanWindow } from './plan.ts';
import { type ConditionContext, changes, planConditions } from './plan-conditions.ts';

type Entry = { form: number | null; field: string; type: string };
/** What a column says of other rows. */
export type Over = { column: Column; function: RowFunction | CompareOperation };

const inThisForm = 'Choose a column of this form';

/** What stands in one section of a window under a form, each entry with its column and its path. */
const entriesOf = <E extends Entry>(
  section: Record<string, readonly E[]> | undefined,
  { name, form }: { name: keyof ReportWindow; form: number },
  { catalogue, say }: ConditionContext,
): { entry: E; column: Column; path: string }[] =>
  (section?.[form] ?? []).flatMap((entry, index) => {
    const path = `window.${name}.${form}.${index}`;
    const column = findColumn(catalogue, { ...entry, form });
    if (column) return [{ entry, column, path }];
    say(`${path}.field`, inThisForm);
    return [];
  });

/** Leaves out columns that tell rows of one response apart, since windows look at responses. */
const ofResponses = <C extends ConditionContext>(reading: C): C => ({
  ...reading,
  catalogue: {
    ...reading.catalogue,
    forms: reading.catalogue.forms.map((form) => ({ ...form, columns: form.columns.filter(({ ofRow }) => !ofRow) })),
  },
});

const windowOfForm = (
  window: ReportWindow,
  form: number,
  { timeColumn, ...context }: ConditionContext & Pick<FormsRead, 'timeColumn'>,
): { window: PlanWindow; over: Over[] } => {
  const reading = ofResponses(context);
  const { catalogue, say } = reading;
  const at = (name: keyof ReportWindow) => ({ name, form });
  const [first] = entriesOf(window.order_fields, at('order_fields'), reading);
  const [named] = window.order_fields?.[form] ?? [];
  const reduces = named?.function ?? null;
  if (first && unordered.includes(first.column.result))
    say(`${first.path}.field`, `${first.column.label} can’t be put in order`);
  if (first?.column.changing) say(`${first.path}.field`, changes(first.column.label));
  const compared = entriesOf(window.compare_operations, at('compare_operations'), reading);
  if (compared.length > 0 && reduces !== 'compare')
    say(`window.compare_operations.${form}`, 'To compare values, choose compare for the main column of this form');
  const followed = entriesOf(window.functions, at('functions'), reading);
  if (followed.length > 0 && reduces !== null)
    say(`window.functions.${form}`, 'Choose either one row for each person, or functions for each row');
  for (const { entry, column, path } of [...compared, ...followed]) {
    const isCompared = (compareOperations as readonly string[]).includes(entry.function ?? '');
    if (!entry.function) say(`${path}.function`, 'Choose a function');
    else if ((isCompared || entry.function === 'running_total') && !isNumeric(column.result))
      say(`${path}.field`, `Choose a number column: ${column.label} isn’t one`);
  }
  const filters = planConditions(window.filters?.[form] ?? { and: [] }, `window.filters.${form}`, reading);
  const time = findColumn(catalogue, { form, field: timeColumn }) as Column;
  const used = reduces === 'compare' ? compared : reduces === null ? followed : [];
  return {
    window: { order: first?.column ?? time, isUnordered: named !== undefined && !first, reduces, filters },
    over: used.flatMap(({ entry, column }) => (entry.function ? [{ column, function: entry.function }] : [])),
  };
};

const sections = ['filters', 'order_fields', 'compare_operations', 'functions'] as const;

/** The windows of a report's forms by their IDs, and which columns say something of other rows. */
export type WindowPlans = { windows: ReadonlyMap<number, PlanWindow>; over: readonly Over[] };

/** Plans the windows of a report. Says what is wrong with them at its place. */
export const planWindows = (
  { window, fields, report_type }: ReportDefinition,
  reading: ConditionContext,
): WindowPlans => {
  const nothing: WindowPlans = { windows: new Map(), over: [] };
  const { say } = reading;
  const read = reportKinds[report_type].forms;
  if (!window) return nothing;
  if (!read) {
    say('window', 'Leave this out: this report has no forms');
    return nothing;
  }
  // Of records that are picked there is one beside each row.
  const forms = read.picksRecords ? reading.forms.slice(0, 1) : reading.rowForms;
  if (fields.some(({ agg }) => agg))
    for (const form of Object.keys(window.functions ?? {}).filter((one) => forms.includes(Number(one))))
      say(`window.functions.${form}`, 'Leave this out: rows that are put into groups have no row before or after them');
  for (const section of sections)
    for (const form of Object.keys(window[section] ?? {}))
      if (!forms.includes(Number(form))) say(`window.${section}.${form}`, 'Choose one of the forms of this report');
  const { timeColumn } = read;
  const found = forms.map((form) => ({ form, ...windowOfForm(window, form, { ...reading, timeColumn }) }));
  return {
    windows: new Map(found.map(({ form, window }) => [form, window])),
    over: found.flatMap(({ over }) => over),
  };
};

const isCounted = (over: Over['function']) =>
  (compareOperations as readonly string[]).includes(over) || over === 'row_number' || over === 'running_total';

/** A column with what it says of other rows. */
export const withWindow = (one: PlanColumn, over: readonly Over[]): PlanColumn => {
  const found = over.find(
    ({ column }) =>
      one.column?.form === column.form && one.column.field === column.field && one.column.type === column.type,
  );
  // The time between two dates is of a row's own.
  if (!found || one.elapsed || one.over) return one;
  return { ...one, over: found.function, result: isCounted(found.function) ? 'number' : one.result };
};

/** What takes the place of the person; null when nothing does. */
export const planPartition = (partition: PartitionField | null, reading: ConditionContext): Column | null => {
  if (!partition) return null;
  const { say, catalogue, rowForms } = ofResponses(reading);
  const form = partition.form ?? rowForms[0] ?? null;
  const column = form !== null && rowForms.includes(form) ? findColumn(catalogue, { ...partition, form }) : undefined;
  if (!column) say('partition_field.field', 'Choose a column of one of the forms of this report');
  else if (column.result === 'file') say('partition_field.field', `${column.label} has files. Choose another column.`);
  else if (column.changing) say('partition_field.field', changes(column.label));
  return column ?? null;
};
