// `npm test`: the checks and the gate; `npm run test:all`: the long tier too; `npm test -- <words>`: the tests of both
// tiers that match. Watches over the run: one that takes too long is stopped, and counts as failed like one that breaks.
// The last line is the sum, whatever happens.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './setup.mjs';

const args = process.argv.slice(2).flatMap((argument) => argument.split(/\s+/).filter(Boolean));
const minutes = Number(process.env.TEST_MINUTES) || (args.length > 0 ? 120 : 45);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hearth-run-'));
const files = { STATE_FILE: path.join(folder, 'state.json'), RUNNING_FILE: path.join(folder, 'running.json') };
const kept = (file, otherwise) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : otherwise);

// A process group of its own: browsers, servers and databases are stopped with it.
const run = spawn(process.execPath, [path.join(root, 'scripts', 'run-tests.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
  detached: true,
  env: { ...process.env, ...files },
});
const ended = new Promise((resolve) =>
  run.on('exit', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal])),
);
const stop = (signal) => {
  try {
    process.kill(-run.pid, signal);
  } catch {
    // It ended at this very moment.
  }
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

const tooLong = sleep(minutes * 60_000, 'too long', { ref: false });
const code = await Promise.race([ended, tooLong]);
const { step, passed, failed } = kept(files.STATE_FILE, { step: 'the start', passed: 0, failed: 0 });
const names = kept(files.RUNNING_FILE, []);
if (code === 'too long') {
  stop('SIGTERM');
  await Promise.race([ended, sleep(30_000)]);
  stop('SIGKILL');
}
if (step !== null) {
  const what = code === 'too long' ? `was stopped after ${minutes} minutes` : 'broke';
  const when = names.length > 0 ? `${step}, while these ran: ${names.join(', ')}` : step;
  console.log(`\nfailed: The run ${what} in ${when}`);
  console.log(`\n${passed} passed, ${failed + 1} failed`);
}
fs.rmSync(folder, { recursive: true });
process.exit(code === 'too long' ? 1 : code || Number(step !== null));
