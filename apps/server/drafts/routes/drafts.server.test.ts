// Over 300 lines: whose a draft is, on how many devices and until when, is told of the same few drafts.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { draftRoutes, draftSubjects, maxDraftSize } from '#contract/resources/drafts.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { sweep } from '#server/maintenance/jobs/sweep.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let worker: TestUser;
let client_id: number;
let form: TestForm;
let makers: ReturnType<typeof formMakers>;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  makers = formMakers(server, organization);
  client_id = await makers.person();
  form = await makers.form('Contact Log', { Note: {} });
  worker = await server.newUser(organization, {
    privileges: { clients: ['write'], client_forms: ['write'], forms: ['use'] },
  });
});

type Typed = { subject?: string; key?: string; content?: unknown; revision?: number; replaces?: string };

const save = async (as: Caller, { key = randomUUID(), content = { note: 'Typed' }, ...typed }: Typed = {}) => {
  const body = {
    subject: draftSubjects.newResponse(client_id, form.id),
    revision: 1,
    ...typed,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  };
  return { key, ...(await send(draftRoutes.save, { as, params: { key }, body })) };
};
const listed = (as: Caller, subject = draftSubjects.newResponse(client_id, form.id)) =>
  call(draftRoutes.list, { as, query: { subject } });
const contents = async (as: Caller, subject?: string) =>
  (await listed(as, subject)).data.map(({ content }) => content && JSON.parse(content));

const inserted = (key: string) => query<{ id: string }>('select id from drafts where key = $1', [key]);

