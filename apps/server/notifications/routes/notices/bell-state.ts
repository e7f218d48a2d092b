import { sql } from 'kysely';
import { type BellState, maxUnread, type Notice } from '#contract/resources/notices.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { conditionOn, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';
import { inBell } from '#server/notifications/visible-notices.ts';

export const serialize = ({ id, kind, text, url, created_at, read_at }: Row<'notices'>): Notice => ({
  id,
  kind: kind as Notice['kind'],
  text,
  url,
  created_at,
  read_at,
});

type CallerContext = { tx: Tx; caller: Member };

/** Counts the notices that somebody has not read, of those that they can read: a hundred at most. */
const unreadCount = ({ tx, caller }: CallerContext) => {
  const unread = ofOrganization(tx, 'notices', caller)
    .select('notices.id')
    .where('read_at', 'is', null)
    .where(inBell(caller))
    .limit(maxUnread);
  return sql<number>`(select count(*)::integer from ${unread} unread)`;
};

/** How many notices somebody has not read: a hundred at most. */
export const countUnread = async (asking: CallerContext): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select ${unreadCount(asking)} as count`.execute(asking.tx);
  return rows[0]?.count ?? 0;
};

type NoticeQuery = { condition: Where<'notices'>; by: 'created_at' | 'id'; from?: number; most: number };
type NoticePage = { unread_count: number; total_count: number; rows: Row<'notices'>[] };

/**
 * Finds notices, the newest first, with how many meet the conditions and how many are unread. It is one statement: counts of
 * another moment would contradict the rows when a notice arrives in between.
 */
export const findNotices = async (
  asking: CallerContext,
  { condition, by, from = 0, most }: NoticeQuery,
): Promise<NoticePage> => {
  const { tx, caller } = asking;
  const matching = ofOrganization(tx, 'notices', caller).selectAll('notices').where(inBell(caller)).where(condition);
  const page = matching
    .orderBy(sql.ref(`notices.${by}`), 'desc')
    .orderBy('notices.id', 'desc')
    .limit(most)
    .offset(from);
  const { rows } = await sql<Omit<NoticePage, 'rows'> & { [Key in keyof Row<'notices'>]: Row<'notices'>[Key] | null }>`
    select counts.*, page.*
      from (select ${unreadCount(asking)} as unread_count,
                   (select count(*)::integer from ${matching} matching) as total_count) counts
      left join ${page} page on true
     order by ${sql.ref(`page.${by}`)} desc, page.id desc`.execute(tx);
  const [{ unread_count, total_count } = { unread_count: 0, total_count: 0 }] = rows;
  return { unread_count, total_count, rows: rows.filter(({ id }) => id !== null) as Row<'notices'>[] };
};

/** How many that came since are told by themselves. */
const maxNewest = 3;

/**
 * What a bell tells at this moment, and the id of the newest notice, from which it goes on.
 * @param last the newest that was told before; null when none was: then none is new
 */
export const bellState = async (
  asking: CallerContext,
  last: number | null,
): Promise<{ state: BellState; last: number }> => {
  const isNew = conditionOn('notices')('id', '>', last ?? 0);
  const { unread_count, rows } = await findNotices(asking, { condition: isNew, by: 'id', most: maxNewest });
  const newest = last === null ? [] : rows.map(serialize).toReversed();
  return { state: { unread_count, newest }, last: rows[0]?.id ?? last ?? 0 };
};
