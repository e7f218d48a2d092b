import { beforeEach, describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { organizationRoutes as routes } from '#contract/resources/organizations.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const as = await server.newSuperuser();

let organization: TestOrganization;
let slug: string;
beforeEach(async () => {
  organization = await server.newOrganization();
  slug = `new-${organization.id}-house`;
});

const change = (body: object, id = organization.id) => send(routes.update, { as, params: { id }, body });
/** Accepts the invitation that was mailed to somebody. */
const accept = async (email: string) => {
  const invite_id = /invitations\/([\w-]+)/.exec((await server.mailTo(email)).text)?.[1] as string;
  const [password, names] = ['quiet-ember-staircase-77', { first_name: 'Robin', last_name: 'Marsh' }];
  const body = { ...names, password, password_confirmation: password };
  await call(accountRoutes.acceptInvitation, { params: { invite_id }, body });
};
const show = () => call(routes.show, { as, params: { id: organization.id } });

// Decided: an organization is not deleted by a plain DELETE but erased, with an archive and a delay (life-cycles).
test('AD-17 organizations are added, listed, shown and changed by the platform team alone', async () => {
  const { owner } = organization;
  const wanted = { name: `House ${slug}`, slug, owner_email: `owner@${slug}.example.org` };
  const params = { id: organization.id };
  for (const refused of [
    await send(routes.create, { as: owner, body: wanted }),
    await send(routes.list, { as: owner, query: {} }),
    await send(routes.show, { as: owner, params }),
    await send(routes.update, { as: owner, params, body: { name: 'Mine' } }),
  ])
    expect(refused.status).toBe(403);
  const made = await send(routes.create, { as, body: wanted });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ ...wanted, owner_name: null, archived: [], users: [{ accepted: false }] });
  const { id } = made.body;
  const query = { query: wanted.name };
  expect((await call(routes.list, { as, query })).data).toMatchObject([{ id, name: wanted.name, slug }]);
  expect(await call(routes.page, { as, params: { page: 1 }, query })).toMatchObject({
    data: [{ id }],
    metadata: { total_count: 1 },
  });
  expect((await change({ name: 'Quay Street' }, id)).status).toBe(200);
  expect(await call(routes.show, { as, params: { id } })).toMatchObject({ id, name: 'Quay Street', slug });
});

describe('AD-12 R102 another address', () => {
  test.each([
    ['admin', 'This address is reserved. Choose another.'],
    ['ab', 'Use 3 to 40 lowercase letters, digits and hyphens, starting with a letter'],
    ['1-house', 'Use 3 to 40 lowercase letters, digits and hyphens, starting with a letter'],
  ])('is not %s', async (wrong, message) => {
    expect(await change({ slug: wrong })).toMatchObject({ status: 422, errors: { slug: [message] } });
  });

  test('is not that of another organization, nor one that led to another within a year', async () => {
    const taken = { status: 422, errors: { slug: ['This address is taken. Choose another.'] } };
    const neighbour = await server.newOrganization();
    expect(await change({ slug: neighbour.slug })).toMatchObject(taken);
    await change({ slug }, neighbour.id);
    expect(await change({ slug: neighbour.slug })).toMatchObject(taken);
    const body = { name: 'Thief', slug: neighbour.slug, owner_email: 'thief@example.org' };
    expect(await send(routes.create, { as, body })).toMatchObject(taken);
    await query(`update former_slugs set expires_at = now() where slug = $1`, [neighbour.slug]);
    expect((await change({ slug: neighbour.slug })).status, 'but one that is free again').toBe(200);
  });

  test('has the former one lead to it, for programs, members and strangers, and may be taken back', async () => {
    const { owner } = organization;
    const form = await formMakers(server, organization).form('Ask', { Name: {} });
    const published = { published_at: '2026-01-01T00:00:00.000Z' };
    const sent = { as: owner, params: { form_id: form.id }, body: published };
    const { access_key } = await call(publicFormRoutes.create, sent);
    await query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
    const { group_id } = await server.newUser(organization, { privileges: allPrivileges });
    const made = await call(apiCredentialRoutes.create, {
      as: owner,
      body: { name: 'Nightly', permission_group_id: group_id as number },
    });
    expect((await change({ slug })).body).toMatchObject({ slug });

    const moved = await send(clientRoutes.list, { as: owner, query: { query: 'a' } });
    expect([moved.status, moved.headers.location]).toEqual([308, `/api/organization/${slug}/clients?query=a`]);
    const program = { token: made.api_key as string, organization };
    const written = await send(clientRoutes.create, { as: program, body: {} });
    expect([written.status, written.headers.location]).toEqual([308, `/api/organization/${slug}/clients`]);
    expect((await send(clientRoutes.list, { org: organization })).status, 'nothing without a token').toBe(401);
    const nowhere = { ...owner, organization: { id: 1, slug: 'nowhere-at-all' } };
    expect((await send(clientRoutes.list, { as: nowhere })).status).toBe(404);
    expect((await send(publicFormRoutes.open, { org: organization, params: { access_key } })).status).toBe(200);

    expect((await change({ slug: organization.slug })).status).toBe(200);
    expect((await send(clientRoutes.list, { as: owner })).status).toBe(200);
  });
});

