import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import type { Head } from '../public-forms/routes/public-forms/head.ts';
import { reportProblems } from './report-problems.ts';
import { web } from './web.ts';

const script = `console.log(${JSON.stringify('x'.repeat(5000))})`;
const folder = mkdtempSync(path.join(tmpdir(), 'hearth-web-'));
mkdirSync(path.join(folder, 'assets'));
const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
write(
  'index.html',
  `<html><meta name="csp-nonce" content="__NONCE__" />${' '.repeat(2000)}__BASE_DOMAIN__<meta name="tiles" content="__TILES__" /></html>`,
);
write(
  'visitors.html',
  '<html><head><meta name="csp-nonce" content="__NONCE__" /><title>Form</title></head><body><div id="root"></div></body></html>',
);
write('secret.txt', 'not for the browser');
write('assets/app.js', script);
write('assets/app.js.br', brotliCompressSync(script));
write('assets/app.js.gz', gzipSync(script));
write('assets/icon.png', 'not really');

const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
reportProblems(app);
await app.register(compress, { global: false });
const heads: Record<string, Head> = {};
const tiles = { url: 'https://tiles.example.net:8443/a/{z}/{x}/{y}.png', attribution: '© "A" & B $1' };
await web(
  app,
  { baseDomain: 'example.org', tiles },
  { folder, headOf: async ({ access_key }) => heads[access_key] ?? null },
);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
const origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };
/** Asks for an address as it is written, which neither fetch nor inject do. */
const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = origin;
    const asked = request({ hostname, port, path: address, method, headers, agent: false }, (answer) => {
      buffer(answer).then((bytes) => {
        resolve({ status: answer.statusCode as number, headers: answer.headers, bytes, text: String(bytes) });
      }, reject);
    });
    asked.on('error', reject).end();
  });

