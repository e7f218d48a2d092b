// The two tiers of tests. The gate is what `npm test` runs; the long tier is what ends in .long.test.ts,
// .long.server.test.ts or .long.e2e.ts, and the generated cases that the gate's sample leaves out (tests/sample.ts).
import { spawnSync } from 'node:child_process';
import { root } from './setup.mjs';

/** The variables that make a run of tests the gate: the long tier stays out, and SEED says which cases are sampled. */
export const gate = () => ({ TIER: 'gate', SEED: process.env.SEED || seedOfCommit() });

/**
 * How many commits led here, as text: the next commit samples the next cases, so that ten in a row try them all.
 * Without git, 0.
 */
function seedOfCommit() {
  const { status, stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '0';
}
