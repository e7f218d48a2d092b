import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { platformUserRoutes } from '#contract/resources/platform-users.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { resumeJobs } from '#server/jobs/resume-jobs.ts';
import { startJobIn } from '#server/kit/enqueue.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { openListener } from '#tests/server/bells.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const as = await server.newSuperuser();

let organization: TestOrganization;
let owner: TestUser;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
});

const reason = 'The contract has ended';
const suspend = () => call(organizationRoutes.suspend, { as, params: { id: organization.id }, body: { reason } });
const unsuspend = () => call(organizationRoutes.unsuspend, { as, params: { id: organization.id } });
const suspended = { status: 403, errors: { base: ['This organization is suspended.'] } };

describe('an organization is suspended', () => {
  test('by the platform team alone, for a reason, and once', async () => {
    const params = { id: organization.id };
    expect(await send(organizationRoutes.suspend, { as: owner, params, body: { reason } })).toMatchObject({
      status: 403,
    });
    expect(await send(organizationRoutes.suspend, { as, params, body: { reason: ' ' } })).toMatchObject({
      status: 422,
      errors: { reason: ['Enter a reason'] },
    });
    expect(await send(organizationRoutes.unsuspend, { as, params })).toMatchObject({
      status: 409,
      errors: { base: ['This organization isn’t suspended.'] },
    });
    const both = await Promise.all(
      [1, 2].map(() => send(organizationRoutes.suspend, { as, params, body: { reason } })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await call(organizationRoutes.show, { as, params })).toMatchObject({
      suspended_at: expect.any(String),
      suspended_reason: reason,
    });
    expect(await unsuspend()).toMatchObject({ suspended_at: null, suspended_reason: null });
  });

  test('and its members are refused at their next request, the platform team is not', async () => {
    const colleague = await server.newUser(organization, { privileges: allPrivileges });
    for (const one of [owner, colleague]) expect((await send(clientRoutes.list, { as: one })).status).toBe(200);
    await suspend();
    for (const one of [owner, colleague]) {
      expect(await send(clientRoutes.list, { as: one })).toMatchObject(suspended);
      expect(await send(userRoutes.create, { as: one, body: {} })).toMatchObject(suspended);
    }
    expect((await send(clientRoutes.list, { as: { ...as, organization } })).status).toBe(200);
    expect((await call(accountRoutes.account, { as: owner })).organizations).toEqual([]);
    await unsuspend();
    expect((await send(clientRoutes.list, { as: owner })).status).toBe(200);
  });

  test('and nobody signs in on its host, or accepts an invitation', async () => {
    const password = 'seven geese over the barn';
    const member = await server.newUser(organization, { password_hash: await passwordHash(password) });
    await call(userRoutes.create, {
      as: owner,
      body: { first_name: 'New', last_name: 'Comer', email: `new-${organization.slug}@example.org` },
    });
    const mail = await server.mailTo(`new-${organization.slug}@example.org`);
    const invite_id = /\/invitations\/([\w-]+)/.exec(mail.text)?.[1] as string;
    await suspend();
    const signIn = (typed: string) =>
      send(accountRoutes.signIn, { org: organization, body: { email: member.email, password: typed } });
    expect(await signIn(password)).toMatchObject(suspended);
    expect((await signIn('another one than that')).status, 'and nothing is told without the password').toBe(422);
    expect(await send(accountRoutes.invitation, { params: { invite_id } })).toMatchObject(suspended);
  });

  test('and its API keys are refused, and not exchanged', async () => {
    await query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
    const { group_id } = await server.newUser(organization, { privileges: allPrivileges });
    const body = { name: 'Nightly', permission_group_id: group_id as number };
    const { api_key } = await call(apiCredentialRoutes.create, { as: owner, body });
    const program = { token: api_key as string, organization };
    expect((await send(clientRoutes.list, { as: program })).status).toBe(200);
    await suspend();
    expect(await send(clientRoutes.list, { as: program })).toMatchObject(suspended);
  });

  test('and who acts for a member of it is refused, may stop, and nobody begins', async () => {
    const member = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const body = { user_id: member.id, organization_id: organization.id };
    const acting = await server.newSuperuser();
    await call(impersonationRoutes.start, { as: acting, body });
    await call(impersonationRoutes.startInOrganization, { as: owner, body: { user_id: member.id } });
    await suspend();
    for (const one of [acting, owner])
      expect(await send(clientRoutes.list, { as: { ...one, organization } })).toMatchObject(suspended);
    expect((await send(impersonationRoutes.stop, { as: acting })).status).toBe(204);
    expect((await send(impersonationRoutes.stop, { as: owner })).status).toBe(204);
    expect(await send(impersonationRoutes.start, { as: acting, body })).toMatchObject(suspended);
  });

  test('and its public forms are not available, those in hand neither', async () => {
    const form = await formMakers(server, organization).form('Ask', { Name: {} });
    const published = { published_at: '2026-01-01T00:00:00.000Z' };
    const sent = { as: owner, params: { form_id: form.id }, body: published };
    const { access_key } = await call(publicFormRoutes.create, sent);
    const visiting = { org: organization, params: { access_key } };
    const { start_token } = await call(publicFormRoutes.open, visiting);
    await suspend();
    const unavailable = { status: 404, errors: { base: ['This form is not currently available.'] } };
    expect(await send(publicFormRoutes.open, visiting)).toMatchObject(unavailable);
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    expect(await send(publicFormRoutes.submit, { ...visiting, body })).toMatchObject(unavailable);
    await unsuspend();
    expect((await send(publicFormRoutes.submit, { ...visiting, body })).status).toBe(201);
  });

  test('and open streams end', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const bell = await openListener(port, owner, '');
    afterAll(bell.close);
    expect(await bell.next()).toMatchObject({ unread_count: 0 });
    await suspend();
    expect(await bell.next()).toBeNull();
  });

  test('and the link of a file that was prepared opens nothing', async () => {
    const form = await formMakers(server, organization).form('Intake', { Goal: {} });
    const { id } = await call(responseDownloadRoutes.prepare, { as: owner, params: { id: form.id } });
    const asked = { as: owner, params: { form_id: form.id, id } };
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await call(responseDownloadRoutes.prepared, asked)).state;
      })
      .toBe('succeeded');
    const { url } = await call(responseDownloadRoutes.prepared, asked);
    const params = { ticket: url?.split('/').at(-1) };
    await suspend();
    expect((await send(responseDownloadRoutes.exported, { params })).status).toBe(404);
    await unsuspend();
    expect((await send(responseDownloadRoutes.exported, { params })).status).toBe(200);
  });
});

