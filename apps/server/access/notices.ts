import type { Enqueue } from '../kit/enqueue.ts';

/** What a person is told by mail once it was done, in case it was not them. */
export type Notice = 'password_changed' | 'second_factor_added' | 'second_factor_replaced' | 'second_factor_removed';

/** Tells a person, after the commit, that how they sign in was changed. */
export const giveNotice = ({ enqueue }: { enqueue: Enqueue }, user_id: number, notice: Notice): Promise<void> =>
  enqueue('security_notice', { user_id, notice, at: new Date().toISOString() });
