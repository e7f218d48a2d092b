import type { Tx } from '../kit/db.ts';

/** Notes that a person signed in from a network, or proved in another way that they are at home there. */
export const noteSignInFrom = async (tx: Tx, user_id: number, network: string): Promise<void> => {
  await tx
    .insertInto('sign_in_networks')
    .values({ user_id, network })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'network']).doUpdateSet((eb) => ({ last_used_at: eb.ref('excluded.last_used_at') })),
    )
    .execute();
};