describe('AD-09 another owner', () => {
  test('is a member at once, and the one before stays an administrator who may do everything', async () => {
    const member = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const { body } = await change({ owner_email: member.email });
    expect(body).toMatchObject({ owner_id: member.id, owner_email: member.email, owner_name: 'Robin Marsh' });
    const { owner } = organization;
    expect((await send(clientRoutes.list, { as: owner })).status, 'by the group').toBe(200);
    expect((await send(clientRoutes.create, { as: owner, body: {} })).status, 'by the group').toBe(422);
    expect((await send(clientRoutes.create, { as: member, body: {} })).status, 'holds everything').toBe(422);
  });

  test('R19a from elsewhere is invited, and owns it once they have accepted', async () => {
    const stranger = await server.newUser(await server.newOrganization());
    const { owner } = organization;
    const { body } = await change({ owner_email: stranger.email });
    expect(body).toMatchObject({ owner_id: owner.id, next_owner_email: stranger.email });
    expect((await send(clientRoutes.create, { as: owner, body: {} })).status, 'still holds everything').toBe(422);
    expect((await send(clientRoutes.list, { as: { ...stranger, organization } })).status).toBe(404);
    await accept(stranger.email);
    expect(await show()).toMatchObject({ owner_id: stranger.id, next_owner_email: null });
    expect((await send(clientRoutes.create, { as: { ...stranger, organization }, body: {} })).status).toBe(422);
    expect((await send(clientRoutes.create, { as: owner, body: {} })).status, 'as an administrator').toBe(422);
    expect((await change({ owner_email: 'no address' })).errors).toEqual({
      owner_email: ['Enter an e-mail address like name@example.org'],
    });
  });

  test('R19a who was chosen and withdrawn, or replaced, does not become it by accepting', async () => {
    const [first, second] = [
      await server.newUser(await server.newOrganization()),
      await server.newUser(await server.newOrganization()),
    ];
    const { owner } = organization;
    await change({ owner_email: first.email });
    expect((await change({ owner_email: second.email })).body).toMatchObject({ next_owner_email: second.email });
    expect((await change({ next_owner_email: null })).body).toMatchObject({ next_owner_email: null });
    for (const { email } of [first, second]) await accept(email);
    expect(await show()).toMatchObject({ owner_id: owner.id, next_owner_email: null });
  });

  test('replaces at once an owner who has not accepted', async () => {
    const slug = `house-${organization.slug}`.slice(0, 40);
    const { id } = await call(routes.create, {
      as,
      body: { name: 'House', slug, owner_email: `first@${slug}.example.org` },
    });
    const body = { owner_email: `second@${slug}.example.org` };
    const changed = await call(routes.update, { as, params: { id }, body });
    expect(changed).toMatchObject({ ...body, owner_name: null, next_owner_email: null });
  });

  test('of two superusers at once one changes it, and the other is told', async () => {
    const { lock_version } = await show();
    const emails = ['one', 'two'].map((name) => `${name}@${organization.slug}.example.org`);
    const replies = await Promise.all(emails.map((owner_email) => change({ owner_email, lock_version })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
