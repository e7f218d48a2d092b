import { sql } from 'kysely';
import type { z } from 'zod';
import type { RecordType } from '#contract/record-types.ts';
import { recordTypes } from '#contract/record-types.ts';
import type { versionRoutes } from '#contract/resources/versions.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { changeLabels } from '#server/forms/change-labels.ts';
import { type Change, changeOf, shownChange } from '#server/forms/changes.ts';
import { maxTold, whatBlocks } from '#server/history/blocked.ts';
import { type Item, namesOf, wireType } from '#server/history/names.ts';
import { planOf } from '#server/history/plan.ts';
import type { Member, SignedInContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { FoundVersion } from './search.ts';
import { relatedPage, serializeVersions, writersOf } from './serialize.ts';

type Review = z.input<typeof versionRoutes.show.response>;
type RelatedItem = Review['related_items'][number];
type ItemChange = Item & { event: RelatedItem['event']; searched_as: string | null };

/** So many records of a transaction are shown at once. */
export const reviewPage = 25;

/** The superuser as who they are in the organization that a version is of: there they may see all. */
export const inOrganizationOf = async (
  { tx, enter, caller }: SignedInContext,
  { organization_id }: Pick<FoundVersion, 'organization_id'>,
): Promise<Member> => {
  enter(organization_id, caller.person.id);
  const organization = await organizationWith(tx, organization_id);
  return (await memberNow(tx, organization, caller.person.id)) as Member;
};

const keyOf = ({ item_type, item_id }: Item) => `${item_type} ${item_id}`;

/** What a transaction changed of records, key by key: what it was before the first change, and became by the last. */
const changesOfItems = async (
  { tx, caller }: { tx: SignedInContext['tx']; caller: Member },
  transaction_id: number,
  items: readonly Item[],
): Promise<Map<string, Change>> => {
  const rows = await ofOrganization(tx, 'versions', caller)
    .select(['item_type', 'item_id', 'old_values', 'new_values'])
    .where('transaction_id', '=', transaction_id)
    .where('item_id', '=', among(items.map(({ item_id }) => item_id)))
    .where('item_type', '=', sql<string>`any(${[...new Set(items.map(({ item_type }) => item_type))]}::text[])`)
    .orderBy('id')
    .execute();
  const changes = new Map<string, Change>();
  for (const { old_values, new_values, ...item } of rows) {
    const known = changes.get(keyOf(item)) ?? {};
    for (const [key, [was, is]] of Object.entries(changeOf(old_values, new_values)))
      known[key] = [known[key] ? known[key][0] : was, is];
    changes.set(keyOf(item), known);
  }
  return changes;
};

const isReadable = (item_type: string): item_type is RecordType | 'notes' | 'organizations' =>
  item_type in recordTypes || item_type === 'notes' || item_type === 'organizations';

/** Records of a transaction with their changes in words, in their order. */
const reviewed = async (
  where: { tx: SignedInContext['tx']; caller: Member },
  transaction_id: number,
  items: readonly ItemChange[],
): Promise<RelatedItem[]> => {
  const changes = await changesOfItems(where, transaction_id, items);
  const name = await namesOf({ tx: where.tx, organization: where.caller.organization }, items);
  const words = new Map<string, Pick<RelatedItem, 'shown' | 'kept'>>();
  for (const [item_type, own] of Map.groupBy(items, (item) => item.item_type)) {
    if (!isReadable(item_type)) continue;
    const all = own.map((item) => Object.entries(changes.get(keyOf(item)) ?? {}));
    const isSecret = ([, values]: [string, Change[string]]) => values.includes('(changed)');
    const [shown, kept] = await Promise.all(
      [all.map((one) => one.filter((entry) => !isSecret(entry))), all.map((one) => one.filter(isSecret))].map((some) =>
        changeLabels(
          where,
          item_type,
          some.map((one) => shownChange(Object.fromEntries(one))),
        ),
      ),
    );
    for (const [index, item] of own.entries())
      words.set(keyOf(item), { shown: shown?.[index] ?? [], kept: (kept?.[index] ?? []).map(({ label }) => label) });
  }
  return items.map((item) => ({
    item_type: wireType(item.item_type, item.searched_as),
    item_id: item.item_id,
    item_name: name(item),
    event: item.event,
    ...(words.get(keyOf(item)) ?? { shown: [], kept: [] }),
  }));
};

/** A page of what the transaction of a version wrote. */
export const reviewedPage = async (
  context: SignedInContext,
  version: FoundVersion,
  { event, page }: { event?: string | undefined; page: number },
) => {
  const caller = await inOrganizationOf(context, version);
  const { tx } = context;
  const { items, event_counts } = await relatedPage(tx, version, { event, page, page_size: reviewPage });
  const data = await reviewed({ tx, caller }, version.transaction_id, items);
  const total_count = Object.entries(event_counts)
    .filter(([one]) => event === undefined || one === event)
    .reduce((sum, [, count]) => sum + count, 0);
  const metadata = { page, page_size: reviewPage, total_count, total_pages: Math.ceil(total_count / reviewPage) };
  return { data, metadata, event_counts };
};

/** A version with all that its transaction wrote, and what stands in the way of rolling it back. */
export const reviewOf = async (context: SignedInContext, version: FoundVersion): Promise<Review> => {
  const { tx } = context;
  const [shown] = await serializeVersions(tx, [version]);
  const { data, event_counts } = await reviewedPage(context, version, { page: 1 });
  const organization = { id: version.organization_id };
  const where = { tx, organization, transaction_id: version.transaction_id };
  const plan = await planOf(where);
  const blocked = await whatBlocks(where, plan);
  const told = blocked.slice(0, maxTold);
  const name = await namesOf({ tx, organization }, told);
  const writer = await writersOf(
    tx,
    told.map(({ user_id }) => user_id),
  );
  return {
    ...(shown as NonNullable<typeof shown>),
    related_items: data,
    event_counts,
    blocked_by: told.map(({ user_id, changed_at, reason, ...item }) => ({
      item_type: wireType(item.item_type),
      item_id: item.item_id,
      item_name: name(item),
      reason,
      changed_by: changed_at === null ? null : writer(user_id),
      changed_at,
    })),
    blocked_count: blocked.length,
    import_id: plan.kind === 'import' ? plan.import_id : null,
  };
};
