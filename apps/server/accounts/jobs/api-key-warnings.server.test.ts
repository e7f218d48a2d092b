import { describe, expect, test } from 'vitest';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { timeWithZone } from '#server/kit/calendar.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call } = server;
const { dataDir } = server.services.config;

const setting = async () => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  await server.query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
  const { group_id } = await server.newUser(organization);
  const body = { name: 'Nightly import', permission_group_id: group_id as number };
  const { id } = await call(apiCredentialRoutes.create, { as: owner, body });
  const endsIn = (time: string) =>
    server.query('update api_credentials set expires_at = now() + $2::interval where id = $1', [id, time]);
  return { organization, owner, id, endsIn };
};

/** Looks for keys that will end, and sends what is to be sent; another file's worker may have a job in hand. */
const look = async ({ id }: { id: number }) => {
  const left = async (condition: string, values: unknown[] = []) =>
    (
      await server.query(
        `select 1 from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where ${condition}`,
        values,
      )
    ).length;
  const finish = (condition: string, values?: unknown[]) =>
    expect
      .poll(async () => {
        await server.drainJobs();
        return left(condition, values);
      })
      .toBe(0);
  await server.query(`select graphile_worker.add_job('find_ending_api_keys')`);
  await finish(`t.identifier = 'find_ending_api_keys'`);
  await finish(`t.identifier = 'api_key_mail' and (payload ->> 'organization_id')::bigint = $1`, [id]);
};
const warningsTo = async (address: string) =>
  (await listOutbox(dataDir, 10_000)).filter(({ to }) => to === address).map(({ subject }) => subject);

describe('the end of an API key is not told of', () => {
  test('more than 14 days before, after it, or while API access is switched off', async () => {
    const [early, over, off] = [await setting(), await setting(), await setting()];
    await early.endsIn('14 days 1 hour');
    await over.endsIn('-1 minute');
    await off.endsIn('1 hour');
    await server.query('update organizations set api_access_enabled = false where id = $1', [off.organization.id]);
    for (const { organization, owner } of [early, over, off]) {
      await look(organization);
      expect(await warningsTo(owner.email)).toEqual([]);
    }
  });

  test('when it was deleted meanwhile', async () => {
    const { organization, owner, id, endsIn } = await setting();
    await endsIn('3 days');
    await call(apiCredentialRoutes.remove, { as: owner, params: { id } });
    await look(organization);
    expect(await warningsTo(owner.email)).toEqual([]);
  });
});

describe('the end of an API key is told', () => {
  test('to the owner, 14, 7 and 1 days before, once each', async () => {
    const { organization, owner, endsIn } = await setting();
    const sent = (...days: string[]) =>
      days.map((one) => `An API key of ${organization.name} expires within ${one}`).sort();
    for (const [time, ...days] of [
      ['13 days 23 hours', '14 days'],
      ['8 days', '14 days'],
      ['6 days 23 hours', '14 days', '7 days'],
      ['2 days', '14 days', '7 days'],
      ['23 hours', '14 days', '7 days', '1 day'],
      ['1 minute', '14 days', '7 days', '1 day'],
    ] as [string, ...string[]][]) {
      await endsIn(time);
      await look(organization);
      await look(organization);
      expect((await warningsTo(owner.email)).sort(), time).toEqual(sent(...days));
    }
  });

  test('once, of the nearest of the days that were missed', async () => {
    const { organization, owner, endsIn } = await setting();
    await endsIn('5 days');
    await look(organization);
    expect(await warningsTo(owner.email)).toEqual([`An API key of ${organization.name} expires within 7 days`]);
  });

  test('with its name, its last day and what to do, and again for the key that took its place', async () => {
    const { organization, owner, id } = await setting();
    await server.query(`update organizations set time_zone = 'America/New_York' where id = $1`, [organization.id]);
    const tomorrow = new Date(Date.now() + 20 * 3600 * 1000).toISOString();
    await server.query('update api_credentials set expires_at = $2 where id = $1', [id, tomorrow]);
    await look(organization);
    const { text } = await server.mailTo(owner.email);
    expect(text).toContain(`“Nightly import” expires on ${timeWithZone(tomorrow, 'America/New_York')}.`);
    expect(text).toContain(`My Organization at http://${organization.slug}.localhost,`);
    const { api_key } = await call(apiCredentialRoutes.rotate, { as: owner, params: { id } });
    await server.query(`update api_credentials set expires_at = now() + interval '20 hours 1 second' where id = $1`, [
      id,
    ]);
    await look(organization);
    expect(await warningsTo(owner.email)).toHaveLength(2);
    expect((await listOutbox(dataDir, 10_000)).some((mail) => mail.text.includes(api_key as string))).toBe(false);
  });
});
