import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { id, route } from '#contract/kit/route.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { openIdentity } from '#server/access/sessions.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { shared } from '#tests/shared-database.ts';
import type { StoredContent } from './files/content.ts';
import { keepFiles } from './files/store-file.ts';
import { implement, prepared } from './handlers.ts';
import { mount } from './mount.ts';
import { invalid, Problem } from './problem.ts';

// One connection: what holds it, holds up everybody. A folder of its own: what lies there, this file has left.
const dataDir = mkdtempSync(join(shared.dataDir, 'prepared-'));
const server = await startServer({ poolSize: 1, config: { dataDir } });
const { send } = server;

const routes = {
  keep: route({
    method: 'POST',
    path: '/organization/:org/kept/:id',
    access: { entity: 'clients', action: 'write', on: 'record' },
    summary: 'Keep a file',
    body: z.strictObject({ how: z.enum(['well', 'refused', 'broken', 'dropped']) }),
    files: { name: /^file$/, accepts: 'any file' },
    response: z.object({ id: id.nullable() }),
  }),
};

/** What the preparation did, and what it waits for. */
let seen: { prepared: StoredContent[]; wait: Promise<unknown>; begun: () => void };
beforeEach(() => {
  seen = { prepared: [], wait: Promise.resolve(), begun: () => {} };
});

mount(server.app, {
  services: server.services,
  identity: openIdentity(server.tokens, server.services),
  features: [
    implement(routes, {
      keep: prepared({
        admit: async ({ params }) => {
          if (params.id === 404) throw new Problem('not_found');
        },
        prepare: async (_, { files, store }) => {
          seen.begun();
          await seen.wait;
          const content = files.get('file')?.[0]?.spooled as never;
          const stored = await store({ content, filename: 'a.txt', content_type: 'text/plain' });
          seen.prepared.push(stored);
          return stored;
        },
        handle: async ({ body: { how } }, context, stored) => {
          if (how === 'dropped' || !stored) return { id: null };
          const [file] = await keepFiles(context, [stored]);
          if (how === 'refused') throw invalid('how', 'No');
          if (how === 'broken') throw new Error('thrown on purpose');
          return { id: file?.id ?? null };
        },
      }),
    }),
  ],
});

let organization: TestOrganization;
let as: TestUser;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
});
const text = (content = 'hello') => new File([content], 'a.txt');
const keep = (how: string, more: object = {}) =>
  send(routes.keep, { as, params: { id: 1 }, body: { how }, files: { file: text() }, ...more });
const isStored = () => Promise.all(seen.prepared.map(({ storage_key }) => server.services.storage.exists(storage_key)));
const rows = () => server.query<{ id: number }>('select id from files where organization_id = $1', [organization.id]);
const spooled = () => readdir(join(server.services.config.dataDir, 'files', 'incoming')).catch(() => []);

describe('nothing is prepared', () => {
  test.each<[string, number, () => Promise<object>]>([
    ['for who is not signed in', 401, async () => ({ as: undefined, org: organization })],
    ['for who belongs elsewhere', 404, async () => ({ as: (await server.newOrganization()).owner, org: organization })],
    ['for who has not agreed', 403, async () => ({ as: await server.newUser(organization, { agreed: false }) })],
    ['for a record that refuses', 404, async () => ({ params: { id: 404 } })],
    ['of a body that is refused', 422, async () => ({ body: { how: 'somehow' } })],
    ['of a file that is not expected', 422, async () => ({ files: { file: text(), other: text() } })],
    ['without files', 201, async () => ({ files: undefined })],
    ['of a multipart body without files', 201, async () => ({ files: {} })],
  ])('%s', async (_, status, more) => {
    let begun = 0;
    seen.begun = () => begun++;
    expect((await keep('well', await more())).status).toBe(status);
    expect([begun, await rows()]).toEqual([0, []]);
    await vi.waitFor(async () => expect(await spooled()).toEqual([]));
  });
});

describe('while files are prepared', () => {
  test('no connection is held, and what changed meanwhile counts', async () => {
    let goOn = () => {};
    seen.wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      seen.begun = resolve;
    });
    const member = await server.newUser(organization, { privileges: { clients: ['write'] } });
    const asked = keep('well', { as: member });
    await begun;
    const listed = await send(clientRoutes.page, { as: member, params: { page: 1 } });
    expect(listed.status, 'on the only connection').toBe(200);
    await server.query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [
      organization.id,
      member.id,
    ]);
    goOn();
    expect((await asked).status).toBe(404);
    expect([await isStored(), await rows(), await spooled()]).toEqual([[false], [], []]);
  });

  test('a caller who must be looked up again finds what was prepared', async () => {
    seen.wait = server.query('update memberships set access_version = access_version + 1 where organization_id = $1', [
      organization.id,
    ]);
    await send(clientRoutes.page, { as, params: { page: 1 } });
    expect((await keep('well')).status).toBe(201);
    expect([await isStored(), (await rows()).length]).toEqual([[true], 1]);
  });
});

describe('what was prepared', () => {
  test.each([
    ['refused', 422],
    ['broken', 500],
    ['dropped', 201],
  ])('goes when the request is %s', async (how, status) => {
    expect((await keep(how)).status).toBe(status);
    await vi.waitFor(async () => expect([await isStored(), await spooled()]).toEqual([[false], []]));
    expect(await rows()).toEqual([]);
  });

  test('stays when a row names it', async () => {
    expect((await keep('well')).status).toBe(201);
    const [stored] = seen.prepared as [StoredContent];
    expect((await buffer(await server.services.storage.get(stored.storage_key))).toString()).toBe('hello');
    expect(await rows()).toHaveLength(1);
    await vi.waitFor(async () => expect(await spooled()).toEqual([]));
  });

  test('stays once for a request that is repeated', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [await keep('well', { headers }), await keep('well', { headers })];
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    await vi.waitFor(async () => expect(await isStored()).toEqual([true, false]));
    expect(await rows()).toHaveLength(1);
  });
});
