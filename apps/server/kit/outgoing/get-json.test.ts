import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendJson, startEndpoint } from '#tests/server/endpoint.ts';
import { readAllowedOrigin } from './allowed-origins.ts';
import { CallFailed, refuseInternal } from './connect.ts';
import { getJson } from './get-json.ts';

const notAllowed = 'The address of this field’s endpoint isn’t on the list of allowed hosts';
const isInternal = 'The server’s address isn’t on the public internet';

/** What nobody may reach: it counts each connection, whatever is said on it. */
const startTrap = (host: string, port = 0) =>
  new Promise<{ port: number; hits: () => number }>((resolve, reject) => {
    let hits = 0;
    const server = createServer((socket) => {
      hits++;
      socket.destroy();
    });
    server.on('error', reject);
    server.listen(port, host, () => {
      server.unref();
      resolve({ port: (server.address() as { port: number }).port, hits: () => hits });
    });
  });
const hasIPv6 = Object.values(networkInterfaces()).some((one) => one?.some(({ address }) => address === '::1'));
const trap = await startTrap('127.0.0.1');
const traps = hasIPv6 ? [trap, await startTrap('::1', trap.port)] : [trap];
beforeEach(() => () => expect(traps.map(({ hits }) => hits())).toEqual(traps.map(() => 0)));

/** Asks an address whose own origin is on the list, in the spelling of the list. */
const ask = (address: string, { list = address, time }: { list?: string; time?: number } = {}) =>
  getJson(
    new URL(address),
    [readAllowedOrigin(list)].filter((one) => one !== null),
    time,
  );
const refusal = (asking: Promise<unknown>) =>
  asking.then(
    () => 'not refused',
    (error: Error) => (error instanceof CallFailed ? error.message : error),
  );

describe('a server that is not on the list', () => {
  test.each([
    ['https://example.org/options', 'example.com'],
    ['https://example.org/options', 'sub.example.org'],
    ['https://sub.example.org/options', 'example.org'],
    ['https://example.org:8443/', 'example.org'],
    ['http://example.org/', 'example.org'],
    ['https://example.org.evil.example/', 'example.org'],
    ['https://example.org@evil.example/', 'example.org'],
    [`http://127.0.0.1:${trap.port}/`, 'http://127.0.0.1:1'],
    [`http://localhost:${trap.port}/`, `http://127.0.0.1:${trap.port}`],
  ])('%s is not asked where only %s is', async (address, list) => {
    expect(await refusal(ask(address, { list }))).toBe(notAllowed);
  });

  test('is not asked where there is no list', async () => {
    expect(await refusal(getJson(new URL(`http://127.0.0.1:${trap.port}/`), []))).toBe(notAllowed);
  });
});

describe('an internal address is not connected to', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    'localhost',
    'LOCALHOST',
  ])('%s', async (host) => {
    expect(await refusal(ask(`https://${host}:${trap.port}/`, { list: `${host}:${trap.port}` }))).toBe(isInternal);
  });

  test.each([
    '[::ffff:169.254.169.254]',
    '169.254.169.254',
    '0xa9fea9fe',
    '10.0.0.1',
    '[fd00:ec2::254]',
    '[64:ff9b::1]',
  ])('%s', async (host) => {
    expect(await refusal(ask(`https://${host}/latest/meta-data`, { list: host }))).toBe(isInternal);
  });

  test('when one of several addresses of a name is internal', () => {
    expect(() => refuseInternal(['8.8.8.8', '127.0.0.1'])).toThrow(isInternal);
    expect(() => refuseInternal(['2606:4700::1', '::ffff:10.0.0.1'])).toThrow(isInternal);
    expect(() => refuseInternal(['8.8.8.8', '2606:4700::1'])).not.toThrow();
  });
});

