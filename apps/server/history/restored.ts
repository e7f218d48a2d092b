import type { Item } from './names.ts';
import type { Plan } from './plan.ts';
import type { RolledTable } from './tables.ts';
import type { RowChange } from './transaction.ts';

type Rows = Extract<Plan, { kind: 'rows' }>;
export type RestoredRow = { table: RolledTable; item: Item; values: Record<string, unknown> };

/** The record that a change belongs to, as history calls it. */
export const itemIn = ({ table, item_id }: Pick<RowChange, 'table' | 'item_id'>): Item => ({
  item_type: table.item ?? table.table,
  item_id,
});

/** The records and entries that get values back: those that were changed, and those that were deleted, with all of theirs. */
export const restoredIn = ({ changes, removed }: Rows): RestoredRow[] => [
  ...changes
    .filter(({ net }) => net === 'updated')
    .map((change) => ({ table: change.table, item: itemIn(change), values: change.was })),
  ...removed.map(({ table, id, row }) => ({
    table,
    item: itemIn({ table, item_id: table.entry ? Number(row[table.entry.record]) : id }),
    values: row,
  })),
];
