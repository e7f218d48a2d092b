// What is checked and tested, step by step: `npm run check` stops at the first failure, `npm test` runs all of it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { mayMatch, titlePattern, wordsForTitle } from './matching.mjs';
import { buildWeb, Failure, pinnedNode, root } from './setup.mjs';

const playwrightCli = 'node_modules/@playwright/test/cli.js';

/**
 * A step answers how many tests passed and failed, and the names of those that failed; a check that is no test counts
 * only when it fails.
 */
export const checks = [
  { name: 'Format and lint', run: () => tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings') },
  // All of it, then the packages with nothing but what both sides have, and the server without what browsers have.
  { name: 'Types', run: () => tool('typescript/bin/tsc', '-b', 'tsconfig.json', 'packages', 'apps/server') },
  { name: 'Import rules', run: () => node('scripts/imports.mjs') },
  { name: 'House', run: () => node('scripts/house.mjs') },
  { name: 'Licenses', run: () => node('scripts/licenses.mjs') },
  { name: 'Unit tests', run: () => vitest('unit') },
  {
    name: 'Bundle sizes',
    run: () => {
      buildWeb();
      return node('scripts/sizes.mjs');
    },
  },
];

export const suites = [
  { name: 'Server tests', run: () => vitest('server') },
  { name: 'Browser tests', run: () => playwright() },
];

/** Runs a step with its name above and its outcome below. */
export function runStep({ name, run }) {
  console.log(`\n== ${name}`);
  const start = Date.now();
  let result;
  try {
    result = run();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    result = { passed: 0, failed: 1 };
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`== ${name} ${result.failed > 0 ? 'FAILED' : 'ok'} (${seconds} s)`);
  return result;
}

/** The steps of `npm test -- <words>`: the tests that match, see matching.mjs. A step without one counts nothing. */
export const stepsFor = (words) => [
  { name: 'Unit and server tests', run: () => vitestMatching(words) },
  { name: 'Browser tests', run: () => playwrightMatching(words) },
];

const vitestOutcome = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  names: testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed').map((one) => one.fullName);
    // A file that could not be read has no tests at all.
    const titles = failed.length === 0 && status === 'failed' ? ['the file itself'] : failed;
    return titles.map((title) => `${path.relative(root, name)} > ${title}`);
  }),
});

const playwrightOutcome = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  names: suites
    .flatMap((suite) => testsOf(suite))
    .filter(({ ok }) => !ok)
    .map(({ file, line, title }) => `tests/e2e/${file}:${line} > ${title}`),
});

function vitest(project) {
  return withReport((report) => {
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { failed } = tool('vitest/vitest.mjs', ...args);
    return counted(failed, report, vitestOutcome);
  });
}

function vitestMatching(words) {
  return withReport((report) => {
    const { failed } = node('scripts/vitest-matching.mjs', [report, ...words]);
    // Without a test that matches there is nothing to count.
    const hasRun = failed || (fs.existsSync(report) && JSON.parse(fs.readFileSync(report, 'utf8')).numPassedTests > 0);
    return hasRun ? counted(failed, report, vitestOutcome) : { passed: 0, failed: 0 };
  });
}

function playwrightMatching(words) {
  const folder = path.join('tests', 'e2e');
  const files = fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => path.join(folder, name))
    .filter((file) => mayMatch(words, file, fs.readFileSync(path.join(root, file), 'utf8')));
  if (files.length === 0) return { passed: 0, failed: 0 };
  const list = spawnSync(pinnedNode(), [playwrightCli, 'test', '--list', '--reporter=json', ...files], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (list.status !== 0) throw new Failure(`The browser tests could not be listed:\n${list.stdout}`);
  const places = JSON.parse(list.stdout).suites.flatMap((suite) =>
    testsOf(suite).flatMap(({ file, line, title }) => {
      const place = path.join(folder, file);
      return titlePattern(wordsForTitle(words, place)).test(title) ? [`${place}:${line}`] : [];
    }),
  );
  return places.length === 0 ? { passed: 0, failed: 0 } : playwright(...new Set(places));
}

/** The tests of a suite as Playwright lists them, each with the titles of the describes around it. */
function testsOf({ specs = [], suites = [] }, titles = []) {
  const own = specs.map(({ title, ...spec }) => ({ ...spec, title: [...titles, title].join(' ') }));
  return [...own, ...suites.flatMap((suite) => testsOf(suite, [...titles, suite.title]))];
}

/** The browser tests at these places (file:line), or all. */
function playwright(...places) {
  const CHROME_PATH = findChromium();
  buildWeb();
  return withReport((report) => {
    const env = { CHROME_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const { failed } = node(playwrightCli, ['test', '--reporter=list,json', ...places], env);
    return counted(failed, report, playwrightOutcome);
  });
}

/** What a runner's report counts. A run that ended badly without a failed test, or that ran none, is a failure. */
function counted(endedBadly, report, read) {
  if (!fs.existsSync(report)) return { passed: 0, failed: 1 };
  const { passed, failed, names } = read(JSON.parse(fs.readFileSync(report, 'utf8')));
  if (passed + failed === 0) console.error('No test ran.');
  return { passed, failed: failed || (endedBadly || passed === 0 ? 1 : 0), names };
}

function withReport(run) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hearth-report-'));
  try {
    return run(path.join(folder, 'report.json'));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function tool(file, ...args) {
  return node(path.join('node_modules', file), args);
}

function node(file, args = [], env = {}) {
  const { status } = spawnSync(pinnedNode(), [file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return { passed: 0, failed: status === 0 ? 0 : 1 };
}
