import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { openServer, type TestServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

// Two connections to the database: one that a slow caller held would be missed at once.
let server: TestServer;
let organization: TestOrganization;
let port: number;
let access_key: string;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = await openServer({ poolSize: 2 });
  organization = await server.newOrganization();
  const form = await formMakers(server, organization).form('Ask for help', {
    Name: {},
    Proof: { field_type: 'attachment' },
  });
  ({ access_key } = await server.call(publicFormRoutes.create, {
    as: organization.owner,
    params: { form_id: form.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  }));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as { port: number });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** A connection that sends the beginning of a request, and then a little now and then. */
const trickle = (beginning: string, more: string) => {
  const socket = connect(port, '127.0.0.1', () => socket.write(beginning));
  socket.on('error', () => {}).resume();
  const slowly = setInterval(() => socket.writable && socket.write(more), 100);
  socket.once('close', () => {
    clearInterval(slowly);
    sockets.delete(socket);
  });
  sockets.add(socket);
};

const headOf = (type: string) =>
  `POST /api/public/public_forms/${access_key}/public_form_instances HTTP/1.1\r\n` +
  `Host: ${organization.slug}.localhost\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`;

test('callers whose headers, bodies and files hardly come keep nobody else waiting', async () => {
  for (let count = 0; count < 50; count++) {
    trickle('GET /api/health HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n');
    trickle(`${headOf('application/json')}{"answers": [`, ' ');
    trickle(
      `${headOf('multipart/form-data; boundary=b')}--b\r\nContent-Disposition: form-data; name="answers[1]"; filename="a.txt"\r\n\r\n`,
      'a',
    );
  }
  const begun = async () => {
    const [row] = await server.query<{ count: number }>(
      `select count(*)::int from rate_limits where kind = 'public_upload' and subject like $1`,
      [`% ${organization.id} %`],
    );
    return row?.count;
  };
  // All uploads were admitted, and wait for what comes.
  await expect.poll(begun).toBe(50);
  const staff = Array.from({ length: 40 }, () =>
    server.send(clientRoutes.page, { as: organization.owner, params: { page: 1 } }),
  );
  const strangers = Array.from({ length: 20 }, () =>
    server.send(publicFormRoutes.open, { org: organization, params: { access_key } }),
  );
  const answers = await Promise.all([...staff, ...strangers]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(sockets.size, 'connections that are still at it').toBe(150);
  // Headers are awaited for 10 seconds; here for less.
  server.app.server.headersTimeout = 500;
  await expect.poll(() => sockets.size).toBe(100);
});
