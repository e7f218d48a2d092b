// The product as the browser tests meet it: `npm start` with the demo organization, on a data folder of its own.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hearth-e2e-'));
// An empty variable counts as unset: what the shell has for a real installation must not reach this one.
const real = Object.fromEntries(
  ['DATABASE_URL', 'FILES_URL', 'SMTP_URL', 'SECRET', 'SECRET_BEFORE', 'BASE_DOMAIN', 'HOST', 'ROLE', 'NODE_ENV'].map(
    (name) => [name, ''],
  ),
);
const env = { ...process.env, ...real, DATA_DIR: dataDir, DEMO: '1' };
const start = path.join(import.meta.dirname, 'start.mjs');
const server = spawn(process.execPath, [start], { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  fs.rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
