import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The product in a process of its own. */
export type Product = {
  process: ChildProcess;
  port: number;
  /** Where it answers. */
  address: string;
  /** What it has printed. */
  output: () => string;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
};

/** A port that nobody listens at. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

/**
 * Starts the product with these settings and no others of this process, at a free port unless they name one. It may not
 * answer yet; whoever starts it ends it.
 */
export const startProduct = async (settings: Record<string, string>): Promise<Product> => {
  const port = Number(settings.PORT ?? (await freePort()));
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, DEMO: '0', ...settings, PORT: String(port) };
  const child = spawn(process.execPath, ['apps/server/main.ts'], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { process: child, port, address: `http://127.0.0.1:${port}`, output: () => text, ended };
};

/** Waits until the product answers, and gives what it says of its health. Throws with what it printed when it does not. */
export const healthy = async ({ process: child, address, output }: Product): Promise<unknown> => {
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt++) {
    const answer = await fetch(`${address}/api/health`).catch(() => null);
    if (answer?.ok) return answer.json();
    await sleep(100);
  }
  throw new Error(`The process at ${address} did not become healthy: ${output()}`);
};

/** Ends the product as the system would, and gives its exit code. */
export const stopProduct = ({ process: child, ended }: Product): Promise<number | null> => {
  child.kill('SIGTERM');
  return ended;
};