describe('the files of the web application', () => {
  test.each([
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/a/..%2f..%2fsecret.txt',
    '/assets/..%5csecret.txt',
    '/assets//etc/passwd',
    '/assets///etc/passwd',
    '/assets/./app.js',
    '/assets/',
    '/assets/gone.js',
    `/assets/${'a'.repeat(3000)}`,
    '/assets/app.js%00.png',
  ])('%s is not there', async (url) => {
    for (const encoding of ['br', 'identity']) {
      const answer = await get(url, { 'accept-encoding': encoding });
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('not for the browser');
    }
  });

  test('a part or a version that is not there is refused by its own status', async () => {
    const beyond = await get('/assets/app.js', { range: 'bytes=900000-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${script.length}`);
    expect(JSON.parse(beyond.text).errors).toEqual({ base: [problems.no_such_part.message] });
    const other = await get('/assets/app.js', { 'if-match': '"other"' });
    expect(other.status).toBe(412);
    expect(JSON.parse(other.text).errors).toEqual({ base: [problems.another_version.message] });
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('go out to %s as they were compressed in the build: %s', async (accepted, encoding, unpack) => {
    const answer = await get('/assets/app.js', { 'accept-encoding': accepted });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
      'content-length': String(answer.bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(unpack(answer.bytes).toString()).toBe(script);
    const head = await get('/assets/app.js', { 'accept-encoding': accepted }, 'HEAD');
    expect(head.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': answer.headers['content-length'],
    });
    expect(head.text).toBe('');
  });

  test('go out as they are to who takes nothing else, and so does what is no text', async () => {
    const plain = await get('/assets/app.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(script.length) });
    expect(plain.text).toBe(script);
    const picture = await get('/assets/icon.png', { 'accept-encoding': 'br, gzip' });
    expect(picture.headers['content-encoding']).toBeUndefined();
    expect(picture.text).toBe('not really');
  });

  test('each form has its own tag, and only that one answers 304', async () => {
    const tagOf = async (encoding: string) =>
      (await get('/assets/app.js', { 'accept-encoding': encoding })).headers.etag as string;
    const [br, gzip, plain] = await Promise.all(['br', 'gzip', 'identity'].map(tagOf));
    expect(new Set([br, gzip, plain]).size).toBe(3);
    const same = await get('/assets/app.js', { 'accept-encoding': 'br', 'if-none-match': br as string });
    expect(same.status).toBe(304);
    expect(same.text).toBe('');
    expect(same.headers.vary).toBe('accept-encoding');
    const other = await get('/assets/app.js', { 'accept-encoding': 'br', 'if-none-match': gzip as string });
    expect(other.status).toBe(200);
  });

  test('a part is a part of the form that was asked for', async () => {
    const plain = await get('/assets/app.js', { range: 'bytes=0-9' });
    expect(plain.status).toBe(206);
    expect(plain.text).toBe(script.slice(0, 10));
    const whole = await get('/assets/app.js', { 'accept-encoding': 'br' });
    const part = await get('/assets/app.js', { 'accept-encoding': 'br', range: 'bytes=0-9' });
    expect(part.headers).toMatchObject({
      'content-encoding': 'br',
      'content-range': `bytes 0-9/${whole.bytes.length}`,
    });
    expect(part.bytes).toEqual(whole.bytes.subarray(0, 10));
  });
});

describe('the page of the web application', () => {
  test('is no answer to the API, and to no other method', async () => {
    expect((await get('/api/nothing')).status).toBe(404);
    expect((await get('/people', {}, 'POST')).status).toBe(404);
  });

  test.each(['/', '/organization/clients/12/edit', `/${'a'.repeat(3000)}`])('stands at %s, compressed', async (url) => {
    const answer = await get(url, { 'accept-encoding': 'br, gzip' });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    });
    const page = brotliDecompressSync(answer.bytes).toString();
    const nonce = /content="([^"]{20,})"/.exec(page)?.[1];
    expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(page).toContain('example.org');
  });

  test('RP-69 names whose tiles its maps have, and lets pictures come from their host alone; no public form does', async () => {
    const { headers, text } = await get('/people');
    const images = (policy: unknown) => /img-src [^;]*/.exec(String(policy))?.[0];
    expect(images(headers['content-security-policy'])).toBe(
      "img-src 'self' blob: data: https://tiles.example.net:8443",
    );
    expect(text).toContain(
      'name="tiles" content="https://tiles.example.net:8443/a/{z}/{x}/{y}.png © &quot;A&quot; &amp; B $1"',
    );
    const visitors = await get('/public_forms/a-key-of-16-signs-or-more');
    expect(images(visitors.headers['content-security-policy'])).toBe("img-src 'self' blob: data:");
  });

  test('goes out as it is to who takes nothing else, and a HEAD answers its headers', async () => {
    const plain = await get('/people');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('accept-encoding');
    expect(plain.text).toContain('example.org');
    const head = await get('/people', { 'accept-encoding': 'br' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(plain.bytes.length) });
    expect(head.text).toBe('');
  });
});

describe('the page of a public form', () => {
  const key = 'abcdefghijklmnop';

  test('is one and the same for every link that opens nothing', async () => {
    const pages = await Promise.all([get('/public_forms/x'), get(`/public_forms/${key}/success`)]);
    for (const { status, text } of pages) {
      expect(status).toBe(200);
      expect(text).toContain('<title>Form</title></head><body><div id="root"></div>');
    }
    expect((await get(`/public_forms/${key}`)).text).toContain('<div id="root"></div>');
  });

  test('shows what stands above the questions of an open form as text, whatever it is', async () => {
    heads[key] = {
      name: '<script>alert(1)</script> $& __NONCE__',
      description: '"Help" & more',
      organization: { name: 'Harbor', logo: '/logo"onerror="x' },
    };
    const { text } = await get(`/public_forms/${key}`);
    expect(text).toContain('<h1>&lt;script&gt;alert(1)&lt;/script&gt; $&amp; &#95;&#95;NONCE&#95;&#95;</h1>');
    expect(text).toContain('>&quot;Help&quot; &amp; more</p>');
    expect(text).toContain('src="/logo&quot;onerror=&quot;x"');
    expect(text).not.toContain('<script>');
    expect(text).toMatch(/<title>[^<]* · Harbor<\/title>/);
  });
});
