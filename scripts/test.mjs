// `npm test`: all checks and all tests. The last line is the sum.
import { setUp } from './setup.mjs';
import { checks, runStep, suites } from './steps.mjs';

const prepare = {
  name: 'Set-up',
  run: () => {
    setUp();
    return { passed: 0, failed: 0 };
  },
};

const results = [runStep(prepare)];
if (results[0].failed === 0) results.push(...[...checks, ...suites].map(runStep));

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
