import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { transactionId } from './transaction-id.ts';

/** A transaction of an organization's history, and the transaction in which it is asked about. */
type Where = { tx: Tx; organization: { id: number }; transaction_id: number };

type Rollback = { transaction_id: number; rolled_back_transaction_id: number };

/** Records that the running transaction rolls another one back. */
export const recordRollback = async ({ tx, organization, transaction_id }: Where): Promise<void> => {
  await tx
    .insertInto('rollbacks')
    .values({
      organization_id: organization.id,
      transaction_id: await transactionId(tx),
      rolled_back_transaction_id: transaction_id,
    })
    .execute();
};

/** Returns the rollbacks among these transactions, and those of them. */
const rollbacksAmong = ({ tx, organization }: Where, ids: readonly number[]): Promise<Rollback[]> =>
  ofOrganization(tx, 'rollbacks', { organization })
    .select(['transaction_id', 'rolled_back_transaction_id'])
    .where((eb) => eb.or([eb('transaction_id', '=', among(ids)), eb('rolled_back_transaction_id', '=', among(ids))]))
    .execute();

/** Returns whether a transaction is rolled back by a rollback that was not rolled back itself. */
const undoneIn = (rollbacks: readonly Rollback[]) => {
  const isUndone = (id: number): boolean =>
    rollbacks.some((one) => one.rolled_back_transaction_id === id && !isUndone(one.transaction_id));
  return isUndone;
};

/** Returns whether what the transaction wrote is rolled back now. */
export const isRolledBack = async (where: Where): Promise<boolean> => {
  const lineage = await rollbackLineage(where);
  return undoneIn(lineage)(where.transaction_id);
};

/** Returns the rollbacks of a transaction, the rollbacks of those, and so on. */
const rollbackLineage = async ({ tx, organization, transaction_id }: Where): Promise<Rollback[]> => {
  const { rows } = await sql<Rollback>`
    with recursive lineage as (
      select transaction_id, rolled_back_transaction_id from rollbacks
       where organization_id = ${organization.id} and rolled_back_transaction_id = ${transaction_id}
      union
      select r.transaction_id, r.rolled_back_transaction_id from rollbacks r
        join lineage on r.organization_id = ${organization.id} and r.rolled_back_transaction_id = lineage.transaction_id
    ) select * from lineage`.execute(tx);
  return rows;
};

/**
 * Returns which of the transactions that came after a transaction no longer matter to it: those that are rolled back now,
 * and the rollbacks that did it.
 */
export const cancelledSince = async (where: Where, later: readonly number[]): Promise<number[]> => {
  if (later.length === 0) return [];
  const rollbacks = await rollbacksAmong(where, later);
  const isUndone = undoneIn(rollbacks);
  const undoes = new Map(rollbacks.map((one) => [one.transaction_id, one.rolled_back_transaction_id]));
  return later.filter((id) => {
    const target = undoes.get(id);
    return isUndone(id) || (target !== undefined && later.includes(target));
  });
};
