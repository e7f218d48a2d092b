import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shared } from '#tests/shared-database.ts';
import { isCluster, reasonsAgainst } from './cluster.ts';
import { moveOrganization } from './move.ts';
import { isSpread, isUsed, spreadNew, stepsToSpread } from './spread.ts';

const client = new Client(shared.url);
beforeAll(() => client.connect());
afterAll(() => client.end());

const noCluster =
  'This database isn’t a cluster. Install Citus on each machine, and run "create extension citus" in this database.';

/** TEST_DATABASE_URL may name a cluster; what is said of one is then proved too. */
test('a database on one machine cannot be spread, and says what it lacks; a cluster that works lacks nothing', async () => {
  expect(await reasonsAgainst(client)).toEqual((await isCluster(client)) ? [] : [noCluster]);
});

test('a database on one machine stays as it is; on a cluster nothing is left to be done', async () => {
  const { appUrl, adminUrl } = shared;
  const roles = [appUrl, adminUrl].map((url) => new URL(url).username);
  await spreadNew(client, roles);
  expect(await isSpread(client)).toBe(await isCluster(client));
  if (await isCluster(client)) expect(await stepsToSpread(client, roles)).toEqual([]);
});

test('an organization that is not there is moved nowhere', async () => {
  const move = { slug: 'nowhere-at-all', place: 'nowhere:5432', isStill: false };
  await expect(moveOrganization(client, move, () => {})).rejects.toThrow('There is no organization "nowhere-at-all".');
});

test('a database counts as used from its first person on', async () => {
  await client.query('begin');
  try {
    await client.query(`insert into users (email) values ('first-of-all@example.org')`);
    expect(await isUsed(client)).toBe(true);
  } finally {
    await client.query('rollback');
  }
});
