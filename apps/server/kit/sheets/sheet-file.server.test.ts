import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, inject, test, vi } from 'vitest';
import { route } from '#contract/kit/route.ts';
import { openIdentity } from '#server/access/sessions.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { implement } from '../handlers.ts';
import { mount } from '../mount.ts';
import { smallSheet } from './sheet.ts';
import { sheetDownload } from './sheet-file.ts';

// A folder of its own: what lies there, this file has left.
const dataDir = mkdtempSync(join(inject('database').dataDir, 'sheets-'));
const server = await startServer({ config: { dataDir } });
const routes = {
  made: route({
    method: 'GET',
    path: '/organization/:org/made',
    access: 'member',
    summary: 'A sheet that is made when it is let',
    download: true,
  }),
};

/** What the making waits for, and how often a file was made. */
let seen: { made: number; begun: () => void; wait: Promise<unknown> };
mount(server.app, {
  services: server.services,
  identity: openIdentity(server.tokens, server.services),
  features: [
    implement(routes, {
      made: async (_, context) => {
        seen.begun();
        await seen.wait;
        const sheet = smallSheet('Made', { columns: [{ label: 'A', kind: 'text' }], rows: [['a']] });
        const file = await sheetDownload(context, [sheet], { name: 'Made', format: 'csv' });
        seen.made += 1;
        return file;
      },
    }),
  ],
});
await server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.app.server.address() as AddressInfo;

let organization: TestOrganization;
beforeEach(async () => {
  organization = await server.newOrganization();
  seen = { made: 0, begun: () => {}, wait: Promise.resolve() };
});
const incoming = () => readdir(join(dataDir, 'files', 'incoming')).catch(() => []);

test('a file whose asker has gone before it was made goes with their request', async () => {
  let goOn = () => {};
  seen.wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    seen.begun = resolve;
  });
  const path = `/api/organization/${organization.slug}/made`;
  const headers = { authorization: `Bearer ${organization.owner.token}` };
  const request = http.get({ port, path, headers, agent: false }).on('error', () => {});
  await begun;
  request.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  goOn();
  await vi.waitFor(() => expect(seen.made).toBe(1));
  await vi.waitFor(async () => expect(await incoming()).toEqual([]));
});

test('a file that is made again, because what was remembered of its asker had changed, is left once and read once', async () => {
  const as = organization.owner;
  expect((await server.send(routes.made, { as })).status).toBe(200);
  await server.query('update memberships set access_version = access_version + 1 where organization_id = $1', [
    organization.id,
  ]);
  const { status, bytes } = await server.send(routes.made, { as });
  expect([status, bytes.toString(), seen.made]).toEqual([200, '\ufeffA\r\na\r\n', 3]);
  await vi.waitFor(async () => expect(await incoming()).toEqual([]));
});
