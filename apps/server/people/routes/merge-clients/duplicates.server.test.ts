// Longer than most: what people promise who may be the same, over one small set of makers.
import { describe, expect, test } from 'vitest';
import { clientPairRoutes } from '#contract/resources/client-pairs.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { enqueueIn } from '#server/kit/enqueue.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser, Wanted } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

const ana = {
  first_name: 'Ana',
  last_name: 'Rivera',
  dob: '1985-03-14',
  gender: 'female',
  ssn_suffix: '4182',
} as const;

const add = async (as: TestUser, change: object = {}) =>
  (await call(clientRoutes.create, { as, body: { ...ana, ...change } })).id;
const show = (as: TestUser, id: number) => call(clientRoutes.show, { as, params: { id } });
const change = (as: TestUser, id: number, body: object) => call(clientRoutes.update, { as, params: { id }, body });
const pairs = (as: TestUser, page = 1, page_size?: string) =>
  call(clientPairRoutes.page, { as, params: { page }, query: page_size ? { page_size } : {} });
const decide = (as: TestUser, [master_client_id, ...client_ids]: number[], is_duplicate = false) =>
  send(mergeClientRoutes.create, { as, body: { master_client_id, client_ids, is_duplicate } });
const undismiss = (as: TestUser, client_ids: number[]) =>
  send(mergeClientRoutes.undismiss, { as, body: { client_ids } });

/** Two people who may be the same, by name. */
const two = async () => {
  const organization = await server.newOrganization();
  const as = organization.owner;
  const one = await add(as);
  const other = await add(as, { first_name: 'Anna', ssn_suffix: '1111' });
  return { organization, as, one, other };
};
const reader = (organization: TestOrganization, ids: number[], wanted: Wanted = {}) =>
  server.newUser(organization, {
    ...wanted,
    grants: ids.map((id) => ({ entity: 'clients' as const, id, actions: ['read' as const, 'write' as const] })),
  });

