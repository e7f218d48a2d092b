import type { RecordType } from '#contract/record-types.ts';
import { historyItem } from '#server/access/record-types.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';

type RecordReference = { record_type: RecordType; record_id: number };

/** So many changes of one record are read at once. */
const maxVersions = 500;

/** The history of a record, newest first. Whether the caller may see the record was asked before. */
export const versionsOf = (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  { record_type, record_id }: RecordReference,
) =>
  ofOrganization(tx, 'versions', caller)
    .select(['id', 'event', 'old_values', 'new_values', 'user_id', 'impersonator_id', 'created_at', 'transaction_id'])
    .where('item_type', '=', historyItem(record_type))
    .where('item_id', '=', record_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxVersions)
    .execute();

export type Version = Awaited<ReturnType<typeof versionsOf>>[number];
