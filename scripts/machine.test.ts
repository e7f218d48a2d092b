import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { databaseProblems, diskProblems, portProblems } from './machine.mjs';

const listening = async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: String((server.address() as net.AddressInfo).port), close: () => server.close() };
};

describe('what a run of the tests needs', () => {
  test('is room on the disk: what is free, what is needed, and what to do', () => {
    expect(diskProblems(0)).toEqual([]);
    expect(diskProblems(2 ** 60)).toEqual([
      expect.stringMatching(/has \d+ MB free, and the tests need 1099511627776 MB\. Free some, or set TMPDIR to /),
    ]);
  });

  test('is a port of its own', async () => {
    const { port, close } = await listening();
    expect(await portProblems({ E2E_PORT: port })).toEqual([
      `E2E_PORT is ${port}, where another program listens. Stop it, or leave E2E_PORT out.`,
    ]);
    close();
    expect(await portProblems({})).toEqual([]);
  });

  test('is a database that answers', async () => {
    const { port, close } = await listening();
    close();
    expect(await databaseProblems({ TEST_DATABASE_URL: `postgres://somebody@127.0.0.1:${port}/none` })).toEqual([
      expect.stringMatching(/^The database of TEST_DATABASE_URL does not answer \(.+\)\. Start it, or leave /),
    ]);
    expect(await databaseProblems({})).toEqual([]);
  });
});
