import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { userRoutes } from '#contract/resources/users.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { startServer } from '#tests/server/harness.ts';
import { startWorker } from '../worker.ts';

const server = await startServer();
const { services, call, query } = server;

const countOf = async (organization_id: number): Promise<number> => {
  const [row] = await query<{ count: number }>(
    `select count(*)::integer as count from graphile_worker._private_jobs where (payload ->> 'organization_id')::bigint = $1`,
    [organization_id],
  );
  return row?.count as number;
};

test('an organization with ten thousand entries in the queue holds up no mail of another', async () => {
  const [busy, quiet] = [await server.newOrganization(), await server.newOrganization()];
  const payload = { event_id: crypto.randomUUID(), event: 'form_activated', definition_ids: [] };
  const nothing = JSON.stringify({ ...payload, form_id: 0, record: { type: 'forms', id: 0 } });
  // A thousand at a time: a statement that waits for other work on the machine has ten seconds.
  for (let part = 0; part < 10; part++)
    await services.database.inOrganization({ organization_id: busy.id }, (tx) =>
      sql`select kit.add_job('fire_notifications', ${nothing}::jsonb) from generate_series(1, 1000)`.execute(tx),
    );
  const email = `invited-${quiet.slug}@example.org`;
  await call(userRoutes.create, { as: quiet.owner, body: { first_name: 'Ida', last_name: 'Moor', email } });
  const mailer = openMailer(services.config);
  const worker = await startWorker(services.config.databaseUrl as string, { ...services, mailer });
  try {
    const arrived = async () => (await listOutbox(services.config.dataDir)).some(({ to }) => to === email);
    await expect.poll(arrived, { timeout: 60_000, interval: 100 }).toBe(true);
    expect(await countOf(busy.id), 'most of the others wait').toBeGreaterThan(5000);
  } finally {
    await worker.stop();
    mailer.close();
    await query(
      `delete from graphile_worker._private_jobs where (payload ->> 'organization_id')::bigint = $1 and locked_at is null`,
      [busy.id],
    );
  }
});
