import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { organizationExportRoutes, organizationRestoreRoutes } from '#contract/resources/life-cycles.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { newColumns, restoredTables } from '#server/organizations/tables.ts';
import { newWorld } from '#tests/conformance/world.ts';
import { startServer } from '#tests/server/harness.ts';
import { lifeCyclesOf, newSlug } from '#tests/server/life-cycles.ts';

const server = await startServer();
const { call, send, query } = server;
const as = await server.newSuperuser();
const { exported, restored, finished } = lifeCyclesOf(server, as);

/** What a restore gives anew. */
const anew: Record<string, string[]> = {
  files: ['storage_key'],
  publish_settings: ['access_key'],
  clients: ['ssn_sealed', 'ssn_hash', 'ssn_key_id'],
  versions: ['transaction_id'],
  notices: ['awaits_digest'],
  notification_messages: ['state', 'reason'],
};

/** The rows of a table of an organization, but for what is new. */
const rowsOf = async (table: string, organization_id: number) => {
  const without = ['organization_id', ...(anew[table] ?? []), ...(newColumns[table] ?? [])];
  // The history of the organization itself goes on under its new number.
  const kept = `(to_jsonb(t) - $2::text[] ${table === 'versions' ? `|| case item_type when 'organizations' then '{"item_id": 0}'::jsonb else '{}' end` : ''})`;
  const rows = await query<{ row: { id: number } }>(
    `select ${kept} as row from ${table} t where organization_id = $1 order by ${kept}::text`,
    [organization_id, without],
  );
  return rows.map(({ row }) => row);
};

const filesOfImports = async (organization_id: number) => {
  const rows = await query<{ id: number }>(
    'select unnest(array[file_id, error_file_id])::float8 as id from imports where organization_id = $1',
    [organization_id],
  );
  return new Set(rows.map(({ id }) => id));
};

