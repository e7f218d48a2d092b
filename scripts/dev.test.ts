import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const dataDir = mkdtempSync(path.join(tmpdir(), 'hearth-dev-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const dev = (env: Record<string, string>, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/dev.ts', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...env } as NodeJS.ProcessEnv,
  });
  return { status, output: stdout + stderr };
};

describe('npm run dev', () => {
  test('says in one line that its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    expect(dev({ PORT: String(port) })).toEqual({
      status: 1,
      output: `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.\n`,
    });
    taken.close();
  });

  test('does not run in production, and knows no other words', () => {
    const production = dev({ NODE_ENV: 'production', SECRET: 'sixteen characters and more' });
    expect(production).toMatchObject({ status: 1, output: expect.stringContaining('NODE_ENV is production') });
    expect(dev({}, 'everything')).toMatchObject({ status: 1, output: expect.stringContaining('--inspect') });
  });
});
