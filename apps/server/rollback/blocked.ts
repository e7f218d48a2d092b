import { sql } from 'kysely';
import { undoDays } from '#contract/resources/imports.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { whatKeepsMerge } from '#server/people/merging/undo.ts';
import { type ForeignKey, foreignKeys } from './keys.ts';
import { type Item, namesOf, typeInWords } from './names.ts';
import type { Plan } from './plan.ts';
import { itemIn, restoredIn } from './restored.ts';
import { rolledTables } from './tables.ts';
import type { Where } from './transaction.ts';

/** What stands in the way of a rollback: the record, the sentence, and where it was changed since, by whom and when. */
export type Blocked = Item & { reason: string; user_id: number | null; changed_at: string | null };
type Said = (item: Item) => string;

/** So much that stands in the way is told. */
export const mostTold = 20;

const itself = (item: Item, reason: string): Blocked => ({ ...item, reason, user_id: null, changed_at: null });

/** The records of a transaction that something later has changed, with the last of it. */
const changedSince = async ({ tx, organization, transaction_id }: Where) => {
  const { rows } = await sql<Item & { event: string; user_id: number | null; created_at: string }>`
    select distinct on (later.item_type, later.item_id) later.item_type, later.item_id, later.event, later.user_id,
           later.created_at
      from (select item_type, item_id, max(id) as id, max(created_at) as created_at from versions
             where organization_id = ${organization.id} and transaction_id = ${transaction_id} group by 1, 2) own
      join versions later on later.organization_id = ${organization.id} and later.item_type = own.item_type
       and later.item_id = own.item_id
     where later.transaction_id <> ${transaction_id} and (later.id > own.id or later.created_at > own.created_at)
     order by later.item_type, later.item_id, later.created_at desc, later.id desc`.execute(tx);
  return rows;
};

const wasRolledBack = async ({ tx, organization, transaction_id }: Where): Promise<boolean> =>
  (await ofOrganization(tx, 'jobs', { organization })
    .select('id')
    .where('kind', '=', 'rollback')
    .where('state', '=', 'succeeded')
    .where(sql<boolean>`(payload ->> 'transaction_id')::bigint = ${transaction_id}`)
    .executeTakeFirst()) !== undefined;

