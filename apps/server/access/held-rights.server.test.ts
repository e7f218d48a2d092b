import { describe, expect, test } from 'vitest';
import { startServer } from '#tests/server/harness.ts';
import { heldRights, stillHolds } from './held-rights.ts';
import { memberNow, organizationWith } from './members.ts';

const server = await startServer();
const { query, services } = server;

/** Somebody with privileges, a grant on a person and a form that is open; and whether they hold still what they held. */
const setting = async () => {
  const organization = await server.newOrganization();
  const { id: organization_id } = organization;
  const grants = [11, 12].map((id) => ({ entity: 'clients' as const, id, actions: ['read' as const] }));
  const user = await server.newUser(organization, { privileges: { forms: ['write'], notes: ['read'] }, grants });
  await query(`insert into forms (organization_id, name) values ($1, 'Intake')`, [organization_id]);
  const asking = <T>(work: (...given: Parameters<typeof heldRights>) => Promise<T>) =>
    services.database.inOrganization({ organization_id }, async (tx) => {
      const member = await memberNow(tx, await organizationWith(tx, organization_id), user.id);
      return member && work(tx, member);
    });
  const held = await asking(heldRights);
  if (!held) throw new Error('Nobody');
  return { organization, organization_id, user, holds: () => asking((tx, caller) => stillHolds(tx, caller, held)) };
};
type Setting = Awaited<ReturnType<typeof setting>>;

const grant = ({ organization_id, user }: Setting, record_id: number) =>
  query(
    `insert into record_permissions (organization_id, entity, record_id, actions, user_id)
     values ($1, 'clients', $2, '{read}', $3)`,
    [organization_id, record_id, user.id],
  );

describe('what somebody held then is held still', () => {
  test.each<[string, (at: Setting) => Promise<unknown>]>([
    [
      'a privilege is gone',
      ({ user }) =>
        query(`update permission_groups set privileges = '{"forms": ["write"]}' where id = $1`, [user.group_id]),
    ],
    [
      'a privilege is less',
      ({ user }) =>
        query(`update permission_groups set privileges = '{"forms": ["read"], "notes": ["read"]}' where id = $1`, [
          user.group_id,
        ]),
    ],
    [
      'a grant is gone',
      ({ organization_id }) =>
        query('delete from record_permissions where organization_id = $1 and record_id = 11', [organization_id]),
    ],
    [
      'a grant was given for another',
      async (at) => {
        await query('delete from record_permissions where organization_id = $1 and record_id = 11', [
          at.organization_id,
        ]);
        await grant(at, 13);
      },
    ],
    [
      'a group was left',
      ({ user }) => query('delete from membership_permission_groups where membership_id = $1', [user.id]),
    ],
    [
      'a form was restricted',
      ({ organization_id }) =>
        query('update forms set restricted = true where organization_id = $1', [organization_id]),
    ],
  ])('not once %s', async (_, change) => {
    const at = await setting();
    expect(await at.holds()).toBe(true);
    await change(at);
    expect(await at.holds()).toBe(false);
  });

  test('by whoever was given more', async () => {
    const at = await setting();
    await grant(at, 13);
    await query(
      `update permission_groups set privileges = '{"forms": ["write"], "notes": ["write"], "clients": ["read"]}' where id = $1`,
      [at.user.group_id],
    );
    expect(await at.holds()).toBe(true);
  });

  test('by an owner, and not by whoever was one', async () => {
    const at = await setting();
    await query('update organizations set owner_id = $2 where id = $1', [at.organization_id, at.user.id]);
    expect(await at.holds()).toBe(true);
    const wasOwner = await services.database.inOrganization({ organization_id: at.organization_id }, async (tx) => {
      const organization = await organizationWith(tx, at.organization_id);
      const owner = await memberNow(tx, organization, at.user.id);
      const held = owner && (await heldRights(tx, owner));
      const other = await memberNow(tx, { ...organization, owner_id: null }, at.user.id);
      return held && other && [held.everything, await stillHolds(tx, other, held)];
    });
    expect(wasOwner).toEqual([true, false]);
  });
});
