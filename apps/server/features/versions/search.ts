import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { pageSize } from '#contract/kit/list.ts';
import { mostCounted, type versionRoutes } from '#contract/resources/versions.ts';
import { once, type Tx } from '#server/kit/db.ts';

/** What was searched for; `page` is told apart. */
export type Asked = Omit<z.output<typeof versionRoutes.page.query>, 'page'>;

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
};

export const versionColumns = sql`id, organization_id, transaction_id, item_type, item_id, searched_as, event, old_values,
  new_values, user_id, impersonator_id, created_at`;

const conditions = (asked: Asked, time_zone: string): RawBuilder<unknown> =>
  sql.join(
    [
      sql`searched_as = ${asked.item_type}`,
      sql`event = ${asked.event}`,
      sql`event <> 'create'`,
      ...(asked.start_date ? [sql`created_at >= ${asked.start_date}::date::timestamp at time zone ${time_zone}`] : []),
      ...(asked.end_date ? [sql`created_at < (${asked.end_date}::date + 1)::timestamp at time zone ${time_zone}`] : []),
      ...(asked.user_id ? [sql`user_id = ${asked.user_id}`] : []),
      ...(asked.organization_id ? [sql`organization_id = ${asked.organization_id}`] : []),
      ...(asked.item_id ? [sql`item_id = ${asked.item_id}`] : []),
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
  asked: Asked,
  { page, time_zone }: { page: number; time_zone: string },
): Promise<{ rows: FoundVersion[]; count: number }> => {
  const page_size = asked.page_size ?? pageSize;
  const where = conditions(asked, time_zone);
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<FoundVersion>`${sql.raw(once)}select ${versionColumns} from versions where ${where}
      order by created_at desc, id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(tx),
    sql<{ count: number }>`${sql.raw(once)}select count(*) as count from (
      select 1 from versions where ${where} limit ${mostCounted}) counted`.execute(tx),
  ]);
  return { rows, count: counted[0]?.count ?? 0 };
};

/** The version with this number, of whatever organization. */
export const findVersion = async (tx: Tx, id: number): Promise<FoundVersion | undefined> => {
  const { rows } = await sql<FoundVersion>`select ${versionColumns} from versions
    where id = ${id} and searched_as is not null`.execute(tx);
  return rows[0];
};
