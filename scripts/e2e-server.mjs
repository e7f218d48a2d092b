// The product as the browser tests meet it: `npm start` with the demo organization, on a data folder of its own.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { furnish, startSimulator } from '../tests/referral-simulator.ts';
import { placesKey, startPlaces } from '../tests/simulators/places.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hearth-e2e-'));
// An empty variable counts as unset: what the shell has for a real installation must not reach this one.
const real = Object.fromEntries(
  ['DATABASE_URL', 'FILES_URL', 'SMTP_URL', 'SECRET', 'SECRET_BEFORE', 'BASE_DOMAIN', 'HOST', 'ROLE', 'NODE_ENV'].map(
    (name) => [name, ''],
  ),
);
// Who asks for addresses gives a key: organizations without one have those that they used before.
const places = await startPlaces({ key: placesKey });
const referrals = await startSimulator(Number(process.env.E2E_REFERRALS_PORT ?? 0));
furnish(referrals);
const env = {
  ...process.env,
  ...real,
  DATA_DIR: dataDir,
  DEMO: '1',
  ADDRESS_URL: places.addressUrl,
  REFERRAL_HOSTS: referrals.origin,
  TILES_URL: places.tilesUrl,
  TILES_ATTRIBUTION: 'Invented tiles https://example.org/tiles',
};
const start = path.join(import.meta.dirname, 'start.mjs');
const server = spawn(process.execPath, [start], { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  fs.rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
