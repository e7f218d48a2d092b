import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';
import type { MemberNotice } from './fired.ts';
import { waysOf } from './preferences.ts';

/** Where it is said whose bell has something to tell. */
export const bellSignal = 'hearth_bells';

/** Has the bells of these members look what there is, in every process, after the commit. */
export const publishNotices = async (tx: Tx, organization_id: number, user_ids: number[]): Promise<void> => {
  await sql`select pg_notify(${bellSignal}, ${`${organization_id} ${user_ids.join(',')}`})`.execute(tx);
};

/** The same for all bells of an organization, whose members may be too many to be named. */
export const ringAll = async (tx: Tx, organization_id: number): Promise<void> => {
  await sql`select pg_notify(${bellSignal}, ${`${organization_id} all`})`.execute(tx);
};

/** Whose bells ring. */
export const rung = (words: string): { organization_id: number; user_ids: number[] | 'all' } => {
  const [organization_id, user_ids = ''] = words.split(' ');
  return {
    organization_id: Number(organization_id),
    user_ids: user_ids === 'all' ? 'all' : user_ids.split(',').map(Number),
  };
};

/**
 * Writes what the bell tells its readers, and what their summary of the day will: for each member as they want it, once
 * for what happened and the notification that tells it, however often that is.
 */
export const byBell = async (tx: Tx, told: MemberNotice): Promise<void> => {
  const { organization_id, kind, event_id, definition_id = 0, user_ids, about, text, url } = told;
  const wayOf = await waysOf(tx, { organization_id, kind }, user_ids);
  const rows = [...new Set(user_ids)].flatMap((user_id) => {
    const { bell, mail } = wayOf(user_id);
    if (!bell && mail !== 'daily') return [];
    const awaits_digest = mail === 'daily';
    const notice = { organization_id, user_id, kind, event_id, notification_definition_id: definition_id, text, url };
    return [{ ...notice, ...about, in_bell: bell, awaits_digest }];
  });
  if (rows.length === 0) return;
  const written = await tx
    .insertInto('notices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id', 'event_id', 'notification_definition_id']).doNothing(),
    )
    .returning(['user_id', 'in_bell'])
    .execute();
  const ringing = written.filter(({ in_bell }) => in_bell).map(({ user_id }) => user_id);
  if (ringing.length > 0) await publishNotices(tx, organization_id, ringing);
};
