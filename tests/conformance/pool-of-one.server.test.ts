import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/kit/route.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { openIdentity } from '#server/access/sessions.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { mount } from '#server/kit/mount.ts';
import { times } from '#tests/sample.ts';
import { type Reply, startServer } from '#tests/server/harness.ts';

const requests = times(600, 10_000);
const server = await startServer({ poolSize: 1 });
const { send, call } = server;

// What can go wrong in a handler, as routes of a feature like any other.
const fault = (name: string) =>
  route({
    method: 'GET',
    path: `/organization/:org/faults/${name}`,
    access: 'member',
    summary: name,
    response: z.object({ names: z.array(z.string()) }),
  });
const faults = {
  thrown: fault('thrown'),
  statement: fault('statement'),
  swallowed: fault('swallowed'),
  tooSlow: fault('too_slow'),
  halfWritten: fault('half_written'),
  atOnce: fault('at_once'),
  slow: fault('slow'),
  /** In no organization: what an earlier request left on the connection would show. */
  outside: route({ ...fault('outside'), path: '/faults/outside', access: 'public' }),
};
const names = async ({ tx }: Pick<MemberContext, 'tx'>) => {
  // Without the organization in its condition: row-level security alone answers.
  const rows = await tx.withoutPlugins().selectFrom('clients').select('last_name').execute();
  return { names: rows.map(({ last_name }) => last_name) };
};
const fails = ({ tx }: MemberContext) => sql`select 1 / 0`.execute(tx);
mount(server.app, {
  services: server.services,
  identity: openIdentity(server.tokens, server.services),
  features: [
    implement(faults, {
      thrown: async (_, context) => {
        await names(context);
        throw new Error('thrown on purpose');
      },
      statement: async (_, context) => {
        await fails(context);
        return names(context);
      },
      swallowed: async (_, context) => {
        await fails(context).catch(() => {});
        return { names: [] };
      },
      tooSlow: async (_, context) => {
        await sql`set local statement_timeout = 1`.execute(context.tx);
        await sql`select pg_sleep(1)`.execute(context.tx);
        return names(context);
      },
      halfWritten: async (_, { tx, caller }) => {
        await tx
          .insertInto('fields')
          .values({ organization_id: caller.organization.id, name: 'half', field_type: 'number', data_type: 'numeric' })
          .execute();
        throw new Error('after writing');
      },
      atOnce: async (_, context) => {
        await Promise.all([names(context), fails(context), names(context)]);
        return names(context);
      },
      outside: (_, context) => names(context),
      slow: async (_, context) => {
        await sql`select pg_sleep(0.005)`.execute(context.tx);
        return names(context);
      },
    }),
  ],
});

/** The same sequence of chances on every run. */
const chances = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const tenant = async (mark: string) => {
  const { owner, slug } = await server.newOrganization(mark);
  const add = (word: string) => {
    const body = {
      first_name: mark,
      last_name: `${mark} ${word}`,
      dob: '1990-01-01',
      gender: 'male',
      ssn_suffix: '1234',
    };
    return send(clientRoutes.create, { as: owner, body });
  };
  const { body } = await add('first');
  return { mark, owner, slug, add, client: body };
};
type Tenant = Awaited<ReturnType<typeof tenant>>;

