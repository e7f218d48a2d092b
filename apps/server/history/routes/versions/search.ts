import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { pageSize } from '#contract/kit/list.ts';
import { maxCounted, type versionRoutes } from '#contract/resources/versions.ts';
import { once, type Tx } from '#server/kit/db.ts';

/** What was searched for; `page` is told apart. */
export type VersionQuery = Omit<z.output<typeof versionRoutes.page.query>, 'page'>;

/** A version as the platform finds it. */
export type FoundVersion = {
  id: number;
  organization_id: number;
  transaction_id: number;
  item_type: string;
  item_id: number;
  searched_as: string;
  event: string;
  old_values: Record<string, unknown> | null;
  new_values: Record<string, unknown> | null;
  user_id: number | null;
  impersonator_id: number | null;
  created_at: string;
  is_archival: boolean;
};

/** Whether a version archives a person, which is how people are deleted; a merge archives, too, and is none. */
export const isArchival = sql<boolean>`(item_type = 'clients' and event = 'update'
  and new_values ->> 'archived_at' is not null and new_values ->> 'merged_into_id' is null)`;

export const versionColumns = sql`id, organization_id, transaction_id, item_type, item_id, searched_as, event, old_values,
  new_values, user_id, impersonator_id, created_at, coalesce(${isArchival}, false) as is_archival`;

const conditions = (query: VersionQuery, time_zone: string): RawBuilder<unknown> =>
  sql.join(
    [
      sql`searched_as = ${query.item_type}`,
      query.item_type === 'Client' && query.event === 'destroy'
        ? sql`(event = 'destroy' or ${isArchival})`
        : sql`event = ${query.event}`,
      ...(query.item_type === 'Client' && query.event === 'update' ? [sql`${isArchival} is not true`] : []),
      sql`event <> 'create'`,
      ...(query.start_date ? [sql`created_at >= ${query.start_date}::date::timestamp at time zone ${time_zone}`] : []),
      ...(query.end_date ? [sql`created_at < (${query.end_date}::date + 1)::timestamp at time zone ${time_zone}`] : []),
      ...(query.user_id ? [sql`user_id = ${query.user_id}`] : []),
      ...(query.organization_id ? [sql`organization_id = ${query.organization_id}`] : []),
      ...(query.item_id ? [sql`item_id = ${query.item_id}`] : []),
    ],
    sql` and `,
  );

/**
 * A page of the versions that are searched for, the newest first, and how many there are, as far as they are counted.
 * Each search is planned for what it asks: one for a writer has another index than one for everybody.
 * @param time_zone whose days the dates are
 */
export const findVersions = async (
  tx: Tx,
  query: VersionQuery,
  { page, time_zone }: { page: number; time_zone: string },
): Promise<{ rows: FoundVersion[]; count: number }> => {
  const page_size = query.page_size ?? pageSize;
  const where = conditions(query, time_zone);
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<FoundVersion>`${sql.raw(once)}select ${versionColumns} from versions where ${where}
      order by created_at desc, id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(tx),
    sql<{ count: number }>`${sql.raw(once)}select count(*) as count from (
      select 1 from versions where ${where} limit ${maxCounted}) counted`.execute(tx),
  ]);
  return { rows, count: counted[0]?.count ?? 0 };
};

/** The version with this number, of whatever organization. */
export const findVersion = async (tx: Tx, id: number): Promise<FoundVersion | undefined> => {
  const { rows } = await sql<FoundVersion>`select ${versionColumns} from versions
    where id = ${id} and searched_as is not null`.execute(tx);
  return rows[0];
};
