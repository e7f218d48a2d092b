// Over 300 lines: whose files, of which draft and until when is told of the same few drafts.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { draftRoutes, draftSubjects, maxDraftFiles, maxDraftFilesSize } from '#contract/resources/drafts.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { sweep } from '#server/maintenance/jobs/sweep.ts';
import { sweepContents } from '#server/maintenance/jobs/sweep-contents.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';
import { shared } from '#tests/shared-database.ts';

const megabyte = 2 ** 20;
const server = await startServer({ config: { filesQuota: 1 / 4 } });
const { call, send, query } = server;

let organization: TestOrganization;
let worker: TestUser;
let client_id: number;
let key: string;
beforeEach(async () => {
  organization = await server.newOrganization();
  client_id = await formMakers(server, organization).person();
  worker = await server.newUser(organization, { privileges: { clients: ['write'] } });
  key = await newDraft();
});

type Saved = { as?: Caller; key?: string; revision?: number; replaces?: string; removes?: number[] };

const save = ({ as = worker, key: named = key, revision = 1, ...more }: Saved = {}) =>
  send(draftRoutes.save, {
    as,
    params: { key: named },
    body: { subject: draftSubjects.client(client_id), content: '{}', revision, ...more },
  });
const newDraft = async (as: Caller = worker): Promise<string> => {
  const named = randomUUID();
  expect((await save({ as, key: named })).status).toBe(200);
  return named;
};
const lease = () => new File(['Signed by both'], 'lease.txt');
const add = (file = lease(), { as = worker as Caller, to = key } = {}) =>
  send(draftRoutes.addFile, { as, params: { key: to }, files: { file } });
const added = async (file = lease()): Promise<number> => {
  const reply = await add(file);
  expect(reply, JSON.stringify(reply.errors)).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
  return reply.body.id;
};
const read = (id: number, { as = worker as Caller, of = key } = {}) =>
  send(draftRoutes.file, { as, params: { key: of, id } });
const statusOf = async (id: number, asked: { as?: Caller; of?: string } = {}) => (await read(id, asked)).status;

const rows = () =>
  query<{ id: number; key: string; storage_key: string }>(
    'select id::int, key, storage_key from draft_files where organization_id = $1 order by id',
    [organization.id],
  );
const bytesKept = async () => {
  const [total] = await query<{ bytes: number }>('select bytes::int from file_totals where organization_id = $1', [
    organization.id,
  ]);
  return total?.bytes ?? 0;
};
/** Fills drafts of the worker with files that have rows alone. */
const fill = (count: number, size: number, to = key) =>
  query(
    `insert into draft_files (organization_id, user_id, key, storage_key, content_type, size)
     select $1, $2, $3, 'none', 'text/plain', $4 from generate_series(1, $5) n`,
    [organization.id, worker.id, to, size, count],
  );

describe('a file of a draft is its author’s alone', () => {
  test('not the owner’s, a colleague’s, a superuser’s or a neighbour organization’s', async () => {
    const id = await added();
    const neighbour = await server.newOrganization();
    const superuser = { token: (await server.newSuperuser()).token, organization };
    const colleague = await server.newUser(organization, { privileges: allPrivileges });
    const there = await server.join(worker, neighbour, { privileges: allPrivileges });
    for (const as of [organization.owner, colleague, superuser, neighbour.owner, there]) {
      expect(await statusOf(id, { as })).toBe(404);
      expect((await add(lease(), { as })).status).toBe(404);
    }
    // The same key is somebody else's own draft.
    expect((await save({ as: colleague, removes: [id] })).status).toBe(200);
    expect(await statusOf(id, { as: colleague })).toBe(404);
    expect((await read(id)).bytes.toString()).toBe('Signed by both');
  });

  test('neither read nor added by who acts in the author’s place', async () => {
    const id = await added();
    const admin = await server.newUser(organization, { role: 'orgadmin', privileges: allPrivileges });
    const body = { user_id: worker.id };
    expect((await send(impersonationRoutes.startInOrganization, { as: admin, body })).status).toBe(201);
    expect(await statusOf(id, { as: admin })).toBe(403);
    expect((await add(lease(), { as: admin })).status).toBe(403);
    expect(await rows()).toHaveLength(1);
  });

  test('in the database too, which tells the platform’s role no more than where content is', async () => {
    const id = await added();
    const { database } = server.services;
    const seen = (scope: object) =>
      database.inOrganization({ organization_id: organization.id, ...scope }, async (tx) =>
        (await tx.selectFrom('draft_files').select('id').execute()).map((row) => row.id),
      );
    expect(await seen({ user_id: organization.owner.id })).toEqual([]);
    expect(await seen({})).toEqual([]);
    expect(await seen({ user_id: worker.id, impersonator_id: organization.owner.id })).toEqual([]);
    expect(await seen({ user_id: worker.id })).toEqual([id]);
    const asPlatform = (column: 'storage_key' | 'user_id') =>
      database.adminTransaction(({ tx }) => tx.selectFrom('draft_files').select(column).execute());
    expect((await asPlatform('storage_key')).length).toBeGreaterThan(0);
    await expect(asPlatform('user_id')).rejects.toThrow(/permission denied/);
    await expect(
      database.inOrganization({ organization_id: organization.id, user_id: worker.id }, (tx) =>
        tx.updateTable('draft_files').set({ size: 0 }).where('organization_id', '=', organization.id).execute(),
      ),
    ).rejects.toThrow(/permission denied/);
  });

  test('and its own only while they may do what the draft is for', async () => {
    const id = await added();
    const privileges = (held: object) =>
      query('update permission_groups set privileges = $2 where id = $1', [worker.group_id, JSON.stringify(held)]);
    await privileges({ clients: ['read'] });
    expect([await statusOf(id), (await add()).status]).toEqual([404, 404]);
    await privileges({ clients: ['write'] });
    expect(await statusOf(id)).toBe(200);
    await call(clientRoutes.remove, { as: organization.owner, params: { id: client_id } });
    expect([await statusOf(id), (await add()).status]).toEqual([404, 404]);
  });
});

