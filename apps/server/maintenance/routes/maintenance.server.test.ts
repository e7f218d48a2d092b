import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { maintenanceRoutes as routes } from '#contract/resources/maintenance.ts';
import { ownDatabase } from '#tests/own-database.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

// A database of its own: the refresh goes through all organizations, and those of other tests are many.
const database = await ownDatabase();
afterAll(database.drop);
const server = await startServer({ on: database });
const { call, send, query } = server;
const as = await server.newSuperuser();
const over = () => query('update maintenance_runs set finished_at = now() where finished_at is null');
beforeEach(over);

describe('AD-60 the refresh', () => {
  test('AD-62 is one at a time, whoever asks, and an organization’s owner does not', async () => {
    const { owner } = await server.newOrganization();
    expect((await send(routes.refresh, { as: owner, body: {} })).status).toBe(403);
    const other = await server.newSuperuser();
    const replies = await Promise.all([as, other].map((one) => send(routes.refresh, { as: one, body: {} })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(replies.find(({ status }) => status === 409)?.errors).toEqual({
      base: ['The refresh is already running. Try again when it finishes.'],
    });
  });

  test('is shown while it runs, and fills what reports read', async () => {
    const organization = await server.newOrganization();
    const make = formMakers(server, organization);
    const form = await make.form('Income', { Amount: { field_type: 'number' } });
    await make.record(form, { Amount: 7 }, { client_id: await make.person() });
    const slots = () => query('select * from response_slots where organization_id = $1', [organization.id]);
    const before = await slots();
    const columns = Object.entries(before[0] as object).filter(([, value]) => Number(value) === 7);
    const [name] = columns.at(-1) as [string, unknown];
    await query(`update response_slots set ${name} = null where organization_id = $1`, [organization.id]);
    await call(routes.refresh, { as, body: {} });
    expect(await call(routes.maintenance, { as })).toMatchObject({
      running: true,
      message: expect.stringContaining('up to about 2 hours'),
      started_by: { id: as.id },
    });
    await expect
      .poll(async () => {
        await server.drainJobs();
        return (await call(routes.maintenance, { as })).running;
      })
      .toBe(false);
    expect(await call(routes.maintenance, { as })).toMatchObject({ error: null, finished_at: expect.any(String) });
    expect(await slots()).toEqual(before);
  });

  test('whose worker died is told, and begun again', async () => {
    await query(`insert into maintenance_runs (started_by_id, alive_at) values ($1, now() - interval '6 minutes')`, [
      as.id,
    ]);
    expect(await call(routes.maintenance, { as })).toMatchObject({
      running: false,
      error: 'The refresh was interrupted. Start it again.',
    });
    expect((await send(routes.refresh, { as, body: {} })).status).toBe(202);
  });
});

test('what an organization uses is counted when somebody asks, not when somebody looks', async () => {
  const organization = await server.newOrganization();
  const make = formMakers(server, organization);
  const form = await make.form('Visit', { Note: {} });
  await make.record(form, { Note: 'x' }, { client_id: await make.person() });
  const asked = { as, params: { id: organization.id } };
  expect(await call(routes.usage, asked)).toBeNull();
  await call(routes.count, asked);
  await expect
    .poll(async () => {
      await server.drainJobs();
      return call(routes.usage, asked);
    })
    .toMatchObject({
      people: 1,
      people_this_month: 1,
      responses: 1,
      public_responses: 0,
      members: 1,
      api_calls_this_month: 0,
    });
  await make.person('Bo');
  expect(await call(routes.usage, asked)).toMatchObject({ people: 1 });
  expect((await send(routes.usage, { ...asked, as: organization.owner })).status).toBe(403);
});

test('the health of the installation names each part, its versions and the last backup', async () => {
  await query('delete from backups');
  expect(await call(routes.health, { as })).toMatchObject({
    database: { ok: true, size: expect.any(Number) },
    mail: { ok: false, message: expect.stringContaining('No mail server is set') },
    storage: { ok: true },
    backup: { ok: false, message: 'No backup yet.', made_at: null },
    versions: { product: expect.stringMatching(/^\d+\.\d+/), postgresql: expect.stringMatching(/^\d+/) },
  });
  await query(`insert into backups (made_at, tables, rows, files, bytes) values (now(), 1, 1, 1, 1)`);
  expect((await call(routes.health, { as })).backup).toMatchObject({ ok: true, made_at: expect.any(String) });
  await query(`update backups set made_at = now() - interval '2 days'`);
  expect((await call(routes.health, { as })).backup).toMatchObject({ ok: false });
});