describe('possible duplicates', () => {
  test('are told to nobody who may not read both', async () => {
    const { organization, one, other } = await two();
    const neighbor = (await server.newOrganization()).owner;
    expect((await pairs(neighbor)).metadata.total_count).toBe(0);
    const nobody = await server.newUser(organization, { privileges: { forms: ['read'] } });
    expect((await send(clientPairRoutes.page, { as: nobody, params: { page: 1 } })).status).toBe(403);
    const few = await reader(organization, [one]);
    expect(await pairs(few)).toMatchObject({ data: [], metadata: { total_count: 0 } });
    const seen = await show(few, one);
    expect(seen).toMatchObject({ has_duplicates: false, duplicates: [], has_hidden_duplicates: true });
    const search = { as: few, params: { page: 1 } };
    const filters = JSON.stringify({ duplicates: true });
    expect((await call(clientRoutes.page, { ...search, query: { filters } })).data).toEqual([]);
    expect((await call(clientRoutes.page, search)).data.map((row) => row.has_duplicates)).toEqual([false]);
    expect(JSON.stringify(seen)).not.toContain('Anna');
    const both = await reader(organization, [one, other]);
    expect((await show(both, one)).duplicates).toMatchObject([{ id: other, first_name: 'Anna' }]);
    expect((await pairs(both)).metadata.total_count).toBe(1);
  });

  test('are there as soon as somebody is recorded, with reasons, and nothing keeps from saving', async () => {
    const { as, one, other } = await two();
    const reasons = ['first_names_alike', 'same_last_name', 'same_dob'];
    const { data, metadata } = await pairs(as);
    expect(data).toMatchObject([{ clients: [{ id: one }, { id: other }], reasons }]);
    expect(metadata.total_count).toBe(1);
    expect(await show(as, other)).toMatchObject({
      has_duplicates: true,
      duplicates: [{ id: one, first_name: 'Ana', dob: ana.dob, reasons }],
      has_hidden_duplicates: false,
    });
    const filters = JSON.stringify({ duplicates: true });
    await add(as, { first_name: 'Omar', last_name: 'Haddad' });
    const page = await call(clientRoutes.page, { as, params: { page: 1 }, query: { filters } });
    expect(page.data.map(({ id, has_duplicates }) => [id, has_duplicates])).toEqual([
      [one, true],
      [other, true],
    ]);
    expect(page.data[0]).not.toHaveProperty('duplicates');
  });

  test('are found by swapped names, and by a date of which one figure is another', async () => {
    const organization = await server.newOrganization();
    const as = organization.owner;
    const one = await add(as);
    const swapped = await add(as, { first_name: 'Rivera', last_name: 'Ana' });
    const late = await add(as, { dob: '1985-03-19' });
    const { duplicates } = await show(as, one);
    expect(new Map(duplicates.map(({ id, reasons }) => [id, reasons]))).toEqual(
      new Map([
        [swapped, ['names_swapped', 'same_dob', 'same_ssn']],
        [late, ['same_names', 'dob_one_digit', 'same_ssn']],
      ]),
    );
  });

  test('follow what is changed: a name, the birthday, the last 4; and nothing else', async () => {
    const { as, one, other } = await two();
    const found = async () => (await show(as, one)).duplicates.map(({ id }) => id);
    await change(as, other, { middle_name: 'Lucía', gender: 'male', ssn_suffix: '1111' });
    expect(await found()).toEqual([other]);
    await change(as, other, { last_name: 'Soto' });
    expect(await found()).toEqual([]);
    await change(as, other, { first_name: 'Ana', ssn_suffix: '4182' });
    expect(await found()).toEqual([other]);
    await change(as, other, { dob: '1990-01-01' });
    expect(await found()).toEqual([]);
    await change(as, other, { dob: '1985-03-14', last_name: 'Rivera' });
    expect(await found()).toEqual([other]);
  });

  test('leave with who is archived', async () => {
    const { as, one, other } = await two();
    await call(clientRoutes.remove, { as, params: { id: other } });
    expect(await show(as, one)).toMatchObject({ has_duplicates: false, has_hidden_duplicates: false });
    expect((await pairs(as)).metadata.total_count).toBe(0);
    await add(as, { first_name: 'Anna' });
    expect((await pairs(as)).metadata.total_count).toBe(1);
  });

  test('see each other when two record the same person at once', async () => {
    const { owner: as } = await server.newOrganization();
    await Promise.all(Array.from({ length: 6 }, () => add(as)));
    expect((await pairs(as)).metadata.total_count).toBe(15);
    expect((await pairs(as, 2, '10')).data).toHaveLength(5);
  });

  test('of a day that stands for unknown are looked for among those with a name in common, and are bounded', async () => {
    const { owner: as, id: organization_id } = await server.newOrganization();
    const first = await add(as);
    await query(
      `insert into client_match_keys (organization_id, client_id, key)
       select $1, $2, '1970-01-01 name' || n from generate_series(1, 3000) n`,
      [organization_id, first],
    );
    for (let at = 0; at < 60; at++) await add(as);
    const { duplicates } = await show(as, first);
    expect(duplicates).toHaveLength(20);
    expect((await pairs(as)).metadata.total_count).toBeLessThanOrEqual(60 * 50);
  });

  test('of an organization are all looked for again by a task, which keeps what was decided', async () => {
    const { organization, as, one, other } = await two();
    const third = await add(as, { last_name: 'Riveira' });
    await decide(as, [one, other]);
    const before = await pairs(as);
    await query('delete from client_match_keys where organization_id = $1', [organization.id]);
    await query(`delete from client_pairs where organization_id = $1 and state = 'open'`, [organization.id]);
    const { database } = server.services;
    for (let time = 0; time < 2; time++) {
      await database.inOrganization({ organization_id: organization.id }, (tx) => enqueueIn(tx)('find_pairs', {}));
      await server.drainJobs();
      const after = await pairs(as);
      expect(after.data.map(({ clients, reasons }) => [clients, reasons])).toEqual(
        before.data.map(({ clients, reasons }) => [clients, reasons]),
      );
    }
    expect((await show(as, one)).duplicates.map(({ id }) => id)).toEqual([third]);
  });
});

