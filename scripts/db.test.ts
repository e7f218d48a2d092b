import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

const db = (env: Record<string, string>, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/db.ts', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...env } as NodeJS.ProcessEnv,
  });
  return { status, output: stdout + stderr };
};

describe('npm run db', () => {
  test.each([
    [[]],
    [['drop']],
    [['reset', '--force']],
    [['url', 'x']],
    [['types', 'x']],
    [['spread', 'now']],
    [['move', 'slug']],
  ])('does not know %j', (args) => {
    expect(db({}, ...args)).toMatchObject({ status: 1, output: expect.stringMatching(/^npm run db -- url/) });
  });

  test('resets nothing in production, whatever follows', () => {
    expect(db({ NODE_ENV: 'production' }, 'reset', '--yes')).toEqual({
      status: 1,
      output: 'NODE_ENV is production: the database can’t be reset there.\n',
    });
  });
});
