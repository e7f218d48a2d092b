// Runs the unit and server tests that match the words. Run: node scripts/vitest-matching.mjs REPORT WORD…
import fs from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { mayMatch, titlePattern, wordsForTitle } from './matching.mjs';

const [report, ...words] = process.argv.slice(2);
const root = path.dirname(import.meta.dirname);
const vitest = await createVitest('test', {
  root,
  watch: false,
  reporters: ['default', 'json', './scripts/running.mjs'],
  outputFile: { json: report },
});
await vitest.standalone();
const chosen = (await vitest.globTestSpecifications()).flatMap(({ project, moduleId }) => {
  const file = path.relative(root, moduleId);
  if (!mayMatch(words, file, fs.readFileSync(moduleId, 'utf8'))) return [];
  const left = wordsForTitle(words, file);
  return project.createSpecification(moduleId, left.length > 0 ? { testNamePattern: titlePattern(left) } : undefined);
});
if (chosen.length > 0) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  if (unhandledErrors.length > 0 || testModules.some((module) => !module.ok())) process.exitCode = 1;
}
await vitest.close();
