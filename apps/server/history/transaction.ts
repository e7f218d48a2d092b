import { changeOf, type Values } from '#server/forms/changes.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { Keyring } from '#server/kit/keyring.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { type RolledTable, rolledTables } from './tables.ts';

/** What history holds instead of a secret. */
const secret = '(changed)';
/** More than this is not held in memory: what writes so much is an import, or gives access anew by a job. */
export const maxWritten = 50_000;

/** A version of a transaction. */
export type TransactionVersion = {
  id: number;
  item_type: string;
  item_id: number;
  event: 'create' | 'update' | 'destroy';
  old_values: Values;
  new_values: Values;
};

/** A transaction of an organization, whose rows are read in `tx`. */
export type Where = { tx: Tx; organization: { id: number }; transaction_id: number };

/** Who rolls a transaction back, and in which transaction. */
export type RollingBack = { tx: Tx; caller: Member; keys: Keyring };

/** What became of a row in a transaction, taken together. */
export type RowChange = {
  table: RolledTable;
  item_id: number;
  /** What tells an entry apart within its item. */
  key: string | null;
  /** Of an entry that history tells by its name: which rows the transaction wrote, where that was kept. */
  ids?: number[];
  net: 'created' | 'updated' | 'removed';
  /** What was before, by column, with answers one by one; null is nothing. */
  was: Record<string, unknown>;
  /** Of what history does not hold the value. */
  kept: string[];
};

/** The versions of a transaction, in the order in which they were written; none where there are too many. */
export const versionsOf = async ({ tx, organization, transaction_id }: Where): Promise<TransactionVersion[] | null> => {
  const rows = await ofOrganization(tx, 'versions', { organization })
    .select(['id', 'item_type', 'item_id', 'event', 'old_values', 'new_values'])
    .where('transaction_id', '=', transaction_id)
    .orderBy('id')
    .limit(maxWritten + 1)
    .execute();
  return rows.length > maxWritten ? null : (rows as TransactionVersion[]);
};

const tablesOf = Map.groupBy(
  rolledTables.filter(({ item }) => item !== null),
  ({ item }) => item as string,
);

/**
 * What history tells twice, or what follows from something else that comes back; with whom a form is shared, which stays
 * as it is because it is between two organizations; and what people agreed to, so that nothing comes back that somebody
 * withdrew.
 */
const told: Record<string, readonly string[]> = {
  clients: ['household', 'distinct_from', 'merge', 'consent'],
  forms: ['affiliation_id'],
};

/** The table and the entry that a version is about, with the values that it had before and after; null where none is rolled. */
const placeOf = ({ item_type, old_values, new_values, event }: TransactionVersion) => {
  const tables = tablesOf.get(item_type) ?? [];
  const [first] = Object.keys(old_values ?? new_values ?? {});
  const dot = event === 'update' ? (first?.indexOf('.') ?? -1) : -1;
  if (dot < 0) {
    const table = tables.find(({ entry }) => !entry);
    return table ? { table, key: null, before: old_values, after: new_values } : null;
  }
  const [kind, key] = [first?.slice(0, dot), first?.slice(dot + 1) as string];
  const table = tables.find(({ entry }) => entry?.kind === kind);
  const valuesOf = (values: Values) => (values?.[first as string] ?? null) as Values;
  return table ? { table, key, before: valuesOf(old_values), after: valuesOf(new_values) } : null;
};

const isTold = ({ item_type, old_values, new_values }: TransactionVersion): boolean => {
  const [first = ''] = Object.keys(old_values ?? new_values ?? {});
  // What a merge moved is known to it alone: it is undone, and not undone by rows.
  const isUndoneMerge = first.startsWith('merge.') && old_values !== null;
  return !isUndoneMerge && (told[item_type] ?? []).some((kind) => first.startsWith(`${kind}.`));
};

/** Two people, lower id first, whom a transaction marked as distinct or stopped marking; `was` is their earlier state. */
export type Decision = { client_id: number; other_client_id: number; was: 'distinct' | 'undecided' };

