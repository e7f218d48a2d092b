import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  actionsOf,
  type Entity,
  type EntityPrivileges,
  entities,
  type RecordAction,
} from '#contract/kit/privileges.ts';
import type { Tx, UnscopedTx } from '#server/kit/db.ts';
import type { Services } from '#server/kit/handlers.ts';

/** Somebody who is signed in, with a session of their own. */
export type TestPerson = { id: number; email: string; first_name: string; last_name: string; token: string };

/** A member of an organization. */
export type TestUser = TestPerson & {
  organization: { id: number; slug: string };
  /** The permission group that holds the privileges asked for. */
  group_id: number | null;
};

export type TestOrganization = { id: number; slug: string; name: string; owner: TestUser };

export type Grant = {
  entity: Entity;
  id: number;
  actions: RecordAction[];
  /** Whether the user holds it through their group. */
  through_group?: boolean;
};

export type Wanted = {
  privileges?: EntityPrivileges;
  grants?: Grant[];
  role?: 'orgadmin' | 'orguser';
  /** Whether the confidentiality agreement was accepted; it was, unless this says no. */
  agreed?: boolean;
  /** Without a permission group nobody signs in. */
  groupless?: boolean;
  /** The hash of a password; without it the account cannot sign in by password. */
  password_hash?: string;
  first_name?: string;
  last_name?: string;
};

export type People = {
  /** An organization of the test's own, with an owner. Every text that names it begins with `mark`. */
  newOrganization: (mark?: string) => Promise<TestOrganization>;
  /** A member of the organization who holds what is asked for and nothing else. */
  newUser: (organization: { id: number; slug: string }, wanted?: Wanted) => Promise<TestUser>;
  /** Somebody of the platform team, who belongs to no organization. */
  newSuperuser: () => Promise<TestPerson>;
  /** Adds a person to one more organization; the session stays the same. */
  join: (user: TestPerson, organization: { id: number; slug: string }, wanted?: Wanted) => Promise<TestUser>;
};

/** Every action on every entity. */
export const allPrivileges: EntityPrivileges = Object.fromEntries(
  entities.map((entity) => [entity, [...actionsOf(entity)]]),
);

const unique = () => randomBytes(5).toString('hex');

/** Makes organizations and people straight in the database: a test that is about neither should not wait for them. */
export const peopleOf = (
  { database }: Services,
  startSession: (tx: Tx, user_id: number) => Promise<string>,
): People => {
  const insertUser = async (
    tx: Tx,
    { first_name = 'Robin', last_name = 'Marsh', ...wanted }: Wanted,
    mark = 'user',
  ) => {
    const person = { first_name, last_name, email: `${mark}-${unique()}@example.org`.toLowerCase() };
    const { id } = await tx.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
    if (wanted.password_hash)
      await tx.insertInto('passwords').values({ user_id: id, hash: wanted.password_hash }).execute();
    if (wanted.agreed !== false) {
      const { version } = await tx
        .selectFrom('confidentiality_statements')
        .select((one) => one.fn.coalesce(one.fn.max('version'), sql<number>`0`).as('version'))
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('confidentiality_agreements')
        .values({ user_id: id, version, statements: ['all'] })
        .execute();
    }
    return { ...person, id, token: await startSession(tx, id) };
  };

  const insertMembership = async (
    tx: Tx,
    organization_id: number,
    id: number,
    wanted: Wanted,
  ): Promise<number | null> => {
    const { privileges = {}, grants = [], role = 'orguser', groupless = false } = wanted;
    await tx.insertInto('memberships').values({ organization_id, id, role, accepted_at: sql`now()` }).execute();
    const group = groupless
      ? null
      : await tx
          .insertInto('permission_groups')
          .values({ organization_id, name: `Group ${unique()}`, privileges: JSON.stringify(privileges) })
          .returning('id')
          .executeTakeFirstOrThrow();
    if (group)
      await tx
        .insertInto('membership_permission_groups')
        .values({ organization_id, membership_id: id, permission_group_id: group.id })
        .execute();
    if (grants.length)
      await tx
        .insertInto('record_permissions')
        .values(
          grants.map(({ entity, id: record_id, actions, through_group }) => ({
            organization_id,
            entity,
            record_id,
            actions,
            user_id: through_group ? null : id,
            permission_group_id: through_group ? (group?.id ?? null) : null,
          })),
        )
        .execute();
    // As in the dialog, the first grant on a form restricts it.
    const forms = grants.filter(({ entity }) => entity === 'forms').map(({ id: form_id }) => form_id);
    if (forms.length)
      await tx
        .updateTable('forms')
        .set({ restricted: true })
        .where('organization_id', '=', organization_id)
        .where('id', 'in', forms)
        .execute();
    return group?.id ?? null;
  };

  const inserting = <T>(organization_id: number | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.adminTransaction(({ tx, enter }: UnscopedTx) => {
      if (organization_id !== null) enter({ organization_id });
      return work(tx);
    });

  return {
    newOrganization: (mark = 'Org') =>
      inserting(null, async (tx) => {
        const slug = `${mark.toLowerCase()}-${unique()}`;
        const name = `${mark} ${slug}`;
        const person = await insertUser(tx, { first_name: `${mark}-Olivia`, last_name: `${mark}-Owner` }, mark);
        const { id } = await tx
          .insertInto('organizations')
          .values({ name, slug, owner_id: person.id })
          .returning('id')
          .executeTakeFirstOrThrow();
        await insertMembership(tx, id, person.id, { role: 'orgadmin', groupless: true });
        return { id, slug, name, owner: { ...person, organization: { id, slug }, group_id: null } };
      }),
    newUser: ({ id, slug }, wanted = {}) =>
      inserting(id, async (tx) => {
        const person = await insertUser(tx, wanted);
        const group_id = await insertMembership(tx, id, person.id, wanted);
        return { ...person, organization: { id, slug }, group_id };
      }),
    newSuperuser: () =>
      inserting(null, async (tx) => {
        const person = await insertUser(tx, {});
        await tx.updateTable('users').set({ is_superuser: true }).where('id', '=', person.id).execute();
        return person;
      }),
    join: (user, { id, slug }, wanted = {}) =>
      inserting(id, async (tx) => {
        const group_id = await insertMembership(tx, id, user.id, wanted);
        return { ...user, organization: { id, slug }, group_id };
      }),
  };
};
