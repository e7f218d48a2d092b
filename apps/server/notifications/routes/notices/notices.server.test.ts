import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { type BellState, maxUnread, noticeRoutes } from '#contract/resources/notices.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import type { Member } from '#server/kit/handlers.ts';
import { always } from '#server/kit/rows.ts';
import { bellOf, openListener } from '#tests/server/bells.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestUser } from '#tests/server/people.ts';
import { findNotices } from './bell-state.ts';

const server = await startServer();
const { call, query, send } = server;

/** An organization with a form that tells a reader of each response, and what tells what their bell holds. */
const setting = async () => {
  const organization = await server.newOrganization();
  const make = formMakers(server, organization);
  const form = await make.form('Housing', { Note: {} });
  const client_id = await make.person('Nadia');
  const reader = await server.newUser(organization, {
    privileges: { clients: ['read'], client_forms: ['read'], forms: ['use'] },
  });
  const notify = (more: object = {}) =>
    call(notificationRoutes.create, {
      as: organization.owner,
      params: { form_id: form.id },
      body: {
        name: 'client_form_created',
        subject_template: 'About {{form_name}}',
        body_template: 'Open {{record_url}}',
        recipients: [{ email: reader.email, delivery_types: ['email'] }],
        ...more,
      },
    });
  const settled = async () => {
    await expect
      .poll(async () => {
        await server.drainJobs();
        return query(
          `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
              where t.identifier = 'fire_notifications' and (payload ->> 'organization_id')::bigint = $1`,
          [organization.id],
        );
      })
      .toEqual([]);
  };
  const record = () => make.record(form, { Note: 'A secret' }, { client_id });
  const bell = async (as: TestUser = reader) => {
    await settled();
    return call(noticeRoutes.page, { as, params: { page: 1 } });
  };
  return { organization, owner: organization.owner, make, form, client_id, reader, notify, record, bell, settled };
};

describe('SH-14 the bell tells', () => {
  test('nobody else, and nobody who is told of nothing', async () => {
    const at = await setting();
    await at.notify();
    await at.record();
    const other = await server.newUser(at.organization, {
      privileges: { clients: ['read'], client_forms: ['read'] },
    });
    expect((await at.bell(other)).data).toEqual([]);
    const [{ id } = { id: 0 }] = (await at.bell()).data;
    const neighbour = await server.newOrganization();
    for (const as of [other, at.owner, neighbour.owner])
      expect((await send(noticeRoutes.read, { as, params: { id }, body: { read: true } })).status).toBe(404);
    expect((await send(noticeRoutes.read, { as: at.reader, params: { id }, body: { read: false } })).errors).toEqual({
      read: ['Send true'],
    });
  });

  test('who may read the response, once for each notification, without names and answers', async () => {
    const at = await setting();
    for (let count = 0; count < 2; count++) await at.notify();
    const { id } = await at.record();
    const { data, metadata } = await at.bell();
    const line = {
      id: expect.any(Number),
      kind: 'form',
      text: `Response recorded: Housing · ID ${at.client_id}`,
      url: `/organization/clients/${at.client_id}/client_forms/${id}`,
      created_at: expect.any(String),
      read_at: null,
    };
    expect(data).toEqual([line, line]);
    expect(metadata).toMatchObject({ unread_count: 2, total_count: 2 });
  });

  test('what was deleted, as long as its reader may read the person', async () => {
    const at = await setting();
    await at.notify({ name: 'client_form_deleted' });
    const { id } = await at.record();
    await call(clientFormRoutes.remove, { as: at.owner, params: { client_id: at.client_id, id } });
    expect((await at.bell()).data).toMatchObject([
      { text: `Response deleted: Housing · ID ${at.client_id}`, url: `/organization/clients/${at.client_id}` },
    ]);
    await query('update clients set archived_at = now() where id = $1', [at.client_id]);
    expect((await at.bell()).data).toEqual([]);
  });

  test('nothing of what its reader may not read any more, in list, count and marks', async () => {
    const at = await setting();
    await at.notify();
    await at.record();
    const [{ id } = { id: 0 }] = (await at.bell()).data;
    await query(`update permission_groups set privileges = '{}' where id = $1`, [at.reader.group_id]);
    const { data, metadata } = await at.bell();
    expect({ data, ...metadata }).toMatchObject({ data: [], total_count: 0, unread_count: 0 });
    expect((await send(noticeRoutes.read, { as: at.reader, params: { id }, body: { read: true } })).status).toBe(404);
  });

  test('nothing about restricted forms to who has no grant on them', async () => {
    const at = await setting();
    await at.notify();
    await at.record();
    expect((await at.bell()).data).toHaveLength(1);
    await query('update forms set restricted = true where id = $1', [at.form.id]);
    expect((await at.bell()).data).toEqual([]);
  });

  test('counts and rows of one moment, whatever comes in between', async () => {
    const at = await setting();
    await at.notify();
    await at.record();
    await at.settled();
    const { database } = server.services;
    const organization_id = at.organization.id;
    const another = () =>
      query(
        `insert into notices (organization_id, user_id, kind, event_id, text, url, in_bell, awaits_digest)
         values ($1, $2, 'job', gen_random_uuid(), 'One more', '/', true, false)`,
        [organization_id, at.reader.id],
      );
    const found = await database.inOrganization({ organization_id, user_id: at.reader.id }, async (tx) => {
      const caller = (await memberNow(tx, await organizationWith(tx, organization_id), at.reader.id)) as Member;
      const meddled = tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          await another();
          return result;
        },
      });
      return findNotices({ tx: meddled, caller }, { condition: always, by: 'created_at', most: 10 });
    });
    expect(found).toMatchObject({ unread_count: 1, total_count: 1, rows: [{ read_at: null }] });
    expect((await at.bell()).metadata).toMatchObject({ unread_count: 2, total_count: 2 });
  });

  test('is read one by one and all at once', async () => {
    const at = await setting();
    await at.notify();
    for (let count = 0; count < 3; count++) await at.record();
    const [first] = (await at.bell()).data;
    const params = { id: first?.id as number };
    const read = await call(noticeRoutes.read, { as: at.reader, params, body: { read: true } });
    expect(read.read_at).not.toBeNull();
    expect(await call(noticeRoutes.read, { as: at.reader, params, body: { read: true } }), 'twice').toEqual(read);
    const unread = { as: at.reader, params: { page: 1 }, query: { filters: JSON.stringify({ unread: true }) } };
    expect((await call(noticeRoutes.page, unread)).metadata).toMatchObject({ total_count: 2, unread_count: 2 });
    expect(await call(noticeRoutes.readAll, { as: at.reader, body: { read: true } })).toEqual({ unread_count: 0 });
    expect((await call(noticeRoutes.page, unread)).data).toEqual([]);
  });
});

