// `npm test`: all checks and all tests; `npm test -- <words>`: the tests that match. The last line is the sum.
import { setUp } from './setup.mjs';
import { checks, runStep, stepsFor, suites } from './steps.mjs';

const prepare = {
  name: 'Set-up',
  run: () => {
    setUp();
    return { passed: 0, failed: 0 };
  },
};

const words = process.argv.slice(2).flatMap((argument) => argument.split(/\s+/).filter(Boolean));
const steps = words.length > 0 ? stepsFor(words) : [...checks, ...suites];
const results = [runStep(prepare)];
if (results[0].failed === 0) results.push(...steps.map(runStep));

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
if (words.length > 0 && sum('passed') + sum('failed') === 0) {
  console.error(`\nNo test has "${words.join('" and "')}" in its path or title.`);
  results.push({ passed: 0, failed: 1 });
}
process.exitCode = sum('failed') > 0 ? 1 : 0;
// The suites print much after a failure: what failed is named again where it is looked for.
for (const name of results.flatMap(({ names = [] }) => names)) console.log(`failed: ${name}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