describe('a draft is its author’s alone', () => {
  test('not the owner’s, a colleague’s, a superuser’s or a neighbour organization’s', async () => {
    const { key } = await save(worker);
    const neighbour = await server.newOrganization();
    const superuser = { token: (await server.newSuperuser()).token, organization };
    const colleague = await server.newUser(organization, { privileges: allPrivileges });
    const there = await server.join(worker, neighbour, { privileges: allPrivileges });
    for (const as of [owner, colleague, superuser, neighbour.owner, there]) {
      expect((await listed(as)).data).toEqual([]);
      expect((await send(draftRoutes.remove, { as, params: { key } })).status).toBe(204);
    }
    expect(await contents(worker)).toEqual([{ note: 'Typed' }]);
    // The same key is somebody else's own draft.
    expect((await save(colleague, { key, content: { note: 'Mine' } })).status).toBe(200);
    expect(await contents(worker)).toEqual([{ note: 'Typed' }]);
  });

  test('neither seen, written nor ended by who acts in the author’s place', async () => {
    const { key } = await save(worker);
    const admin = await server.newUser(organization, { role: 'orgadmin', privileges: allPrivileges });
    expect(
      (await send(impersonationRoutes.startInOrganization, { as: admin, body: { user_id: worker.id } })).status,
    ).toBe(201);
    const subject = draftSubjects.newResponse(client_id, form.id);
    expect((await send(draftRoutes.list, { as: admin, query: { subject } })).status).toBe(403);
    expect((await send(draftRoutes.deviceSecrets, { as: admin })).status).toBe(403);
    expect((await send(draftRoutes.remove, { as: admin, params: { key } })).status).toBe(403);
    expect((await save(admin)).status).toBe(403);
    const saved = await send(clientFormRoutes.create, {
      as: admin,
      params: { client_id },
      body: { form_id: form.id, answers: form.given({ Note: 'In their place' }) },
      headers: { 'x-drafts': key },
    });
    expect(saved.status).toBe(201);
    expect(await contents(worker)).toEqual([{ note: 'Typed' }]);
  });

  test('in the database too, which shows the platform’s role no draft at all', async () => {
    const { key } = await save(worker);
    const { database } = server.services;
    const seen = (scope: object) =>
      database.inOrganization({ organization_id: organization.id, ...scope }, async (tx) =>
        (await tx.selectFrom('drafts').select('key').execute()).map((row) => row.key),
      );
    expect(await seen({ user_id: owner.id })).toEqual([]);
    expect(await seen({})).toEqual([]);
    expect(await seen({ user_id: worker.id, impersonator_id: owner.id })).toEqual([]);
    expect(await seen({ user_id: worker.id })).toEqual([key]);
    await expect(
      database.inOrganization({ organization_id: organization.id, user_id: owner.id }, (tx) =>
        tx
          .insertInto('drafts')
          .values({ organization_id: organization.id, user_id: worker.id, key: 'k', kept_until: sql`now()` })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/);
    await expect(
      database.adminTransaction(({ tx }) => tx.selectFrom('drafts').select('content').execute()),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('what cannot be a draft', () => {
  test.each([
    ['more than it may hold', { content: { note: 'é'.repeat(maxDraftSize / 2) } }, 'content'],
    ['no JSON', { content: '{' }, 'content'],
    ['no object', { content: '[1]' }, 'content'],
    ['deep nesting that is no object', { content: '['.repeat(100_000) }, 'content'],
    ['an unknown subject', { subject: 'users.3' }, 'subject'],
    ['a note on what is no record', { subject: 'notes.rooms.3' }, 'subject'],
    ['a subject with id 0', { subject: 'clients.0' }, 'subject'],
    ['a revision below 1', { revision: 0 }, 'revision'],
    ['a short key to go on with', { replaces: 'short' }, 'replaces'],
  ])('%s', async (_, typed, path) => {
    const { status, errors } = await save(worker, typed);
    expect(status).toBe(422);
    expect(Object.keys(errors)).toEqual([path]);
  });

  test('a megabyte', async () => {
    expect((await save(worker, { content: { note: 'a'.repeat(1024 * 1024) } })).status).toBe(413);
  });

  test('one more than so many', async () => {
    const subject = draftSubjects.newResponse(client_id, form.id);
    await query(
      `insert into drafts (organization_id, user_id, key, subject, content, key_id, kept_until)
       select $1, $2, 'many-drafts-of-one-' || n, $3, '\\x00', (select max(id) from encryption_keys), now() + interval '1 day'
         from generate_series(1, 200) n`,
      [organization.id, worker.id, `${subject}0`],
    );
    const { status, errors } = await save(worker);
    expect({ status, errors }).toEqual({
      status: 422,
      errors: { base: ['You have 200 drafts. Save or discard some drafts first.'] },
    });
    // One that is there goes on.
    await query('delete from drafts where key = $1', ['many-drafts-of-one-200']);
    const { key } = await save(worker);
    expect((await save(worker, { key, revision: 2 })).status).toBe(200);
  });
});

describe('a draft is kept only for what its author may do', () => {
  test('and refused else', async () => {
    const reader = await server.newUser(organization, { privileges: { clients: ['read'], forms: ['read'] } });
    const { newClient, client, newResponse, response, newForm, form: aForm, newNote } = draftSubjects;
    const recorded = await makers.record(form, { Note: 'Recorded' }, { client_id });
    for (const [subject, status] of [
      [newClient, 403],
      [newForm, 403],
      [client(client_id), 404],
      [aForm(form.id), 404],
      [newResponse(client_id, form.id), 404],
      [response(recorded.id), 404],
      [newNote('clients', client_id), 404],
      [newNote('forms', form.id), 404],
    ] as const) {
      expect((await save(reader, { subject })).status, subject).toBe(status);
      expect((await save(owner, { subject })).status, subject).toBe(200);
    }
    const nowhere = 2 ** 40;
    for (const subject of [
      client(nowhere),
      newNote('clients', nowhere),
      newResponse(client_id, nowhere),
      newResponse(nowhere, form.id),
    ])
      expect((await save(owner, { subject })).status, subject).toBe(404);
  });

  test.each([
    ['a person who was archived', () => call(clientRoutes.remove, { as: owner, params: { id: client_id } })],
    ['a form that was deleted', () => call(formRoutes.remove, { as: owner, params: { id: form.id } })],
    [
      'a form that is closed to them',
      async () => {
        const other = await server.newUser(organization);
        await query(`update permission_groups set privileges = $2 where id = $1`, [
          worker.group_id,
          JSON.stringify({ clients: ['write'], client_forms: ['write'] }),
        ]);
        await makers.grant('forms', form.id, other, 'read');
      },
    ],
    [
      'a person whom they see no more',
      () =>
        query(`update permission_groups set privileges = $2 where id = $1`, [
          worker.group_id,
          JSON.stringify({ client_forms: ['write'], forms: ['use'] }),
        ]),
    ],
  ])('told and not shown: %s', async (_, close) => {
    const { key } = await save(worker);
    await close();
    const { data, withheld } = await listed(worker);
    expect(data).toMatchObject([{ key, content: null }]);
    expect(withheld).toBe('The person or the form was archived, merged or deleted, or you can no longer use them.');
    expect((await save(worker, { key, revision: 2 })).status).toBe(404);
    expect((await inserted(key)).length).toBe(1);
    await call(draftRoutes.remove, { as: worker, params: { key } });
    expect(await listed(worker)).toEqual({ data: [], withheld: null });
  });

  test('shown again when it opens again', async () => {
    await save(worker, { subject: draftSubjects.client(client_id) });
    const privileges = (held: object) =>
      query('update permission_groups set privileges = $2 where id = $1', [worker.group_id, JSON.stringify(held)]);
    await privileges({ clients: ['read'] });
    expect((await listed(worker, draftSubjects.client(client_id))).withheld).toMatch(/^The person was archived/);
    await privileges({ clients: ['write'] });
    expect(await contents(worker, draftSubjects.client(client_id))).toEqual([{ note: 'Typed' }]);
  });
});

describe('two devices', () => {
  test('have a draft each, with its time, the newest first, exactly as typed', async () => {
    const first = await save(worker, { content: { note: ' one \n' } });
    const second = await save(worker, { content: { note: 'two\u0000' } });
    const { data } = await listed(worker);
    expect(data.map(({ key }) => key)).toEqual([second.key, first.key]);
    expect(data.map(({ saved_at }) => saved_at)).toEqual([second.body.saved_at, first.body.saved_at]);
    expect(await contents(worker)).toEqual([{ note: 'two\u0000' }, { note: ' one \n' }]);
    const days = (Date.parse(data[0]?.kept_until as string) - Date.parse(data[0]?.saved_at as string)) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  test('go on with each other’s: the one before ends, also when it arrives late', async () => {
    const { key } = await save(worker, { content: { note: 'one' } });
    await save(worker, { content: { note: 'two' }, replaces: key });
    expect((await save(worker, { key, content: { note: 'late' }, revision: 9 })).body.saved_at).toBeNull();
    expect(await contents(worker)).toEqual([{ note: 'two' }]);
  });

  test('or calls of one that overtake each other leave what was typed last', async () => {
    const { key } = await save(worker, { content: { note: 'newer' }, revision: 5 });
    expect((await save(worker, { key, content: { note: 'older' }, revision: 4 })).status).toBe(200);
    expect(await contents(worker)).toEqual([{ note: 'newer' }]);
    const both = await Promise.all([6, 7, 8].map((revision) => save(worker, { key, content: { revision }, revision })));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await contents(worker)).toEqual([{ revision: 8 }]);
  });
});

describe('an end of a draft', () => {
  test('is not made by a save that was refused', async () => {
    const { key } = await save(worker);
    const refused = await send(clientFormRoutes.create, {
      as: worker,
      params: { client_id },
      body: { form_id: form.id, answers: [{ field_id: 2 ** 40, value: 'x' }] },
      headers: { 'x-drafts': key },
    });
    expect(refused.status).toBe(422);
    expect(await contents(worker)).toEqual([{ note: 'Typed' }]);
  });

  test('is made by the save itself, once however often it is tried; what arrives late is not kept', async () => {
    const [one, other] = [await save(worker), await save(worker, { content: { note: 'Another device' } })];
    const under_way = randomUUID();
    const saved = () =>
      send(clientFormRoutes.create, {
        as: worker,
        params: { client_id },
        body: { form_id: form.id, answers: form.given({ Note: 'Typed' }) },
        headers: { 'idempotency-key': `saving ${one.key}`, 'x-drafts': `${one.key} ${under_way} nonsense` },
      });
    const [first, again] = [await saved(), await saved()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
    expect(await contents(worker)).toEqual([{ note: 'Another device' }]);
    expect((await save(worker, { key: under_way })).body).toEqual({ saved_at: null });
    expect((await save(worker, { key: one.key, revision: 9 })).body).toEqual({ saved_at: null });
    expect((await listed(worker)).data.map(({ key }) => key)).toEqual([other.key]);
  });

  test('is made by changing a person with a photo, and by discarding', async () => {
    const subject = draftSubjects.client(client_id);
    const [one, two] = [await save(worker, { subject }), await save(worker, { subject })];
    await call(clientRoutes.update, {
      as: worker,
      params: { id: client_id },
      body: { first_name: 'Anna' },
      headers: { 'x-drafts': one.key },
    });
    expect((await listed(worker, subject)).data.map(({ key }) => key)).toEqual([two.key]);
    await call(draftRoutes.remove, { as: worker, params: { key: two.key } });
    expect((await listed(worker, subject)).data).toEqual([]);
  });

  test('comes after 30 days, and what is left of an ended one goes after a day', async () => {
    const [old, young, ended] = [await save(worker), await save(worker), await save(worker)];
    await call(draftRoutes.remove, { as: worker, params: { key: ended.key } });
    const age = async (key: string, time: string) => {
      const [then] = await query<{ at: string }>('select kept_until - $2::interval as at from drafts where key = $1', [
        key,
        time,
      ]);
      await query('update drafts set kept_until = $2 where key = $1', [key, then?.at]);
    };
    await age(old.key, '30 days 1 minute');
    await age(young.key, '29 days');
    await age(ended.key, '25 hours');
    const { config, database } = server.services;
    await sweep({ config, database } as Parameters<typeof sweep>[0]);
    expect((await listed(worker)).data.map(({ key }) => key)).toEqual([young.key]);
    expect(await inserted(ended.key)).toEqual([]);
  });
});

describe('a draft stands nowhere else', () => {
  test('in no table in clear, no list, no history and no audit of the record', async () => {
    const digits = '7391';
    const subject = draftSubjects.client(client_id);
    const { key } = await save(worker, { subject, content: { ssn_suffix: digits, last_name: 'Canarydraft' } });
    expect((await inserted(key)).length).toBe(1);
    const { headers: _, ...found } = await send(clientRoutes.list, { as: owner, query: { query: 'Canarydraft' } });
    expect(found.body.data).toEqual([]);
    const record = { as: owner, params: { record_type: 'clients', record_id: client_id } };
    expect(JSON.stringify((await send(recordRoutes.versions, record)).body)).not.toContain('Canarydraft');
    const audited = await query(`select 1 from audit_events where organization_id = $1 and operation like '%drafts%'`, [
      organization.id,
    ]);
    expect(audited).toEqual([]);
  });

  test('and its secrets for a device differ from person to person, and stay the same', async () => {
    const secrets = async (as: Caller) => (await call(draftRoutes.deviceSecrets, { as })).data;
    const [mine, again, theirs] = [await secrets(worker), await secrets(worker), await secrets(owner)];
    expect(Buffer.from(mine[0]?.secret as string, 'base64').length).toBe(32);
    expect(again).toEqual(mine);
    expect(theirs.map(({ id }) => id)).toEqual(mine.map(({ id }) => id));
    expect(theirs[0]?.secret).not.toBe(mine[0]?.secret);
  });
});
