import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';

const withdraw = (tx: Tx, table: 'email_changes' | 'password_resets', user_id: number) =>
  tx
    .updateTable(table)
    .set({ used_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute();

/** Links to confirm another email address stop working. */
export const withdrawEmailChanges = (tx: Tx, user_id: number) => withdraw(tx, 'email_changes', user_id);

/** Links to set a new password stop working. */
export const withdrawPasswordResets = (tx: Tx, user_id: number) => withdraw(tx, 'password_resets', user_id);
