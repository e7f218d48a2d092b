// `npm start`: everything from a fresh clone to a running server, on any Node from 20 on.
import { spawn } from 'node:child_process';
import os from 'node:os';
import { buildWeb, pinnedNode, root, setUp, stopOnFailure } from './setup.mjs';

const node = await stopOnFailure(() => {
  setUp();
  if (process.env.ROLE !== 'worker') buildWeb();
  return pinnedNode();
});

const server = spawn(node, ['apps/server/main.ts'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
server.on('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