/** What a transaction decided about people who may be the same. Both have it in their history. */
const decisionsOf = (versions: readonly TransactionVersion[]): Decision[] => {
  const decisions = new Map<string, Decision & { is: Decision['was'] }>();
  for (const { item_type, item_id, old_values, new_values } of versions) {
    const [key = ''] = Object.keys(old_values ?? new_values ?? {});
    const [, other] = /^distinct_from\.(\d+)$/.exec(key) ?? [];
    if (item_type !== 'clients' || other === undefined || Number(other) < item_id) continue;
    const [was, is] = old_values === null ? (['undecided', 'distinct'] as const) : (['distinct', 'undecided'] as const);
    const name = `${item_id} ${other}`;
    const first = decisions.get(name)?.was ?? was;
    decisions.set(name, { client_id: item_id, other_client_id: Number(other), was: first, is });
  }
  return [...decisions.values()].filter(({ was, is }) => was !== is).map(({ is: _, ...decision }) => decision);
};

type Changes = {
  changes: RowChange[];
  decisions: Decision[];
  strange: TransactionVersion[];
  /** What the transaction recorded and deleted again, by table, record and key: nothing of it comes back. */
  passing: ReadonlySet<string>;
};

const placeName = ({ table }: RolledTable, item_id: unknown, key: unknown) => `${table} ${item_id} ${key ?? ''}`;

/** Takes the versions of a transaction together, row by row; `strange` are those of what no rollback writes. */
export const changesOf = (versions: readonly TransactionVersion[]): Changes => {
  const rows = new Map<string, RowChange & { isNew: boolean }>();
  const strange: TransactionVersion[] = [];
  for (const version of versions) {
    const place = placeOf(version);
    if (!place) {
      if (!isTold(version)) strange.push(version);
      continue;
    }
    const { table, key, before, after } = place;
    const name = placeName(table, version.item_id, key);
    const isInsert = key === null ? version.event === 'create' : before === null;
    const isDelete = key === null ? version.event === 'destroy' : after === null;
    const known = rows.get(name) ?? {
      table,
      item_id: version.item_id,
      key,
      net: 'updated' as const,
      was: {},
      kept: [],
      isNew: isInsert,
    };
    if (!isInsert && !known.isNew)
      for (const [column, [value]] of Object.entries(changeOf(before, after)))
        if (value === secret) known.kept.push(column);
        else if (!(column in known.was) && !isDelete) known.was[column] = value;
    rows.set(name, { ...known, net: isDelete ? 'removed' : known.isNew ? 'created' : 'updated' });
  }
  const isPassing = ({ net, isNew }: { net: RowChange['net']; isNew: boolean }) => isNew && net === 'removed';
  return {
    changes: [...rows.values()].filter((one) => !isPassing(one)).map(({ isNew: _, ...change }) => change),
    decisions: decisionsOf(versions),
    strange,
    passing: new Set([...rows].filter(([, one]) => isPassing(one)).map(([name]) => name)),
  };
};

/** A row as it was when the transaction deleted it, by column. */
export type RemovedRow = { table: RolledTable; id: number; row: Record<string, unknown> };

/**
 * The rows that a transaction deleted, of the tables that a rollback writes, as they were before it: one that it changed
 * first is kept as it was when it was deleted.
 */
export const removedRows = async (
  { tx, organization, transaction_id }: Where,
  { changes, passing }: Pick<Changes, 'changes' | 'passing'>,
): Promise<RemovedRow[]> => {
  const rows = await ofOrganization(tx, 'removed_rows', { organization })
    .select(['removed_from', 'removed_id', 'removed'])
    .where('transaction_id', '=', transaction_id)
    .orderBy('id')
    .limit(maxWritten)
    .execute();
  const before = new Map(
    changes.filter(({ net }) => net === 'removed').map((one) => [placeName(one.table, one.item_id, one.key), one.was]),
  );
  return rows.flatMap(({ removed_from, removed_id, removed }) => {
    const table = rolledTables.find((one) => one.table === removed_from);
    if (!table) return [];
    const { entry } = table;
    const name = entry
      ? placeName(table, removed[entry.record], removed[entry.key])
      : placeName(table, removed_id, null);
    return passing.has(name) ? [] : [{ table, id: removed_id, row: { ...removed, ...before.get(name) } }];
  });
};
