import { byTable, type ErasableTable } from '#server/kit/tables.ts';

const references = Object.entries(byTable('references'));

/** What becomes of each column that names a record of a table, those last that others refer to. */
const ownershipOf = (owner: ErasableTable) =>
  Object.fromEntries(
    references
      .toReversed()
      .flatMap(([table, { [owner]: columns = {} }]) =>
        Object.entries(columns).map(([column, rule]) => [`${table}.${column}`, rule?.erase]),
      ),
  );

/**
 * By the table of a record, what becomes of each column that names it when it is erased. Foreign keys that cascade need no
 * word; a test finds the others.
 */
export const ownership = {
  clients: ownershipOf('clients'),
  households: ownershipOf('households'),
  responses: ownershipOf('responses'),
} satisfies Record<ErasableTable, unknown>;
