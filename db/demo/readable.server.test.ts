import { readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '#contract/index.ts';
import { recordTypes } from '#contract/record-types.ts';
import { permissionGroups } from '#contract/resources/permission-groups.ts';
import { openServer, type TestServer } from '#tests/server/harness.ts';
import { checked } from './checked.ts';
import { ensureDemo } from './index.ts';
import { emptyDatabase, type Home } from './testing.ts';

test('what nobody could have sent is not loaded', () => {
  expect(() => checked(z.strictObject({ name: z.string() }), { name: 'a', other: 1 } as never)).toThrow('other');
  expect(() => checked(z.string(), 'a\0b')).toThrow('NUL');
  const group = { name: 'Odd', privileges: { clients: ['use' as const] } };
  expect(() => checked(permissionGroups.create, group)).toThrow('use is not an action of this entity');
  expect(checked(permissionGroups.create, { name: '  Zoe\u0308  and  Ana ' }).name).toBe('Zoë and Ana');
});

describe('all of the demo', () => {
  let home: Home;
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    home = await emptyDatabase();
    await runMigrations({ connectionString: home.on.url });
    await ensureDemo(home);
    server = await openServer({ on: home.on });
    const [owner] = await server.query<{ id: string }>("select owner_id as id from organizations where slug = 'demo'");
    token = await home.database.adminTransaction(({ tx }) => server.startSession(tx, Number(owner?.id)));
  });
  afterAll(async () => {
    await server.close();
    await home.drop();
  });

  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${token}`, host: 'demo.localhost' };
    const answer = await server.app.inject({ method: 'GET', url: `/api${path}`, headers });
    return { status: answer.statusCode, text: answer.body };
  };
  const ids = new Map<string, Promise<(string | number)[]>>();
  /** The ids that a list holds: enough of them to see each kind. */
  const idsIn = (path: string) => {
    const known = ids.get(path) ?? get(path).then(({ status, text }) => (status === 200 ? idsOf(text) : []));
    ids.set(path, known);
    return known;
  };
  const idsOf = (text: string) =>
    (JSON.parse(text) as { data?: { id: number }[] }).data?.slice(0, 9).map(({ id }) => id) ?? [];

  /** The addresses of a route, with everything that the lists before it name. */
  const addresses = async (path: string): Promise<string[]> => {
    let all = [''];
    for (const segment of path.slice(1).split('/')) {
      const values = async (before: string): Promise<(string | number)[]> => {
        if (segment === ':org') return ['demo'];
        if (segment === ':page') return [1];
        if (segment === ':record_type') return Object.keys(recordTypes);
        return segment.startsWith(':') ? idsIn(before) : [segment];
      };
      const next = await Promise.all(
        all.map(async (before) => (await values(before)).map((value) => `${before}/${value}`)),
      );
      all = next.flat();
    }
    return all;
  };

  const routes = operations().filter(
    ({ route: { method, path, query } }) =>
      method === 'GET' &&
      path.startsWith('/organization/') &&
      // What is told as it comes does not end.
      !path.endsWith('/stream') &&
      (query?.safeParse({}).success ?? true),
  );

  test.each(routes)('can be read: $name', async ({ route }) => {
    for (const address of await addresses(route.path)) {
      const { status, text } = await get(address);
      // Not everybody has a photo, and not everything is offered here.
      expect([200, 403, 404], `${address}: ${text}`).toContain(status);
    }
  });

  test('that was loaded before it went through the contract is mended by a migration', async () => {
    const old = [
      { email: 'a@b.example', name: 'A' },
      { email: 'b@b.example', delivery_types: [] },
    ];
    await server.query('update notification_definitions set recipients = $1', [JSON.stringify(old)]);
    await server.query(await readFile('db/migrations/0072-recipients.sql', 'utf8'));
    const rows = await server.query('select recipients, lock_version from notification_definitions');
    const mended = [{ email: 'a@b.example', name: 'A', delivery_types: ['email'] }, old[1]];
    expect(rows).toEqual([{ recipients: mended, lock_version: 1 }]);
  });

  test('was looked at', async () => {
    for (const path of ['clients', 'forms', 'fields', 'users', 'permission_groups', 'sequences', 'internal_forms'])
      expect((await idsIn(`/organization/demo/${path}`)).length, path).toBeGreaterThan(0);
    const [form] = await server.query<{ id: string }>("select id from forms where name = 'Housing Intake'");
    const answer = await get(`/organization/demo/forms/${form?.id}/notification_definitions`);
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('"delivery_types":["email"]') });
  });
});