describe('people who are told apart', () => {
  test('are named by who may change them all', async () => {
    const { organization, as, one, other } = await two();
    const neighbor = (await server.newOrganization()).owner;
    expect((await decide(neighbor, [one, other])).status).toBe(404);
    const few = await reader(organization, [one]);
    expect((await decide(few, [one, other])).status).toBe(404);
    expect((await undismiss(few, [one, other])).status).toBe(404);
    const blind = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect((await decide(blind, [one, other])).status).toBe(403);
    const half = await server.newUser(organization, {
      privileges: { clients: ['read'] },
      grants: [{ entity: 'clients', id: one, actions: ['write'] }],
    });
    expect((await decide(half, [one, other])).status).toBe(403);
    expect((await pairs(as)).metadata.total_count).toBe(1);
  });

  test.each([
    [(one: number) => [one, one], 'client_ids'],
    [(one: number) => [one], 'client_ids'],
    [(one: number, other: number) => [one, other, other], 'client_ids'],
    [(one: number) => [one, ...Array.from({ length: 10 }, (_, at) => at + 1)], 'client_ids'],
    [(one: number) => [one, -1], 'client_ids.0'],
  ])('must be two to ten, each once: %s', async (chosen, path) => {
    const { as, one, other } = await two();
    const reply = await decide(as, chosen(one, other));
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [path]]);
  });

  test('are no duplicates any more, each two of them, until a name or date or the last 4 of one changes', async () => {
    const { as, one, other } = await two();
    const third = await add(as, { last_name: 'Riveira' });
    const reply = await decide(as, [one, other, third]);
    expect([reply.status, reply.body]).toEqual([200, { message: 'The clients have been marked as distinct.' }]);
    expect((await decide(as, [one, other, third])).status).toBe(200);
    expect((await pairs(as)).metadata.total_count).toBe(0);
    await change(as, other, { active: false });
    expect((await show(as, one)).has_duplicates).toBe(false);
    await change(as, other, { first_name: 'Ana' });
    expect((await show(as, one)).duplicates.map(({ id }) => id)).toEqual([other]);
    expect((await show(as, other)).duplicates.map(({ id }) => id).sort()).toEqual([one, third].sort());
  });

  test('stand in the history of each, with who did it; it is taken back', async () => {
    const { organization, as, one, other } = await two();
    const stranger = await add(as, { first_name: 'Omar', last_name: 'Haddad' });
    await decide(as, [one, other, stranger]);
    const shown = async (who: TestUser, record_id: number) => {
      const params = { record_type: 'clients' as const, record_id };
      const { history } = await call(recordRoutes.versions, { as: who, params, query: { history: 'true' } });
      return history
        .filter(({ change }) => Object.keys(change).some((key) => key.startsWith('distinct_from.')))
        .flatMap((entry) => entry.shown.map((line) => ({ ...line, by: entry.admin_name })));
    };
    const by = `${as.first_name} ${as.last_name}`;
    const marked = (label: string) => ({ label, was: null, is: 'Marked as distinct', by });
    expect(await shown(as, one)).toEqual(expect.arrayContaining([marked('Anna Rivera'), marked('Omar Haddad')]));
    expect(await shown(as, other)).toHaveLength(2);
    const few = await reader(organization, [one, stranger]);
    expect(await shown(few, one)).toEqual([marked('Omar Haddad')]);
    const taken = await undismiss(as, [one, other, stranger]);
    expect([taken.status, taken.body]).toEqual([200, { reopened: 1 }]);
    expect(await shown(as, one)).toContainEqual({ label: 'Anna Rivera', was: 'Marked as distinct', is: null, by });
    expect((await pairs(as)).metadata.total_count).toBe(1);
    expect((await undismiss(as, [one, other])).body).toEqual({ reopened: 0 });
  });

  test('by two at once are told apart once', async () => {
    const { as, one, other } = await two();
    const replies = await Promise.all([decide(as, [one, other]), decide(as, [other, one]), decide(as, [one, other])]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [{ count } = { count: 0 }] = await query<{ count: number }>(
      `select count(*)::int as count from client_pairs where client_id = $1`,
      [Math.min(one, other)],
    );
    expect(count).toBe(1);
  });
});
