import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

const database = inject('database');
const dataDir = mkdtempSync(path.join(tmpdir(), 'hearth-main-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

/** Starts the server on the tests' own database. */
const start = (env: Record<string, string>): Started => {
  const child = spawn(process.execPath, ['apps/server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      SECRET: database.secret,
      DATA_DIR: dataDir,
      DEMO: '0',
      ...env,
    } as NodeJS.ProcessEnv,
  });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  return { child, output: () => text, ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))) };
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const healthy = async (port: number) => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (answer?.ok) return answer.json();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not become healthy');
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
      const server = start({ PORT: String(port) });
      expect(await server.ended).toBe(1);
      expect(server.output().trim()).toBe(`Port ${port} is in use. Stop what runs there, or set PORT to another one.`);
    });

    it('a production server without a secret', async () => {
      const server = start({ NODE_ENV: 'production', SECRET: '' });
      expect(await server.ended).toBe(1);
      expect(server.output()).toContain('SECRET');
      expect(server.output()).not.toContain('    at ');
    });
  });

  it('answers 200 to /api/health, and ends with 0 on SIGTERM', async () => {
    const port = await freePort();
    const server = start({ PORT: String(port) });
    expect(await healthy(port)).toEqual({ status: 'ok' });
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('shows the outbox in development only', async () => {
    const [open, closed] = [await freePort(), await freePort()];
    start({ PORT: String(open) });
    start({ PORT: String(closed), NODE_ENV: 'production' });
    await Promise.all([healthy(open), healthy(closed)]);
    const answers = [open, closed].map((port) =>
      fetch(`http://127.0.0.1:${port}/outbox`, { headers: { accept: 'application/json' } }),
    );
    const [shown, hidden] = await Promise.all(answers);
    expect(shown?.headers.get('content-type')).toContain('application/json');
    expect(hidden?.headers.get('content-type')).not.toContain('application/json');
  });

  it('logs routes only: no names, no searches, no tokens', async () => {
    const port = await freePort();
    const server = start({ PORT: String(port), NODE_ENV: 'production' });
    await healthy(port);
    const signIn = await fetch(`http://127.0.0.1:${port}/api/auth_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'canary.person@example.org', password: 'canary words of mine' }),
    });
    expect(signIn.status).toBe(422);
    const search = await fetch(`http://127.0.0.1:${port}/api/organization/demo/clients/page/1?query=canaryname`, {
      headers: { authorization: 'Bearer eyJcanary.token.x' },
    });
    expect(search.status).toBe(401);
    for (let attempt = 0; attempt < 50 && !server.output().includes('/clients/page/:page'); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.output()).toContain('/api/organization/:org/clients/page/:page');
    expect(server.output()).not.toMatch(/canary|eyJ/i);
  });

  it('runs jobs alone as a worker, without listening', async () => {
    const port = await freePort();
    const worker = start({ PORT: String(port), ROLE: 'worker' });
    for (let attempt = 0; attempt < 100 && !worker.output().includes('worker is running'); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(worker.output()).toContain('Hearth worker is running.');
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});
