import { sql } from 'kysely';
import type { z } from 'zod';
import type { versionRoutes } from '#contract/resources/versions.ts';
import { accountName } from '#server/access/member-names.ts';
import { type Item, namesOf, wireType } from '#server/history/names.ts';
import type { Tx } from '#server/kit/db.ts';
import { among } from '#server/kit/rows.ts';
import { type FoundVersion, isArchival } from './search.ts';

type SerializedVersion = z.input<typeof versionRoutes.list.response>['data'][number];
type RelatedChange = Item & { event: 'create' | 'update' | 'destroy'; searched_as: string | null };

/** So many of the records that a transaction touched are named in a list; and so many are counted. */
const maxNamed = 3;
const maxCounted = 10_000;

/** The records that a transaction touched, each once, with what became of it. */
const touched = (organization_id: number, transaction_id: number) => sql`
  select item_type, item_id, min(id) as first_id, min(searched_as) as searched_as,
         case when bool_or(event = 'destroy' or ${isArchival}) then 'destroy' when bool_or(event = 'create') then 'create' else 'update' end as event
    from versions where organization_id = ${organization_id} and transaction_id = ${transaction_id}
   group by item_type, item_id`;

/** How many records a transaction touched, as far as they are counted, and the first of them. */
const relatedOf = async (tx: Tx, organization_id: number, transaction_id: number) => {
  const [{ rows: items }, { rows: counted }] = await Promise.all([
    sql<RelatedChange>`select item_type, item_id, event, searched_as from (${touched(organization_id, transaction_id)}) touched
      order by first_id limit ${maxNamed}`.execute(tx),
    sql<{ count: number }>`select count(*) as count from (select distinct item_type, item_id from versions
      where organization_id = ${organization_id} and transaction_id = ${transaction_id} limit ${maxCounted}) counted`.execute(
      tx,
    ),
  ]);
  return { items, count: counted[0]?.count ?? 0 };
};

/** A page of the records that a transaction touched, in the order in which it wrote them, and how many there are of each event. */
export const relatedPage = async (
  tx: Tx,
  { organization_id, transaction_id }: Pick<FoundVersion, 'organization_id' | 'transaction_id'>,
  { event, page, page_size }: { event?: string | undefined; page: number; page_size: number },
) => {
  const all = touched(organization_id, transaction_id);
  const [{ rows: items }, { rows: counted }] = await Promise.all([
    sql<RelatedChange>`select item_type, item_id, event, searched_as from (${all}) touched
      ${event ? sql`where event = ${event}` : sql``}
      order by first_id limit ${page_size} offset ${(page - 1) * page_size}`.execute(tx),
    sql<{ event: RelatedChange['event']; count: number }>`select event, count(*) as count from (${all}) touched
      group by event`.execute(tx),
  ]);
  const event_counts = { create: 0, update: 0, destroy: 0 };
  for (const one of counted) event_counts[one.event] = one.count;
  return { items, event_counts };
};

/** What the people are called who wrote versions. */
export const writersOf = async (tx: Tx, ids: readonly (number | null)[]): Promise<(id: number | null) => string> => {
  const rows = await tx
    .selectFrom('users')
    .select(['id', accountName('users').as('name')])
    .where('id', '=', among(ids))
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? 'System' : (names.get(id) ?? 'System'));
};

/** The publish setting that a version is about stands within its form. */
const itemOf = ({ item_type, item_id, searched_as, old_values, new_values }: FoundVersion): number => {
  const [key = ''] = Object.keys(new_values ?? old_values ?? {});
  return searched_as === 'PublicForm' && item_type === 'forms' ? Number(key.split('.')[1]) : item_id;
};

/** Versions as the platform team reads them, in their order. */
export const serializeVersions = async (tx: Tx, rows: readonly FoundVersion[]): Promise<SerializedVersion[]> => {
  const organizations = await tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', among(rows.map(({ organization_id }) => organization_id)))
    .execute();
  const writer = await writersOf(
    tx,
    rows.flatMap(({ impersonator_id, user_id }) => [impersonator_id, user_id]),
  );
  const related = new Map<number, Awaited<ReturnType<typeof relatedOf>>>();
  const named = new Map<number, (item: Item) => string>();
  for (const [organization_id, own] of Map.groupBy(rows, (row) => row.organization_id)) {
    for (const { transaction_id } of own)
      if (!related.has(transaction_id))
        related.set(transaction_id, await relatedOf(tx, organization_id, transaction_id));
    const items = own.flatMap((row) => [row, ...(related.get(row.transaction_id)?.items ?? [])]);
    named.set(organization_id, await namesOf({ tx, organization: { id: organization_id } }, items));
  }
  return rows.map((row) => {
    const name = named.get(row.organization_id) as (item: Item) => string;
    const { items, count } = related.get(row.transaction_id) ?? { items: [], count: 0 };
    return {
      id: row.id,
      item_type: row.searched_as as SerializedVersion['item_type'],
      item_id: itemOf(row),
      item_name: name(row),
      event: row.is_archival ? 'destroy' : (row.event as SerializedVersion['event']),
      organization_id: row.organization_id,
      organization_name: organizations.find(({ id }) => id === row.organization_id)?.name ?? '',
      user_id: row.user_id,
      user_name: writer(row.user_id),
      impersonator_name: row.impersonator_id === null ? null : writer(row.impersonator_id),
      created_at: row.created_at,
      transaction_id: row.transaction_id,
      related_count: count,
      related_items: items.map(({ searched_as, ...item }) => ({
        ...item,
        item_type: wireType(item.item_type, searched_as),
        item_name: name(item),
      })),
    };
  });
};
