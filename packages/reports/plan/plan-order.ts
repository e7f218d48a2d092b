import type { Catalogue } from '../columns.ts';
import type { OrderEntry, ReportField } from '../definition.ts';
import { findColumn } from './find-column.ts';
import { type Plan, type PlanColumn, plainColumn } from './plan.ts';
import { changes, type Say } from './plan-conditions.ts';

/** In place of the default order: by the keys of columns. */
export type SortEntry = { field: string; order: 'asc' | 'desc' };

type OrderPlan = Pick<Plan, 'columns' | 'order'>;

const isEntry = (entry: OrderEntry, index: number, fields: readonly ReportField[]): boolean => {
  const one = fields[index];
  if (!one) return false;
  if (entry.key) return one.key === entry.key;
  return (
    !one.elapsed &&
    !one.first_to_latest &&
    one.form === entry.form &&
    one.field === entry.field &&
    one.type === (entry.type ?? 'field') &&
    (entry.agg ?? one.agg) === one.agg
  );
};

/** A column that nobody sees: rows are ordered by it. */
const hiddenColumn = (catalogue: Catalogue, entry: OrderEntry, key: string): PlanColumn | null => {
  const column = entry.field ? findColumn(catalogue, { form: entry.form, field: entry.field, type: entry.type }) : null;
  if (!column) return null;
  const { label, result } = column;
  return { ...plainColumn, key, label, column, hidden: true, result };
};

/** Why a report can't be sorted by a column; null when it can. */
const orderProblem = ({ column, agg, label }: PlanColumn): string | null => {
  if (agg !== null || !column) return null;
  if (column.unsortable) return `${label} is encrypted, so this report can’t be sorted by it`;
  return column.changing ? changes(label) : null;
};

type Entries = { entries: readonly OrderEntry[]; fields: readonly ReportField[]; columns: readonly PlanColumn[] };

/** The default order by the places of columns; what is ordered by and not shown is added behind the columns. */
export const planOrder = (
  { entries, fields, columns }: Entries,
  { catalogue, isGrouped, say }: { catalogue: Catalogue; isGrouped: boolean; say: Say },
): OrderPlan => {
  const all = [...columns];
  const order = entries.flatMap((entry, index) => {
    const path = `default_order.${index}.${entry.key ? 'key' : 'field'}`;
    const at = fields.findIndex((_, place) => isEntry(entry, place, fields));
    const known = all[at] ?? (isGrouped ? null : hiddenColumn(catalogue, entry, `order_${index + 1}`));
    const problem = known ? orderProblem(known) : 'Choose a column of this report';
    if (problem) say(path, problem);
    if (known && !problem) return [{ at: at >= 0 ? at : all.push(known) - 1, order: entry.order }];
    return [];
  });
  return { columns: all, order };
};

/** The order that was asked for, by the places of columns. */
export const planSort = (sort: readonly SortEntry[], columns: readonly PlanColumn[], say: Say): Plan['order'] =>
  sort.flatMap(({ field, order }, index) => {
    const at = columns.findIndex(({ key, behind }) => key === field && !behind);
    const known = columns[at];
    const problem = known ? orderProblem(known) : 'Choose a column of this report';
    if (problem) say(`sort.${index}.field`, problem);
    return problem ? [] : [{ at, order }];
  });
