// Finds the browser of the browser tests, and on Debian installs it when there is none.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from './setup.mjs';

// The same browser without the windows that nobody sees: the journeys take a third less of the processors.
const headless = 'chromium-headless-shell';

/** The path of a Chromium, without windows if there is one; CHROME_PATH wins. Throws a Failure that says how to get one. */
export function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen && !fs.existsSync(chosen)) throw new Failure(`CHROME_PATH is ${chosen}, where there is no file.`);
  const found = chosen || onPath();
  if (found) return found;
  if (process.getuid?.() === 0 && fs.existsSync('/etc/debian_version')) {
    console.log('Installing Chromium…');
    aptGet('update', '-q');
    // Older releases of Debian have the whole browser alone.
    for (const name of [headless, 'chromium']) {
      aptGet('install', '-qy', '--no-install-recommends', name);
      const installed = onPath();
      if (installed) return installed;
    }
  }
  throw new Failure(
    `The browser tests need Chromium. Install it (Debian: apt-get install ${headless}), or set CHROME_PATH.`,
  );
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}
