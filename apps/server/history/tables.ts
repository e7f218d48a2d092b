import { byTable, type RollbackRule } from '#server/kit/tables.ts';

/** A table whose rows a rollback changes back. */
export type RolledTable = RollbackRule & { table: string };

/** Every table that a rollback writes, those first that others refer to. */
export const rolledTables: readonly RolledTable[] = Object.entries(byTable('rollback')).flatMap(([table, rule]) =>
  rule === 'apart' ? [] : [{ table, ...rule }],
);