describe('an answer is refused', () => {
  test.each([301, 302, 303, 307, 308])('that leads on (%i)', async (status) => {
    const { origin, asked } = await startEndpoint((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/`, 'content-type': 'application/json' });
      response.end('{}');
    });
    expect(await refusal(ask(`${origin}/`))).toBe('The server redirected to another address');
    expect(asked).toHaveLength(1);
  });

  test.each([201, 204, 400, 401, 404, 500, 503])('of the status %i', async (status) => {
    const { origin } = await startEndpoint((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end();
    });
    expect(await refusal(ask(`${origin}/`))).toBe(`The server answered with the status ${status}`);
  });

  test.each(['text/html', 'text/plain; application/json', 'application/jsonp', ''])(
    'of the type "%s"',
    async (type) => {
      const { origin } = await startEndpoint((_, response) => sendJson(response, {}, type));
      expect(await refusal(ask(`${origin}/`))).toBe('The server didn’t answer with JSON');
    },
  );

  test.each(['', '{', '<p>', '{}{}'])('that reads "%s"', async (body) => {
    const { origin } = await startEndpoint((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(body);
    });
    expect(await refusal(ask(`${origin}/`))).toBe('The server didn’t answer with JSON');
  });

  test('that is compressed', async () => {
    const { origin } = await startEndpoint((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify('a'.repeat(10_000_000))));
    });
    expect(await refusal(ask(`${origin}/`))).toBe('The server compressed its answer');
  });

  test.each([
    ['told', { 'content-length': String(10 * 1024 * 1024) }],
    ['untold', {}],
  ])('of 10 MB, of %s length, without reading it to its end', async (_, length) => {
    let closed: () => void;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    let written = 0;
    const { origin } = await startEndpoint((_, response) => {
      response.on('close', () => closed());
      response.writeHead(200, { 'content-type': 'application/json', ...length });
      const more = () => {
        while (written < 10 * 1024 * 1024 && !response.destroyed) {
          written += 64 * 1024;
          if (!response.write(' '.repeat(64 * 1024))) return response.once('drain', more);
        }
      };
      more();
    });
    expect(await refusal(ask(`${origin}/`))).toBe('The server answered with more than 1 MB');
    await isClosed;
    expect(written).toBeLessThan(10 * 1024 * 1024);
  });

  test.each(['not at all', 'its headers only', 'a byte now and then'])('when the server sends %s', async (pace) => {
    const { origin } = await startEndpoint((_, response) => {
      if (pace === 'not at all') return;
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      if (pace === 'its headers only') return;
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await refusal(ask(`${origin}/`, { time: 300 }))).toBe('The server took longer than 0.3 seconds');
  });

  test('that breaks off', async () => {
    const { origin } = await startEndpoint((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10' });
      response.write('{', () => response.destroy());
    });
    expect(await refusal(ask(`${origin}/`))).toBe('The server could not be reached');
  });

  test('of a server that goes on in another protocol, which nobody asked for', async () => {
    const { origin } = await startEndpoint((_, response) => {
      response.writeHead(101, { connection: 'Upgrade', upgrade: 'another' }).flushHeaders();
    });
    expect(await refusal(ask(`${origin}/`, { time: 300 }))).toBe('The server could not be reached');
  });

  test('when nobody listens, and when nobody has the name', async () => {
    const unreached = 'The server could not be reached';
    expect(await refusal(ask('http://127.0.0.1:1/'))).toBe(unreached);
    expect(await refusal(ask('https://nobody.invalid/', { list: 'nobody.invalid' }))).toBe(unreached);
  });

  test('when it is no HTTPS', async () => {
    const { origin } = await startEndpoint((_, response) => sendJson(response, {}));
    expect(await refusal(ask(origin.replace('http:', 'https:')))).toBe('The server could not be reached');
  });
});

describe('a server that is trusted', () => {
  test('answers, and learns nothing but the address and who asks', async () => {
    const { origin, port, asked } = await startEndpoint((_, response) =>
      sendJson(response, { a: 'Zoë' }, 'application/geo+json; charset=utf-8'),
    );
    const address = origin.replace('http://', 'http://ana:secret@');
    expect(await ask(`${address}/options?a=b%20c#part`, { list: origin })).toEqual({ a: 'Zoë' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'GET', url: '/options?a=b%20c' });
    expect(asked[0]?.headers).toEqual({
      host: `127.0.0.1:${port}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Hearth',
      connection: 'close',
    });
  });

  test('may answer with almost 1 MB', async () => {
    const text = 'a'.repeat(1024 * 1024 - 2);
    const { origin } = await startEndpoint((_, response) => sendJson(response, text));
    expect(await ask(`${origin}/`)).toBe(text);
  });

  test.each(hasIPv6 ? ['localhost', '[::1]'] : ['localhost'])('is reached as %s', async (host) => {
    const { port } = await startEndpoint(
      (_, response) => sendJson(response, [1]),
      host === '[::1]' ? '::1' : 'localhost',
    );
    expect(await ask(`http://${host}:${port}/`)).toEqual([1]);
  });
});
