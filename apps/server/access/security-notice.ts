import type { Enqueue } from '../kit/enqueue.ts';
import type { SecurityNotice } from '../schema/background-work.ts';

/** Tells a person, after the commit, that how they sign in was changed. */
export const giveNotice = ({ enqueue }: { enqueue: Enqueue }, user_id: number, notice: SecurityNotice): Promise<void> =>
  enqueue('security_notice', { user_id, notice, at: new Date().toISOString() });
