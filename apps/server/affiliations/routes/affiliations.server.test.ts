import { beforeEach, describe, expect, test } from 'vitest';
import type { Action } from '#contract/kit/privileges.ts';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query, mailTo } = server;
const { create, update, remove, show, list, peers } = affiliationRoutes;

/** Who asks and shares, and who answers and fills in. */
let hub: TestOrganization;
let spoke: TestOrganization;
const found = (as: Caller, can_be_found = true) =>
  call(organizationAccountRoutes.changeOrganizationAccount, { as, body: { can_be_found } });
beforeEach(async () => {
  [hub, spoke] = [await server.newOrganization(), await server.newOrganization()];
  await found(spoke.owner);
});

const nameOf = ({ owner }: TestOrganization) => `${owner.first_name} ${owner.last_name}`;
const ask = (message?: string, from = hub, to = spoke) =>
  send(create, { as: from.owner, body: { affiliate_organization_id: to.id, ...(message ? { message } : {}) } });
const asked = async () => (await ask()).body.id;
const answer = (id: number, affiliation_action: 'approve' | 'reject', as: Caller = spoke.owner) =>
  send(update, { as, params: { id }, body: { affiliation_action } });
const seen = async (id: number) => ({
  hub: (await call(show, { as: hub.owner, params: { id } })).state,
  spoke: (await call(show, { as: spoke.owner, params: { id } })).state,
});

describe('SR-03 SR-10 SR-12 R89 an organization asks another one', () => {
  test('and both see it under one id, each from its side', async () => {
    const { status, body } = await ask('One intake for both of us');
    expect(status).toBe(201);
    const both = { id: body.id, state: 'pending', approved_at: null, rejected_at: null, approver: null };
    expect(body).toMatchObject({
      ...both,
      type: 'owner',
      name: spoke.name,
      affiliate_organization_id: spoke.id,
      requester: { name: nameOf(hub) },
    });
    expect(await call(show, { as: spoke.owner, params: { id: body.id } })).toMatchObject({
      ...both,
      type: 'participant',
      name: hub.name,
      affiliate_organization_id: hub.id,
      message: 'One intake for both of us',
    });
    expect((await mailTo(spoke.owner.email)).subject).toBe(`${hub.name} wants to share forms with you`);
  });

  test('SR-13 that lets itself be found, and is told to all who do', async () => {
    const named = async (as: Caller) => (await call(peers, { as })).data.map(({ id }) => id);
    expect(await named(hub.owner)).toContain(spoke.id);
    expect(await named(spoke.owner)).not.toContain(spoke.id);
    expect(await named(spoke.owner)).not.toContain(hub.id);
    const { errors, status } = await ask('', spoke, hub);
    expect({ errors, status }).toEqual({
      status: 422,
      errors: { affiliate_organization_id: ['This organization can’t be found. Choose one from the list.'] },
    });
    await found(spoke.owner, false);
    expect(await named(hub.owner)).not.toContain(spoke.id);
    expect((await ask()).status).toBe(422);
  });

  test('not itself, not twice, and not by who may not', async () => {
    await found(hub.owner);
    expect((await ask('', hub, hub)).errors).toEqual({
      affiliate_organization_id: ['This is your own organization. Choose another.'],
    });
    await asked();
    expect(await ask()).toMatchObject({
      status: 409,
      errors: { base: ['You already have an affiliation with this organization.'] },
    });
    // The other way round is another affiliation.
    expect((await ask('', spoke, hub)).status).toBe(201);
    const reader = await server.newUser(hub, { privileges: { affiliations: ['read'] } });
    const body = { affiliate_organization_id: spoke.id };
    expect((await send(create, { as: reader, body })).status).toBe(403);
    expect((await send(peers, { as: await server.newUser(hub) })).status).toBe(403);
  });

  test('once, when it asks twice at the same time', async () => {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await call(list, { as: spoke.owner })).data).toHaveLength(1);
  });
});

