import { describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { problems } from '#contract/problems.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };
const person = (first_name: string) =>
  ({ first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' }) as const;
const grantsOf = (group_id: number) =>
  server.query<{ entity: string; record_id: number; actions: string[] }>(
    'select entity, record_id::int, actions from record_permissions where permission_group_id = $1 order by record_id',
    [group_id],
  );

describe('applying extended permissions to what exists', () => {
  /** Two who wrote a record each, and one who asks; the group of the first is to be extended. */
  const setting = async (privileges: EntityPrivileges = {}) => {
    const organization = await server.newOrganization();
    const write = { clients: ['write'] } satisfies EntityPrivileges;
    const [worker, other] = [
      await server.newUser(organization, { privileges: write }),
      await server.newUser(organization, { privileges: write }),
    ];
    const mine = await call(clientRoutes.create, { as: worker, body: person('Mine') });
    const changed = await call(clientRoutes.create, { as: other, body: person('Changed') });
    await call(clientRoutes.update, { as: worker, params: { id: changed.id }, body: { middle_name: 'Eva' } });
    await call(clientRoutes.create, { as: other, body: person('Untouched') });
    const id = worker.group_id as number;
    await server.query(
      `update permission_groups set record_permission_assignments = '{"clients": ["read", "write"]}' where id = $1`,
      [id],
    );
    const asker = await server.newUser(organization, { privileges });
    return { organization, worker, asker, id, records: [mine.id, changed.id].toSorted((a, b) => a - b) };
  };
  const apply = (as: TestUser, id: number) => send(permissionGroupRoutes.applyExtended, { as, params: { id } });
  /** Runs the job that was asked for; another file's worker may have it in hand. */
  const drained = async ({ id }: TestOrganization) => {
    const waiting = () =>
      server.query(
        `select 1 from graphile_worker._private_jobs where (payload ->> 'organization_id')::bigint = $1 limit 1`,
        [id],
      );
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await waiting()).length;
      })
      .toBe(0);
  };
  const given = (records: number[]) =>
    records.map((record_id) => ({ entity: 'clients', record_id, actions: ['read', 'write'] }));

  test('is refused to who may not change the group, or lacks what it would give', async () => {
    const { asker, organization, worker, id } = await setting({ permission_groups: ['write'], clients: ['read'] });
    const reader = await server.newUser(organization, {
      privileges: { permission_groups: ['read'], clients: ['write'] },
    });
    for (const as of [reader, asker]) expect(await apply(as, id)).toMatchObject(forbidden);
    expect((await apply(worker, id)).status).toBe(404);
    await drained(organization);
    expect(await grantsOf(id)).toEqual([]);
  });

  test('gives the group what its present members created or changed, once, and in whose name', async () => {
    const { asker, organization, id, records } = await setting({ permission_groups: ['write'], clients: ['write'] });
    const reply = await apply(asker, id);
    expect([reply.status, reply.body]).toEqual([202, { job: { id: expect.any(Number), state: 'enqueued' } }]);
    await drained(organization);
    expect(await grantsOf(id)).toEqual(given(records));
    const versions = () =>
      server.query(
        `select user_id::float8, impersonator_id, event from versions where organization_id = $1 and item_type = 'record_permissions'`,
        [organization.id],
      );
    const once = Array(2).fill({ user_id: asker.id, impersonator_id: null, event: 'create' });
    expect(await versions()).toEqual(once);
    await apply(asker, id);
    await drained(organization);
    expect(await versions(), 'again changes nothing').toEqual(once);
  });

  test('adds to grants that the group has, takes none away, and leaves out what was deleted', async () => {
    const { organization, worker, id, records } = await setting();
    const [first] = records as [number, number];
    const { id: gone } = await call(clientRoutes.create, { as: organization.owner, body: person('Gone') });
    await server.query('delete from record_permissions where permission_group_id = $1', [id]);
    await server.query(
      `insert into record_permissions (organization_id, entity, record_id, permission_group_id, actions)
       values ($1, 'clients', $2, $3, '{remove}')`,
      [organization.id, first, id],
    );
    await server.query('update versions set user_id = $2 where organization_id = $1 and item_id = $3', [
      organization.id,
      worker.id,
      gone,
    ]);
    await server.query('delete from client_pairs where organization_id = $1 and $2 in (client_id, other_client_id)', [
      organization.id,
      gone,
    ]);
    await server.query('delete from client_match_keys where organization_id = $1 and client_id = $2', [
      organization.id,
      gone,
    ]);
    await server.query('delete from clients where organization_id = $1 and id = $2', [organization.id, gone]);
    await apply(organization.owner, id);
    await drained(organization);
    expect((await grantsOf(id)).map(({ record_id, actions }) => [record_id, actions.toSorted()])).toEqual([
      [first, ['read', 'remove', 'write']],
      [records[1], ['read', 'write']],
    ]);
  });

  test('gives nothing for who has left the group, or is archived', async () => {
    for (const leave of [
      'delete from membership_permission_groups where membership_id = $1',
      'update memberships set archived_at = now() where id = $1',
    ]) {
      const { organization, worker, id } = await setting();
      await server.query(leave, [worker.id]);
      await apply(organization.owner, id);
      await drained(organization);
      expect(await grantsOf(id)).toEqual([]);
    }
  });

  test('does nothing when the asker lost the privilege, or their place, before it ran', async () => {
    for (const lose of [
      `update permission_groups set privileges = '{"permission_groups": ["write"], "clients": ["read"]}'
        where id in (select permission_group_id from membership_permission_groups where membership_id = $1)`,
      `update permission_groups set privileges = '{"permission_groups": ["read"], "clients": ["write"]}'
        where id in (select permission_group_id from membership_permission_groups where membership_id = $1)`,
      'delete from membership_permission_groups where membership_id = $1',
      'update memberships set archived_at = now() where id = $1',
    ]) {
      const { asker, organization, id } = await setting({ permission_groups: ['write'], clients: ['write'] });
      // What is asked for and what is lost become true at once, so that no worker comes between.
      await server.query('begin');
      await server.query(
        `with job as (
           insert into jobs (organization_id, kind, payload, requester_id, user_id)
           values ($1, 'apply_extended_permissions', jsonb_build_object('permission_group_id', $2::bigint), $3, $3) returning *)
         select graphile_worker.add_job('apply_extended_permissions', json_build_object(
           'organization_id', organization_id, 'job_id', id, 'run', run)) from job`,
        [organization.id, id, asker.id],
      );
      await server.query(lose, [asker.id]);
      await server.query('commit');
      await drained(organization);
      expect(await grantsOf(id), lose).toEqual([]);
    }
  });

  test('counts for who was given this group alone to change, and for superusers', async () => {
    const { organization, id, records } = await setting();
    const granted = await server.newUser(organization, {
      privileges: { clients: ['write'] },
      grants: [{ entity: 'permission_groups', id, actions: ['write'] }],
    });
    const superuser = { ...(await server.newSuperuser()), organization, group_id: null };
    for (const as of [granted, superuser]) {
      await server.query('delete from record_permissions where permission_group_id = $1', [id]);
      expect((await apply(as, id)).status).toBe(202);
      await drained(organization);
      expect(await grantsOf(id)).toEqual(given(records));
    }
  });

  test('names both people when it was asked for in somebody’s place', async () => {
    const { asker, organization, id } = await setting({ permission_groups: ['write'], clients: ['write'] });
    const { owner } = organization;
    await call(impersonationRoutes.startInOrganization, { as: owner, body: { user_id: asker.id } });
    expect((await apply(owner, id)).status).toBe(202);
    await drained(organization);
    const versions = await server.query(
      `select distinct user_id::float8, impersonator_id::float8 from versions
        where organization_id = $1 and item_type = 'record_permissions'`,
      [organization.id],
    );
    expect(versions).toEqual([{ user_id: asker.id, impersonator_id: owner.id }]);
  });
});
