import { beforeEach, describe, expect, test } from 'vitest';
import type { Action, EntityPrivileges } from '#contract/kit/privileges.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let client_id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  client_id = await formMakers(server, organization).person();
});

const on = (notable_id: number) => ({ notable_type: 'clients' as const, notable_id });
const write = (as: TestUser, body: unknown = 'Prefers texts after 5 PM.', notable_id = client_id) =>
  send(noteRoutes.create, { as, params: on(notable_id), body: { body } });
const holder = (privileges: EntityPrivileges) => server.newUser(organization, { privileges });

describe('a note', () => {
  test('carries who wrote it and what it is on, newest first, and pages', async () => {
    const first = (await write(owner)).body;
    const author = await holder({ clients: ['read'], notes: ['write'] });
    const second = (await write(author, ' Two\nlines ')).body;
    expect(second).toMatchObject({
      user_id: author.id,
      user: { first_name: author.first_name, last_name: author.last_name },
      notable_type: 'clients',
      notable_id: client_id,
      body: 'Two\nlines',
      lock_version: 1,
    });
    const { data } = await call(noteRoutes.list, { as: owner, params: { ...on(client_id) } });
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
    const page = await call(noteRoutes.page, {
      as: owner,
      params: { ...on(client_id), page: 2 },
      query: { page_size: '1' },
    });
    expect(page).toMatchObject({ data: [{ id: first.id }], metadata: { total_count: 2, total_pages: 2 } });
    expect((await call(noteRoutes.show, { as: owner, params: { ...on(client_id), id: first.id } })).body).toBe(
      first.body,
    );
  });

  test('of 100,000 characters is refused with the limit, new and changed, and what is stored stays', async () => {
    const { id } = (await write(owner)).body;
    const body = 'x'.repeat(100_000);
    const told = { status: 422, errors: { body: ['Use at most 20000 characters'] } };
    expect(await write(owner, body)).toMatchObject(told);
    const params = { ...on(client_id), id };
    expect(await send(noteRoutes.update, { as: owner, params, body: { body } })).toMatchObject(told);
    const { data } = await call(noteRoutes.list, { as: owner, params: { ...on(client_id) } });
    expect(data.map((one) => one.body)).toEqual(['Prefers texts after 5 PM.']);
  });

  test('is changed over the version that was seen, and stays its author’s', async () => {
    const { id } = (await write(owner)).body;
    const editor = await holder({ clients: ['read'], notes: ['write'] });
    const change = (lock_version: number) =>
      send(noteRoutes.update, {
        as: editor,
        params: { ...on(client_id), id },
        body: { body: 'Changed.', lock_version },
      });
    expect((await change(1)).body).toMatchObject({ body: 'Changed.', user_id: owner.id, lock_version: 2 });
    expect((await change(1)).status).toBe(409);
  });

  test('leaves its history: written, changed, deleted', async () => {
    const { id } = (await write(owner)).body;
    const params = { ...on(client_id), id };
    await call(noteRoutes.update, { as: owner, params, body: { body: 'Changed.' } });
    expect((await send(noteRoutes.remove, { as: owner, params })).status).toBe(204);
    const events = await query<{ event: string }>(
      `select event from versions where organization_id = $1 and item_type = 'notes' order by id`,
      [organization.id],
    );
    expect(events.map(({ event }) => event)).toEqual(['create', 'update', 'destroy']);
    expect((await send(noteRoutes.show, { as: owner, params })).status).toBe(404);
  });

  test.each([
    ['', 'Enter a note'],
    ['   ', 'Enter a note'],
    ['a'.repeat(20_001), 'Use at most 20000 characters'],
    [null, 'Enter a note'],
  ])('is refused as %.5j', async (body, message) => {
    expect(await write(owner, body)).toMatchObject({
      status: 422,
      errors: { body: [expect.stringContaining(message)] },
    });
  });
});

describe('a note is for who holds notes and may read the person', () => {
  const rows: [Action[], number[]][] = [
    [[], [403, 403, 403, 403]],
    [['read'], [200, 403, 403, 403]],
    [['write'], [200, 201, 200, 403]],
    [['remove'], [200, 403, 403, 204]],
  ];
  test.each(rows)('with %j on notes', async (notes, statuses) => {
    const params = { ...on(client_id), id: (await write(owner)).body.id };
    const as = await holder({ clients: ['read'], notes });
    const list = (await send(noteRoutes.list, { as, params })).status;
    expect((await send(noteRoutes.page, { as, params: { ...params, page: 1 } })).status).toBe(list);
    expect((await send(noteRoutes.show, { as, params })).status).toBe(list);
    expect([
      list,
      (await write(as)).status,
      (await send(noteRoutes.update, { as, params, body: { body: 'Changed.' } })).status,
      (await send(noteRoutes.remove, { as, params })).status,
    ]).toEqual(statuses);
  });

  test('and to nobody else is there such a person', async () => {
    const { id } = (await write(owner)).body;
    const blind = await holder({ notes: ['read', 'write', 'remove'] });
    const neighbour = (await server.newOrganization()).owner;
    const another = await formMakers(server, organization).person();
    for (const [as, notable_id] of [
      [blind, client_id],
      [neighbour, client_id],
      [owner, another],
    ] as const) {
      const params = { ...on(notable_id), id };
      if (as !== owner) {
        expect((await send(noteRoutes.list, { as, params })).status).toBe(404);
        expect((await write(as, 'Hello', notable_id)).status).toBe(404);
      }
      expect((await send(noteRoutes.show, { as, params })).status).toBe(404);
      expect((await send(noteRoutes.update, { as, params, body: { body: 'Mine' } })).status).toBe(404);
      expect((await send(noteRoutes.remove, { as, params })).status).toBe(404);
    }
  });

  test('and is out of reach once the person is archived', async () => {
    const { id } = (await write(owner)).body;
    await call(clientRoutes.remove, { as: owner, params: { id: client_id } });
    expect((await send(noteRoutes.show, { as: owner, params: { ...on(client_id), id } })).status).toBe(404);
  });
});
