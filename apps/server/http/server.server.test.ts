import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { openServer, startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
beforeAll(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  await server.query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
  for (const index of Array(12).keys())
    await call(clientRoutes.create, {
      as: owner,
      body: { first_name: 'Ana', last_name: `Ruiz ${index}`, dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' },
    });
});

const taking = (encodings: string) => ({ headers: { 'accept-encoding': encodings } });

describe('an answer is sent as it is', () => {
  test('when it holds a secret, which its length would tell of', async () => {
    const { group_id } = await server.newUser(owner.organization, { privileges: { clients: ['read'] } });
    for (const index of Array(5).keys())
      await call(apiCredentialRoutes.create, {
        as: owner,
        body: { name: `Nightly ${index}`, permission_group_id: group_id as number },
      });
    const { headers, bytes } = await send(apiCredentialRoutes.list, { as: owner, ...taking('br, gzip') });
    expect(bytes.length).toBeGreaterThan(1024);
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('when it is small, or the caller takes nothing else', async () => {
    const small = await send(clientRoutes.page, { as: owner, params: { page: 1000 }, ...taking('br, gzip') });
    expect(small.body).toEqual(expect.objectContaining({ data: [] }));
    expect(small.headers['content-encoding']).toBeUndefined();
    const plain = await send(clientRoutes.list, { as: owner });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('accept-encoding');
  });
});

describe('an answer of more than a kilobyte', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0.5', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
  ])('goes out to %s as %s, whole', async (accepted, encoding, unpack) => {
    const plain = await send(clientRoutes.list, { as: owner });
    const { slug } = owner.organization;
    const { headers, rawPayload } = await server.app.inject({
      url: `/api/organization/${slug}/clients`,
      headers: { host: `${slug}.localhost`, authorization: `Bearer ${owner.token}`, 'accept-encoding': accepted },
    });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(rawPayload.length).toBeLessThan(plain.bytes.length / 4);
    expect(JSON.parse(unpack(rawPayload).toString())).toEqual(plain.body);
  });

  test('is compressed apart from the others when it is large', async () => {
    const { headers, rawPayload } = await server.app.inject({ url: '/api/openapi.json', ...taking('br') });
    expect(headers['content-encoding']).toBe('br');
    const plain = await server.app.inject('/api/openapi.json');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body);
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  });
});

describe('a connection', () => {
  test('whose headers do not come is closed', async () => {
    const { app, close } = await openServer();
    expect(app.server.headersTimeout).toBe(10_000);
    app.server.headersTimeout = 500;
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n');
    const slowly = setInterval(() => socket.write('X-Slow: 1\r\n'), 100);
    // What is written to a closed connection fails.
    socket.on('error', () => {});
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    clearInterval(slowly);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await close();
  });
});

describe('a body', () => {
  const posted = async (path: string, payload: string, type: string) => {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: `/api/organization/${owner.organization.slug}${path}`,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': type },
      payload,
    });
    return { status: statusCode, errors: JSON.parse(body).errors };
  };

  test('SH-64 of another content type than the API takes is refused as such', async () => {
    for (const [path, type] of [
      ['/clients', 'text/plain'],
      ['/forms', 'text/csv'],
      ['/report_previews', 'application/x-www-form-urlencoded'],
    ] as const)
      expect(await posted(path, '{}', type), path).toMatchObject({
        status: 415,
        errors: { base: [expect.stringMatching(/^Send JSON/)] },
      });
  });

  test('SH-64 of null is refused, also where a body may be left out', async () => {
    const make = formMakers(server, organization);
    const form = await make.form('Published', { Name: {} });
    const json = 'application/json';
    expect(await posted(`/forms/${form.id}/public_forms`, 'null', json)).toMatchObject({ status: 422 });
    expect(await posted('/clients', 'null', json)).toMatchObject({ status: 422 });
    const { data } = await call(publicFormRoutes.list, { as: owner, params: { form_id: form.id } });
    expect(data).toEqual([]);
  });
});
