// The run behind `npm test`, which scripts/test.mjs watches over. Run: node scripts/run-tests.mjs [--all | WORD…]
import fs from 'node:fs';
import { problemsAfter, problemsBefore } from './machine.mjs';
import { runAgain } from './runners.mjs';
import { setUp } from './setup.mjs';
import { checks, runStep, stepsFor, suites } from './steps.mjs';
import { gate } from './tiers.mjs';

/** A run in which more than this had to be tried again is no steady one, and fails. */
const mostFlaky = 5;
/** So many failures are no accident: they are not tried again. */
const mostTriedAgain = 40;

const args = process.argv.slice(2);
const words = args.filter((word) => word !== '--all');
// Words ask for a sample when SEED is set; the long tier is everything.
const env = words.length > 0 ? {} : args.includes('--all') ? { SEED: '' } : gate();
if (env.SEED) console.log(`The sample of the generated tests is that of SEED=${env.SEED}.`);

const outcomes = [];
/** What is known so far, for when the run is stopped or breaks; at its end there is no step any more. */
const keepState = (step) =>
  process.env.STATE_FILE &&
  fs.writeFileSync(process.env.STATE_FILE, JSON.stringify({ step, passed: sumPassed(), failed: failures().length }));
const sumPassed = () => outcomes.reduce((sum, { passed }) => sum + passed, 0);
const failures = () => outcomes.flatMap((outcome) => outcome.failures);

const prepare = {
  name: 'Set-up',
  run: async () => {
    setUp();
    const failures = (await problemsBefore(process.env)).map((name) => ({ name }));
    return { passed: 0, failures, files: [] };
  },
};
for (const step of [prepare, ...(words.length > 0 ? stepsFor(words) : [...checks, ...suites])]) {
  keepState(step.name);
  outcomes.push(await runStep(step, env));
  if (step === prepare && failures().length > 0) break;
}

const again = failures().filter(({ runner }) => runner);
let flaky = new Set();
if (again.length > 0 && again.length <= mostTriedAgain) {
  const name = 'What failed, once more and alone';
  keepState(name);
  await runStep({
    name,
    run: () => {
      flaky = runAgain(again, env);
      return { passed: flaky.size, failures: again.filter(({ name }) => !flaky.has(name)), files: [] };
    },
  });
}

if (words.length === 0) {
  const minutes = (seconds) =>
    `${String(Math.floor(seconds / 60)).padStart(3)} min ${String(Math.round(seconds % 60)).padStart(2)} s`;
  console.log('\nThe steps:');
  for (const { name, seconds } of outcomes) console.log(`${minutes(seconds)}  ${name}`);
  console.log('The ten slowest files:');
  const files = outcomes.flatMap((outcome) => outcome.files).sort((a, b) => b.seconds - a.seconds);
  for (const { file, seconds } of files.slice(0, 10)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  console.log('');
}

const names = failures()
  .map(({ name }) => name)
  .filter((name) => !flaky.has(name));
if (words.length > 0 && sumPassed() + names.length + flaky.size === 0)
  names.push(`No test has "${words.join('" and "')}" in its path or title.`);
if (outcomes.length > 1 && names.length > 0) names.push(...problemsAfter());
if (flaky.size > mostFlaky) names.push(`${flaky.size} tests passed only when they ran once more; ${mostFlaky} may`);
// The suites print much after a failure: what failed is named again where it is looked for.
for (const name of flaky) console.log(`flaky: ${name}`);
for (const name of names) console.log(`failed: ${name}`);
keepState(null);
console.log(`\n${sumPassed() + flaky.size} passed, ${names.length} failed`);
process.exitCode = names.length > 0 ? 1 : 0;
