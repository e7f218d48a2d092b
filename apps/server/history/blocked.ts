import { sql } from 'kysely';
import { undoDays } from '#contract/resources/imports.ts';
import { cancelledSince, isRolledBack } from '#server/imports/rollbacks.ts';
import { type ForeignKey, foreignKeys } from '#server/kit/foreign-keys.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { whatKeepsMerge } from '#server/people/merging/undo.ts';
import { givenAgain, withoutNamedRecords } from './named-records.ts';
import { type Item, namesOf, typeInWords } from './names.ts';
import type { Plan } from './plan.ts';
import { itemIn, restoredIn } from './restored.ts';
import { isAmong } from './rows.ts';
import { rolledTables } from './tables.ts';
import type { RowChange, TransactionVersion, Where } from './transaction.ts';
import { unclearEntries } from './unclear-entries.ts';

/** What stands in the way of a rollback: the record, the sentence, and where it was changed since, by whom and when. */
export type RollbackBlocker = Item & { reason: string; user_id: number | null; changed_at: string | null };
type ReasonFormatter = (item: Item) => string;

/** So much that stands in the way is told. */
export const maxTold = 20;

const itself = (item: Item, reason: string): RollbackBlocker => ({ ...item, reason, user_id: null, changed_at: null });

/** Joins the versions of a transaction with those of the same records that were written later. */
const laterVersions = ({ organization, transaction_id }: Where) => sql`
  (select item_type, item_id, max(id) as id, max(created_at) as created_at from versions
    where organization_id = ${organization.id} and transaction_id = ${transaction_id} group by 1, 2) own
  join versions later on later.organization_id = ${organization.id} and later.item_type = own.item_type
   and later.item_id = own.item_id and later.transaction_id <> ${transaction_id}
   and (later.id > own.id or later.created_at > own.created_at)`;

/** Returns the records of a transaction that something later has changed and not taken back, with the last change. */
const changedSince = async (where: Where) => {
  const { rows: transactions } = await sql<{ id: number }>`
    select distinct later.transaction_id as id from ${laterVersions(where)}`.execute(where.tx);
  const cancelled = await cancelledSince(
    where,
    transactions.map(({ id }) => id),
  );
  const { rows } = await sql<Item & { event: string; user_id: number | null; created_at: string }>`
    select distinct on (later.item_type, later.item_id) later.item_type, later.item_id, later.event, later.user_id,
           later.created_at
      from ${laterVersions(where)}
     where later.transaction_id <> all(${cancelled}::bigint[])
     order by later.item_type, later.item_id, later.created_at desc, later.id desc`.execute(where.tx);
  return rows;
};

