import { sql } from 'kysely';
import { type RecordAction, recordActions } from '#contract/kit/privileges.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { among, type RecordTable } from '../kit/rows.ts';
import { type AccessScope, openForms } from './scopes.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

/**
 * Returns what the caller may do with each of these records, by the conditions that decide it when they try: what screens
 * offer follows from it. One statement for all of them.
 */
export const allowedActions = async <T extends RecordTable>(
  { tx, caller }: CallerContext,
  { table, scope }: { table: T; scope: AccessScope<T> },
  ids: readonly number[],
): Promise<(id: number) => RecordAction[]> => {
  if (caller.everything) return () => [...recordActions];
  if (ids.length === 0) return () => [];
  const rows = await tx
    .selectFrom(table as 'clients')
    .select(['id', ...recordActions.map((action) => sql<boolean>`(${scope(caller, action)})`.as(action))])
    .where('id', '=', among(ids))
    .execute();
  const allowed = new Map(
    rows.map(({ id, ...can }) => [id, recordActions.filter((action) => (can as Record<string, boolean>)[action])]),
  );
  return (id) => allowed.get(id) ?? [];
};

/** Returns what the caller may do with the answers of each form as far as the form goes: all, unless it is restricted. */
export const actionsOpenOn = (context: CallerContext, form_ids: readonly number[]) =>
  allowedActions(context, { table: 'forms', scope: openForms }, form_ids);
