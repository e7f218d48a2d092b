import { sql } from 'kysely';
import type { Tx } from '../../kit/db.ts';
import { among } from '../../kit/rows.ts';
import type { Way } from './way.ts';

/** What somebody may do with the master since the merge; `before` is null for who had no grant on it. */
export type SharedGrant = { principal: number; before: string[] | null; after: string[] };

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])].sort();

const grantsOn = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('record_permissions')
    .select(['record_id', 'principal', 'actions'])
    .where('entity', '=', 'clients')
    .where('record_id', '=', among(ids))
    .orderBy('id')
    .execute();

/**
 * Who would be given more on the master than they have: those who were given one of the others. Each with the records
 * through which, and what they have in the end.
 */
export const gainedGrants = async (tx: Tx, { master_id, client_ids }: Way) => {
  const grants = await grantsOn(tx, [master_id, ...client_ids]);
  const own = new Map(
    grants.filter(({ record_id }) => record_id === master_id).map(({ principal, actions }) => [principal, actions]),
  );
  const gained = new Map<number, SharedGrant & { client_ids: number[] }>();
  for (const { record_id, principal, actions } of grants) {
    const before = own.get(principal) ?? null;
    if (record_id === master_id || actions.every((action) => before?.includes(action))) continue;
    const known = gained.get(principal) ?? { principal, before, after: before ?? [], client_ids: [] };
    gained.set(principal, {
      ...known,
      after: union(known.after, actions),
      client_ids: [...known.client_ids, record_id],
    });
  }
  return [...gained.values()];
};

const write = async (
  tx: Tx,
  { organization_id, master_id }: Way,
  grants: { principal: number; actions: string[] }[],
) => {
  if (grants.length === 0) return;
  const users = grants.map(({ principal }) => (principal > 0 ? principal : null));
  const groups = grants.map(({ principal }) => (principal < 0 ? -principal : null));
  const actions = grants.map((one) => one.actions.join(' '));
  await sql`
    insert into record_permissions (organization_id, entity, record_id, user_id, permission_group_id, actions)
    select ${organization_id}::bigint, 'clients', ${master_id}::bigint, user_id, group_id, string_to_array(actions, ' ')
      from unnest(${users}::bigint[], ${groups}::bigint[], ${actions}::text[]) given (user_id, group_id, actions)
    on conflict (organization_id, entity, record_id, principal) do update set actions = excluded.actions, updated_at = excluded.updated_at
    returning id`.execute(tx);
};

/** Gives on the master what was given on the others; answers what changed. */
export const shareGrants = async (tx: Tx, way: Way): Promise<SharedGrant[]> => {
  const gained = (await gainedGrants(tx, way)).map(({ principal, before, after }) => ({ principal, before, after }));
  await write(
    tx,
    way,
    gained.map(({ principal, after }) => ({ principal, actions: after })),
  );
  return gained;
};

/** Takes back what the merge gave on the master. What somebody decided since stays. */
export const unshareGrants = async (tx: Tx, way: Way, shared: readonly SharedGrant[]): Promise<void> => {
  const { master_id } = way;
  const now = new Map(
    (await grantsOn(tx, [master_id])).map(({ principal, actions }) => [principal, union(actions, []).join(' ')]),
  );
  const untouched = shared.filter(({ principal, after }) => now.get(principal) === after.join(' '));
  await tx
    .deleteFrom('record_permissions')
    .where('entity', '=', 'clients')
    .where('record_id', '=', master_id)
    .where('principal', '=', among(untouched.filter(({ before }) => before === null).map((one) => one.principal)))
    .execute();
  await write(
    tx,
    way,
    untouched.flatMap(({ principal, before }) => (before ? [{ principal, actions: before }] : [])),
  );
};
