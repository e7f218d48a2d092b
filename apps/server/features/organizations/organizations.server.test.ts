import { beforeEach, describe, expect, test } from 'vitest';
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
const show = () => call(routes.show, { as, params: { id: organization.id } });

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
    ['admin', 'This address is reserved. Choose another one'],
    ['ab', 'Use 3 to 40 small letters, digits and hyphens, starting with a letter'],
    ['1-house', 'Use 3 to 40 small letters, digits and hyphens, starting with a letter'],
  ])('is not %s', async (wrong, message) => {
    expect(await change({ slug: wrong })).toMatchObject({ status: 422, errors: { slug: [message] } });
  });

  test('is not that of another organization, nor one that led to another within a year', async () => {
    const taken = { status: 422, errors: { slug: ['This address is taken. Choose another one'] } };
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
  test('is a member at once, and the one before stays an administrator in the default groups', async () => {
    const member = await server.newUser(organization, { privileges: { clients: ['read'] } });
    await query('update permission_groups set "default" = true where id = $1', [member.group_id]);
    const { body } = await change({ owner_email: member.email });
    expect(body).toMatchObject({ owner_id: member.id, owner_email: member.email, owner_name: 'Robin Marsh' });
    const { owner } = organization;
    expect((await send(clientRoutes.list, { as: owner })).status, 'by the group').toBe(200);
    expect((await send(clientRoutes.create, { as: owner, body: {} })).status).toBe(403);
    expect((await send(clientRoutes.create, { as: member, body: {} })).status, 'holds everything').toBe(422);
  });

  test('from elsewhere is invited, and nobody’s name shows before they have accepted', async () => {
    const stranger = await server.newUser(await server.newOrganization());
    const { body } = await change({ owner_email: stranger.email });
    expect(body).toMatchObject({ owner_email: stranger.email, owner_name: null });
    expect((await send(clientRoutes.list, { as: { ...stranger, organization } })).status).toBe(404);
    expect((await server.mailTo(stranger.email)).text).toContain(`http://${organization.slug}.localhost/invitations/`);
    expect((await change({ owner_email: 'no address' })).errors).toEqual({
      owner_email: ['Enter an e-mail address like name@example.org'],
    });
  });

  test('of two superusers at once one changes it, and the other is told', async () => {
    const { lock_version } = await show();
    const emails = ['one', 'two'].map((name) => `${name}@${organization.slug}.example.org`);
    const replies = await Promise.all(emails.map((owner_email) => change({ owner_email, lock_version })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
