import { sql } from 'kysely';
import { actionsOf, type EntityPrivileges, entities, satisfies } from '#contract/kit/privileges.ts';
import type { Tx } from '../kit/db.ts';
import { giveDefaultGroups } from './memberships.ts';
import { changingOrganization } from './organization-history.ts';

type Membership = { organization_id: number; id: number };

const allowsEverything = (given: EntityPrivileges): boolean =>
  entities.every((entity) => actionsOf(entity).every((action) => satisfies(given[entity], action)));

/** Returns a permission group of the organization that allows everything; makes one where there is none. */
const groupWithEverything = async (tx: Tx, organization_id: number): Promise<number> => {
  const groups = await tx
    .selectFrom('permission_groups')
    .select(['id', 'name', 'privileges'])
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .execute();
  const known = groups.find(({ privileges }) => allowsEverything(privileges));
  if (known) return known.id;
  const names = new Set(groups.map(({ name }) => name));
  let name = 'Administrators';
  for (let n = 2; names.has(name); n++) name = `Administrators ${n}`;
  const privileges = Object.fromEntries(entities.map((entity) => [entity, actionsOf(entity)]));
  const { id } = await tx
    .insertInto('permission_groups')
    .values({ organization_id, name, privileges: JSON.stringify(privileges) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Makes a former owner an administrator, in the default groups and in one that allows everything. The transaction is in
 * their organization.
 */
export const makeAdministrator = async (tx: Tx, membership: Membership): Promise<void> => {
  const { organization_id, id } = membership;
  await tx
    .updateTable('memberships')
    .set({ role: 'orgadmin', updated_at: sql`now()`, lock_version: sql`lock_version + 1` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
  await giveDefaultGroups({ tx }, membership);
  await tx
    .insertInto('membership_permission_groups')
    .values({
      organization_id,
      membership_id: id,
      permission_group_id: await groupWithEverything(tx, organization_id),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'membership_id', 'permission_group_id']).doNothing())
    .execute();
};

/**
 * Makes a member the owner who has accepted their invitation, if the platform team chose them (R19a). The former owner
 * stays as an administrator. Does nothing for anybody else.
 */
export const takeOwnership = async (tx: Tx, { organization_id, id }: Membership): Promise<void> => {
  const { owner_id, next_owner_id } = await tx
    .selectFrom('organizations')
    .select(['owner_id', 'next_owner_id'])
    .where('id', '=', organization_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (next_owner_id !== id) return;
  await changingOrganization(tx, organization_id, () =>
    tx
      .updateTable('organizations')
      .set({ owner_id: id, next_owner_id: null, updated_at: sql`now()`, lock_version: sql`lock_version + 1` })
      .where('id', '=', organization_id)
      .where('next_owner_id', '=', id)
      .execute(),
  );
  if (owner_id !== null && owner_id !== id) await makeAdministrator(tx, { organization_id, id: owner_id });
};
