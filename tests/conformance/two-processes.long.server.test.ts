import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteSpec } from '#contract/kit/route.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { migrate } from '#server/host/migrate.ts';
import type { TestDatabase } from '#tests/database.ts';
import { openServer, type TestServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';
import { healthy, type Product, startProduct, stopProduct } from '#tests/server/product.ts';
import { shared } from '#tests/shared-database.ts';

// A database and a mail server of its own: the two processes take every job that they find.
const name = `two_${randomBytes(4).toString('hex')}`;
const url = Object.assign(new URL(shared.url), { pathname: name }).href;

/** The addresses that mails went to, one for each delivery. */
const delivered: string[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    stream.resume();
    stream.on('end', () => {
      delivered.push(...session.envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});

const asSuperuser = async (sql: string) => {
  const client = new pg.Client(shared.url);
  await client.connect();
  await client.query(sql);
  await client.end();
};

const listening = async (server: { listen: (port: number, host: string, ready: () => void) => unknown }) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

const start = async (smtpPort: number): Promise<Product> => {
  const product = await startProduct({
    NODE_ENV: 'development',
    DATABASE_URL: url,
    DATA_DIR: mkdtempSync(path.join(shared.dataDir, 'process-')),
    SECRET: shared.secret,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    ROLE: 'all',
  });
  await healthy(product);
  return product;
};

let server: TestServer;
let products: [Product, Product];

beforeAll(async () => {
  await asSuperuser(`create database ${name}`);
  await listening(mailServer);
  const { port } = mailServer.server.address() as { port: number };
  // Both at once on an empty database: one of them migrates, the other waits for it.
  products = (await Promise.all([start(port), start(port)])) as [Product, Product];
  const urls = await migrate(url, { secret: shared.secret, directory: 'db/migrations' });
  await runMigrations({ connectionString: url });
  server = await openServer({ on: { ...shared, url, ...urls } satisfies TestDatabase });
});

afterAll(async () => {
  await Promise.all((products ?? []).map(stopProduct));
  mailServer.close();
  await server?.close();
  await asSuperuser(`drop database ${name} with (force)`);
  await asSuperuser(`drop role if exists ${name}_app, ${name}_admin`);
});

type Sent = { as?: TestUser; params?: Record<string, unknown>; body?: unknown; headers?: Record<string, string> };

const ask = async ({ address }: Product, route: RouteSpec, { as, params = {}, body, headers = {} }: Sent) => {
  const given: Record<string, unknown> = { org: as?.organization.slug, ...params };
  const reply = await fetch(
    `${address}/api${route.path.replaceAll(/:(\w+)/g, (_, key: string) => String(given[key]))}`,
    {
      method: route.method,
      headers: {
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  const text = await reply.text();
  return { status: reply.status, body: text ? JSON.parse(text) : null, headers: reply.headers };
};

const person = (word: string) => ({
  first_name: word,
  last_name: 'Both',
  dob: '1990-01-02',
  gender: 'female',
  ssn_suffix: '1234',
});

describe('two processes beside one database', () => {
  test('know at once of a session that ended in the other one', async () => {
    for (const [here, there] of [products, products.toReversed()] as [Product, Product][]) {
      const { owner: as } = await server.newOrganization();
      // Both have seen the token before it ends.
      for (const product of products) expect((await ask(product, clientRoutes.list, { as })).status).toBe(200);
      expect((await ask(here, accountRoutes.signOut, { as })).status).toBe(204);
      expect((await ask(there, clientRoutes.list, { as })).status).toBe(401);
    }
  });

  test('know at once of privileges that were taken away in the other one', async () => {
    const { owner, ...organization } = await server.newOrganization();
    const as = await server.newUser(organization, { privileges: { clients: ['read'] } });
    for (const product of products) expect((await ask(product, clientRoutes.list, { as })).status).toBe(200);
    const change = { as: owner, params: { id: as.id }, body: { permission_group_ids: [] } };
    expect((await ask(products[0], userRoutes.update, change)).status).toBe(200);
    expect((await ask(products[1], clientRoutes.list, { as })).status).toBe(403);
  });

  test('know at once of a form that was changed in the other one', async () => {
    const { owner: as } = await server.newOrganization();
    const [one, other] = products;
    const field = async (word: string) =>
      (await ask(one, fieldRoutes.create, { as, body: { name: word, field_type: 'freeform-short' } })).body.id;
    const fields: number[] = [await field('First question')];
    const entries = () => fields.map((field_id) => ({ field_id }));
    const form = (await ask(one, formRoutes.create, { as, body: { name: 'Intake', form_fields: entries() } })).body;
    const client = (await ask(one, clientRoutes.create, { as, body: person('Ana') })).body;
    const answers = () => fields.map((field_id) => ({ field_id, value: 'yes' }));
    const record = (product: Product, sent = answers()) =>
      ask(product, clientFormRoutes.create, {
        as,
        params: { client_id: client.id },
        body: { form_id: form.id, answers: sent },
      });
    for (const product of products) expect((await record(product)).status).toBe(201);
    for (const [here, there] of [
      [one, other],
      [other, one],
      [one, other],
    ] as const) {
      const before = answers();
      fields.push(await field('One question more'));
      const body = { form_fields: entries() };
      expect((await ask(here, formRoutes.update, { as, params: { id: form.id }, body })).status).toBe(200);
      const refused = await record(there, before);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors)).toEqual([`answers.${fields.at(-1)}`]);
      expect((await record(there)).status).toBe(201);
      const renamed = { as, params: { id: fields[0] }, body: { name: `Renamed ${fields.length}` } };
      expect((await ask(here, fieldRoutes.update, renamed)).status).toBe(200);
      expect((await record(there)).body.answers[0].name).toBe(renamed.body.name);
    }
  });

  test('count failed sign-ins together', async () => {
    const password_hash = await passwordHash('a bridge of seven boats');
    const { email } = await server.newUser(await server.newOrganization(), { password_hash });
    const signIn = (product: Product, password: string) =>
      ask(product, accountRoutes.signIn, { body: { email, password } });
    for (let n = 0; n < 10; n++) expect((await signIn(products[n % 2] as Product, 'a guess')).status).toBe(422);
    for (const product of products) {
      const { status, headers } = await signIn(product, 'a bridge of seven boats');
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('write once what is sent to both at the same time with one Idempotency-Key', async () => {
    const { owner: as } = await server.newOrganization();
    for (let n = 0; n < 20; n++) {
      const sent = { as, body: person(`Number ${n}`), headers: { 'idempotency-key': `key ${n}` } };
      const replies = await Promise.all(products.map((product) => ask(product, clientRoutes.create, sent)));
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      expect(replies[0]?.body).toEqual(replies[1]?.body);
    }
    const all = await ask(products[0], clientRoutes.list, { as });
    expect(all.body.data).toHaveLength(20);
  });

  test('refuse one of two changes to the same version', async () => {
    const { owner: as } = await server.newOrganization();
    const { body: client } = await ask(products[0], clientRoutes.create, { as, body: person('Ana') });
    for (let lock_version = 1; lock_version <= 10; lock_version++) {
      const replies = await Promise.all(
        products.map((product, n) =>
          ask(product, clientRoutes.update, {
            as,
            params: { id: client.id },
            body: { middle_name: `From ${n}`, lock_version },
          }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('run each job in one of them', async () => {
    const { owner: as, slug } = await server.newOrganization();
    const addresses = Array.from({ length: 30 }, (_, n) => `invited-${n}@${slug}.example.org`);
    const invite = (email: string, n: number) =>
      ask(products[n % 2] as Product, userRoutes.create, {
        as,
        body: { first_name: 'Ida', last_name: `Number ${n}`, email },
      });
    const replies = await Promise.all(addresses.map(invite));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const left = async () => {
      const [row] = await server.query<{ left: number }>(
        'select count(*)::int as left from graphile_worker._private_jobs',
      );
      return row?.left;
    };
    for (let attempt = 0; attempt < 100 && (await left()) !== 0; attempt++) await sleep(100);
    expect(await left()).toBe(0);
    expect(delivered.filter((address) => address.endsWith(`@${slug}.example.org`)).sort()).toEqual(addresses.sort());
  });

  test('end well when they are told to, one after the other, without a moment of silence', async () => {
    const { owner: as } = await server.newOrganization();
    const [one, other] = products;
    expect(await stopProduct(one)).toBe(0);
    expect((await ask(other, clientRoutes.list, { as })).status).toBe(200);
    expect(await stopProduct(other)).toBe(0);
  });
});
