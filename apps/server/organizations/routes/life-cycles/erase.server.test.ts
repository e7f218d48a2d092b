import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { erasureRoutes, organizationExportRoutes } from '#contract/resources/life-cycles.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { tables } from '#db/tables.ts';
import type { Owner } from '#server/kit/db.ts';
import { certificateSum, eraseOrganization } from '#server/organizations/erase.ts';
import { newWorld } from '#tests/conformance/world.ts';
import { ownDatabase } from '#tests/own-database.ts';
import { clearTexts } from '#tests/server/clear-texts.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { openServer, startServer } from '#tests/server/harness.ts';
import { lifeCyclesOf } from '#tests/server/life-cycles.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { shared } from '#tests/shared-database.ts';

const server = await startServer();
const { call, send, query } = server;
const as = await server.newSuperuser();
const { exported, restored, suspended } = lifeCyclesOf(server, as);

const erase = ({ id, slug }: { id: number; slug: string }) =>
  send(erasureRoutes.erase, { as, params: { id }, body: { slug } });

describe('an organization is not erased', () => {
  let organization: TestOrganization;
  beforeEach(async () => {
    organization = await server.newOrganization();
  });

  test('by its owner', async () => {
    const { owner, id, slug } = organization;
    await suspended(id);
    expect((await send(erasureRoutes.erase, { as: owner, params: { id }, body: { slug } })).status).toBe(403);
    expect((await send(erasureRoutes.list, { as: owner })).status).toBe(403);
  });

  test('before it is suspended', async () => {
    expect(await erase(organization)).toMatchObject({
      status: 409,
      errors: { base: ['Suspend this organization before you erase it.'] },
    });
  });

  test('by another address', async () => {
    const { id, slug } = organization;
    await suspended(id);
    for (const typed of ['another', slug.toUpperCase()])
      expect(await erase({ id, slug: typed })).toMatchObject({
        status: 422,
        errors: { slug: [`Type ${slug} to confirm`] },
      });
  });

  test('twice', async () => {
    await suspended(organization.id);
    const both = await Promise.all([erase(organization), erase(organization)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 404]);
    const [begun] = await query<{ count: number }>(
      'select count(*)::int as count from erasure_certificates where erased_organization_id = $1',
      [organization.id],
    );
    expect(begun?.count).toBe(1);
    const params = { id: organization.id };
    expect((await send(organizationRoutes.show, { as, params })).status, 'it is gone at once').toBe(404);
    expect((await send(organizationRoutes.unsuspend, { as, params })).status, 'and nobody brings it back').toBe(404);
    const of = { as, params: { organization_id: organization.id } };
    expect((await send(organizationExportRoutes.create, of)).status).toBe(404);
  });
});

test('what it has open with others is told before it is erased, to the platform team alone', async () => {
  const [organization, partner, former] = await Promise.all([1, 2, 3].map(() => server.newOrganization()));
  const { id, owner } = organization as TestOrganization;
  const asked = { as, params: { id } };
  expect(await call(erasureRoutes.open, asked)).toEqual({ affiliations: [], referrals: 0 });
  const [approved, rejected] = [partner, former] as [TestOrganization, TestOrganization];
  await query(
    `insert into affiliations (organization_id, affiliate_organization_id, type, state, requester_name)
     values ($1, $2, 'owner', 'approved', 'Ida Moor'), ($1, $2, 'participant', 'approved', 'Ida Moor'),
            ($1, $3, 'owner', 'rejected', 'Ida Moor')`,
    [id, approved.id, rejected.id],
  );
  const make = formMakers(server, organization as TestOrganization);
  const form = await make.form('Referral', { Need: {} });
  const client_id = await make.person();
  for (const referral_id of [null, 'R-1']) {
    const response = await make.record(form, { Need: 'Food' }, { client_id });
    await query(
      `insert into referrals (organization_id, client_form_id, referred_on, content, referral_id)
       values ($1, $2, '2026-11-20', '{}', $3)`,
      [id, response.id, referral_id],
    );
  }
  expect(await call(erasureRoutes.open, asked)).toEqual({
    affiliations: [{ name: approved.name, state: 'approved' }],
    referrals: 1,
  });
  expect((await send(erasureRoutes.open, { ...asked, as: owner })).status).toBe(403);
  await suspended(id);
  await erase(organization as TestOrganization);
  expect((await send(erasureRoutes.open, asked)).status, 'it is being erased').toBe(404);
});

