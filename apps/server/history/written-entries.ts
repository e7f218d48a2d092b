import { ofOrganization } from '#server/kit/rows.ts';
import type { RowChange, Where } from './transaction.ts';

/** Notifications whose author before a transaction isn't known get none, and send nothing until somebody saves them. */
const withoutAuthor = (change: RowChange): RowChange =>
  change.table.table === 'notification_definitions' ? { ...change, was: { ...change.was, author_id: null } } : change;

/**
 * Adds to changes of entries that history tells by their name which rows they are about, and what these had before of what
 * history leaves out. What was written before that was kept is still told by its name alone.
 */
export const withWrittenRows = async (
  { tx, organization, transaction_id }: Where,
  changes: readonly RowChange[],
): Promise<RowChange[]> => {
  if (!changes.some(({ table }) => table.entry?.key === 'name')) return [...changes];
  const rows = await ofOrganization(tx, 'written_entries', { organization })
    .select(['written_in', 'written_id', 'record_id', 'name', 'former_values'])
    .where('transaction_id', '=', transaction_id)
    .orderBy('id')
    .execute();
  const placeName = (table: string, record_id: number, name: string | null) => `${table} ${record_id} ${name}`;
  const written = Map.groupBy(rows, (row) => placeName(row.written_in, row.record_id, row.name));
  return changes.map((change) => {
    const own = written.get(placeName(change.table.table, change.item_id, change.key));
    const ids = own && [...new Set(own.map(({ written_id }) => written_id))];
    const told = ids ? { ...change, ids } : change;
    if (Object.keys(change.was).length === 0) return told;
    const former = ids?.length === 1 ? own?.[0]?.former_values : null;
    return former ? { ...told, was: { ...change.was, ...former } } : withoutAuthor(told);
  });
};
