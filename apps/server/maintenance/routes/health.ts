import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { health as shape } from '#contract/resources/maintenance.ts';
import type { SignedInContext } from '#server/kit/handlers.ts';
import product from '../../../../package.json' with { type: 'json' };

type Health = z.input<typeof shape>;

/** So many minutes may pass before what waits, or who was not seen, is told as a fault. */
const lateAfterMinutes = { queue: 10, worker: 5, mail: 60 };
const isOlder = (moment: string | null, minutes: number): boolean =>
  moment !== null && Date.now() - Date.parse(moment) > minutes * 60_000;

const database = async ({ tx }: SignedInContext): Promise<Health['database'] & { version: string }> => {
  const { rows } = await sql<{ size: number; connections: number; most: number; version: string }>`
    select pg_database_size(current_database()) as size, current_setting('server_version') as version,
           current_setting('max_connections')::bigint as most,
           (select sum(numbackends) from pg_stat_database)::bigint as connections`.execute(tx);
  const { size, connections, most, version } = rows[0] as (typeof rows)[number];
  const ok = connections < most * 0.9;
  return {
    ok,
    message: ok
      ? 'The database responds.'
      : 'Nearly all connections are in use. Run fewer processes, or allow more connections.',
    size,
    connections,
    connections_at_most: most,
    version,
  };
};

type Queue = { due: number; due_since: string | null; running: number; worker_seen_at: string | null };

const queue = async ({ tx }: SignedInContext): Promise<Health['queue']> => {
  const { rows } = await sql<Queue>`
    select due, due_since, running, worker_seen_at from kit.queue_state()`.execute(tx);
  const { due, due_since, running, worker_seen_at } = rows[0] as Queue;
  const { count } = await tx
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'failed')
    .where('finished_at', '>', sql<string>`now() - interval '7 days'`)
    .executeTakeFirstOrThrow();
  const isAlone = worker_seen_at === null || isOlder(worker_seen_at, lateAfterMinutes.worker);
  const isLate = isOlder(due_since, lateAfterMinutes.queue);
  return {
    ok: !isAlone && !isLate,
    message: isAlone
      ? 'No worker for five minutes, so no background work is running. Start a worker.'
      : isLate
        ? 'Background work has been waiting for more than ten minutes. Start another worker.'
        : 'Workers are keeping up.',
    due,
    due_since,
    running,
    failed_jobs: count,
    worker_seen_at,
  };
};

const mail = async ({ tx, config }: SignedInContext): Promise<Health['mail']> => {
  const { rows } = await sql<{ waiting: number; waiting_since: string | null; failed: number }>`
    select count(*) filter (where state = 'queued') as waiting,
           min(created_at) filter (where state = 'queued') as waiting_since,
           count(*) filter (where state = 'failed' and updated_at > now() - interval '1 day') as failed
      from notification_messages
     where state = 'queued' or (state = 'failed' and updated_at > now() - interval '1 day')`.execute(tx);
  const { waiting, waiting_since, failed } = rows[0] as (typeof rows)[number];
  const isLate = isOlder(waiting_since, lateAfterMinutes.mail);
  return {
    ok: config.smtpUrl !== null && !isLate,
    message:
      config.smtpUrl === null
        ? 'No mail server is set, so emails stay on this machine and no one receives them.'
        : isLate
          ? 'Emails have been waiting for more than an hour. Check whether the mail server can be reached.'
          : 'Emails are sent without delay.',
    waiting,
    waiting_since,
    failed_today: failed,
  };
};

const gigabyte = 1024 ** 3;

const storage = async ({ tx, config, storage: files }: SignedInContext): Promise<Health['storage']> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from file_totals`.execute(tx);
  const [reached, disk] = await Promise.all([
    // Whatever the answer is, it was given.
    files.exists('0'.repeat(40)).then(
      () => true,
      () => false,
    ),
    statfs(config.dataDir).catch(() => null),
  ]);
  const free = disk && disk.bavail * disk.bsize;
  const isFull = free !== null && free < gigabyte;
  return {
    ok: reached && !isFull,
    message: reached
      ? isFull
        ? 'Less than 1 GB of disk space is left. Free some space.'
        : 'Files can be stored and read.'
      : 'File storage can’t be reached.',
    bytes: (rows[0] as { bytes: number }).bytes,
    free,
  };
};

const backup = async ({ tx }: SignedInContext): Promise<Health['backup']> => {
  const last = await tx.selectFrom('backups').select('made_at').orderBy('made_at', 'desc').limit(1).executeTakeFirst();
  if (!last) return { ok: false, message: 'No backup yet.', made_at: null };
  const isOld = isOlder(last.made_at, 26 * 60);
  return {
    ok: !isOld,
    message: isOld ? 'The last backup is more than a day old.' : 'The last backup is recent.',
    made_at: last.made_at,
  };
};

/** How each part of the installation does at this moment. */
export const healthOf = async (context: SignedInContext): Promise<Health> => {
  const { version: postgresql, ...data } = await database(context);
  return {
    database: data,
    queue: await queue(context),
    mail: await mail(context),
    storage: await storage(context),
    backup: await backup(context),
    versions: { product: product.version, postgresql, node: process.versions.node },
    checked_at: new Date().toISOString(),
  };
};
