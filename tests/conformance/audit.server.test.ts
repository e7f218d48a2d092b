import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { sealAudit, verifyAudit } from '#server/access/audit.ts';
import { startServer } from '#tests/server/harness.ts';
import { exampleOf, operationsWhere } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const { send, query } = server;
const superuser = await server.newSuperuser();
const world = await newWorld(server, 'Audited');
const { organization } = world;

type Event = { operation: string; result: string; user_id: number | null; record_id: number | null; log: string };

/** The events since a mark, of this organization and of the platform. */
const eventsSince = (mark: string) =>
  query<Event>(
    `select 'organization' as log, operation, result, user_id::float8, record_id::float8 from audit_events
      where organization_id = $1 and occurred_at > $2
     union all
     select 'platform', operation, result, user_id::float8, record_id::float8 from platform_audit_events where occurred_at > $2`,
    [organization.id, mark],
  );
const now = async () => (await query<{ now: string }>(`select now()::text as now`))[0]?.now as string;

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const audited = operationsWhere(({ audited: isAudited }) => isAudited === true);

describe('the audit log has one row for', () => {
  test.each(audited)('$name', async ({ route, name }) => {
    const example = await exampleOf({ name }, world, superuser);
    const mark = await now();
    const reply = await send(route, example);
    expect(reply.status, JSON.stringify(reply.errors)).toBeLessThan(300);
    const events = (await eventsSince(mark)).filter(({ operation }) => operation === nameOf(route));
    expect(events).toMatchObject([{ result: 'ok', user_id: expect.any(Number) }]);
  });

  test.each(operationsWhere(({ access }) => access === 'superuser'))(
    'the refusal of $name',
    async ({ route, name }) => {
      const { as: _, ...example } = await exampleOf({ name }, world, superuser);
      const mark = await now();
      expect((await send(route, { ...example, as: world.member })).status).toBe(403);
      const events = (await eventsSince(mark)).filter(({ user_id }) => user_id === world.member.id);
      expect(events).toMatchObject([{ log: 'platform', operation: nameOf(route), result: 'denied' }]);
    },
  );

  test('a sign-in that failed, with the person and without what was typed', async () => {
    const mark = await now();
    const route = operationsWhere(() => true).find(({ name }) => name === 'account.signIn')?.route as never;
    await send(route, { org: organization, body: { email: world.member.email, password: 'not it at all' } });
    await send(route, { org: organization, body: { email: 'nobody-of-ours@example.org', password: 'not it at all' } });
    const events = await eventsSince(mark);
    expect(events.filter(({ operation }) => operation === 'POST /auth_token')).toMatchObject([
      { log: 'organization', result: 'failed', user_id: world.member.id },
      { log: 'organization', result: 'failed', user_id: null },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/nobody-of-ours|not it at all/);
  });
});

describe('the audit log has no row for', () => {
  test('what is not found, and what is not audited', async () => {
    const mark = await now();
    const [show, list] = ['clients.show', 'clients.list'].map(
      (name) => operationsWhere(() => true).find((one) => one.name === name)?.route as never,
    );
    expect((await send(show as never, { as: world.owner, params: { id: 9_007_199_254_740_990 } })).errors).toEqual({
      base: [problems.not_found.message],
    });
    await send(list as never, { as: world.owner });
    expect((await eventsSince(mark)).filter(({ user_id }) => user_id === world.owner.id)).toEqual([]);
  });
});

describe('the audit log cannot be changed', () => {
  test.each(['audit_events', 'platform_audit_events', 'audit_seals', 'platform_audit_seals'])(
    '%s, not even by its owner',
    async (table) => {
      for (const sql of [`update ${table} set hash = hash`, `delete from ${table}`, `truncate ${table}`])
        await expect(query(sql), sql).rejects.toMatchObject({ code: '42501' });
    },
  );

  test('without the seals telling, and the event by its number', async () => {
    const asPlatform = server.services.database.adminTransaction;
    const past = `now() - interval '10 minutes'`;
    const insert = (operation: string) =>
      query<{ id: number }>(
        `insert into audit_events (organization_id, operation, result, request_id, occurred_at)
         values ($1, $2, 'ok', gen_random_uuid(), ${past}) returning id::int`,
        [organization.id, operation],
      );
    const [first] = await insert('one');
    await insert('two');
    await asPlatform(({ tx }) => sealAudit(tx));
    const [third] = await insert('three');
    await asPlatform(({ tx }) => sealAudit(tx));
    const faults = async () =>
      (await asPlatform(({ tx }) => verifyAudit(tx))).filter((fault) =>
        fault.includes(`of organization ${organization.id} `),
      );
    expect(await faults()).toEqual([]);

    const past_triggers = async (sql: string, values: unknown[]) => {
      await query('alter table audit_events disable trigger user');
      await query(sql, values).finally(() => query('alter table audit_events enable trigger user'));
    };
    await past_triggers(`update audit_events set operation = 'other' where id = $1`, [third?.id]);
    expect(await faults()).toEqual([`Event ${third?.id} of organization ${organization.id} was altered`]);
    await past_triggers(`update audit_events set operation = 'three' where id = $1`, [third?.id]);
    expect(await faults()).toEqual([]);
    await past_triggers(`delete from audit_events where id = $1`, [first?.id]);
    expect(await faults()).toEqual([expect.stringMatching(/^Seal \d+ of organization \d+ does not fit: events/)]);
  });
});