const idsThere = async ({ tx, organization }: Where, table: string, ids: number[]): Promise<Set<number>> => {
  const rows = await ofOrganization(tx, table as 'forms', { organization })
    .select('id')
    .where('id', '=', among(ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/**
 * Returns the people who are archived and stay so: what belongs to them cannot come back alone. What a rollback took from
 * somebody who was archived already can.
 */
const archived = async ({ tx, organization, transaction_id }: Where, ids: number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from clients
     where organization_id = ${organization.id} and id = ${among(ids)} and archived_at is not null
       and not exists (select from rollbacks where organization_id = ${organization.id}
                          and transaction_id = ${transaction_id} and created_at > clients.archived_at)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

type Rows = Extract<Plan, { kind: 'rows' }>;

/** What comes back and refers to something that is gone. */
const withoutParents = async (where: Where, plan: Rows, keys: readonly ForeignKey[]) => {
  // Links come back with what they belong to; where a transaction is about access alone, its ends are needed.
  const isOfLinks = plan.changes.every(({ table }) => table.isLink);
  const restored = restoredIn(plan).filter(({ table }) => !table.isLink || (isOfLinks && table.item !== null));
  const back = (table: string) => new Set(plan.removed.filter((one) => one.table.table === table).map(({ id }) => id));
  const unarchived = new Set(
    plan.changes
      .filter(({ table, was }) => table.table === 'clients' && was.archived_at === null)
      .map(({ item_id }) => item_id),
  );
  const missing = await withoutNamedRecords(where, restored, plan.removed);
  for (const { table, column, parent } of keys) {
    const naming = restored.flatMap((one) => {
      const id = Number(one.values[column] ?? 0);
      return one.table.table === table && id > 0 ? [{ item: one.item, id }] : [];
    });
    const parents = back(parent);
    const ids = new Set(naming.map(({ id }) => id).filter((id) => !parents.has(id)));
    if (ids.size === 0) continue;
    const there = await idsThere(where, parent, [...ids]);
    const gone = parent === 'clients' ? await archived(where, [...ids]) : new Set<number>();
    const item_type = rolledTables.find((one) => one.table === parent && !one.entry)?.item ?? parent;
    for (const { item, id } of naming)
      if (ids.has(id) && (!there.has(id) || (gone.has(id) && !unarchived.has(id))))
        missing.push({ item, parent: { item_type, item_id: id } });
  }
  return missing;
};

/** Tables whose rows follow from others, and go with what a rollback takes away. */
const derived = new Set(['client_match_keys', 'client_pairs', 'field_slots']);

/** Returns whether a row of a table goes with what the transaction created: it is one of these, or belongs to one. */
const goesAlong = (table: string, created: (table: string) => RowChange[], keys: readonly ForeignKey[]) => {
  const rolled = rolledTables.find((one) => one.table === table && one.item !== null);
  const own = created(table);
  const ofParents = keys
    .filter((key) => key.table === table && key.cascades && created(key.parent).length > 0)
    .map((key) => sql<boolean>`${sql.ref(`${table}.${key.column}`)} = any(${idsOf(created(key.parent))}::bigint[])`);
  const conditions = [...(rolled && own.length > 0 ? [isAmong(rolled, own)] : []), ...ofParents];
  // A column may be null, which is none of these.
  return sql<boolean>`coalesce(${sql.join([...conditions, sql`false`], sql` or `)}, false)`;
};

/** The ids of rows: those of entries stand in their keys, where they are told apart by them. */
const idsOf = (changes: readonly RowChange[]): number[] =>
  changes
    .map(({ item_id, key, table: { entry } }) => (entry ? Number(entry.key === 'id' ? key : 0) : item_id))
    .filter((id) => id > 0);

/** What the transaction recorded and something else needs by now. */
const needed = async (where: Where, plan: Rows, keys: readonly ForeignKey[]): Promise<Item[]> => {
  const { tx, organization } = where;
  const created = (table: string) => plan.changes.filter((one) => one.net === 'created' && one.table.table === table);
  const found: Item[] = [];
  for (const { table, column, parent, cascades } of keys) {
    const ids = idsOf(created(parent));
    if (cascades || ids.length === 0 || derived.has(table)) continue;
    const rows = await ofOrganization(tx, table as 'responses', { organization })
      .select(sql.ref<number>(`${table}.${column}`).as('parent_id'))
      .distinct()
      .where(sql.ref<number>(`${table}.${column}`), '=', among(ids))
      .where((eb) => eb.not(goesAlong(table, created, keys)))
      .execute();
    const item_type = rolledTables.find((one) => one.table === parent)?.item ?? parent;
    found.push(...rows.map(({ parent_id }) => ({ item_type, item_id: parent_id })));
  }
  return found;
};

/** Permission groups whose names others have taken meanwhile. */
const taken = async (where: Where, plan: Rows): Promise<Item[]> => {
  const groups = restoredIn(plan).filter(({ table, values }) => table.table === 'permission_groups' && values.name);
  if (groups.length === 0) return [];
  const rows = await ofOrganization(where.tx, 'permission_groups', where)
    .select(['id', 'name'])
    .where('name', '=', sql<string>`any(${groups.map(({ values }) => String(values.name))}::text[])`)
    .execute();
  return groups
    .filter(({ item, values }) => rows.some(({ id, name }) => name === values.name && id !== item.item_id))
    .map(({ item }) => item);
};

/** Returns whether a transaction holds nothing that a rollback writes, such as a consent alone. */
const isEmpty = ({ changes, removed, decisions, strange }: Rows): boolean =>
  [changes, removed, decisions, strange].every((all) => all.length === 0);

/** Why a version is one that no rollback takes back. */
const whyNever = (version: TransactionVersion, said: ReasonFormatter): string => {
  if (version.item_type === 'organizations')
    return `${said(version)} can’t be rolled back: its address, owner and suspension also took effect elsewhere. Change it on its own screen.`;
  if (version.item_type === 'clients')
    return `A merge into ${said(version)} was undone, which can’t be rolled back. Merge the records again.`;
  return `${said(version)} can’t be rolled back.`;
};

const blockedRows = async (
  where: Where,
  plan: Rows,
): Promise<[Item[], (said: ReasonFormatter) => RollbackBlocker[]]> => {
  const keys = await foreignKeys(where.tx);
  const [missing, used, names, unclear, given] = [
    await withoutParents(where, plan, keys),
    await needed(where, plan, keys),
    await taken(where, plan),
    await unclearEntries(where, plan.changes),
    await givenAgain(where, plan.removed),
  ];
  const removed = new Set(plan.removed.map(({ table, id }) => `${table.table} ${id}`));
  const lost = plan.changes
    .filter(({ net, table, item_id }) => net === 'removed' && !table.entry && !removed.has(`${table.table} ${item_id}`))
    .map(itemIn);
  const items = [
    ...missing.flatMap(({ item, parent }) => [item, parent]),
    ...used,
    ...names,
    ...unclear.map(({ item }) => item),
    ...given,
    ...lost,
    ...plan.strange,
  ];
  return [
    items,
    (said) => [
      ...(isEmpty(plan)
        ? [
            itself(
              { item_type: 'versions', item_id: where.transaction_id },
              'Nothing in this transaction can be rolled back.',
            ),
          ]
        : []),
      ...plan.strange.map((one) => itself(one, whyNever(one, said))),
      ...lost.map((one) => itself(one, `${said(one)} was deleted before deleted records were kept.`)),
      ...missing.map(({ item, parent }) => itself(item, `${said(parent)} was deleted, and ${said(item)} needs it.`)),
      ...used.map((one) => itself(one, `${said(one)} is used by later records.`)),
      ...unclear.map(({ item, kind, isRenamed }) =>
        itself(
          item,
          isRenamed
            ? `A ${kind} of ${said(item)} was renamed afterwards.`
            : `${said(item)} has more than one ${kind} of this name, and history doesn’t tell which one this was. Change it there.`,
        ),
      ),
      ...given.map((one) => itself(one, `${said(one)} was given again afterwards.`)),
      ...names.map((one) => itself(one, `The name of ${said(one)} is now used by another one.`)),
    ],
  ];
};

const importRefusal = async ({ tx, organization }: Where, import_id: number): Promise<string | null> => {
  const row = await ofOrganization(tx, 'imports', { organization })
    .select([
      'undone_at',
      'undo_state',
      sql<boolean>`finished_at > now() - make_interval(days => ${undoDays})`.as('is_recent'),
    ])
    .where('id', '=', import_id)
    .executeTakeFirstOrThrow();
  if (row.undone_at !== null) return 'This import was already undone.';
  if (row.undo_state === 'running') return 'This import is being undone.';
  return row.is_recent ? null : `This import is older than ${undoDays} days, and can no longer be undone.`;
};

const mergeBlocked = async ({ tx, organization }: Where, plan: Extract<Plan, { kind: 'merge' }>) => {
  const merge = { organization_id: organization.id, master_id: plan.master_id, id: plan.id };
  const reasons = await whatKeepsMerge(tx, merge).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const [reason = 'This merge can no longer be undone.'] = error.errors.base ?? [];
    return [{ item_type: 'clients', item_id: plan.master_id, reason }];
  });
  return reasons.map(({ reason, ...item }) => itself(item, reason));
};

/**
 * All that stands in the way of rolling a transaction back at this moment, each with its sentence; nothing where it can be
 * done. What the rollback writes must be held before it is asked, if nobody is to come between.
 */
export const whatBlocks = async (where: Where, plan: Plan): Promise<RollbackBlocker[]> => {
  if (plan.kind === 'merge') return mergeBlocked(where, plan);
  if (await isRolledBack(where))
    return [
      itself({ item_type: 'versions', item_id: where.transaction_id }, 'This transaction was already rolled back.'),
    ];
  const later = await changedSince(where);
  const [items, tell] = plan.kind === 'rows' ? await blockedRows(where, plan) : [[], () => []];
  const name = await namesOf(where, [...later.slice(0, maxTold), ...items]);
  const said: ReasonFormatter = (item) => `${name(item)} (${typeInWords(item.item_type)} ${item.item_id})`;
  const [first] = later;
  const whole: Item = first ?? { item_type: 'versions', item_id: where.transaction_id };
  const refusal = plan.kind === 'import' ? await importRefusal(where, plan.import_id) : null;
  return [
    ...(plan.kind === 'too_large' ? [itself(whole, 'This transaction wrote too much to be rolled back at once.')] : []),
    ...(refusal ? [itself(whole, refusal)] : []),
    ...later.map(({ event, user_id, created_at, ...item }) => ({
      ...item,
      reason: `${said(item)} was ${event === 'destroy' ? 'deleted' : 'changed'} afterwards.`,
      user_id,
      changed_at: created_at,
    })),
    ...tell(said),
  ];
};

/** Of what stands in the way, as many sentences as are told. */
export const reasonsOf = (blocked: readonly RollbackBlocker[]): string[] => {
  const reasons = [...new Set(blocked.map(({ reason }) => reason))];
  const told = reasons.slice(0, 10);
  return reasons.length > told.length ? [...told, `And ${reasons.length - told.length} more.`] : told;
};
