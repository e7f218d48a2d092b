import { describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import type { Action, Entity } from '#contract/kit/privileges.ts';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { userRoutes } from '#contract/resources/users.ts';
import type { Caller, Reply, TestServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import type { Subject, Subjects } from './matrix-subjects.ts';

type Given = { subjects: Subjects; actingFor: (person: TestUser) => Promise<Caller> };

/** Who the caller is, where that decides besides what they were given. */
export const describePeople = (server: TestServer, organization: TestOrganization, { subjects, actingFor }: Given) => {
  const { call, send } = server;
  const { owner } = organization;
  const added = async (name: keyof Subjects) => {
    const { routes, params, body }: Subject = subjects[name];
    const reply: Reply<unknown> = await send(routes.create, { as: owner, params, body: body() });
    return (reply.body as { id: number }).id;
  };
  const asked = async (as: Caller, name: keyof Subjects, id: number): Promise<Reply<unknown>[]> => {
    const { routes, params }: Subject = subjects[name];
    const sent = { as, org: organization, params: { ...params, page: 1, id } };
    const verbs = ['list', 'page', 'show'] as const;
    return Promise.all(verbs.map((verb) => send(routes[verb], sent)));
  };
  const changed = async (as: Caller, name: keyof Subjects, id: number) => {
    const { routes, params }: Subject = subjects[name];
    return (await send(routes.update, { as, org: organization, params: { ...params, id }, body: {} })).status;
  };
  const statuses = async (...[as, name, id]: Parameters<typeof asked>) => [
    ...(await asked(as, name, id)).map(({ status }) => status),
    await changed(as, name, id),
  ];
  const names = Object.keys(subjects) as (keyof Subjects)[];
  const addGroup = async (person: TestUser, privileges: Partial<Record<Entity, Action[]>>) => {
    const [group] = await server.query<{ id: string }>(
      `with added as (
         insert into permission_groups (organization_id, name, privileges) values ($1, $2, $3) returning id)
       insert into membership_permission_groups (organization_id, membership_id, permission_group_id)
       select $1, $4, id from added returning permission_group_id as id`,
      [organization.id, `Second group of ${person.id}`, JSON.stringify(privileges), person.id],
    );
    return Number(group?.id);
  };

  describe('a member', () => {
    test.each(names)('who is orgadmin and holds nothing is refused as anybody is: %s (R19)', async (name) => {
      const id = await added(name);
      const refused = [403, 403, 404, 404];
      const orgadmin = await server.newUser(organization, { role: 'orgadmin' });
      // A response is asked for under its client, who is not visible either.
      expect(await statuses(orgadmin, name, id)).toEqual(refused);
      expect(await statuses(await server.newUser(organization), name, id)).toEqual(refused);
      const account = await call(organizationAccountRoutes.organizationAccount, { as: orgadmin });
      expect(account).toMatchObject({ role: 'orgadmin', owner: false, privileges: { entity_privileges: {} } });
    });

    test('of no group holds nothing, not even what was granted to them (R22)', async () => {
      const id = await added('clients');
      const as = await server.newUser(organization, {
        groupless: true,
        grants: [{ entity: 'clients', id, actions: ['write'] }],
      });
      expect(await statuses(as, 'clients', id)).toEqual([403, 403, 404, 404]);
      const { privileges } = await call(organizationAccountRoutes.organizationAccount, { as });
      expect(privileges).toEqual({ entity_privileges: {}, record_privileges: {} });
    });

    test('who leaves their last group holds nothing with the next request (R14)', async () => {
      const id = await added('clients');
      const as = await server.newUser(organization, {
        privileges: { clients: ['write'] },
        grants: [{ entity: 'clients', id, actions: ['remove'] }],
      });
      expect(await statuses(as, 'clients', id)).toEqual([200, 200, 200, 200]);
      await call(userRoutes.update, { as: owner, params: { id: as.id }, body: { permission_group_ids: [] } });
      expect(await statuses(as, 'clients', id)).toEqual([403, 403, 404, 404]);
    });

    test('of two groups holds what each gives (R25)', async () => {
      const [one, other] = [await added('clients'), await added('clients')];
      const as = await server.newUser(organization, { privileges: { clients: ['read'], fields: ['read'] } });
      expect(await statuses(as, 'clients', one)).toEqual([200, 200, 200, 403]);
      const second = await addGroup(as, { clients: ['remove'], forms: ['read'] });
      const { privileges } = await call(organizationAccountRoutes.organizationAccount, { as });
      expect(privileges.entity_privileges).toEqual({ clients: ['read', 'remove'], fields: ['read'], forms: ['read'] });
      expect(await statuses(as, 'clients', one)).toEqual([200, 200, 200, 403]);
      await server.query(
        `insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions)
         values ($1, 'clients', $2, $3, '{write}')`,
        [organization.id, one, second],
      );
      expect(await statuses(as, 'clients', one)).toEqual([200, 200, 200, 200]);
      expect(await statuses(as, 'clients', other)).toEqual([200, 200, 200, 403]);
      for (const id of [one, other]) expect((await send(clientRoutes.remove, { as, params: { id } })).status).toBe(204);
    });

    test('who is archived is signed out at once, and comes back with what they had (R24)', async () => {
      const id = await added('clients');
      const as = await server.newUser(organization, { privileges: { clients: ['write'] } });
      expect(await statuses(as, 'clients', id)).toEqual([200, 200, 200, 200]);
      await call(userRoutes.archive, { as: owner, params: { id: as.id } });
      for (const name of names) expect(await statuses(as, name, id)).toEqual([401, 401, 401, 401]);
      const startSession = () => server.services.database.adminTransaction(({ tx }) => server.startSession(tx, as.id));
      const elsewhere = { token: await startSession(), organization };
      expect(await statuses(elsewhere, 'clients', id), 'with a session of another organization').toEqual(
        Array(4).fill(404),
      );
      await call(userRoutes.unarchive, { as: owner, params: { id: as.id } });
      expect(await statuses(as, 'clients', id), 'the session that was ended').toEqual(Array(4).fill(401));
      expect(await statuses({ token: await startSession(), organization }, 'clients', id)).toEqual(Array(4).fill(200));
    });
  });

  describe('a superuser who acts for somebody', () => {
    const platform = operations().filter(({ route }) => route.access === 'superuser');
    const someone = () =>
      server.newUser(organization, {
        privileges: { clients: ['read'], client_forms: ['write'], forms: ['use'], fields: ['remove'] },
      });

    test.each(platform)('is refused $name (PE-05, PE-07)', async ({ route }) => {
      const as = await actingFor(await someone());
      const reply = await send(route, { as, params: { id: 1, organization_id: 1, page: 1 }, body: {} });
      expect(reply).toMatchObject({ status: 403, errors: { base: [problems.forbidden.message] } });
    });

    test.each(names)('is answered word for word as that person is: %s (PE-03)', async (name) => {
      const id = await added(name);
      const person = await someone();
      const acting = await actingFor(person);
      const answers = async (as: Caller) =>
        (await asked(as, name, id)).map(({ status, body }) => [status, { ...(body as object), request_id: null }]);
      expect(await answers(acting)).toEqual(await answers(person));
      expect(await statuses(acting, name, id)).toEqual(await statuses(person, name, id));
    });

    test('has the account, role and privileges of that person, and their own again when they stop', async () => {
      const person = await someone();
      const as = await actingFor(person);
      const account = (one: Caller) =>
        call(organizationAccountRoutes.organizationAccount, { as: one, org: organization });
      expect(await account(as)).toEqual(await account(person));
      expect((await account(as)).role).toBe('orguser');
      expect((await call(accountRoutes.account, { as })).id).toBe(person.id);
      const elsewhere = await server.newOrganization();
      const reply = await send(clientRoutes.list, { as, org: elsewhere });
      expect(reply.status, 'another organization than the person’s').toBe(404);
      await call(impersonationRoutes.stop, { as });
      expect((await account(as)).role).toBe('superuser');
      expect((await send(clientRoutes.list, { as, org: elsewhere })).status).toBe(200);
    });
  });
};
