import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { healthy, type Product, startProduct, stopProduct } from '#tests/server/product.ts';
import { shared as database } from '#tests/shared-database.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'hearth-main-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const running: Product[] = [];
afterEach(() => {
  for (const product of running.splice(0)) product.process.kill('SIGKILL');
});

/** Starts the server on the tests' own database. */
const start = async (env: Record<string, string> = {}): Promise<Product> => {
  const product = await startProduct({
    DATABASE_URL: database.url,
    SECRET: database.secret,
    DATA_DIR: dataDir,
    ...env,
  });
  running.push(product);
  return product;
};

describe('starting the server', () => {
  describe('what keeps it from starting is told in one line', () => {
    let taken: Server;
    let port = 0;
    beforeAll(async () => {
      taken = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => taken.once('listening', resolve));
      port = (taken.address() as { port: number }).port;
    });
    afterAll(() => taken.close());

    it('a port in use', async () => {
      const server = await start({ PORT: String(port) });
      expect(await server.ended).toBe(1);
      expect(server.output().trim()).toBe(
        `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`,
      );
    });

    it('a production server without a secret', async () => {
      const server = await start({ NODE_ENV: 'production', SECRET: '' });
      expect(await server.ended).toBe(1);
      expect(server.output()).toContain('SECRET');
      expect(server.output()).not.toContain('    at ');
    });
  });

  it('answers 200 to /api/health, and ends with 0 on SIGTERM', async () => {
    const server = await start();
    expect(await healthy(server)).toEqual({ status: 'ok' });
    expect(await stopProduct(server)).toBe(0);
  });

  it('shows the outbox in development only', async () => {
    const both = await Promise.all([start(), start({ NODE_ENV: 'production' })]);
    await Promise.all(both.map(healthy));
    const answers = both.map(({ address }) => fetch(`${address}/outbox`, { headers: { accept: 'application/json' } }));
    const [shown, hidden] = await Promise.all(answers);
    expect(shown?.headers.get('content-type')).toContain('application/json');
    expect(hidden?.headers.get('content-type')).not.toContain('application/json');
  });

  it('logs routes only: no names, no searches, no tokens', async () => {
    const server = await start({ NODE_ENV: 'production' });
    await healthy(server);
    const signIn = await fetch(`${server.address}/api/auth_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'canary.person@example.org', password: 'canary words of mine' }),
    });
    expect(signIn.status).toBe(422);
    const search = await fetch(`${server.address}/api/organization/demo/clients/page/1?query=canaryname`, {
      headers: { authorization: 'Bearer eyJcanary.token.x' },
    });
    expect(search.status).toBe(401);
    for (let attempt = 0; attempt < 50 && !server.output().includes('/clients/page/:page'); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.output()).toContain('/api/organization/:org/clients/page/:page');
    expect(server.output()).not.toMatch(/canary|eyJ/i);
  });

  it('runs jobs alone as a worker, without listening', async () => {
    const worker = await start({ ROLE: 'worker' });
    for (let attempt = 0; attempt < 100 && !worker.output().includes('worker is running'); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(worker.output()).toContain('Hearth worker is running.');
    await expect(fetch(`${worker.address}/api/health`)).rejects.toThrow();
    expect(await stopProduct(worker)).toBe(0);
  });
});
