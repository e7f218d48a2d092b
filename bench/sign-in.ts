/**
 * Measures what signing in does to everybody else, and what its time tells a stranger.
 *
 *   node bench/sign-in.ts
 *
 * - 20 people sign in at once, each from a network of their own, while /api/health is asked every 10 ms: the slowest answer.
 * - Somebody signs in while 150 wrong sign-ins come from another network at once.
 * - 200 sign-ins with a wrong password at known addresses and 200 at unknown ones, in turn: the difference of the medians,
 *   and how surely one could be told from the other (0.5 is a coin).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { passwordHash } from '#server/access/passwords.ts';
import { median, quantile, toldApart } from './figures.ts';
import { openProduct } from './product.ts';

const product = await openProduct('bench-sign-in');
const { query } = product;

const people = 420;
const password = 'seven geese over the barn';
const hash = await passwordHash(password);
await query(`insert into users (email) select 'person' || i || '@example.org' from generate_series(1, $1) i`, [people]);
await query('insert into passwords (user_id, hash) select id, $1 from users', [hash]);

const { origin } = await product.serve();
const asked = async (url: string, init?: RequestInit): Promise<{ status: number; took: number }> => {
  const from = performance.now();
  const response = await fetch(`${origin}${url}`, init);
  await response.arrayBuffer();
  return { status: response.status, took: performance.now() - from };
};

/** @param from which of many networks it comes from, as the proxy tells it */
const signIn = (email: string, typed: string, from: number) =>
  asked('/api/auth_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${from >> 8}.${from & 255}` },
    body: JSON.stringify({ email, password: typed }),
  });

await signIn('person1@example.org', password, 1);
const health: number[] = [];
let isOver = false;
const watching = (async () => {
  while (!isOver) {
    health.push((await asked('/api/health')).took);
    await sleep(10);
  }
})();
const from = performance.now();
const entered = await Promise.all(
  Array.from({ length: 20 }, (_, i) => signIn(`person${i + 1}@example.org`, password, i)),
);
const all = performance.now() - from;
isOver = true;
await watching;
if (entered.some(({ status }) => status !== 201)) throw new Error('Not everybody could sign in');
const slowest = quantile(health, 1);
console.log(
  `20 sign-ins at once: ${all.toFixed(0)} ms in all; slowest /api/health ${slowest.toFixed(0)} ms (goal < 200)`,
);

const alone = await signIn('person30@example.org', password, 30);
const flood = Array.from({ length: 150 }, (_, i) => signIn(`nobody${i}@example.org`, 'wrong words altogether', 900));
const genuine = await signIn('person30@example.org', password, 30);
const refused = (await Promise.all(flood)).filter(({ status }) => status === 503).length;
if (genuine.status !== 201) throw new Error('The flood kept somebody else out');
console.log(
  `signing in alone: ${alone.took.toFixed(0)} ms; during a flood of 150 from another network: ${genuine.took.toFixed(0)} ms ` +
    `(goal < 1000), ${refused} of the flood refused at once`,
);

const known: number[] = [];
const unknown: number[] = [];
for (let i = 0; i < 200; i++) {
  known.push((await signIn(`person${i + 200}@example.org`, 'wrong words altogether', i)).took);
  unknown.push((await signIn(`nobody${i + 200}@example.org`, 'wrong words altogether', i)).took);
}
const difference = Math.abs(median(known) - median(unknown));
console.log(
  `known and unknown addresses: medians ${median(known).toFixed(1)} and ${median(unknown).toFixed(1)} ms, ` +
    `${difference.toFixed(1)} ms apart (goal < 20); told apart ${toldApart(known, unknown).toFixed(2)} (0.5 is a coin)`,
);

await product.close();
