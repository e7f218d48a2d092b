import type { Tx } from '#server/kit/db.ts';

/** By which history names what this transaction writes, and those that go on from it; once it has written. */
export const transactionId = async (tx: Tx): Promise<number> => {
  const { id } = await tx.selectNoFrom((eb) => eb.fn<number>('kit.transaction_id').as('id')).executeTakeFirstOrThrow();
  return id;
};
