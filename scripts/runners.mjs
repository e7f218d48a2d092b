// Runs tests by Vitest and Playwright, and reads what came of them.
//
// An outcome is { passed, failures, files }: how many tests passed; what failed, each as { name } and, where it can be
// run once more, { name, runner, … } (see runAgain); and how long each file took, as { file, seconds }.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { mayMatch, titlePattern, wordsForTitle } from './matching.mjs';
import { buildWeb, Failure, pinnedNode, root } from './setup.mjs';

const playwrightCli = 'node_modules/@playwright/test/cli.js';
const running = './scripts/running.mjs';

/** The outcome of a program that is no test: it counts only when it fails. */
export const program = (name, file, ...args) => {
  const ended = node(file, args);
  return { passed: 0, failures: ended ? [] : [{ name }], files: [] };
};

/** The tests of a project of vitest.config.ts, or some of its files. */
export function vitest(project, { files = [], env = {}, alone = false } = {}) {
  return withReport((report) => {
    const args = ['run', '--project', project, '--reporter=default', `--reporter=${running}`, '--reporter=json'];
    if (alone) args.push('--no-file-parallelism');
    const ended = node('node_modules/vitest/vitest.mjs', [...args, `--outputFile.json=${report}`, ...files], {
      ...env,
      REFUSED_FILE: refusedFile(report),
    });
    return read(report, { ended, what: `The run of the ${project} tests` }, (json) => vitestOutcome(json, project));
  });
}

/** The unit and server tests that match the words, see matching.mjs. */
export function vitestMatching(words, env = {}) {
  return withReport((report) => {
    const ended = node('scripts/vitest-matching.mjs', [report, ...words], {
      ...env,
      REFUSED_FILE: refusedFile(report),
    });
    // Without a test that matches there is nothing to count.
    if (ended && !fs.existsSync(report)) return nothing;
    const run = { ended, what: 'The run of the unit and server tests', mayBeEmpty: true };
    return read(report, run, (json) => vitestOutcome(json));
  });
}

/** The browser tests at these places (file:line), or all. */
export function playwright({ places = [], env = {}, alone = false } = {}) {
  const CHROME_PATH = findChromium();
  buildWeb();
  return withReport((report) => {
    const args = ['test', `--reporter=list,json,${running}`, ...(alone ? ['--workers=1'] : []), ...places];
    const ended = node(playwrightCli, args, { ...env, CHROME_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
    return read(report, { ended, what: 'The run of the browser tests' }, playwrightOutcome);
  });
}

/** The browser tests that match the words. */
export function playwrightMatching(words, env = {}) {
  const folder = path.join('tests', 'e2e');
  const files = fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => path.join(folder, name))
    .filter((file) => mayMatch(words, file, fs.readFileSync(path.join(root, file), 'utf8')));
  if (files.length === 0) return nothing;
  const list = spawnSync(pinnedNode(), [playwrightCli, 'test', '--list', '--reporter=json', ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (list.status !== 0) throw new Failure(`The browser tests could not be listed:\n${list.stdout}`);
  const places = JSON.parse(list.stdout).suites.flatMap((suite) =>
    testsOf(suite).flatMap(({ file, line, title }) => {
      const place = path.join(folder, file);
      return titlePattern(wordsForTitle(words, place)).test(title) ? [`${place}:${line}`] : [];
    }),
  );
  return places.length === 0 ? nothing : playwright({ places: [...new Set(places)], env });
}

/**
 * Runs what failed once more, a file at a time and nothing beside it, and answers the names that pass now. A unit or
 * server test runs with the rest of its file, which may have led up to it.
 */
export function runAgain(failures, env) {
  const passes = new Set();
  const keep = ({ failures: still }, tried) => {
    const names = new Set(still.map(({ name }) => name));
    // A run that broke as a whole says nothing for its tests, and neither does a file that cannot be read.
    const isBroken = ({ runner, file }) =>
      still.some((one) => !one.runner || (runner === 'vitest' && one.name === fileItself(file)));
    for (const one of tried) if (!names.has(one.name) && !isBroken(one)) passes.add(one.name);
  };
  for (const project of new Set(failures.flatMap(({ project }) => project ?? []))) {
    const tried = failures.filter((one) => one.project === project);
    keep(vitest(project, { files: [...new Set(tried.map(({ file }) => file))], env, alone: true }), tried);
  }
  const inBrowser = failures.filter(({ runner }) => runner === 'playwright');
  if (inBrowser.length > 0)
    keep(playwright({ places: [...new Set(inBrowser.map(({ place }) => place))], env, alone: true }), inBrowser);
  return passes;
}

const nothing = { passed: 0, failures: [], files: [] };
const fileItself = (file) => `${file} > the file itself`;

const vitestOutcome = ({ numPassedTests, testResults }, project) => ({
  passed: numPassedTests,
  failures: testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    // A file that could not be read has no tests at all.
    const names = failed.map(({ fullName }) => `${file} > ${fullName}`);
    if (failed.length === 0 && status === 'failed') names.push(fileItself(file));
    const isServer = file.endsWith('.server.test.ts');
    return names.map((one) => ({
      name: one,
      runner: 'vitest',
      file,
      project: project ?? (isServer ? 'server' : 'unit'),
    }));
  }),
  files: testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(root, name),
    seconds: (endTime - startTime) / 1000,
  })),
});

