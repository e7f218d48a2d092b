import { sql } from 'kysely';
import { type BellState, mostUnread, type Notice } from '#contract/resources/notices.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';
import { inBell } from '#server/notifying/visible-notices.ts';

export const present = ({ id, kind, text, url, created_at, read_at }: Row<'notices'>): Notice => ({
  id,
  kind: kind as Notice['kind'],
  text,
  url,
  created_at,
  read_at,
});

type Asking = { tx: Tx; caller: Member };

/** How many notices somebody has not read, of those that they may read: a hundred at most. */
export const countUnread = async ({ tx, caller }: Asking): Promise<number> => {
  const unread = ofOrganization(tx, 'notices', caller)
    .select('notices.id')
    .where('read_at', 'is', null)
    .where(inBell(caller))
    .limit(mostUnread);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${unread} unread`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** How many that came since are told by themselves. */
const mostNewest = 3;

/**
 * What a bell tells at this moment, and the id of the newest notice, from which it goes on.
 * @param last the newest that was told before; null when none was: then none is new
 */
export const bellState = async (asking: Asking, last: number | null): Promise<{ state: BellState; last: number }> => {
  const { tx, caller } = asking;
  const [unread_count, rows] = await Promise.all([
    countUnread(asking),
    ofOrganization(tx, 'notices', caller)
      .selectAll('notices')
      .where(inBell(caller))
      .where('notices.id', '>', last ?? 0)
      .orderBy('notices.id', 'desc')
      .limit(mostNewest)
      .execute(),
  ]);
  const newest = last === null ? [] : rows.map(present).toReversed();
  return { state: { unread_count, newest }, last: rows[0]?.id ?? last ?? 0 };
};