test('a reason is at most 1,000 characters, and not nothing', async () => {
  const { id, slug } = await server.newOrganization();
  await suspended(id);
  for (const reason of ['', 'x'.repeat(1001)]) {
    const refused = await send(erasureRoutes.erase, { as, params: { id }, body: { slug, reason } });
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['reason']]);
  }
});

test('a certificate without a reason says so, and earlier ones are shown as they were signed', async () => {
  const { id, slug } = await server.newOrganization();
  await suspended(id);
  const { body } = await erase({ id, slug });
  const asked = { as, params: { id: body.id } };
  await expect
    .poll(async () => {
      await server.drainJobs();
      return (await send(erasureRoutes.show, asked)).status;
    })
    .toBe(200);
  const { sha256, ...said } = await call(erasureRoutes.show, asked);
  expect(said).toMatchObject({ slug, reason: null });
  expect(sha256).toBe(certificateSum(said));

  const earlier = { organization_name: 'Once', slug: 'once', erased_by: 'Ann', tables: {}, files: 0 };
  const [made] = await query<{ id: number }>(
    `insert into erasure_certificates (erased_organization_id, organization_name, slug, erased_by_id, erased_by)
     values ($1, 'Once', 'once', $2, 'Ann') returning id`,
    [id + 1_000_000, as.id],
  );
  const signed = {
    id: made?.id as number,
    organization_id: id + 1_000_000,
    erased_at: '2026-11-20T09:30:00.123Z',
    ...earlier,
  };
  await query('update erasure_certificates set erased_at = $2, sha256 = $3 where id = $1', [
    signed.id,
    signed.erased_at,
    certificateSum(signed),
  ]);
  expect(await call(erasureRoutes.show, { as, params: { id: signed.id } })).toEqual({
    ...signed,
    sha256: certificateSum(signed),
  });
});

test('attempts to restore it that failed go with it', async () => {
  const source = await server.newOrganization();
  const archive = await exported(source.id);
  const made = await restored(archive.id, source.owner.email);
  const id = made.organization_id as number;
  await query(
    `insert into organization_restores (export_organization_id, export_id, name, slug, owner_email, requested_by_id, state)
     select export_organization_id, export_id, name, 'another-' || slug, owner_email, requested_by_id, 'failed'
       from organization_restores where made_organization_id = $1`,
    [id],
  );
  const restores = () => query('select 1 from organization_restores where export_organization_id = $1', [source.id]);
  expect(await restores()).toHaveLength(2);
  await suspended(id);
  await erase({ id, slug: made.slug });
  await expect
    .poll(async () => {
      await server.drainJobs();
      return restores();
    })
    .toEqual([]);
});

/** Every file below a folder. */
const filesUnder = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

test('no row and no file of it is left, in no table and nowhere in the storage', async () => {
  const own = await ownDatabase();
  const alone = await openServer({ on: own });
  try {
    const [world, other] = [await newWorld(alone, 'Vanishing'), await newWorld(alone, 'Staying')];
    const superuser = await alone.newSuperuser();
    const life = lifeCyclesOf(alone, superuser);
    const { id, slug } = world.organization;
    const both = await alone.newUser(world.organization);
    await alone.join(both, other.organization);
    await life.exported(id);
    const theirs = await alone.query<{ storage_key: string }>(
      `select storage_key from files where organization_id = $1
       union select storage_key from draft_files where organization_id = $1
       union select storage_key from exports where organization_id = $1 and storage_key is not null`,
      [id],
    );
    expect(theirs.length).toBeGreaterThan(3);
    const before: Record<string, number> = {};
    for (const table of tables.distributed) {
      const [row] = await alone.query<{ count: number }>(
        `select count(*)::int as count from ${table} where organization_id = $1`,
        [other.organization.id],
      );
      before[table] = row?.count ?? 0;
    }
    await life.suspended(id);
    const { id: certificate_id } = await alone.call(erasureRoutes.erase, {
      as: superuser,
      params: { id },
      body: { slug, reason: 'The contract has ended' },
    });
    const asked = { as: superuser, params: { id: certificate_id } };
    expect((await alone.send(erasureRoutes.show, asked)).status, 'no certificate before it is done').toBe(404);
    await expect
      .poll(async () => {
        await alone.drainJobs();
        return (await alone.send(erasureRoutes.show, asked)).status;
      })
      .toBe(200);

    for (const table of tables.distributed) {
      expect(await alone.query(`select 1 from ${table} where organization_id = $1`, [id]), table).toEqual([]);
      const [row] = await alone.query<{ count: number }>(
        `select count(*)::int as count from ${table} where organization_id = $1`,
        [other.organization.id],
      );
      expect(row?.count, `${table} of the other organization`).toBe(before[table]);
    }
    expect(await alone.query('select 1 from organizations where id = $1', [id])).toEqual([]);
    const certified = ['erasure_certificates.organization_name', 'erasure_certificates.slug'];
    expect((await clearTexts(own.url, 'Vanishing')).filter((place) => !certified.includes(place))).toEqual([]);
    const stored = new Set(filesUnder(path.join(shared.dataDir, 'files')));
    expect(theirs.filter(({ storage_key }) => stored.has(storage_key))).toEqual([]);
    expect(
      await alone.query(`select 1 from graphile_worker._private_jobs where payload ->> 'organization_id' = $1`, [
        String(id),
      ]),
    ).toEqual([]);

    const certificate = await alone.call(erasureRoutes.show, asked);
    const { sha256, ...said } = certificate;
    expect(said).toMatchObject({
      organization_id: id,
      slug,
      reason: 'The contract has ended',
      files: expect.any(Number),
    });
    expect(sha256).toBe(certificateSum(said));
    expect(said.files).toBeGreaterThan(0);
    expect(said.tables.clients).toBeGreaterThan(0);
    const rows = async (text: string, values: unknown[]) => (await alone.query(text, values)).length;
    expect(await rows('select 1 from users where id = $1', [world.owner.id]), 'who belonged to it alone').toBe(0);
    expect(await rows('select 1 from users where id = $1', [both.id]), 'who belongs elsewhere stays').toBe(1);
    const platform = `select 1 from platform_audit_events where operation like '%/erase' and record_id = $1`;
    expect(await rows(platform, [id]), 'the log keeps the fact').toBe(1);
    const change = "update erasure_certificates set slug = 'other' where id = $1";
    await expect(alone.query(change, [certificate_id])).rejects.toThrow('never changed');
  } finally {
    await alone.close();
    await own.drop();
  }
});

