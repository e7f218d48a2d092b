import path from 'node:path';
import compress from '@fastify/compress';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { reportProblems } from './report-problems.ts';
import { web } from './web.ts';

const app = fastify();
reportProblems(app);
await app.register(compress, { global: false });
await web(app, { baseDomain: 'localhost', tiles: null, webSources: true });
afterAll(() => app.close());
const get = (url: string, host = 'demo.localhost') => app.inject({ url, headers: { host } });

describe('the web application from its sources', () => {
  test.each(['package.json', 'apps/server/main.ts', 'biome.json'])('does not give away %s', async (file) => {
    expect((await get(`/@fs${path.resolve(file)}`)).statusCode).toBe(403);
  });

  test('is no answer to the API, nor under a name that is not its own', async () => {
    expect((await get('/api/nothing')).statusCode).toBe(404);
    expect((await get('/main.tsx', 'elsewhere.example')).statusCode).toBe(403);
  });

  test('has the page of the build, and lets the scripts that Vite writes into it run', async () => {
    const { body, headers } = await get('/organization/clients/12/edit');
    const nonce = /name="csp-nonce" content="([^"]{20,})"/.exec(body)?.[1];
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}';`);
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(body).toContain('name="base-domain" content="localhost"');
    for (const [script] of body.matchAll(/<script[^>]*>/g)) expect(script).toContain(`nonce="${nonce}"`);
  });

  test('has the sources as modules, kept by no browser', async () => {
    const { body, headers } = await get('/main.tsx');
    expect(headers).toMatchObject({ 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
    expect(body).toContain('createRoot');
  });
});