describe('how somebody wants to be told', () => {
  const choose = (as: TestUser, bell: boolean, mail: 'each' | 'daily' | 'none') =>
    call(noticeRoutes.changePreferences, { as, body: { preferences: [{ kind: 'form', bell, mail }] } });
  const reasons = ({ organization }: { organization: { id: number } }) =>
    query('select state, reason from notification_messages where organization_id = $1', [organization.id]);

  test('is refused in words that name what is wrong', async () => {
    const { reader: as } = await setting();
    const one = { kind: 'form', bell: true, mail: 'each' };
    const refusing = async (preferences: unknown) =>
      (await send(noticeRoutes.changePreferences, { as, body: { preferences } })).errors;
    expect(await refusing([one, one])).toEqual({ preferences: ['Choose each kind only once'] });
    expect(await refusing([])).toEqual({ preferences: ['Choose at least one kind'] });
    expect(Object.keys(await refusing([{ ...one, mail: 'hourly' }]))).toEqual(['preferences.0.mail']);
  });

  test('is by the bell and by each email, until they say otherwise', async () => {
    const at = await setting();
    const all = {
      preferences: [
        { kind: 'form', bell: true, mail: 'each' },
        { kind: 'job', bell: true, mail: 'each' },
      ],
    };
    expect(await call(noticeRoutes.preferences, { as: at.reader })).toEqual(all);
    await choose(at.reader, false, 'daily');
    expect((await choose(at.reader, false, 'none')).preferences[0]).toEqual({
      kind: 'form',
      bell: false,
      mail: 'none',
    });
    expect(await call(noticeRoutes.preferences, { as: at.owner }), 'of others nothing changed').toEqual(all);
  });

  test.each([
    { bell: true, mail: 'each', notices: 1, reason: null },
    { bell: true, mail: 'none', notices: 1, reason: 'They chose not to get these emails' },
    { bell: false, mail: 'daily', notices: 0, reason: 'They get a daily summary instead' },
    { bell: false, mail: 'none', notices: 0, reason: 'They chose not to get these emails' },
  ] as const)('bell $bell and mail $mail: $notices in the bell, and the history says why', async (one) => {
    const at = await setting();
    await choose(at.reader, one.bell, one.mail);
    await at.notify();
    await at.record();
    expect((await at.bell()).data).toHaveLength(one.notices);
    expect(await reasons(at)).toMatchObject([{ reason: one.reason }]);
  });
});

