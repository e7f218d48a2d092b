// What is checked and tested, step by step: `npm run check` stops at the first failure, `npm test` runs all of it.
import path from 'node:path';
import { playwright, playwrightMatching, program, vitest, vitestMatching } from './runners.mjs';
import { buildWeb, Failure } from './setup.mjs';

/** A step answers an outcome, see runners.mjs. */
export const checks = [
  step('Format and lint', (name) => tool(name, '@biomejs/biome/bin/biome', 'check', '--error-on-warnings')),
  // All of it, then the packages with nothing but what both sides have, and the server without what browsers have.
  step('Types', (name) => tool(name, 'typescript/bin/tsc', '-b', 'tsconfig.json', 'packages', 'apps/server')),
  step('Import rules', (name) => program(name, 'scripts/imports.mjs')),
  step('House', (name) => program(name, 'scripts/house.mjs')),
  step('Licenses', (name) => program(name, 'scripts/licenses.mjs')),
  step('Unit tests', (_, env) => vitest('unit', { env })),
  step('Bundle sizes', (name) => {
    buildWeb();
    return program(name, 'scripts/sizes.mjs');
  }),
];

export const suites = [
  step('Server tests', (_, env) => vitest('server', { env })),
  step('Browser tests', (_, env) => playwright({ env })),
];

/** The steps of `npm test -- <words>`: the tests that match, see matching.mjs. A step without one counts nothing. */
export const stepsFor = (words) => [
  step('Unit and server tests', (_, env) => vitestMatching(words, env)),
  step('Browser tests', (_, env) => playwrightMatching(words, env)),
];

/** Runs a step with its name above and its outcome below. Answers the outcome with how many `seconds` it took. */
export async function runStep({ name, run }, env = {}) {
  console.log(`\n== ${name}`);
  const start = Date.now();
  let outcome;
  try {
    outcome = await run(env);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    outcome = { passed: 0, failures: [{ name: `${name}: ${error.message}` }], files: [] };
  }
  const seconds = (Date.now() - start) / 1000;
  console.log(`== ${name} ${outcome.failures.length > 0 ? 'FAILED' : 'ok'} (${seconds.toFixed(1)} s)`);
  return { ...outcome, name, seconds };
}

function step(name, run) {
  return { name, run: (env) => run(name, env) };
}

function tool(name, file, ...args) {
  return program(name, path.join('node_modules', file), ...args);
}