test('nobody is invited while it is suspended, and no mail is written', async () => {
  const member = await server.newUser(organization, {});
  await suspend();
  const email = `new-${member.email}`;
  const there = { ...as, organization };
  const names = { first_name: 'New', last_name: 'Comer' };
  const base = ['This organization is suspended. Reinstate it before you invite anyone.'];
  const all = [
    send(userRoutes.create, { as: there, body: { email, ...names } }),
    send(organizationRoutes.update, { as, params: { id: organization.id }, body: { owner_email: email } as never }),
    send(platformUserRoutes.create, { as, body: { email, ...names, organization_ids: [organization.id] } as never }),
  ];
  for (const reply of await Promise.all(all)) expect(reply).toMatchObject({ status: 409, errors: { base } });
  expect(await query('select 1 from users where email = $1', [email])).toEqual([]);
  await unsuspend();
  expect((await send(userRoutes.create, { as: owner, body: { email, ...names } })).status).toBe(201);
});

test('jobs of a suspended organization wait, and are done when it is not any more', async () => {
  const form = await formMakers(server, organization).form('Intake', { Goal: {} });
  await suspend();
  const id = await server.services.database.inOrganization(
    { organization_id: organization.id, user_id: owner.id },
    (tx) => startJobIn(tx)('recalculate', { form_id: form.id }),
  );
  await server.drainJobs();
  const state = async () => (await call(jobRoutes.platformShow, { as, params: { id: id.id } })).state;
  expect(await state()).toBe('enqueued');
  await query(`update jobs set alive_at = now() - interval '2 days' where id = $1`, [id.id]);
  await resumeJobs({ ...server.services, mailer: openMailer(server.services.config) });
  expect(await query('select lost from jobs where id = $1', [id.id]), 'not taken for lost').toEqual([{ lost: 0 }]);
  await unsuspend();
  await expect
    .poll(async () => {
      await server.drainJobs();
      return state();
    })
    .toBe('succeeded');
});
