/**
 * The product while it is worked on: screens are reloaded hot, a change of the server or of the packages starts the
 * server anew, and the embedded database stays.
 * Run: npm run dev -- [--inspect…]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { readConfig } from '#server/host/config.ts';
import { startEmbedded } from '#server/host/embedded.ts';
import type { Config } from '#server/kit/config.ts';
import { StartError } from '#server/kit/start-error.ts';
import { furnish, simulatedKey, simulatedOrganization, startSimulator } from '#tests/referral-simulator.ts';
import { startPlaces } from '#tests/simulators/places.ts';

const usage = `npm run dev                   serves the product from its sources
npm run dev -- --inspect      the same, with the server open to a debugger`;

const root = path.dirname(import.meta.dirname);
/** What the server runs; the web application's own files are Vite's to watch. Migrations wait for the next start. */
const watched = ['apps/server', 'packages', 'db'];
const isCode = (name: string) => /\.(ts|mjs|json)$/.test(name) && !/\.test\.ts$/.test(name);

const run = async (flags: string[]) => {
  if (flags.some((flag) => !flag.startsWith('--inspect'))) throw new StartError(usage);
  const config = readConfig(process.env);
  if (config.production) throw new StartError('NODE_ENV is production. Use npm start instead of npm run dev.');
  if (config.role !== 'worker') await takePort(config);
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  // Invented addresses and tiles, unless a service is set.
  const places = config.addressUrl ? null : await startPlaces();
  const referrals = await simulateReferrals(config);
  const env = {
    ...process.env,
    ...(places && { ADDRESS_URL: places.addressUrl }),
    ...(places && !config.tiles && { TILES_URL: places.tilesUrl, TILES_ATTRIBUTION: 'Invented tiles' }),
    WEB_SOURCES: '1',
    DATABASE_URL: config.databaseUrl ?? embedded?.url,
    REFERRAL_HOSTS: [process.env.REFERRAL_HOSTS, referrals].filter(Boolean).join(','),
  };
  const server = keepRunning(() =>
    spawn(process.execPath, [...flags, 'apps/server/main.ts'], { cwd: root, env, stdio: 'inherit' }),
  );

  const watchers = watched.map((folder) =>
    watch(path.join(root, folder), { recursive: true }, (_, name) => {
      if (name && isCode(name)) server.restart(path.join(folder, name));
    }),
  );
  const stop = async () => {
    for (const watcher of watchers) watcher.close();
    await server.stop();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
};

/** So far from the product's port is that of the simulated referral system: 4600 beside 3000. */
const toSimulator = 1600;

/** Starts a referral system to try the product with, and answers its address; null where its port is taken. */
const simulateReferrals = async ({ port }: Config): Promise<string | null> => {
  const simulator = await startSimulator(port === 0 ? 0 : port + toSimulator).catch(() => null);
  if (!simulator) return null;
  furnish(simulator);
  console.log(`  DTD        ${simulator.origin}   key ${simulatedKey}   organization ${simulatedOrganization}`);
  return simulator.origin;
};

/** Starts a program, and anew whenever told so. Its end is waited for: what is in hand, jobs included, is finished. */
const keepRunning = (start: () => ChildProcess) => {
  let child: ChildProcess | null = null;
  let isWanted = true;
  let soon: NodeJS.Timeout | undefined;
  const begin = () => {
    isWanted = false;
    child = start();
    child.once('exit', () => {
      child = null;
      if (isWanted) begin();
      else console.error('The server has stopped. It restarts when one of its files changes. Press Ctrl-C to quit.');
    });
  };
  begin();
  return {
    restart: (file: string) => {
      clearTimeout(soon);
      // Editors write a file in several steps, and git many files.
      soon = setTimeout(() => {
        console.log(`${file} has changed. Restarting the server.`);
        isWanted = true;
        if (child) child.kill('SIGTERM');
        else begin();
      }, 100);
    },
    stop: async () => {
      clearTimeout(soon);
      if (!child) return;
      child.removeAllListeners('exit');
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Throws StartError when the port is taken: the server alone would end, and wait here for a change. */
const takePort = ({ port, host }: Config) =>
  new Promise<void>((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken
          ? new StartError(`Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`)
          : error,
      );
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

await run(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
