import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const message = { subject: 'Snow', body: 'The office opens at ten.' };
const setting = async () => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  const member = await server.newUser(organization);
  const permission_group_id = member.group_id as number;
  const params = { permission_group_id };
  const pin = (body: object = message) => call(pinnedMessageRoutes.create, { as: owner, params, body: body as never });
  return { organization, owner, member, params, pin };
};
const show = (as: TestUser, id: number) => send(pinnedMessageRoutes.show, { as, params: { id } });
const notFound = { status: 404, errors: { base: [problems.not_found.message] } };
const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };

describe('pinned messages are refused', () => {
  test('to who is not in their group and may not read it: they are not there', async () => {
    const { organization, params, pin } = await setting();
    const { id } = await pin();
    const others = [
      await server.newUser(organization),
      await server.newUser(organization, { groupless: true }),
      (await server.newOrganization()).owner,
    ];
    for (const as of others) {
      expect(await show(as, id)).toMatchObject(notFound);
      expect(await send(pinnedMessageRoutes.list, { as, params })).toMatchObject(notFound);
      for (const route of [pinnedMessageRoutes.update, pinnedMessageRoutes.remove])
        expect(await send(route, { as, params: { ...params, id }, body: {} })).toMatchObject(notFound);
      expect(await send(pinnedMessageRoutes.create, { as, params, body: message })).toMatchObject(notFound);
    }
  });

  test('writing, to members and to who may only read the group', async () => {
    const { organization, owner, member, params, pin } = await setting();
    const { id } = await pin();
    const reader = await server.newUser(organization, { privileges: { permission_groups: ['read'] } });
    const writes = (as: TestUser) => [
      send(pinnedMessageRoutes.create, { as, params, body: message }),
      send(pinnedMessageRoutes.update, { as, params: { ...params, id }, body: { subject: 'Rain' } }),
      send(pinnedMessageRoutes.remove, { as, params: { ...params, id } }),
    ];
    for (const reply of writes(reader)) expect(await reply).toMatchObject(forbidden);
    for (const reply of writes(member)) expect(await reply).toMatchObject(notFound);
    expect((await show(reader, id)).body).toMatchObject(message);
    const { data } = await call(pinnedMessageRoutes.list, { as: owner, params });
    expect(data).toMatchObject([{ id, ...message, lock_version: 1 }]);
  });

  test('under another group than their own', async () => {
    const { organization, owner, pin } = await setting();
    const { id } = await pin();
    const { group_id } = await server.newUser(organization);
    const params = { permission_group_id: group_id as number, id };
    for (const route of [pinnedMessageRoutes.update, pinnedMessageRoutes.remove])
      expect(await send(route, { as: owner, params, body: {} })).toMatchObject(notFound);
    expect((await show(owner, id)).status).toBe(200);
  });

  test('with mistakes, each at its field', async () => {
    const { owner, params } = await setting();
    const body = { subject: ' ', body: 'x'.repeat(20_001), expired_at: 'tomorrow', permission_group_id: 3 };
    const reply = await send(pinnedMessageRoutes.create, { as: owner, params, body });
    expect([reply.status, Object.keys(reply.errors).sort()]).toEqual([
      422,
      ['body', 'expired_at', 'permission_group_id', 'subject'],
    ]);
    expect(reply.errors.expired_at).toEqual(['Enter a time like 2026-11-20T09:30:00.000Z']);
    expect((await send(pinnedMessageRoutes.create, { as: owner, params, body: {} })).status).toBe(422);
  });

  test('a change or deletion of a version that is not the newest', async () => {
    const { owner, params, pin } = await setting();
    const { id } = await pin();
    const put = (lock_version: number) =>
      send(pinnedMessageRoutes.update, {
        as: owner,
        params: { ...params, id },
        body: { subject: `Saw ${lock_version}`, lock_version },
      });
    expect(await put(1)).toMatchObject({ status: 200, body: { subject: 'Saw 1', lock_version: 2 } });
    const base = [problems.conflict.message, `Changed by ${owner.first_name} ${owner.last_name}.`];
    expect(await put(1)).toMatchObject({ status: 409, errors: { base } });
    const remove = (body: object) => send(pinnedMessageRoutes.remove, { as: owner, params: { ...params, id }, body });
    expect((await remove({ lock_version: 1 })).status).toBe(409);
    expect((await show(owner, id)).body).toMatchObject({ subject: 'Saw 1' });
    expect((await remove({ lock_version: 2 })).status).toBe(204);
    expect((await show(owner, id)).status).toBe(404);
  });
});

