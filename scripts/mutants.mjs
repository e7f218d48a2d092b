// Plants the faults of tests/mutants/mutants.mjs, one at a time, in a copy of HEAD, and says which the tests notice.
// Run: node scripts/mutants.mjs [--all] [words of the names]; --all lets the long tier try too. The tests beside the
// fault run first; a fault that they miss takes up to the time of all unit and server tests. One that is noticed ends at
// the first test that fails.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mutants } from '../tests/mutants/mutants.mjs';
import { pinnedNode, root } from './setup.mjs';
import { gate } from './tiers.mjs';

const args = process.argv.slice(2);
const words = args.filter((word) => word !== '--all').map((word) => word.toLowerCase());
const env = { ...process.env, ...(args.includes('--all') ? { SEED: '' } : gate()) };
const chosen = mutants.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));

const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'hearth-mutants-'));
const git = (...words) => spawnSync('git', words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
git('worktree', 'add', '--detach', copy, 'HEAD');
// It looks whether the places are there, and would notice every fault.
fs.rmSync(path.join(copy, 'tests/mutants/mutants.test.ts'));
fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

/** The first test that fails with a fault in `file`, undefined when none does. */
const noticing = (file) => {
  // A package or a part of the server: apps/server/reports, packages/forms.
  const beside = file.split('/').slice(0, file.startsWith('apps/') ? 3 : 2);
  for (const [project, ...paths] of [['server', `${beside.join('/')}/`], ['unit'], ['server']]) {
    const vitest = path.join(copy, 'node_modules/vitest/vitest.mjs');
    const run = [
      'run',
      '--project',
      project,
      '--bail=1',
      '--reporter=dot',
      '--no-color',
      '--passWithNoTests',
      ...paths,
    ];
    const options = { cwd: copy, env, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 };
    const { status, stdout, stderr } = spawnSync(pinnedNode(), [vitest, ...run], options);
    if (status !== 0) return /FAIL\s+(.*)/.exec(`${stderr}\n${stdout}`)?.[1] ?? `the end of the ${project} tests`;
  }
  return undefined;
};

const missed = [];
try {
  for (const { name, file, find, replace } of chosen) {
    const place = path.join(copy, file);
    const text = fs.readFileSync(place, 'utf8');
    fs.writeFileSync(
      place,
      text.replace(find, () => replace),
    );
    const start = Date.now();
    const by = noticing(file);
    fs.writeFileSync(place, text);
    const seconds = Math.round((Date.now() - start) / 1000);
    if (by === undefined) missed.push(name);
    console.log(
      `${by === undefined ? 'missed ' : 'noticed'} ${String(seconds).padStart(4)} s  ${name}${by ? `: ${by}` : ''}`,
    );
  }
} finally {
  git('worktree', 'remove', '--force', copy);
}
console.log(`\n${chosen.length - missed.length} of ${chosen.length} noticed`);
process.exitCode = missed.length > 0 ? 1 : 0;
