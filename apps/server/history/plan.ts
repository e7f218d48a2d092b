import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import {
  changesOf,
  type Decision,
  type RemovedRow,
  type RowChange,
  removedRows,
  type TransactionVersion,
  versionsOf,
  type Where,
} from './transaction.ts';
import { withWrittenRows } from './written-entries.ts';

/** What a rollback of a transaction does: undo an import or a merge, which know their own way, or change rows back. */
export type Plan =
  | { kind: 'import'; import_id: number; form_id: number | null }
  | { kind: 'merge'; master_id: number; id: number }
  | { kind: 'rows'; changes: RowChange[]; removed: RemovedRow[]; decisions: Decision[]; strange: TransactionVersion[] }
  | { kind: 'too_large' };

/** The organizations that a transaction wrote in: two at most are told. */
export const organizationsOf = async (tx: Tx, transaction_id: number): Promise<number[]> => {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from versions where transaction_id = ${transaction_id} limit 2`.execute(tx);
  return rows.map(({ organization_id }) => organization_id);
};

const mergeIn = (versions: readonly TransactionVersion[]) => {
  for (const { item_type, item_id, old_values, new_values } of versions) {
    const key = Object.keys(new_values ?? {}).find((one) => one.startsWith('merge.'));
    if (item_type === 'clients' && key && old_values === null)
      return { master_id: item_id, id: Number(key.slice('merge.'.length)) };
  }
  return null;
};

/** How a transaction is rolled back. */
export const planOf = async (where: Where): Promise<Plan> => {
  const { tx, organization, transaction_id } = where;
  const imported = await ofOrganization(tx, 'imports', { organization })
    .select(['id', 'form_id'])
    .where('transaction_id', '=', transaction_id)
    .executeTakeFirst();
  if (imported) return { kind: 'import', import_id: imported.id, form_id: imported.form_id };
  const versions = await versionsOf(where);
  if (!versions) return { kind: 'too_large' };
  const merge = mergeIn(versions);
  if (merge) return { kind: 'merge', ...merge };
  const { passing, ...changed } = changesOf(versions);
  const changes = await withWrittenRows(where, changed.changes);
  return { kind: 'rows', ...changed, changes, removed: await removedRows(where, { changes, passing }) };
};