test(`${requests} requests of two organizations share one connection, and none sees a row of the other`, async () => {
  // Half of what follows fails on purpose, and each failure would be printed.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const [first, second] = [await tenant('Heron'), await tenant('Otter')];
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  expect(address).toContain(String(port));

  const others = (one: Tenant) => (one === first ? second : first);
  const outcomes: Record<string, number> = {};
  const wrong: string[] = [];
  const note = (
    what: string,
    { status, bytes }: Pick<Reply<unknown>, 'status' | 'bytes'>,
    own: Tenant,
    want: number,
  ) => {
    outcomes[`${what} ${status}`] = (outcomes[`${what} ${status}`] ?? 0) + 1;
    const text = bytes.toString();
    if (status !== want) wrong.push(`${what} answered ${status} instead of ${want}: ${text.slice(0, 200)}`);
    if (text.includes(others(own).mark)) wrong.push(`${what} showed ${own.mark} a row of the other`);
    if (status === 200 && what !== 'outside' && !text.includes(own.mark))
      wrong.push(`${what} showed ${own.mark} none of its own rows`);
  };

  /** Asks over a real socket, and hangs up before the answer. */
  const hangUp = async ({ owner, slug }: Tenant, chance: number) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const path = `/api/organization/${slug}/faults/slow`;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${owner.token}\r\n\r\n`);
    await sleep(chance * 8);
    socket.destroy();
    outcomes['hung up'] = (outcomes['hung up'] ?? 0) + 1;
  };

  const ask = async (own: Tenant, chance: number) => {
    const as = own.owner;
    const failing = async (name: keyof typeof faults, want: number) =>
      note(name, await send(faults[name], { as }), own, want);
    if (chance < 0.03) {
      const outside = await send(faults.outside, {});
      if (outside.body.names.length) wrong.push('rows were shown outside of any organization');
      return note('outside', outside, own, 200);
    }
    if (chance < 0.55) return note('list', await send(clientRoutes.page, { as, params: { page: 1 } }), own, 200);
    if (chance < 0.65) return note('all', await send(clientRoutes.list, { as, query: { query: 'first' } }), own, 200);
    if (chance < 0.7)
      return note('show', await send(clientRoutes.show, { as, params: { id: own.client.id } }), own, 200);
    if (chance < 0.75) {
      const { id } = others(own).client;
      return note('foreign', await send(clientRoutes.show, { as, params: { id } }), own, 404);
    }
    if (chance < 0.78) return note('elsewhere', await send(clientRoutes.list, { as, org: others(own) }), own, 404);
    if (chance < 0.82) return note('invalid', await send(clientRoutes.create, { as, body: {} }), own, 422);
    if (chance < 0.84) return note('create', await own.add('more'), own, 201);
    if (chance < 0.87) return failing('thrown', 500);
    if (chance < 0.9) return failing('statement', 500);
    if (chance < 0.92) return failing('swallowed', 500);
    if (chance < 0.94) return failing('atOnce', 500);
    if (chance < 0.96) return failing('halfWritten', 500);
    if (chance < 0.965) return failing('tooSlow', 503);
    if (chance < 0.985) return note('slow', await send(faults.slow, { as }), own, 200);
    return hangUp(own, (chance - 0.985) / 0.015);
  };

  const chance = chances(20_261_121);
  let sent = 0;
  const asker = async () => {
    while (sent < requests) await ask(sent++ % 2 ? first : second, chance());
  };
  await Promise.all(Array.from({ length: 6 }, asker));

  expect(wrong.slice(0, 10)).toEqual([]);
  expect(Object.keys(outcomes).length, JSON.stringify(outcomes)).toBe(16);
  expect(Object.values(outcomes).reduce((sum, count) => sum + count)).toBe(requests);
  for (const { owner } of [first, second]) {
    const all = await call(clientRoutes.page, { as: owner, params: { page: 1 }, query: { query: 'more' } });
    expect(all.metadata.total_count).toBeGreaterThan(0);
  }
  const half = await server.query(`select id from fields where name = 'half'`);
  expect(half, 'nothing stays of what failed').toEqual([]);
});

test('a request that gets no connection is told when to try again', async () => {
  const { owner } = await server.newOrganization();
  let release = () => {};
  const held = server.services.database.transaction(() => new Promise<void>((resolve) => (release = resolve)));
  const [reply] = await Promise.all([send(clientRoutes.list, { as: owner }).finally(() => release()), held]);
  expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(reply.errors.base).toEqual(['The database isn’t available right now. Try again in a minute.']);
});