describe('a stream', () => {
  const listening = server.app.listen({ port: 0, host: '127.0.0.1' });
  const listen = async (as: TestUser, search = '') => {
    await listening;
    const { port } = server.app.server.address() as AddressInfo;
    const listener = await openListener(port, as, search);
    afterAll(listener.close);
    return listener;
  };

  test('is refused to strangers, outsiders and programs', async () => {
    const at = await setting();
    const outsider = await server.newOrganization();
    const status = async (as?: TestUser) => (await send(noticeRoutes.stream, { as, org: at.organization })).status;
    expect(await status()).toBe(401);
    expect(await status(outsider.owner)).toBe(404);
  });

  test('tells at once what there is, and what comes as it comes', async () => {
    const at = await setting();
    await at.notify();
    const bell = await listen(at.reader);
    expect(await bell.next()).toEqual({ unread_count: 0, newest: [] });
    await at.record();
    await at.settled();
    expect(await bell.next()).toMatchObject({
      unread_count: 1,
      newest: [{ text: `Response recorded: Housing · ID ${at.client_id}` }],
    });
    await call(noticeRoutes.readAll, { as: at.reader, body: { read: true } });
    expect(await bell.next(), 'read elsewhere').toEqual({ unread_count: 0, newest: [] });
  });

  test('tells that one was read elsewhere, also where there are more than are counted', async () => {
    const at = await setting();
    const [{ id } = { id: 0 }] = await query<{ id: number }>(
      `insert into notices (organization_id, user_id, kind, event_id, text, url, in_bell, awaits_digest)
       select $1, $2, 'job', gen_random_uuid(), 'One of many', '/', true, false from generate_series(1, $3) returning id::integer`,
      [at.organization.id, at.reader.id, maxUnread + 2],
    );
    const bell = await listen(at.reader);
    expect(await bell.next()).toEqual({ unread_count: maxUnread, newest: [] });
    await call(noticeRoutes.read, { as: at.reader, params: { id }, body: { read: true } });
    expect(await bell.next()).toEqual({ unread_count: maxUnread, newest: [] });
  });

  test('goes on after a break where it was', async () => {
    const at = await setting();
    await at.notify();
    await at.record();
    await at.settled();
    const bell = await listen(at.reader);
    expect(await bell.next()).toMatchObject({ unread_count: 1, newest: [] });
    bell.close();
    for (let count = 0; count < 2; count++) await at.record();
    await at.settled();
    const again = await listen(at.reader, `?last=${bell.last()}`);
    const { unread_count, newest } = (await again.next()) as BellState;
    expect(unread_count).toBe(3);
    expect(newest).toHaveLength(2);
  });

  test('tells nothing more to who lost access, and ends with session and membership', async () => {
    const at = await setting();
    await at.notify();
    const [gone, out] = [await listen(at.reader), await listen(at.owner)];
    await Promise.all([gone.next(), out.next()]);
    await query('update sessions set ended_at = now() where user_id = $1', [at.owner.id]);
    await query('update memberships set archived_at = now() where id = $1', [at.reader.id]);
    for (const user_id of [at.reader.id, at.owner.id])
      await query(`select pg_notify('hearth_bells', $1)`, [bellOf(at.organization.id, user_id)]);
    expect(await Promise.all([gone.next(), out.next()])).toEqual([null, null]);
  });

  test('is one of six at most that a person has, over all sessions: another ends the oldest', async () => {
    const at = await setting();
    const all = [];
    for (let count = 0; count < 7; count++) {
      const token = await server.services.database.inOrganization({ organization_id: at.organization.id }, (tx) =>
        server.startSession(tx, at.reader.id),
      );
      all.push(await listen({ ...at.reader, token }));
      await all.at(-1)?.next();
    }
    expect(await all[0]?.next()).toBeNull();
  });

  test.each(['stopped', 'ran out', 'began for another', 'lost the right'])(
    'A2 ends for who acted for its reader and %s',
    async (how) => {
      const at = await setting();
      await at.notify();
      const actor = await server.newUser(at.organization, {
        role: 'orgadmin',
        privileges: { ...allPrivileges },
      });
      const { reader } = at;
      await call(impersonationRoutes.startInOrganization, { as: actor, body: { user_id: reader.id } });
      const bell = await listen(actor);
      expect(await bell.next()).toEqual({ unread_count: 0, newest: [] });
      const other = await server.newUser(at.organization, {});
      if (how === 'ran out')
        await query('update sessions set impersonation_expires_at = now() where user_id = $1', [actor.id]);
      else if (how === 'lost the right')
        await query(`update memberships set role = 'orguser' where id = $1`, [actor.id]);
      else await send(impersonationRoutes.stopInOrganization, { as: actor });
      if (how === 'began for another')
        await call(impersonationRoutes.startInOrganization, { as: actor, body: { user_id: other.id } });
      await at.record();
      await at.settled();
      expect(await bell.next()).toBeNull();
    },
  );
});
