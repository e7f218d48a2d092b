import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runMigrations } from 'graphile-worker';
import type { ensureDemo } from '#db/demo/index.ts';
import { ensureSuperuser } from './access/first-superuser.ts';
import { encryptStored } from './access/stored-secrets.ts';
import { readConfig } from './host/config.ts';
import { startEmbedded } from './host/embedded.ts';
import { migrate } from './host/migrate.ts';
import { openDatabase, openOwner } from './kit/db.ts';
import { openStorage } from './kit/files/storage.ts';
import { openKeyring } from './kit/keyring.ts';
import { originOf } from './kit/origins.ts';
import { StartError } from './kit/start-error.ts';

// On a large machine V8 lets garbage grow to three times what is in use; here it stays below once.
setFlagsFromString('--heap-growing-percent=100');

const migrations = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../db/migrations');

/** What has been opened, to be closed in the opposite order. */
const opened: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;

const stop = (code: number): Promise<void> => {
  stopping ??= (async () => {
    const late = setTimeout(() => process.exit(code), 30_000);
    for (const close of opened.reverse()) await close().catch((error) => console.error(error));
    clearTimeout(late);
    process.exit(code);
  })();
  return stopping;
};

const fail = (error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  return stop(1);
};

const start = async () => {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  if (embedded) opened.push(() => embedded.stop());
  const migrationUrl = config.databaseUrl ?? (embedded?.url as string);
  const urls = await migrate(migrationUrl, { ...config, directory: migrations });
  await runMigrations({ connectionString: migrationUrl });

  const database = openDatabase(urls);
  opened.push(() => database.end());
  const keys = await openKeyring(database, config);
  opened.push(async () => keys.close());
  const owner = openDatabase({ appUrl: migrationUrl, adminUrl: migrationUrl });
  await encryptStored(owner, keys, config).finally(owner.end);
  const storage = openStorage(config);
  void storage.sweep();
  setInterval(() => void storage.sweep(), 60 * 60 * 1000).unref();
  const services = { config, database, storage, keys };
  const superuser = await ensureSuperuser(services);
  const demo = config.demo ? await (await import('#db/demo/index.ts')).ensureDemo(services, { migrationUrl }) : null;

  if (config.role !== 'web') {
    // Who only serves requests neither sends mail nor runs jobs: that is not even loaded.
    const [{ openMailer }, { startWorker }] = await Promise.all([
      import('./kit/mail/mailer.ts'),
      import('./worker.ts'),
    ]);
    const mailer = openMailer({ ...config, from: `Hearth <no-reply@${config.baseDomain}>` });
    opened.push(async () => mailer.close());
    const owner = openOwner(migrationUrl);
    opened.push(() => owner.end());
    const worker = await startWorker(migrationUrl, { ...services, mailer, owner });
    opened.push(() => worker.stop());
  }
  if (config.role !== 'worker') {
    const { buildServer } = await import('./http/server.ts');
    const app = await buildServer(services);
    opened.push(() => app.close());
    await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new StartError(`Port ${config.port} is in use. Stop the program that uses it, or set PORT to another one.`);
    });
  }
  welcome(config, superuser, demo);
};

type Welcome = [
  ReturnType<typeof readConfig>,
  Awaited<ReturnType<typeof ensureSuperuser>>,
  Awaited<ReturnType<typeof ensureDemo>> | null,
];

const welcome = (...[config, superuser, demo]: Welcome) => {
  if (config.role === 'worker') return console.log('Hearth worker is running.');
  const address = (slug: string | null = null) => originOf(config, slug);
  console.log(`\nHearth is running.\n\n  Platform   ${address()}`);
  if (superuser) console.log(`  Superuser  ${superuser.email}   password ${superuser.password}   (shown once)`);
  if (demo) {
    console.log(`  Demo       ${address(demo.slug)}`);
    for (const { email, password, role } of demo.sign_ins) console.log(`             ${email}   ${password}   ${role}`);
  }
  if (!config.smtpUrl && !config.production) console.log(`  Emails     ${address()}/outbox`);
  console.log('');
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
start().catch(fail);