describe('pinned messages', () => {
  test('are read by the members of their group, who hold no privilege on groups', async () => {
    const { organization, member, params, pin } = await setting();
    const { id } = await pin();
    expect(await show(member, id)).toMatchObject({
      status: 200,
      body: { id, ...message, expired_at: null, expired: false, permission_group: { id: params.permission_group_id } },
    });
    const granted = await server.newUser(organization, {
      grants: [{ entity: 'permission_groups', id: params.permission_group_id, actions: ['read'] }],
    });
    expect((await show(granted, id)).status).toBe(200);
    expect((await call(pinnedMessageRoutes.list, { as: granted, params })).data).toHaveLength(1);
    await server.query('delete from membership_permission_groups where membership_id = $1', [member.id]);
    expect((await show(member, id)).status, 'who left the group').toBe(404);
  });

  test('are listed newest first, and say when they are over', async () => {
    const { owner, params, pin } = await setting();
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const [over, later, never] = [
      await pin({ ...message, expired_at: at(-1) }),
      await pin({ ...message, expired_at: at(15) }),
      await pin({ ...message, expired_at: null }),
    ];
    const { data } = await call(pinnedMessageRoutes.list, { as: owner, params });
    expect(data.map(({ id, expired }) => [id, expired])).toEqual([
      [never.id, false],
      [later.id, false],
      [over.id, true],
    ]);
    const reopened = await call(pinnedMessageRoutes.update, {
      as: owner,
      params: { ...params, id: over.id },
      body: { expired_at: null },
    });
    expect(reopened).toMatchObject({ ...message, expired_at: null, expired: false });
  });

  test.each([
    '<script>window.__x = 1</script>',
    '<img src=x onerror="window.__x = 1">',
    '[Click](javascript:window.__x=1)',
    '"><svg/onload=alert(1)>',
    '{{constructor.constructor("window.__x=1")()}}',
    "=cmd|' /C calc'!A0",
    '\u202egnp.exe',
  ])('keep %s as the text that it is', async (text) => {
    const { member, pin } = await setting();
    const { id } = await pin({ subject: text, body: `${text}\n\n${text}` });
    const reply = await show(member, id);
    // A subject is short text, which takes no signs that turn its direction.
    expect(reply.body).toMatchObject({ subject: text.replace('\u202e', ''), body: `${text}\n\n${text}` });
    expect(reply.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'x-content-type-options': 'nosniff',
    });
  });

  test('go with their group, and leave versions with the person who wrote them', async () => {
    const { organization, owner, params, member, pin } = await setting();
    const { id } = await pin();
    await call(pinnedMessageRoutes.update, { as: owner, params: { ...params, id }, body: { subject: 'Rain' } });
    const versions = await server.query(
      `select event, user_id::float8, old_values ->> 'subject' as was, new_values ->> 'subject' as is_now
         from versions where organization_id = $1 and item_type = 'pinned_messages' order by id`,
      [organization.id],
    );
    expect(versions).toEqual([
      { event: 'create', user_id: owner.id, was: null, is_now: 'Snow' },
      { event: 'update', user_id: owner.id, was: 'Snow', is_now: 'Rain' },
    ]);
    await server.query('delete from membership_permission_groups where membership_id = $1', [member.id]);
    await call(permissionGroupRoutes.remove, { as: owner, params: { id: params.permission_group_id } });
    expect((await show(owner, id)).status).toBe(404);
  });
});