const nothingKept = async () => expect([await rows(), await bytesKept()]).toEqual([[], 0]);

describe('what cannot be a file of a draft', () => {
  test.each([
    ['a program', () => add(new File(['MZ\0\0'], 'setup.exe')), /Choose/],
    ['a page that is called a text', () => add(new File(['<!doctype html><p>'], 'lease.txt')), /Choose|Rename/],
    ['an empty one', () => add(new File([], 'lease.txt')), /This file is empty/],
    ['none at all', () => send(draftRoutes.addFile, { as: worker, params: { key }, body: {} }), /^Choose a file$/],
  ])('%s', async (_, attempt, words) => {
    const { status, errors } = await attempt();
    expect(status).toBe(422);
    expect(errors.file?.[0]).toMatch(words);
    await nothingKept();
  });

  test('one of more than 25 MB', async () => {
    expect((await add(new File(['a'.repeat(25 * megabyte + 1)], 'long.txt'))).status).toBe(413);
    await nothingKept();
  });

  test('one without a draft, or of one that has ended', async () => {
    expect((await add(lease(), { to: randomUUID() })).status).toBe(404);
    await call(draftRoutes.remove, { as: worker, params: { key } });
    expect((await add()).status).toBe(404);
    await nothingKept();
  });

  test('one more than so many, also when two come at once', async () => {
    await fill(maxDraftFiles - 1, 1);
    const replies = await Promise.all([add(), add(), add()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    expect((await add()).errors).toEqual({ file: ['A draft can have at most 20 files. Save your changes first.'] });
    expect((await add(lease(), { to: await newDraft() })).status, 'another draft').toBe(201);
  });

  test('more than so much in all drafts of one person, also when two come at once', async () => {
    const size = lease().size;
    await fill(1, maxDraftFilesSize - size, await newDraft());
    const drafts = await Promise.all([1, 2, 3, 4].map(() => newDraft()));
    const replies = await Promise.all(drafts.map((to) => add(lease(), { to })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect((await add(lease(), { to: await newDraft() })).errors).toEqual({
      file: ['Your drafts can have at most 200 MB of files. Save or discard some drafts first.'],
    });
    const colleague = await server.newUser(organization, { privileges: allPrivileges });
    expect((await add(lease(), { as: colleague, to: await newDraft(colleague) })).status).toBe(201);
  });

  test('more than so many in an hour, however many were removed again', async () => {
    await query(`insert into rate_limits (kind, subject) select 'draft_files', $1 from generate_series(1, 199) n`, [
      `${organization.id} ${worker.id}`,
    ]);
    expect([(await add()).status, (await add()).status]).toEqual([201, 429]);
    const colleague = await server.newUser(organization, { privileges: allPrivileges });
    expect((await add(lease(), { as: colleague, to: await newDraft(colleague) })).status).toBe(201);
  });

  test('more than the organization may keep', async () => {
    await query('insert into file_totals (organization_id, bytes) values ($1, $2)', [organization.id, 256 * megabyte]);
    expect(await add()).toMatchObject({ status: 507, errors: { base: [problems.quota_full.message] } });
    expect(await rows()).toEqual([]);
  });
});

describe('a file stays with its draft', () => {
  test('as it was chosen, of the type that it has, and takes from the organization’s space', async () => {
    const id = await added();
    const { bytes, headers } = await read(id);
    expect(bytes.toString()).toBe('Signed by both');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment/),
      'cache-control': 'private, no-store',
    });
    expect(await bytesKept()).toBe(bytes.length);
    // What it is called is in no table: that stands in the draft, encrypted.
    const [row] = await query('select * from draft_files where id = $1', [id]);
    expect(JSON.stringify(row)).not.toContain('lease');
  });

  test('and goes along to the one that goes on with it', async () => {
    const id = await added();
    const next = randomUUID();
    expect((await save({ key: next, replaces: key })).status).toBe(200);
    expect([await statusOf(id), await statusOf(id, { of: next })]).toEqual([404, 200]);
    expect((await save({ key: next, replaces: key, revision: 2 })).status, 'once more').toBe(200);
    expect(await statusOf(id, { of: next })).toBe(200);
  });

  test('until it is chosen no more', async () => {
    const [one, other, elsewhere] = [await added(), await added(), await newDraft()];
    expect((await save({ key: elsewhere, removes: [one] })).status, 'another draft').toBe(200);
    expect((await save({ revision: 2, removes: [one] })).status).toBe(200);
    expect([await statusOf(one), await statusOf(other)]).toEqual([404, 200]);
    // A call that was overtaken removes nothing.
    expect((await save({ revision: 1, removes: [other] })).status).toBe(200);
    expect(await statusOf(other)).toBe(200);
  });

  const discard = () => send(draftRoutes.remove, { as: worker, params: { key } });
  const saveRecord = () =>
    send(clientRoutes.update, {
      as: worker,
      params: { id: client_id },
      body: { first_name: 'Anna' },
      headers: { 'x-drafts': key },
    });
  const growOld = async () => {
    await query(`update drafts set kept_until = now() - interval '1 minute' where key = $1`, [key]);
    await sweep(server.services as Parameters<typeof sweep>[0]);
  };
  const erase = () => query('delete from drafts where key = $1', [key]);
  test.each([
    ['is discarded', discard],
    ['is saved', saveRecord],
    ['grew old', growOld],
    ['is erased with what it is for', erase],
  ])('and goes when that %s, its content within hours, and nobody else’s', async (_, end) => {
    const id = await added();
    const other = await newDraft();
    const stays = (await add(lease(), { to: other })).body.id;
    const [gone, kept] = (await rows()).map(({ storage_key }) => storage_key) as [string, string];
    const hourLater = async () => {
      await query(
        `update begun_contents set begun_at = begun_at - interval '1 hour 1 minute' where storage_key = any($1)`,
        [[gone, kept]],
      );
      await sweepContents(server.services as Parameters<typeof sweepContents>[0]);
    };
    const { storage } = server.services;
    await hourLater();
    expect([await storage.exists(gone), await storage.exists(kept)]).toEqual([true, true]);
    await end();
    expect(await statusOf(id)).toBe(404);
    expect((await rows()).map((row) => row.key)).toEqual([other]);
    expect(await bytesKept()).toBe(lease().size);
    await hourLater();
    expect([await storage.exists(gone), await storage.exists(kept)]).toEqual([false, true]);
    expect(await statusOf(stays, { of: other })).toBe(200);
  });

  test('and neither it nor the form it came to is refused when both are saved at the same moment', async () => {
    const makers = formMakers(server, organization);
    const form = await makers.form('Intake', { Paper: { field_type: 'attachment' } });
    const { owner } = organization;
    const draft = await newDraft(owner);
    // Held, both wait for the draft: first the file, then the save, which by then must hold nothing that the file needs.
    const holder = new pg.Client(shared.url);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from drafts where key = $1 for update', [draft]);
    const waiting = `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like '%"drafts"%'`;
    const file = add(lease(), { as: owner, to: draft });
    await expect.poll(() => query(waiting)).toHaveLength(1);
    const record = send(clientFormRoutes.create, {
      as: owner,
      params: { client_id },
      body: { form_id: form.id, answers: [] },
      files: makers.filesFor(form, { Paper: lease() }),
      headers: { 'x-drafts': draft },
    });
    await expect.poll(() => query(waiting)).toHaveLength(2);
    await holder.query('rollback');
    await holder.end();
    expect([(await file).status, (await record).status]).toEqual([201, 201]);
    expect(await rows()).toHaveLength(0);
  });

  test('and comes no more once it has ended', async () => {
    const [reply] = await Promise.all([add(), discard()]);
    expect([201, 404]).toContain(reply.status);
    expect(await rows()).toEqual([]);
  });
});
