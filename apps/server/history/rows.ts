import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';
import type { RolledTable } from './tables.ts';
import type { RowChange } from './transaction.ts';

/** Where rows are written, and the columns that each table has. */
export type RollbackContext = { tx: Tx; organization_id: number; columns: ReadonlyMap<string, ReadonlySet<string>> };
type Row = Record<string, unknown>;

/** So many rows are written at once. */
const batch = 1000;

function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += batch) yield rows.slice(from, from + batch);
}

const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
/** Rows as one parameter, read in the types of their table. */
const given = (table: string, rows: readonly Row[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** Rows by which columns they have: one statement writes those that have the same. */
const alike = (rows: readonly Row[]) => Map.groupBy(rows, (row) => Object.keys(row).toSorted().join(' ')).values();

/**
 * Writes rows again that were deleted, under their ids and with all that they held.
 * @param isLink whether one that is there already, or stands in for one, stays
 */
export const insertAgain = async (
  { tx, organization_id, columns }: RollbackContext,
  { table, isLink }: RolledTable,
  rows: readonly Row[],
): Promise<void> => {
  const own = columns.get(table) ?? new Set();
  const written = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => own.has(name))));
  for (const same of alike(written))
    for (const some of batches(same)) {
      const names = Object.keys(some[0] ?? {}).filter((name) => name !== 'organization_id');
      await sql`
        insert into ${sql.table(table)} (organization_id, ${listed(names)}) overriding system value
        select ${organization_id}::bigint, ${listed(names)} from ${given(table, some)} again
        ${isLink ? sql`on conflict do nothing` : sql``} returning id`.execute(tx);
    }
};

/** The rows of a table that changes are about: a record by its id, an entry by its record and what tells it apart. */
const isAbout = ({ table, entry }: RolledTable) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return entry
    ? sql`${column(entry.record)} = again.item_id and ${column(entry.key)}::text = again.entry_key`
    : sql`${column('id')} = again.item_id`;
};

type Place = Pick<RowChange, 'item_id' | 'key' | 'ids'>;

/** Changes by how their rows are found: entries whose IDs are known as records are, by these. */
const byRow = <C extends Place>(table: RolledTable, changes: readonly C[]): [RolledTable, C[]][] => {
  const { entry: _, ...record } = table;
  const known = changes.flatMap((one) => (one.ids ?? []).map((item_id) => ({ ...one, item_id })));
  const others = changes.filter(({ ids }) => ids === undefined);
  return (
    [
      [record, known],
      [table, others],
    ] satisfies [RolledTable, C[]][]
  ).filter(([, some]) => some.length > 0);
};

const isOneOf = ({ table, entry }: RolledTable, changes: readonly Place[]) => {
  const rows = JSON.stringify(changes.map(({ item_id, key }) => ({ item_id, entry_key: key })));
  const given = sql`from jsonb_to_recordset(${rows}::jsonb) as given (item_id bigint, entry_key text)`;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return entry
    ? sql<boolean>`(${column(entry.record)}, ${column(entry.key)}::text) in (select item_id, entry_key ${given})`
    : sql<boolean>`${column('id')} in (select item_id ${given})`;
};

/** Where a row of a table is one of those that changes are about: looked up, however many they are. */
export const isAmong = (table: RolledTable, changes: readonly Place[]) =>
  sql<boolean>`(${sql.join([sql`false`, ...byRow(table, changes).map(([found, some]) => isOneOf(found, some))], sql` or `)})`;

/** Gives rows values back, all rows that get the same columns at once. */
export const putBack = async (
  writing: RollbackContext,
  table: RolledTable,
  changes: readonly (Place & Pick<RowChange, 'was'>)[],
): Promise<void> => {
  for (const [found, some] of byRow(table, changes)) await putRowsBack(writing, found, some);
};

const putRowsBack = async (
  { tx, organization_id, columns }: RollbackContext,
  table: RolledTable,
  changes: readonly (Place & Pick<RowChange, 'was'>)[],
): Promise<void> => {
  const own = columns.get(table.table) ?? new Set();
  const counted = [
    ...(own.has('updated_at') ? [sql`updated_at = now()`] : []),
    ...(own.has('lock_version') ? [sql`lock_version = ${sql.ref(`${table.table}.lock_version`)} + 1`] : []),
  ];
  const sets = Map.groupBy(changes, ({ was }) => Object.keys(was).toSorted().join(' '));
  for (const [names, same] of sets) {
    if (names === '') continue;
    const set = names.split(' ').map((name) => sql`${sql.ref(name)} = (again.former).${sql.ref(name)}`);
    for (const some of batches(same)) {
      const rows = some.map(({ item_id, key, was }) => ({ item_id, entry_key: key, former: was }));
      await sql`
        update ${sql.table(table.table)} set ${sql.join([...set, ...counted])}
          from (select item_id, entry_key, jsonb_populate_record(null::${sql.table(table.table)}, former) as former
                  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                    as changed (item_id bigint, entry_key text, former jsonb)) again
         where ${sql.ref(`${table.table}.organization_id`)} = ${organization_id} and ${isAbout(table)}`.execute(tx);
    }
  }
};

/** Deletes what a transaction had recorded. */
export const takeAway = async (
  { tx, organization_id }: RollbackContext,
  table: RolledTable,
  changes: readonly Place[],
): Promise<void> => {
  for (const [found, all] of byRow(table, changes))
    for (const some of batches(all)) {
      const rows = JSON.stringify(some.map(({ item_id, key }) => ({ item_id, entry_key: key })));
      await sql`
        delete from ${sql.table(table.table)}
         using jsonb_to_recordset(${rows}::jsonb) as again (item_id bigint, entry_key text)
         where ${sql.ref(`${table.table}.organization_id`)} = ${organization_id} and ${isAbout(found)}`.execute(tx);
    }
};
