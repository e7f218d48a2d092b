import { beforeEach, describe, expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { findPairs } from '../jobs/find-pairs.ts';

const server = await startServer();
const { call, send, query, services } = server;

let organization: TestOrganization;
let as: TestUser;
let [a, b, c]: number[] = [];
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  // All three are alike.
  [a, b, c] = [await person('Ana'), await person('Anna'), await person('Ana')];
});

const person = async (first_name: string) =>
  (
    await call(clientRoutes.create, {
      as,
      body: { first_name, last_name: 'Rivera', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' },
    })
  ).id;
const tellApart = (one: number, other: number) =>
  send(mergeClientRoutes.create, {
    as,
    body: { master_client_id: one, client_ids: [other], is_duplicate: false },
  });
const merge = async (master_client_id: number, client_id: number, values: object = {}) => {
  const body = { master_client_id, client_ids: [client_id], is_duplicate: true, values };
  expect(await send(mergeClientRoutes.create, { as, body })).toMatchObject({ status: 202 });
  await server.drainJobs();
};
const undo = async (client_id: number) => {
  const { data } = await call(mergeRoutes.list, { as, params: { client_id } });
  await call(mergeRoutes.undo, { as, params: { client_id, id: data[0]?.id as number } });
};
/** Those who are offered as duplicates of somebody. */
const offered = async (id: number) =>
  (await call(clientRoutes.show, { as, params: { id } })).duplicates.map((one) => one.id).toSorted();
const pairs = () =>
  query<{ state: string }>(
    `select client_id, other_client_id, state, decided_by_id, decided_at::text from client_pairs
      where organization_id = $1 order by 1, 2`,
    [organization.id],
  );
const compareAll = () => findPairs(services as never, { organization_id: organization.id } as never);

describe('who was told apart from a record that is merged', () => {
  test.each([
    ['as the master was', () => ({})],
    ['with the name of the record that went', () => ({ first_name: a })],
  ])('is told apart from the remaining one, %s, and undoing it is as before', async (_, valuesOf) => {
    const [one, other, stranger] = [a as number, b as number, c as number];
    expect((await tellApart(one, stranger)).status).toBe(200);
    const before = await pairs();
    expect(await offered(other)).toEqual([one, stranger]);

    await merge(other, one, valuesOf());
    expect(await offered(other)).toEqual([]);
    expect(await offered(stranger)).toEqual([]);
    await compareAll();
    expect(await offered(other)).toEqual([]);
    const [decided] = before.filter((row) => row.state === 'distinct');
    expect(await pairs()).toContainEqual({
      ...decided,
      client_id: Math.min(other, stranger),
      other_client_id: Math.max(other, stranger),
    });

    await undo(other);
    expect(await offered(other)).toEqual([one, stranger]);
    expect(await pairs()).toEqual(before);
  });

  test('keeps what was decided about the master, also when its values change and go back', async () => {
    const [one, other, stranger] = [a as number, b as number, c as number];
    await tellApart(other, stranger);
    await tellApart(one, stranger);
    const before = await pairs();
    await merge(other, one, { first_name: one });
    expect(await offered(other)).toEqual([]);
    await undo(other);
    expect(await pairs()).toEqual(before);
  });

  test('and what was decided anew since stays when the merge is undone', async () => {
    const [one, other, stranger] = [a as number, b as number, c as number];
    await tellApart(one, stranger);
    await merge(other, one);
    await call(mergeClientRoutes.undismiss, { as, body: { client_ids: [other, stranger] } });
    await tellApart(other, stranger);
    await undo(other);
    expect(await offered(other)).toEqual([one]);
  });

  test('of two records that were told apart from each other nothing is carried', async () => {
    const [one, other, stranger] = [a as number, b as number, c as number];
    await tellApart(one, other);
    const before = await pairs();
    await merge(other, one);
    expect(await offered(other)).toEqual([stranger]);
    await undo(other);
    expect(await pairs()).toEqual(before);
  });
});
