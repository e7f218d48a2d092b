import { byTable } from '#server/kit/tables.ts';

/** What becomes of each table when an organization is exported and restored. */
const archiveRules = byTable('archive');

const tablesThat = (...rules: string[]) =>
  Object.keys(archiveRules).filter((table) => rules.includes(archiveRules[table] ?? ''));

/** The tables that are in an archive, in the order in which they stand there and come back. */
export const archivedTables = tablesThat('restored', 'archived');
/** Those that come back. */
export const restoredTables = tablesThat('restored');
/** Those that stay in the archive. */
export const keptInArchive = tablesThat('archived');

/** Columns, by table, that are in no archive. */
export const secretColumns = byTable('secrets');
/** Columns, by table, that name an account: of a restore they name the account that has the address now. */
export const accountColumns = byTable('accounts');
/** By table, the columns that get new values in a restored row. */
export const newColumns = byTable('renewed');