const idsThere = async ({ tx, organization }: Where, table: string, ids: number[]): Promise<Set<number>> => {
  const rows = await ofOrganization(tx, table as 'forms', { organization })
    .select('id')
    .where('id', '=', among(ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** People who are archived and stay so: what belongs to them cannot come back alone. */
const archived = async ({ tx, organization }: Where, ids: number[]): Promise<Set<number>> => {
  const rows = await ofOrganization(tx, 'clients', { organization })
    .select('id')
    .where('id', '=', among(ids))
    .where('archived_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

type Rows = Extract<Plan, { kind: 'rows' }>;

/** What comes back and refers to something that is gone. */
const withoutParents = async (where: Where, plan: Rows, keys: readonly ForeignKey[]) => {
  const restored = restoredIn(plan).filter(({ table }) => !table.isLink);
  const back = (table: string) => new Set(plan.removed.filter((one) => one.table.table === table).map(({ id }) => id));
  const unarchived = new Set(
    plan.changes
      .filter(({ table, was }) => table.table === 'clients' && was.archived_at === null)
      .map(({ item_id }) => item_id),
  );
  const missing: { item: Item; parent: Item }[] = [];
  for (const { table, column, parent } of keys) {
    const naming = restored.flatMap((one) => {
      const id = Number(one.values[column] ?? 0);
      return one.table.table === table && id > 0 ? [{ item: one.item, id }] : [];
    });
    const ids = naming.map(({ id }) => id).filter((id) => !back(parent).has(id));
    if (ids.length === 0) continue;
    const there = await idsThere(where, parent, ids);
    const gone = parent === 'clients' ? await archived(where, ids) : new Set<number>();
    const item_type = rolledTables.find((one) => one.table === parent && !one.entry)?.item ?? parent;
    for (const { item, id } of naming)
      if (ids.includes(id) && (!there.has(id) || (gone.has(id) && !unarchived.has(id))))
        missing.push({ item, parent: { item_type, item_id: id } });
  }
  return missing;
};

/** What the transaction recorded and something else needs by now. */
const needed = async (where: Where, plan: Rows, keys: readonly ForeignKey[]): Promise<Item[]> => {
  const { tx, organization } = where;
  const idsOf = (table: string) =>
    plan.changes
      .filter((one) => one.net === 'created' && one.table.table === table)
      .map(({ item_id, key, table: { entry } }) => (entry ? Number(entry.key === 'id' ? key : 0) : item_id));
  const found: Item[] = [];
  for (const { table, column, parent, cascades } of keys) {
    const ids = idsOf(parent).filter((id) => id > 0);
    if (cascades || ids.length === 0 || table === 'client_match_keys' || table === 'client_pairs') continue;
    const rows = await ofOrganization(tx, table as 'responses', { organization })
      .select(sql.ref<number>(column).as('parent_id'))
      .distinct()
      .where(sql.ref<number>(column), '=', among(ids))
      .where(sql<boolean>`id <> all(${idsOf(table)}::bigint[])`)
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

const blockedRows = async (where: Where, plan: Rows): Promise<[Item[], (said: Said) => Blocked[]]> => {
  const keys = await foreignKeys(where.tx);
  const [missing, used, names] = [
    await withoutParents(where, plan, keys),
    await needed(where, plan, keys),
    await taken(where, plan),
  ];
  const removed = new Set(plan.removed.map(({ table, id }) => `${table.table} ${id}`));
  const lost = plan.changes
    .filter(({ net, table, item_id }) => net === 'removed' && !table.entry && !removed.has(`${table.table} ${item_id}`))
    .map(itemIn);
  const items = [...missing.flatMap(({ item, parent }) => [item, parent]), ...used, ...names, ...lost, ...plan.strange];
  return [
    items,
    (said) => [
      ...plan.strange.map((one) =>
        itself(
          one,
          one.item_type === 'organizations'
            ? `${said(one)} is not rolled back: its address, owner and suspension took effect elsewhere too. Change it on its own screen.`
            : `${said(one)} cannot be rolled back.`,
        ),
      ),
      ...lost.map((one) => itself(one, `${said(one)} was deleted before what is deleted was kept.`)),
      ...missing.map(({ item, parent }) => itself(item, `${said(parent)} was deleted, and ${said(item)} needs it.`)),
      ...used.map((one) => itself(one, `${said(one)} is used by what was recorded afterwards.`)),
      ...names.map((one) => itself(one, `The name of ${said(one)} was taken by another one meanwhile.`)),
    ],
  ];
};

const importRefusal = async ({ tx, organization }: Where, import_id: number): Promise<string | null> => {
  const row = await ofOrganization(tx, 'imports', { organization })
    .select(['undone_at', sql<boolean>`finished_at > now() - make_interval(days => ${undoDays})`.as('is_recent')])
    .where('id', '=', import_id)
    .executeTakeFirstOrThrow();
  if (row.undone_at !== null) return 'This import was undone already.';
  return row.is_recent ? null : `This import is older than ${undoDays} days, and cannot be undone any more.`;
};

const mergeBlocked = async ({ tx, organization }: Where, plan: Extract<Plan, { kind: 'merge' }>) => {
  const merge = { organization_id: organization.id, master_id: plan.master_id, id: plan.id };
  const reasons = await whatKeepsMerge(tx, merge).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const [reason = 'This merge cannot be undone any more.'] = error.errors.base ?? [];
    return [{ item_type: 'clients', item_id: plan.master_id, reason }];
  });
  return reasons.map(({ reason, ...item }) => itself(item, reason));
};

/**
 * All that stands in the way of rolling a transaction back at this moment, each with its sentence; nothing where it can be
 * done. What the rollback writes must be held before it is asked, if nobody is to come between.
 */
export const whatBlocks = async (where: Where, plan: Plan): Promise<Blocked[]> => {
  if (plan.kind === 'merge') return mergeBlocked(where, plan);
  if (await wasRolledBack(where))
    return [
      itself({ item_type: 'versions', item_id: where.transaction_id }, 'This transaction was rolled back already.'),
    ];
  const later = await changedSince(where);
  const [items, tell] = plan.kind === 'rows' ? await blockedRows(where, plan) : [[], () => []];
  const name = await namesOf(where, [...later.slice(0, mostTold), ...items]);
  const said: Said = (item) => `${name(item)} (${typeInWords(item.item_type)} ${item.item_id})`;
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
export const reasonsOf = (blocked: readonly Blocked[]): string[] => {
  const told = blocked.slice(0, 10).map(({ reason }) => reason);
  return blocked.length > told.length ? [...told, `And ${blocked.length - told.length} more.`] : told;
};
