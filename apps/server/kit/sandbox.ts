import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FileRefused } from './files/errors.ts';

/** How much of the machine a piece of work may take. */
export type Limits = {
  /** Of a processor's time. */
  seconds: number;
  /** Of memory, what the process needs by itself (some 90 MB) included. */
  megabytes: number;
};

/** The work took more than it may. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
}

/** How a process ends that refuses its file; its answer is the sentence that says why. */
export const refusedExit = 3;

/** More than this is not an answer, in bytes. */
const maxAnswered = 64 * 1024 * 1024;

/** On a busy machine a processor's second may take long; more than this is too long for who waits, in milliseconds. */
const timeoutMs = 25_000;

/** How often the memory of the work is looked at, in milliseconds. */
const lookEvery = 50;

/**
 * The kernel counts the time and, on Linux, what may be allocated at all (threads reserve some hundred MB that they never
 * touch); what is really in use is looked at from here.
 */
const limited = ({ seconds, megabytes }: Limits) =>
  `ulimit -c 0; ulimit -t ${seconds}; ulimit -d ${(megabytes + 1024) * 1024}; exec "$@"`;

/** What a module is started with, and what it works on. */
type Work = { args?: readonly string[]; content: Uint8Array };

/**
 * Runs one of our modules in a process of its own: what a stranger's file does to the memory and time of the library that
 * reads it is done to that process alone, which gives way to all others, knows none of our secrets and is killed at its
 * limits. Answers what the module answered (`answer` in answer-apart.ts). Throws FileRefused in the module's words, and
 * TooMuchWork when the process was killed or came to nothing.
 */
export const runInSandbox = async (module: URL, { args = [], content }: Work, limits: Limits): Promise<Buffer> => {
  const child = spawn('/bin/sh', ['-c', limited(limits), 'sh', process.execPath, fileURLToPath(module), ...args], {
    env: { UV_THREADPOOL_SIZE: '2' },
    stdio: 'pipe',
  });
  const kill = () => child.kill('SIGKILL');
  const { pid } = child;
  if (pid !== undefined) lowerPriority(pid);
  const late = setTimeout(kill, timeoutMs);
  const watching = setInterval(async () => {
    if (pid !== undefined && (await memoryOf(pid)) > limits.megabytes) kill();
  }, lookEvery);
  try {
    // Who is killed while reading does not take the rest.
    child.stdin.on('error', () => {});
    child.stdin.end(content);
    const [answered, complaints, code] = await Promise.all([
      gathered(child.stdout, kill),
      gathered(child.stderr, kill),
      new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      }),
    ]);
    if (code === 0) return answered;
    if (code === refusedExit) throw new FileRefused(answered.toString());
    throw new TooMuchWork(`It ended with ${code ?? child.signalCode}: ${complaints.subarray(0, 2000)}`);
  } finally {
    clearTimeout(late);
    clearInterval(watching);
    kill();
  }
};

const gathered = async (stream: NodeJS.ReadableStream, kill: () => void): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxAnswered) kill();
    else chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const lowerPriority = (pid: number) => {
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already.
  }
};

const run = promisify(execFile);

/** In use by a process, in megabytes; 0 when it has ended. */
const memoryOf = async (pid: number): Promise<number> => {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
};
