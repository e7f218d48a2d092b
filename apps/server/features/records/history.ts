import type { RecordType } from '#contract/record-types.ts';
import { recordTables } from '#server/access/record-types.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';

type Named = { record_type: RecordType; record_id: number };

/** So many changes of one record are read at once. */
const mostVersions = 500;

/** The history of a record, newest first. Whether the caller may see the record was asked before. */
export const versionsOf = ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>, { record_type, record_id }: Named) =>
  ofOrganization(tx, 'versions', caller)
    .select(['id', 'event', 'old_values', 'new_values', 'user_id', 'impersonator_id', 'created_at', 'transaction_id'])
    .where('item_type', '=', recordTables[record_type].history.item ?? record_type)
    .where('item_id', '=', record_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostVersions)
    .execute();

export type Version = Awaited<ReturnType<typeof versionsOf>>[number];

/** `answers` is one object in the table; its history reads answer by answer. */
const flattened = (values: unknown): Record<string, unknown> => {
  const { answers, ...others } = (values ?? {}) as Record<string, unknown>;
  const single = Object.entries((answers ?? {}) as object).map(([id, value]) => [`answers.${id}`, value]);
  return { ...others, ...Object.fromEntries(single) };
};

/** A version key by key: what each was and what it became. */
export const changeOf = (was: unknown, is: unknown): Record<string, [unknown, unknown]> => {
  const [old, now] = [flattened(was), flattened(is)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return Object.fromEntries(keys.map((key) => [key, [old[key] ?? null, now[key] ?? null]]));
};