const playwrightOutcome = ({ stats, suites }) => {
  const tests = suites.flatMap((suite) => testsOf(suite)).map((one) => ({ ...one, file: `tests/e2e/${one.file}` }));
  return {
    passed: stats.expected,
    failures: tests
      .filter(({ ok }) => !ok)
      .map(({ file, line, title }) => {
        const place = `${file}:${line}`;
        return { name: `${place} > ${title}`, runner: 'playwright', place };
      }),
    files: [...new Set(tests.map(({ file }) => file))].map((file) => ({
      file,
      seconds: tests.filter((one) => one.file === file).reduce((sum, one) => sum + millisecondsOf(one), 0) / 1000,
    })),
  };
};

const millisecondsOf = ({ tests }) =>
  tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);

/** The tests of a suite as Playwright lists them, each with the titles of the describes around it. */
function testsOf({ specs = [], suites = [] }, titles = []) {
  const own = specs.map(({ title, ...spec }) => ({ ...spec, title: [...titles, title].join(' ') }));
  return [...own, ...suites.flatMap((suite) => testsOf(suite, [...titles, suite.title]))];
}

/** What a runner's report tells. A run that ended badly without a failed test, or that ran none, is a failure. */
function read(report, { ended, what, mayBeEmpty = false }, outcomeOf) {
  if (!fs.existsSync(report)) return { ...nothing, failures: [{ name: `${what} ended before its report` }] };
  const outcome = outcomeOf(JSON.parse(fs.readFileSync(report, 'utf8')));
  const { passed } = outcome;
  const failures = [...outcome.failures, ...refusedIn(refusedFile(report))];
  if (failures.length > 0 || (ended && (passed > 0 || mayBeEmpty))) return { ...outcome, failures };
  const why = passed > 0 ? 'ended badly, although no test failed' : 'found no test';
  return { ...outcome, failures: [{ name: `${what} ${why}` }] };
}

const refusedFile = (report) => `${report}.refused`;

/** The statements that were refused when the server tests ended, see tests/database.ts: by no test, so none runs again. */
const refusedIn = (file) =>
  fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, 'utf8')).map((paragraph) => {
        const [sender, what] = paragraph.split('\n  ');
        return { name: `${sender} > a statement that a database of several machines would refuse: ${what}` };
      })
    : [];

function withReport(run) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hearth-report-'));
  try {
    return run(path.join(folder, 'report.json'));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Runs a program on the pinned Node; whether it ended well. */
function node(file, args = [], env = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } };
  return spawnSync(pinnedNode(), [file, ...args], options).status === 0;
}
