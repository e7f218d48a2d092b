import { describe, expect, test } from 'vitest';
import { type Action, type Entity, entities } from '#contract/kit/privileges.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import type { Caller, TestServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { type Expected, named, offered, usable, withoutRoutes } from './matrix-expected.ts';

/** An entity with two of its records. */
export type Named = { entity: Entity; one: number; other: number };
export type CallerFor = (row: Pick<Expected, 'way' | 'action'>, named: Named) => Promise<Caller>;

/** What the account of the organization tells of privileges, and which of them can be given. */
export const describeAccount = (server: TestServer, organization: TestOrganization, callerFor: CallerFor) => {
  const { call, send } = server;
  const { owner } = organization;
  const actions = entities.flatMap((entity) => offered(entity).map((action) => ({ entity, action })));
  const unoffered = entities.filter((entity) => !usable.includes(entity)).map((entity) => ({ entity }));

  describe('a privilege cannot be given', () => {
    let count = 0;
    const group = async (privileges: object, as: Caller = owner) =>
      send(permissionGroupRoutes.create, { as, body: { name: `Given ${++count}`, ...privileges } });

    test('by who may not write groups', async () => {
      const reader = await server.newUser(organization, { privileges: { permission_groups: ['read'] } });
      expect((await group({ privileges: {} }, reader)).status).toBe(403);
    });

    test.each(unoffered)('that $entity does not offer: use (R27)', async ({ entity }) => {
      const reply = await group({ privileges: { [entity]: ['use'] } });
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [`privileges.${entity}`]]);
    });

    test.each(entities)('on single records of %s: use (PE-47)', async (entity) => {
      const reply = await group({ record_permission_assignments: { [entity]: ['use'] } });
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [`record_permission_assignments.${entity}`]]);
    });

    test('on one record: use (PE-47)', async () => {
      const { body } = await group({ privileges: {} });
      const permissionable = { permissionable_type: 'User', permissionable_id: owner.id };
      const reply = await send(recordRoutes.setRecordPermissions, {
        as: owner,
        params: { record_type: 'permission_groups', record_id: body.id },
        body: { record_permissions: [{ ...permissionable, privileges: ['use'] }] },
      });
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['record_permissions.0.privileges.0']]);
    });

    test('but for all that the entities offer (PE-24, PE-26)', async () => {
      const privileges = Object.fromEntries(entities.map((entity) => [entity, offered(entity)]));
      const reply = await group({ privileges });
      expect([reply.status, reply.body.privileges]).toEqual([201, privileges]);
    });

    test('that the schema does not name, with its label (PE-25, PE-27)', async () => {
      for (const route of [
        organizationAccountRoutes.permissionsSchema,
        organizationAccountRoutes.organizationPermissionsSchema,
      ]) {
        const schema = await call(route, { as: owner });
        expect(schema.actions).toEqual(['read', 'write', 'remove', 'use']);
        expect(schema.entities.map(({ name, actions }) => ({ name, actions }))).toEqual(
          entities.map((name) => ({ name, actions: offered(name) })),
        );
        expect(new Set(schema.entities.map(({ name }) => name))).toEqual(new Set(Object.keys(named)));
        for (const { name, label } of schema.entities) if (named[name]) expect(label).toBe(named[name]);
      }
    });
  });

  describe('the account tells', () => {
    const privileges = async (as: Caller) =>
      (await call(organizationAccountRoutes.organizationAccount, { as, org: organization })).privileges;
    const records = { one: 900_000_001, other: 900_000_002 };
    const asked = (way: Expected['way'], action: Action | null, entity: Entity = 'affiliations') =>
      callerFor({ way, action }, { entity, ...records }).then(privileges);

    test('nothing to who holds nothing, nor to who acts for them', async () => {
      const nothing = { entity_privileges: {}, record_privileges: {} };
      expect(await asked('nothing', null)).toEqual(nothing);
      expect(await asked('acting for nobody who may', null)).toEqual(nothing);
    });

    test.each(['ownership', 'the platform team'] as const)('every action of every entity through %s', async (way) => {
      const all = Object.fromEntries(entities.map((entity) => [entity, offered(entity)]));
      expect((await asked(way, null)).entity_privileges).toEqual(all);
    });

    test.each(actions.filter(({ entity }) => withoutRoutes.includes(entity)))(
      'the privilege to $action $entity as it was given, without what it implies',
      async ({ entity, action }) => {
        const held = { entity_privileges: { [entity]: [action] }, record_privileges: {} };
        expect(await asked('the privilege', action, entity)).toEqual(held);
        expect(await asked('acting for who holds the privilege', action, entity)).toEqual(held);
      },
    );

    test.each(actions.filter(({ entity, action }) => withoutRoutes.includes(entity) && action !== 'use'))(
      'a grant to $action one of the $entity, and no more',
      async ({ entity, action }) => {
        const granted = (id: number) => ({
          entity_privileges: {},
          record_privileges: { [entity]: { [id]: [action] } },
        });
        expect(await asked('a grant on the record', action, entity)).toEqual(granted(records.one));
        expect(await asked('a grant to their group', action, entity)).toEqual(granted(records.one));
        expect(await asked('acting for who was granted the record', action, entity)).toEqual(granted(records.one));
      },
    );
  });
};