describe('SR-06 the other one answers', () => {
  test('SR-09 by approving, which both see with who and when', async () => {
    const id = await asked();
    expect(await answer(id, 'approve')).toMatchObject({ status: 200, body: { state: 'approved' } });
    const shown = await call(show, { as: hub.owner, params: { id } });
    expect(shown).toMatchObject({ state: 'approved', rejected_at: null, approver: { name: nameOf(spoke) } });
    expect(shown.approved_at).toMatch(/Z$/);
    expect((await mailTo(hub.owner.email)).subject).toBe(`${spoke.name} approved your affiliation`);
    expect(await answer(id, 'approve')).toMatchObject({
      status: 409,
      errors: { base: ['This was already approved.'] },
    });
  });

  test('by rejecting, after which it may be asked again in 30 days', async () => {
    const id = await asked();
    expect(await answer(id, 'reject')).toMatchObject({ status: 200, body: { state: 'rejected' } });
    expect(await seen(id)).toEqual({ hub: 'rejected', spoke: 'rejected' });
    expect(await answer(id, 'approve')).toMatchObject({ status: 409 });
    expect(await ask()).toMatchObject({
      status: 409,
      errors: { base: ['They rejected this less than 30 days ago. Request it again later.'] },
    });
    await query(`update affiliations set rejected_at = now() - interval '31 days' where id = $1`, [id]);
    expect((await ask()).status).toBe(201);
  });

  test('and is not asked again sooner because the one who asked deletes what was rejected', async () => {
    const id = await asked();
    await answer(id, 'reject');
    await call(remove, { as: hub.owner, params: { id } });
    expect(await ask()).toMatchObject({
      status: 409,
      errors: { base: ['They rejected this less than 30 days ago. Request it again later.'] },
    });
    await query(
      `update versions set old_values = old_values || jsonb_build_object('rejected_at', now() - interval '31 days')
        where item_type = 'affiliations' and event = 'destroy' and item_id = $1`,
      [id],
    );
    expect((await ask()).status).toBe(201);
  });

  test('and is not asked, and told that it is not, again and again', async () => {
    for (let count = 0; count < 5; count++) await call(remove, { as: hub.owner, params: { id: await asked() } });
    expect((await ask()).status).toBe(429);
  });

  test('and may leave later, by rejecting what it approved', async () => {
    const id = await asked();
    await answer(id, 'approve');
    expect((await answer(id, 'reject')).status).toBe(200);
    expect(await seen(id)).toEqual({ hub: 'rejected', spoke: 'rejected' });
    expect((await mailTo(hub.owner.email)).subject).toBe(`${spoke.name} left your affiliation`);
  });

  test('SR-04 SR-05 SR-07 each side does what is its own, with the privilege', async () => {
    const id = await asked();
    expect(await answer(id, 'approve', hub.owner)).toMatchObject({ status: 403 });
    expect((await send(remove, { as: spoke.owner, params: { id } })).status).toBe(403);
    const holding = (actions: Action[], of: TestOrganization) =>
      server.newUser(of, { privileges: { affiliations: actions } });
    expect((await answer(id, 'approve', await holding(['read'], spoke))).status).toBe(403);
    expect((await answer(id, 'approve', await server.newUser(spoke))).status).toBe(404);
    const stranger = await server.newOrganization();
    expect((await answer(id, 'approve', stranger.owner)).status).toBe(404);
    expect(await seen(id)).toEqual({ hub: 'pending', spoke: 'pending' });
    expect((await answer(id, 'approve', await holding(['write'], spoke))).status).toBe(200);
    expect((await send(remove, { as: await holding(['write'], hub), params: { id } })).status).toBe(403);
    expect((await send(remove, { as: await holding(['remove'], hub), params: { id } })).status).toBe(204);
  });
});

describe('the owner ends it', () => {
  test('on both sides, and the other one is told', async () => {
    const id = await asked();
    await answer(id, 'approve');
    expect((await send(remove, { as: hub.owner, params: { id } })).status).toBe(204);
    for (const as of [hub.owner, spoke.owner]) expect((await send(show, { as, params: { id } })).status).toBe(404);
    expect((await mailTo(spoke.owner.email)).subject).toBe(`${hub.name} ended your affiliation`);
    expect((await ask()).status).toBe(201);
  });

  test.each([1, 2, 3])('while the other one answers: both sides say the same (%i)', async () => {
    const id = await asked();
    const [gone, answered] = await Promise.all([
      send(remove, { as: hub.owner, params: { id } }),
      answer(id, 'approve'),
      answer(id, 'reject'),
    ]);
    expect(gone.status).toBe(204);
    expect([200, 404, 409]).toContain(answered.status);
    expect(await query('select 1 from affiliations where id = $1', [id])).toEqual([]);
  });
});

describe('what each side may tell of it', () => {
  test('is its own log, in which nobody of the other side stands as a colleague', async () => {
    const id = await asked();
    await answer(id, 'approve');
    const of = async (as: Caller) => {
      const params = { record_type: 'affiliations', record_id: id } as const;
      const asking = { as, params, query: { history: 'true' } } as const;
      return (await call(recordRoutes.versions, asking)).history.map(({ event, admin_name }) => [event, admin_name]);
    };
    expect(await of(hub.owner)).toEqual([
      ['update', 'System'],
      ['create', nameOf(hub)],
    ]);
    expect(await of(spoke.owner)).toEqual([
      ['update', nameOf(spoke)],
      ['create', 'System'],
    ]);
  });

  test('is found by the name of the other side, by side and by state', async () => {
    const id = await asked();
    await found(hub.owner);
    const other = (await ask('', spoke, hub)).body.id;
    const ids = async (asking: object) =>
      (await call(list, { as: hub.owner, query: asking })).data.map((one) => one.id);
    expect(await ids({ query: spoke.name })).toEqual([id, other]);
    expect(await ids({ query: 'nobody is called this' })).toEqual([]);
    expect(await ids({ filters: JSON.stringify({ type: 'owner' }) })).toEqual([id]);
    expect(await ids({ filters: JSON.stringify({ type: 'participant', state: 'pending' }) })).toEqual([other]);
    expect(await ids({ filters: JSON.stringify({ state: 'approved' }) })).toEqual([]);
  });
});
