import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Running from './running.mjs';

let file: string;
const running = () => JSON.parse(readFileSync(file, 'utf8'));

beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'hearth-running-')), 'running.json');
  vi.stubEnv('RUNNING_FILE', file);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(path.dirname(file), { recursive: true });
});

test('what runs at this moment is kept, files of Vitest and tests of Playwright', () => {
  const reporter = new Running();
  const journey = { location: { file: path.resolve('tests/e2e/people.e2e.ts'), line: 12 }, title: 'a person is added' };
  reporter.onTestModuleStart({ moduleId: path.resolve('apps/server/a.server.test.ts') });
  reporter.onTestModuleStart({ moduleId: path.resolve('apps/server/b.server.test.ts') });
  reporter.onTestBegin(journey);
  reporter.onTestModuleEnd({ moduleId: path.resolve('apps/server/a.server.test.ts') });
  expect(running()).toEqual(['apps/server/b.server.test.ts', 'tests/e2e/people.e2e.ts:12 > a person is added']);
  reporter.onTestEnd(journey);
  expect(running()).toEqual(['apps/server/b.server.test.ts']);
});
