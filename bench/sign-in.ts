/**
 * Measures what signing in does to everybody else, and what its time tells a stranger.
 *
 *   node bench/sign-in.ts
 *
 * - 20 people sign in at once while /api/health is asked every 10 ms: the slowest answer.
 * - 200 sign-ins with a wrong password at known addresses and 200 at unknown ones, in turn: the difference of the medians,
 *   and how surely one could be told from the other (0.5 is a coin).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { passwordHash } from '#server/access/passwords.ts';
import { startEmbedded } from '#server/kit/embedded.ts';
import { migrate } from '#server/kit/migrate.ts';

const folder = path.resolve('.cache/bench-sign-in');
rmSync(folder, { recursive: true, force: true });
const embedded = await startEmbedded(folder);
const secret = 'the secret of this measure';
await migrate(embedded.url, { secret, directory: 'db/migrations' });
await runMigrations({ connectionString: embedded.url });
const pool = new pg.Pool({ connectionString: embedded.url });

const people = 420;
const password = 'seven geese over the barn';
const hash = await passwordHash(password);
await pool.query(`insert into users (email) select 'person' || i || '@example.org' from generate_series(1, $1) i`, [
  people,
]);
await pool.query('insert into passwords (user_id, hash) select id, $1 from users', [hash]);

const origin = 'http://127.0.0.1:4320';
const child: ChildProcess = spawn(process.execPath, ['apps/server/main.ts'], {
  env: {
    ...process.env,
    DATABASE_URL: embedded.url,
    DATA_DIR: folder,
    SECRET: secret,
    PORT: '4320',
    ROLE: 'web',
    NODE_ENV: 'production',
    DEMO: '0',
    SMTP_URL: 'smtp://127.0.0.1:1',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const asked = async (url: string, init?: RequestInit): Promise<{ status: number; took: number }> => {
  const from = performance.now();
  const response = await fetch(`${origin}${url}`, init);
  await response.arrayBuffer();
  return { status: response.status, took: performance.now() - from };
};
while ((await asked('/api/health').catch(() => ({ status: 0 }))).status !== 200) await sleep(100);

const signIn = (email: string, typed: string) =>
  asked('/api/auth_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: typed }),
  });
const sorted = (times: number[]) => times.toSorted((a, b) => a - b);
const median = (times: number[]) => sorted(times)[Math.floor(times.length / 2)] ?? 0;

await signIn('person1@example.org', password);
const health: number[] = [];
let isOver = false;
const watching = (async () => {
  while (!isOver) {
    health.push((await asked('/api/health')).took);
    await sleep(10);
  }
})();
const from = performance.now();
const entered = await Promise.all(Array.from({ length: 20 }, (_, i) => signIn(`person${i + 1}@example.org`, password)));
const all = performance.now() - from;
isOver = true;
await watching;
if (entered.some(({ status }) => status !== 201)) throw new Error('Not everybody could sign in');
const slowest = sorted(health).at(-1) ?? 0;
console.log(
  `20 sign-ins at once: ${all.toFixed(0)} ms in all; slowest /api/health ${slowest.toFixed(0)} ms (goal < 200)`,
);

const known: number[] = [];
const unknown: number[] = [];
for (let i = 0; i < 200; i++) {
  known.push((await signIn(`person${i + 200}@example.org`, 'wrong words altogether')).took);
  unknown.push((await signIn(`nobody${i}@example.org`, 'wrong words altogether')).took);
}
const wins = known.reduce((sum, one) => sum + unknown.filter((other) => one > other).length, 0);
const difference = Math.abs(median(known) - median(unknown));
console.log(
  `known and unknown addresses: medians ${median(known).toFixed(1)} and ${median(unknown).toFixed(1)} ms, ` +
    `${difference.toFixed(1)} ms apart (goal < 20); told apart ${(wins / (known.length * unknown.length)).toFixed(2)} (0.5 is a coin)`,
);

child.kill();
await pool.end();
await embedded.stop();
rmSync(folder, { recursive: true, force: true });
