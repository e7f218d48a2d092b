import type { Column, CompareOperation, OrderFunction, RowFunction } from '#reports/columns.ts';
import type { ReportConditions } from '#reports/conditions.ts';
import type { FunctionMode, ReportDefinition, ReportWindow } from '#reports/definition.ts';

const sections = ['filters', 'order_fields', 'compare_operations', 'functions'] as const;

/** Whether rows are what windows leave. Groups can be of these, too. */
export const hasWindow = ({ mode, window }: Pick<ReportDefinition, 'window'> & { mode: FunctionMode }): boolean =>
  mode === 'window' || (mode === 'agg' && sections.some((section) => Object.keys(window?.[section] ?? {}).length > 0));

type Section = 'order_fields' | 'compare_operations' | 'functions';
type Entries = Partial<
  Record<Section, readonly { form: number | null; field: string; type: string; function: unknown }[]>
>;

type At = { section: keyof ReportWindow; form: number };

const withSection = (window: ReportWindow, { section, form }: At, value: unknown): ReportWindow => {
  const { [section]: before, ...rest } = window as Record<string, Record<string, unknown> | undefined>;
  const { [form]: _gone, ...others } = before ?? {};
  const next = value === null ? others : { ...others, [form]: value };
  return (Object.keys(next).length > 0 ? { ...rest, [section]: next } : rest) as ReportWindow;
};

/** A window without all that it says of a form. */
export const withoutFormInWindow = (window: ReportWindow | null, form: number): ReportWindow | null =>
  window && sections.reduce((left, section) => withSection(left, { section, form }, null), window);

/** What a window says of the responses of a form. */
export const windowOf = (window: ReportWindow | null, form: number) => ({
  /** The column by which they are ordered, and what is made of that order. */
  order: window?.order_fields?.[form]?.[0] ?? null,
  compared: window?.compare_operations?.[form] ?? [],
  followed: window?.functions?.[form] ?? [],
  filters: window?.filters?.[form] ?? { and: [] },
});

const named = ({ field, type }: Pick<Column, 'field' | 'type'>, form: number) => ({ form, field, type });

/** Orders the responses of a form by another column. @param time the column that counts where none is named */
export const withOrderColumn = (
  window: ReportWindow,
  form: number,
  { column, time }: { column: Pick<Column, 'field' | 'type'>; time: string },
): ReportWindow => {
  const { order } = windowOf(window, form);
  const made = order?.function ?? null;
  const isUsual = column.field === time && made === null;
  return withSection(
    window,
    { section: 'order_fields', form },
    isUsual ? null : [{ ...named(column, form), function: made }],
  );
};

/**
 * Makes one row a person of the responses of a form, or leaves them as they are. What was said of other columns there goes
 * with it: they say the latest, or nothing.
 */
export const withOrderFunction = (
  window: ReportWindow,
  form: number,
  { made, time }: { made: OrderFunction | null; time: string },
): ReportWindow => {
  const { order } = windowOf(window, form);
  const column = order ?? { field: time, type: 'field' as const };
  const isUsual = made === null && column.field === time;
  const ordered = withSection(
    window,
    { section: 'order_fields', form },
    isUsual ? null : [{ ...named(column, form), function: made }],
  );
  const gone: Section[] = [
    ...(made === null ? [] : (['functions'] as const)),
    ...(made === 'compare' ? [] : (['compare_operations'] as const)),
  ];
  return gone.reduce((left, section) => withSection(left, { section, form }, null), ordered);
};

/** What a column says of the other responses: a comparison, or what came before; null for its own value. */
export const withColumnFunction = (
  window: ReportWindow,
  form: number,
  { column, made }: { column: Pick<Column, 'field' | 'type'>; made: CompareOperation | RowFunction | null },
): ReportWindow => {
  const section: Section = windowOf(window, form).order?.function === 'compare' ? 'compare_operations' : 'functions';
  const others = (((window as Entries)[section] as Record<string, never[]> | undefined)?.[form] ?? []).filter(
    (entry: { field: string; type: string }) => entry.field !== column.field || entry.type !== column.type,
  );
  const next = made === null ? others : [...others, { ...named(column, form), function: made }];
  return withSection(window, { section, form }, next.length > 0 ? next : null);
};

/** Which responses of a form are looked at. */
export const withWindowFilters = (window: ReportWindow, form: number, filters: ReportConditions): ReportWindow =>
  withSection(window, { section: 'filters', form }, filters.and.length > 0 ? filters : null);