/** The role that erases, which fails from its n-th transaction on. */
const failing = (owner: Owner, after: number): Owner => {
  let count = 0;
  return {
    ...owner,
    transaction: (work) => {
      if (count++ >= after) throw new Error('The process died');
      return owner.transaction(work);
    },
  };
};

test('an erasure that is interrupted at every step goes on, and counts each row once', async () => {
  const { owner, storage } = server.services;
  const { organization } = await newWorld(server, 'Steps');
  await suspended(organization.id);
  // What other work on this database may still add to.
  const steady = tables.distributed.filter((table) => !['jobs', 'notices', 'audit_seals', 'versions'].includes(table));
  const before: Record<string, number> = {};
  for (const table of steady) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from ${table} where organization_id = $1`,
      [organization.id],
    );
    before[table] = row?.count ?? 0;
  }
  const { id } = await call(erasureRoutes.erase, {
    as,
    params: { id: organization.id },
    body: { slug: organization.slug },
  });
  let interrupted = 0;
  for (let step = 1; step < 100; step++)
    await eraseOrganization({ owner: failing(owner, step), storage }, id).catch(() => {
      interrupted += 1;
    });
  expect(interrupted).toBeGreaterThan(50);
  const certificate = await call(erasureRoutes.show, { as, params: { id } });
  expect(certificate.tables).toMatchObject(before);
  expect(certificate.files).toBe(before.files);
  expect(certificate, 'nobody gave a reason').toHaveProperty('reason', null);
});

test('members who write meanwhile are waited for, and leave nothing', async () => {
  const organization = await server.newOrganization();
  const { owner: writer } = organization;
  let isOver = false;
  const writing = (async () => {
    const statuses = new Set<number>();
    while (!isOver)
      statuses.add((await send(categoryRoutes.create, { as: writer, body: { name: `Busy ${Math.random()}` } })).status);
    return statuses;
  })();
  const { owner, storage } = server.services;
  // As if the suspension had not reached them.
  await query("update organizations set suspended_at = now(), suspended_reason = 'Over' where id = $1", [
    organization.id,
  ]);
  const { id } = await call(erasureRoutes.erase, {
    as,
    params: { id: organization.id },
    body: { slug: organization.slug },
  });
  await query('update organizations set suspended_at = null, suspended_reason = null where id = $1', [organization.id]);
  await eraseOrganization({ owner, storage }, id);
  isOver = true;
  for (const status of await writing) expect([201, 401, 403, 404, 409, 422]).toContain(status);
  expect(await query('select 1 from categories where organization_id = $1', [organization.id])).toEqual([]);
  expect(await exported(organization.id).catch(() => 'gone')).toBe('gone');
});
