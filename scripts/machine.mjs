// What a run of the tests needs of the machine, asked before it starts. Each answer is a sentence that says what to do.
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const megabyte = 2 ** 20;
/** Databases and files of a run, with something to spare. In bytes. */
const needed = 512 * megabyte;

/** What is in the way of a run with these variables, as sentences; none when nothing is. */
export const problemsBefore = async (env) => [
  ...diskProblems(needed),
  ...(await portProblems(env)),
  ...(await databaseProblems(env)),
];

/** Whether the disk filled up while the tests ran, as sentences: what failed then failed for that. */
export const problemsAfter = () => diskProblems(100 * megabyte);

/** The folder of temporary files, when fewer than so many bytes are free in it. */
export function diskProblems(bytes, folder = os.tmpdir()) {
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return [];
  const [has, needs] = [free, bytes].map((amount) => `${Math.floor(amount / megabyte)} MB`);
  return [
    `${folder} has ${has} free, and the tests need ${needs}. Free some, or set TMPDIR to a folder on another disk.`,
  ];
}

/** The ports that somebody chose for the browser tests, when something else has them. */
export async function portProblems(env) {
  const problems = [];
  for (const name of ['E2E_PORT', 'E2E_REFERRALS_PORT'])
    if (env[name] && !(await isFree(Number(env[name]))))
      problems.push(`${name} is ${env[name]}, where another program listens. Stop it, or leave ${name} out.`);
  return problems;
}

/**
 * The database that somebody gives for the server tests, when it cannot be reached or is not new.
 * @param {{ TEST_DATABASE_URL?: string }} env
 */
export async function databaseProblems({ TEST_DATABASE_URL }) {
  if (!TEST_DATABASE_URL) return [];
  const { default: pg } = await import('pg');
  const client = new pg.Client(TEST_DATABASE_URL);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select to_regclass('public.schema_migrations') is not null as used`);
    if (!rows[0].used) return [];
    const name = path.basename(new URL(TEST_DATABASE_URL).pathname);
    return [
      `The database ${name} of TEST_DATABASE_URL was used before. Drop it and make it anew: the tests begin at nothing.`,
    ];
  } catch (error) {
    return [
      `The database of TEST_DATABASE_URL does not answer (${error.message}). Start it, or leave TEST_DATABASE_URL out.`,
    ];
  } finally {
    await client.end().catch(() => {});
  }
}

const isFree = (port) =>
  new Promise((resolve) => {
    const server = net.createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