test('everything is exported and restored: the same content under the same numbers', async () => {
  const world = await newWorld(server, 'Carried');
  const { organization, owner } = world;
  const archive = await exported(organization.id);
  expect(archive).toMatchObject({ state: 'succeeded', error: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const back = await restored(archive.id, owner.email);
  expect(back).toMatchObject({ state: 'succeeded', errors: [] });
  const id = back.organization_id as number;
  const [begun] = await query<{ at: string }>('select created_at as at from organizations where id = $1', [id]);
  expect(Date.parse(back.finished_at ?? ''), 'the end, not the begin').toBeGreaterThan(Date.parse(begun?.at ?? ''));
  const left = await filesOfImports(organization.id);
  for (const table of restoredTables) {
    const before = await rowsOf(table, organization.id);
    const kept = table === 'files' ? before.filter((row) => !left.has(row.id)) : before;
    expect(kept.length, `the world has rows of ${table}`).toBeGreaterThan(0);
    expect(await rowsOf(table, id), table).toEqual(kept);
    expect(back.counts[table], table).toBe(kept.length);
  }
  for (const table of ['api_credentials', 'drafts', 'idempotency_keys', 'jobs', 'exports'])
    expect(await query(`select 1 from ${table} where organization_id = $1`, [id]), table).toEqual([]);
  expect(back.mapped).toMatchObject({ accounts_made: 0, files_missing: 0 });
  expect(back.mapped.access_keys_made).toBeGreaterThan(0);
  expect(back.mapped.left_behind.audit_events).toBeGreaterThan(0);

  const [there] = await query<{ slug: string }>('select slug from organizations where id = $1', [id]);
  const inside = { ...owner, organization: { id, slug: there?.slug as string } };
  const person = { params: { id: world.client.id } };
  const [before, after] = [
    await call(clientRoutes.show, { as: owner, ...person }),
    await call(clientRoutes.show, { as: inside, ...person }),
  ];
  expect(after, 'what is encrypted opens in the new place').toEqual({ ...before, photo_url: after.photo_url });
  const [changed] = await query<{ shared: boolean }>(
    `select exists (select from versions a join versions b on a.transaction_id = b.transaction_id
                     where a.organization_id = $1 and b.organization_id = $2) as shared`,
    [organization.id, id],
  );
  expect(changed?.shared, 'a change has a number of its own').toBe(false);
  const queued = "select 1 from notification_messages where organization_id = $1 and state = 'queued'";
  expect(await query(queued, [id]), 'nothing is sent twice').toEqual([]);
  const totals = 'select bytes from file_totals where organization_id = $1';
  expect(await query(totals, [id])).toEqual(
    await query('select sum(size)::bigint as bytes from files where organization_id = $1', [id]),
  );
  const { id: added } = await call(clientRoutes.create, {
    as: inside,
    body: { first_name: 'New', last_name: 'Comer', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' },
  });
  expect(added, 'numbers go on after those that came').toBeGreaterThan(world.client.id);
});

test('who has no account is invited, who has one is a member', async () => {
  const organization = await server.newOrganization();
  const [stays, goes] = [await server.newUser(organization), await server.newUser(organization)];
  const { id: export_id } = await exported(organization.id);
  await query("update users set email = 'renamed-' || email where id = $1", [goes.id]);
  const owner_email = `somebody-${newSlug()}@example.org`;
  const back = await restored(export_id, owner_email);
  expect(back).toMatchObject({ state: 'succeeded', mapped: { accounts_made: 1, members_invited: 2 } });
  const members = await query<{ email: string; accepted: boolean; is_owner: boolean }>(
    `select email, accepted_at is not null as accepted, owner_id = u.id as is_owner
       from memberships m join users u on u.id = m.id join organizations o on o.id = organization_id
      where organization_id = $1 order by 1`,
    [back.organization_id],
  );
  const expected = [
    { email: organization.owner.email, accepted: true, is_owner: false },
    { email: stays.email, accepted: true, is_owner: false },
    { email: goes.email, accepted: false, is_owner: false },
    { email: owner_email, accepted: false, is_owner: true },
  ];
  expect(members).toEqual(expected.sort((one, other) => (one.email < other.email ? -1 : 1)));
  expect((await server.mailTo(owner_email)).subject).toContain('Back again');
});

test('an archive is fetched by who asked for it, by an address that is good for minutes, and is as it says', async () => {
  const organization = await server.newOrganization();
  const { id, url, sha256 } = await exported(organization.id);
  const params = { ticket: url?.split('/').at(-1) };
  const { bytes, status } = await send(responseDownloadRoutes.exported, { params });
  expect(status).toBe(200);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  const other = await server.newSuperuser();
  const asked = { params: { organization_id: organization.id, id } };
  expect(await call(organizationExportRoutes.show, { as: other, ...asked })).toMatchObject({ url: null });
  expect((await send(organizationExportRoutes.show, { ...asked })).status).toBe(401);
  await query('update users set is_superuser = false where id = $1', [as.id]);
  expect((await send(responseDownloadRoutes.exported, { params })).status, 'as long as they are of the team').toBe(404);
  await query('update users set is_superuser = true where id = $1', [as.id]);
});

test('the owner of an organization does nothing of this', async () => {
  const { owner, id } = await server.newOrganization();
  const forbidden = { status: 403 };
  expect(await send(organizationExportRoutes.create, { as: owner, params: { organization_id: id } })).toMatchObject(
    forbidden,
  );
  const body = { export_id: 1, name: 'Mine', slug: newSlug(), owner_email: owner.email };
  expect(await send(organizationRestoreRoutes.create, { as: owner, body })).toMatchObject(forbidden);
});

test('a restore names what is wrong with it before it begins', async () => {
  const organization = await server.newOrganization();
  const { id: export_id } = await exported(organization.id);
  const body = { export_id, name: 'Back', slug: newSlug(), owner_email: organization.owner.email };
  const wrong = (changes: object) => send(organizationRestoreRoutes.create, { as, body: { ...body, ...changes } });
  expect(await wrong({ slug: organization.slug })).toMatchObject({
    status: 422,
    errors: { slug: ['This address is taken. Choose another.'] },
  });
  expect(await wrong({ export_id: 999_999_999 })).toMatchObject({
    status: 422,
    errors: { export_id: [expect.stringMatching(/expired/)] },
  });
  await query("update exports set created_at = now() - interval '8 days' where id = $1", [export_id]);
  expect(await wrong({})).toMatchObject({ status: 422, errors: { export_id: [expect.any(String)] } });
});

test('of two restores to one address one succeeds, and the other leaves nothing', async () => {
  const organization = await server.newOrganization();
  const { id: export_id } = await exported(organization.id);
  const body = { export_id, name: 'Twice', slug: newSlug(), owner_email: organization.owner.email };
  const [one, other] = [
    await call(organizationRestoreRoutes.create, { as, body }),
    await call(organizationRestoreRoutes.create, { as, body }),
  ];
  const ends = [];
  for (const { id } of [one, other])
    ends.push(await finished(() => call(organizationRestoreRoutes.show, { as, params: { id } })));
  expect(ends.map(({ state }) => state).sort()).toEqual(['failed', 'succeeded']);
  expect(ends.find(({ state }) => state === 'failed')?.errors).toEqual(['This address is now taken. Choose another.']);
  expect(await query('select 1 from organizations where slug = $1', [body.slug])).toHaveLength(1);
});
